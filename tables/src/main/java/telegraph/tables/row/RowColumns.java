package telegraph.tables.row;

import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.language.ast.DeclaredColumns;

/// A part of a row at hand, as far as a planner needs it: its columns. Nobody reads it.
record RowColumns(RowExpressions.Row row) implements Source, DeclaredColumns {
    @Override
    public String name() {
        return row.name();
    }

    @Override
    public Schema schema() {
        return row.schema();
    }

    @Override
    public String declared(int column) {
        return row.table().columns().get(column).type().written();
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Reader scan(ScanRequest request) {
        throw new IllegalStateException("a row at hand is not read: " + name());
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a row at hand is not read: " + name());
    }
}
