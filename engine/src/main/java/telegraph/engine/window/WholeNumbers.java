package telegraph.engine.window;

import telegraph.memory.Type;

/// Whole numbers among the arguments of window functions.
final class WholeNumbers {
    private WholeNumbers() {}

    /// The INTEGER or BIGINT, not NULL, in a column of the cursor's row.
    static long at(WindowRows.Cursor cursor, int column) {
        return cursor.batch.type(column).kind() == Type.Kind.INTEGER
                ? cursor.batch.intAt(column, cursor.place)
                : cursor.batch.longAt(column, cursor.place);
    }
}
