package telegraph.engine.stem;

import java.util.Arrays;
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

    /// The positions of tuples whose rows have left memory, as many as `awayCount`.
    public final int[] away = new int[Batch.ROWS_MAX];

    public int awayCount;

    private final int[] unsorted = new int[Batch.ROWS_MAX];
    private int[] starts = new int[2];
    private int parts = 1;
    private boolean split;

    /// Says in how many parts the rows are that have left, and whether a tuple waits for one part.
    void parts(int count, boolean bySplit) {
        parts = bySplit ? count : 1;
        split = bySplit;
    }

    /// Brings the tuples whose rows have left into the order of the parts they wait for
    /// ([Stem#pieces]), those of a part in the order of their positions.
    public void sortAway() {
        if (starts.length < parts + 1) {
            starts = new int[parts + 1];
        }
        Arrays.fill(starts, 0, parts + 1, 0);
        System.arraycopy(away, 0, unsorted, 0, awayCount);
        for (int i = 0; i < awayCount; i++) {
            starts[part(away[i]) + 1]++;
        }
        for (int p = 0; p < parts; p++) {
            starts[p + 1] += starts[p];
        }
        for (int i = awayCount - 1; i >= 0; i--) {
            away[--starts[part(unsorted[i]) + 1]] = unsorted[i];
        }
        for (int p = 0; p < parts; p++) {
            starts[p] = starts[p + 1];
        }
        starts[parts] = awayCount;
    }

    private int part(int at) {
        return split ? Scratch.part(KeyHashes.mix(keys[at]), parts) : 0;
    }

    public int awayParts() {
        return parts;
    }

    /// Where the tuples that wait for a part begin.
    public int awayStart(int part) {
        return starts[part];
    }

    final long[] keys = new long[Batch.ROWS_MAX];
}
