package telegraph.engine.stem;

import telegraph.memory.Batch;

/// What an index has for some tuples: for each the newest row of its key, from which older ones
/// follow.
///
/// Threads: one worker. Memory: arrays on the heap, reused.
public final class Candidates {
    /// The positions of tuples that have a key, as many as `count`.
    public final int[] positions = new int[Batch.ROWS_MAX];

    /// By position the newest row, or [Ref#NONE].
    public final long[] refs = new long[Batch.ROWS_MAX];

    public int count;

    /// Whether a key may have several rows.
    public boolean chained;

    /// Whether rows may have come with a key of the same hash that is not the same.
    public boolean hashed;

    final long[] keys = new long[Batch.ROWS_MAX];
}
