package telegraph.sql.listing;

import java.util.List;
import java.util.function.Supplier;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.language.ast.DeclaredColumns;
import telegraph.memory.BatchBuilder;

/// A table of the system's, or a sequence: a few rows, listed when they are read.
///
/// Threads: any.
///
/// @param types as PostgreSQL writes them; none if those of the values say all
public record ListedRows(
        String name, Schema schema, List<String> types, Supplier<List<Object[]>> rows)
        implements Source, DeclaredColumns {
    private static final int BATCH_ROWS = 1_000;

    /// Rows whose types are those of their values.
    public ListedRows(String name, Schema schema, Supplier<List<Object[]>> rows) {
        this(name, schema, List.of(), rows);
    }

    @Override
    public String declared(int column) {
        return types.isEmpty() ? "" : types.get(column);
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> read(request.columns(), sink);
    }

    private void read(int[] columns, Sink sink) throws InterruptedException {
        List<Object[]> listed = rows.get();
        for (int start = 0; start < listed.size(); start += BATCH_ROWS) {
            try (BatchBuilder builder = sink.builder()) {
                for (Object[] row :
                        listed.subList(start, Math.min(listed.size(), start + BATCH_ROWS))) {
                    for (int c = 0; c < columns.length; c++) {
                        builder.set(c, row[columns[c]]);
                    }
                    builder.endRow();
                }
                sink.emit(builder.build());
            }
        }
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a table of the system is scanned");
    }
}
