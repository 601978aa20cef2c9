package telegraph.engine.vector;

/// The tuples an expression works on: a batch on its way, with some inputs already joined.
///
/// A tuple has a position from 0 to 4,095; a selection lists the positions that still count.
///
/// Threads: one worker.
public interface Rows {
    /// The values of a column at the positions selected, gathered on first use; valid until the
    /// worker's next batch. Positions outside the selection are undefined.
    Vector column(ColumnRef column, int[] selection, int count);

    /// The vectors of whoever works on the tuples.
    default VectorPool vectors() {
        return new VectorPool();
    }
}
