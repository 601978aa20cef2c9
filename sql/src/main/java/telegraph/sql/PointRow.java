package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import telegraph.language.ast.SqlType;
import telegraph.memory.Type;
import telegraph.query.value.Numeric;
import telegraph.tables.point.BoundFind;

/// The row that a statement about one row found, read where it lies.
///
/// Columns count from 0. There is one as long as the definition of the table stays, so whoever
/// knows the columns of a result knows those of the next by comparing the object.
///
/// Threads: as its statement. A row is valid until the statement is carried out again.
public final class PointRow {
    private final BoundFind find;
    private final List<ResultColumn> columns;

    PointRow(BoundFind find) {
        this.find = find;
        List<ResultColumn> shape = new ArrayList<>();
        for (int c = 0; c < find.width(); c++) {
            shape.add(
                    new ResultColumn(
                            find.label(c),
                            name(find.column(c).type()),
                            find.column(c).type().written(),
                            find.column(c).type().name() == SqlType.Name.ENUM
                                    ? find.column(c).type().enumeration().oid()
                                    : 0));
        }
        this.columns = List.copyOf(shape);
    }

    /// As a query would have it.
    private static String name(SqlType declared) {
        Type type = declared.physical();
        if (declared.name() == SqlType.Name.BYTEA) {
            return "BYTEA";
        }
        return switch (type.kind()) {
            case DOUBLE -> "DOUBLE PRECISION";
            case INSTANT -> "TIMESTAMP WITH TIME ZONE";
            case DECIMAL ->
                    Numeric.isFree(type)
                            ? "NUMERIC"
                            : "DECIMAL(" + type.precision() + "," + type.scale() + ")";
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TEXT -> type.kind().name();
        };
    }

    public List<ResultColumn> columns() {
        return columns;
    }

    public boolean isNull(int column) {
        return find.isNull(column);
    }

    /// The value of a column of integers, or the microseconds of a moment; which is not null.
    public long wholeAt(int column) {
        return find.wholeAt(column);
    }

    /// The bytes in which texts and bytea of the row lie, between [#start] and [#end].
    public byte[] array() {
        return find.array();
    }

    /// Where the UTF-8 of a text, or a bytea, starts in [#array], for one that is not null; -1 if
    /// it does not lie there, and only [#valueAt] has it.
    public int start(int column) {
        return find.start(column);
    }

    /// Where it ends.
    public int end(int column) {
        return find.end(column);
    }

    /// The value as rows of events have it; null for NULL.
    public Object valueAt(int column) {
        return find.valueAt(column);
    }
}
