package telegraph.jdbc;

import telegraph.sql.PointRow;

/// The one row that a statement about one row found, or none, read where it lies.
///
/// Threads: one at a time.
final class PointCells extends ResultCells {
    private final PointRow row;
    private boolean isNext;

    PointCells(PointRow row) {
        this.row = row;
    }

    /// The row it shows, which tells the shape of the result.
    PointRow row() {
        return row;
    }

    /// Starts over.
    void open(boolean hasRow) {
        isNext = hasRow;
    }

    @Override
    boolean next() {
        boolean is = isNext;
        isNext = false;
        return is;
    }

    @Override
    boolean isNull(int column) {
        return row.isNull(column);
    }

    @Override
    long wholeAt(int column) {
        return row.wholeAt(column);
    }

    @Override
    Object valueAt(int column) {
        return row.valueAt(column);
    }

    @Override
    void close() {
        isNext = false;
    }
}
