package telegraph.jdbc;

import java.sql.SQLException;

/// The rows of a result, one after another, and the values of the present one.
///
/// Columns count from 0.
///
/// Threads: one at a time.
abstract class ResultCells {
    /// Moves to the next row; false if there is none.
    abstract boolean next() throws SQLException;

    abstract boolean isNull(int column);

    /// The value of a column of a whole type that is not null.
    abstract long wholeAt(int column);

    /// The value, of a class that events have; null for NULL.
    abstract Object valueAt(int column);

    /// Ends what makes the rows.
    abstract void close();
}
