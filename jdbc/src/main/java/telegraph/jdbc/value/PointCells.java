package telegraph.jdbc.value;

import telegraph.sql.PointRow;

/// The one row that a statement about one row found, or none, read where it lies.
///
/// Threads: one at a time.
public final class PointCells extends ResultCells {
    private final PointRow row;
    private boolean isNext;

    public PointCells(PointRow row) {
        this.row = row;
    }

    /// The row it shows, which tells the shape of the result.
    public PointRow row() {
        return row;
    }

    /// Starts over.
    public void open(boolean hasRow) {
        isNext = hasRow;
    }

    @Override
    public boolean next() {
        boolean is = isNext;
        isNext = false;
        return is;
    }

    @Override
    public boolean isNull(int column) {
        return row.isNull(column);
    }

    @Override
    public long wholeAt(int column) {
        return row.wholeAt(column);
    }

    @Override
    public Object valueAt(int column) {
        return row.valueAt(column);
    }

    @Override
    public void close() {
        isNext = false;
    }
}
