package telegraph.engine.operator;

import java.lang.foreign.MemorySegment;
import telegraph.memory.Region;

/// The rows of a join's build side by the word of their keys: buckets of chains.
///
/// | part    | bytes | holds                                              |
/// |---------|------:|----------------------------------------------------|
/// | buckets |     4 | the first entry of the chain, or -1                |
/// | entries |    16 | word (8), number of the row (4), next entry or -1 (4) |
///
/// There are at least as many buckets as entries, so a chain is mostly one entry or equal keys.
///
/// Threads: one fills; then any may read. Memory: pieces of the region until [#close].
final class JoinTable implements AutoCloseable {
    static final int NONE = -1;

    /// What a row takes, at most.
    static final int BYTES_PER_ROW = 24;

    private final Region region;
    private final MemorySegment entries;
    private final MemorySegment buckets;
    private final int mask;
    private int size;

    /// @param rowsMax how many rows will be added at most
    JoinTable(Region region, int rowsMax) {
        this.region = region;
        int bucketCount = Integer.highestOneBit(Math.max(16, 2 * rowsMax - 1));
        this.mask = bucketCount - 1;
        this.entries = region.allocate(16L * rowsMax);
        try {
            this.buckets = region.allocate(4L * bucketCount);
        } catch (RuntimeException e) {
            region.free(entries);
            throw e;
        }
        buckets.asSlice(0, 4L * bucketCount).fill((byte) NONE);
    }

    /// Adds the rows at the selected positions; that at position `p` is row `first` + `p`.
    void add(long[] words, int[] selection, int count, int first) {
        MemorySegment to = entries;
        MemorySegment heads = buckets;
        int entry = size;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long word = words[at];
            long bucket = 4L * ((int) KeyWords.spread(word) & mask);
            long place = 16L * entry;
            to.set(Cells.LONG, place, word);
            to.set(Cells.INT, place + 8, first + at);
            to.set(Cells.INT, place + 12, heads.get(Cells.INT, bucket));
            heads.set(Cells.INT, bucket, entry++);
        }
        size = entry;
    }

    /// Sets `chains` at the selected positions to the first entry that may match; keeps the
    /// positions that have one and returns how many.
    int start(long[] words, int[] selection, int count, int[] chains) {
        MemorySegment heads = buckets;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int entry = heads.get(Cells.INT, 4L * ((int) KeyWords.spread(words[at]) & mask));
            chains[at] = entry;
            selection[kept] = at;
            kept += entry == NONE ? 0 : 1;
        }
        return kept;
    }

    long word(int entry) {
        return entries.get(Cells.LONG, 16L * entry);
    }

    int row(int entry) {
        return entries.get(Cells.INT, 16L * entry + 8);
    }

    int next(int entry) {
        return entries.get(Cells.INT, 16L * entry + 12);
    }

    @Override
    public void close() {
        region.free(entries);
        region.free(buckets);
    }
}
