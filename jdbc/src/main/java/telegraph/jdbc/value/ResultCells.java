package telegraph.jdbc.value;

import java.sql.SQLException;

/// The rows of a result, one after another, and the values of the present one.
///
/// Columns count from 0.
///
/// Threads: one at a time.
public abstract class ResultCells {
    /// Moves to the next row; false if there is none.
    public abstract boolean next() throws SQLException;

    public abstract boolean isNull(int column);

    /// The value of a column of a whole type that is not null.
    public abstract long wholeAt(int column);

    /// The value, of a class that events have; null for NULL.
    public abstract Object valueAt(int column);

    /// Ends what makes the rows.
    public abstract void close();
}
