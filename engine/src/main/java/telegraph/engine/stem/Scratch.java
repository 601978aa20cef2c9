package telegraph.engine.stem;

import java.util.Arrays;
import telegraph.memory.Batch;

/// Room a worker lends to builds.
///
/// Threads: one worker.
public final class Scratch {
    /// By position the references to the rows that the last build stored.
    public final long[] refs = new long[Batch.ROWS_MAX];

    final long[] keys = new long[Batch.ROWS_MAX];
    final long[] hashes = new long[Batch.ROWS_MAX];
    final int[] present = new int[Batch.ROWS_MAX];
    final int[] rest = new int[Batch.ROWS_MAX];
    final int[] order = new int[Batch.ROWS_MAX];
    int[] starts = new int[2];

    /// Positions in the order of the parts they were split into.
    public int[] order() {
        return order;
    }

    /// Where those of a part begin; those of the last end where the next would begin.
    public int start(int part) {
        return starts[part];
    }

    /// Lists positions in [#order] by the part their hash belongs to; those of part `p` stand from
    /// `starts[p]` to `starts[p + 1]`.
    void sort(int[] positions, int count, int parts) {
        if (starts.length < parts + 1) {
            starts = new int[parts + 1];
        }
        int[] ends = starts;
        Arrays.fill(ends, 0, parts + 1, 0);
        for (int i = 0; i < count; i++) {
            ends[part(hashes[positions[i]], parts) + 1]++;
        }
        for (int p = 0; p < parts; p++) {
            ends[p + 1] += ends[p];
        }
        // Each start is moved to its end by filling from the back.
        for (int i = count - 1; i >= 0; i--) {
            int at = positions[i];
            int next = --ends[part(hashes[at], parts) + 1];
            order[next] = at;
        }
        for (int p = 0; p < parts; p++) {
            ends[p] = ends[p + 1];
        }
        ends[parts] = count;
    }

    /// Which of a power of two parts a hash belongs to: its highest bits say.
    static int part(long hash, int parts) {
        return parts == 1 ? 0 : (int) (hash >>> 64 - Integer.numberOfTrailingZeros(parts));
    }
}
