package telegraph.tables.change;

import java.util.List;
import java.util.OptionalLong;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.language.ast.DeclaredColumns;
import telegraph.memory.BatchBuilder;
import telegraph.tables.access.TableSource;

/// One row at hand in the place of a table's: to ask a planned query about one row after another.
///
/// Threads: [#hold] while no query runs; else as [Source].
final class HandSource implements Source, DeclaredColumns {
    private final TableSource table;
    private volatile Object[] row;

    HandSource(TableSource table) {
        this.table = table;
    }

    /// Makes a row the only one, or none if it is null.
    void hold(Object[] values) {
        row = values;
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public Schema schema() {
        return table.schema();
    }

    @Override
    public String declared(int column) {
        return table.declared(column);
    }

    @Override
    public boolean isHidden(int column) {
        return table.isHidden(column);
    }

    @Override
    public List<Integer> primaryKey() {
        return table.primaryKey();
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Traits traits() {
        return new Traits(
                Traits.Order.UNKNOWN,
                OptionalLong.of(1),
                Traits.UNKNOWN.key(),
                Traits.UNKNOWN.lookupsMax());
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> read(request.columns(), sink);
    }

    private void read(int[] columns, Sink sink) throws InterruptedException {
        if (row == null) {
            return;
        }
        try (BatchBuilder builder = sink.builder()) {
            for (int c = 0; c < columns.length; c++) {
                builder.set(c, row[columns[c]]);
            }
            builder.endRow();
            sink.emit(builder.build());
        }
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a row at hand is scanned");
    }
}
