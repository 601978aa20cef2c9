package telegraph.tables.change;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.DeclaredColumns;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// The rows of a spool as a source, for the queries that a statement asks about rows at hand.
///
/// Threads: as [Source].
public final class SpooledSource implements Source, DeclaredColumns {
    private final String name;
    private final List<String> declared;
    private final Schema schema;
    private final RowSpool rows;

    /// @param columns names for the columns of the spool, or for the first of them
    public SpooledSource(String name, List<String> columns, RowSpool rows) {
        this(name, columns, List.of(), rows);
    }

    /// @param declared the types of the columns as PostgreSQL writes them, or none
    public SpooledSource(String name, List<String> columns, List<String> declared, RowSpool rows) {
        this.name = name;
        this.declared = declared;
        this.rows = rows;
        List<Column> all = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            all.add(new Column(columns.get(c), rows.types().get(c)));
        }
        this.schema = new Schema(all);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public String declared(int column) {
        return declared.isEmpty() ? "" : declared.get(column);
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Traits traits() {
        return new Traits(
                Traits.Order.UNKNOWN,
                OptionalLong.of(rows.rows()),
                Traits.UNKNOWN.key(),
                Traits.UNKNOWN.lookupsMax());
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            try (BatchBuilder builder = sink.builder()) {
                rows.forEach(row -> {
                    for (int c = 0; c < request.columns().length; c++) {
                        builder.set(c, row[request.columns()[c]]);
                    }
                    builder.endRow();
                    if (builder.isFull()) {
                        emit(builder.build(), sink);
                    }
                });
                if (!builder.isEmpty()) {
                    sink.emit(builder.build());
                }
            }
        };
    }

    private static void emit(Batch batch, Sink sink) {
        try {
            sink.emit(batch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("rows at hand are scanned");
    }
}
