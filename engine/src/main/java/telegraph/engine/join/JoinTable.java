package telegraph.engine.join;

import java.lang.foreign.MemorySegment;
import telegraph.engine.operator.MemoryCells;
import telegraph.engine.operator.RowWords;
import telegraph.memory.Batch;
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
/// Threads: any may read, while none adds. Memory: pieces of the region until [#close].
final class JoinTable implements AutoCloseable {
    private static final int NONE = -1;

    /// What a row takes, at most.
    static final int BYTES_PER_ROW = 24;

    private final Region region;
    private MemorySegment entries;
    private MemorySegment buckets;
    private int mask;
    private int size;

    /// @param rowsMax how many rows will be added at most before the next [#reserve]
    JoinTable(Region region, int rowsMax) {
        this.region = region;
        int bucketCount = buckets(rowsMax);
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

    /// Makes room for so many more rows, for twice as many as before at least.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if there is none; then the
    ///   table is as before
    void reserve(int rows) {
        if (size + rows <= room()) {
            return;
        }
        JoinTable larger = new JoinTable(region, roomWith(rows));
        larger.addAll(this);
        close();
        entries = larger.entries;
        buckets = larger.buckets;
        mask = larger.mask;
    }

    private static int buckets(int rowsMax) {
        return Integer.highestOneBit(Math.max(16, 2 * rowsMax - 1));
    }

    /// How many rows there is room for.
    private int room() {
        return Math.toIntExact(entries.byteSize() / 16);
    }

    /// The same after room was made for so many more.
    private int roomWith(int more) {
        return size + more <= room() ? room() : Math.toIntExact(Math.max(size + more, 2L * room()));
    }

    private void addAll(JoinTable other) {
        MemorySegment.copy(other.entries, 0, entries, 0, 16L * other.size);
        for (; size < other.size; size++) {
            long place = 16L * size;
            long bucket = bucket(entries.get(MemoryCells.LONG, place));
            entries.set(MemoryCells.INT, place + 12, buckets.get(MemoryCells.INT, bucket));
            buckets.set(MemoryCells.INT, bucket, size);
        }
    }

    private long bucket(long word) {
        return 4L * ((int) RowWords.spread(word) & mask);
    }

    /// What the table takes of its region.
    long bytes() {
        return entries.byteSize() + buckets.byteSize();
    }

    /// The same after room was made for so many more rows.
    long bytesWith(int more) {
        return size + more <= room() ? bytes() : bytes(roomWith(more));
    }

    /// About what a table of so many rows takes.
    static long bytes(int rowsMax) {
        return 16L * rowsMax + 4L * buckets(rowsMax);
    }

    /// Adds the rows at the selected positions; that at position `p` is row `first` + `p`.
    void add(long[] words, int[] selection, int count, int first) {
        MemorySegment to = entries;
        MemorySegment heads = buckets;
        int entry = size;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long word = words[at];
            long bucket = 4L * ((int) RowWords.spread(word) & mask);
            long place = 16L * entry;
            to.set(MemoryCells.LONG, place, word);
            to.set(MemoryCells.INT, place + 8, first + at);
            to.set(MemoryCells.INT, place + 12, heads.get(MemoryCells.INT, bucket));
            heads.set(MemoryCells.INT, bucket, entry++);
        }
        size = entry;
    }

    /// Probe rows and how far along their chains they are.
    static final class Chains {
        /// By position: the word of a row's keys, and its next entry.
        final long[] words = new long[Batch.ROWS_MAX];

        final int[] next = new int[Batch.ROWS_MAX];

        /// The positions whose chains go on.
        final int[] active = new int[Batch.ROWS_MAX];
    }

    /// Goes to the first entries that may match; keeps of the active positions those that have one
    /// and returns how many.
    int start(Chains of, int count) {
        MemorySegment heads = buckets;
        long[] words = of.words;
        int[] active = of.active;
        int[] chains = of.next;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = active[i];
            int entry = heads.get(MemoryCells.INT, 4L * ((int) RowWords.spread(words[at]) & mask));
            chains[at] = entry;
            active[kept] = at;
            kept += entry == NONE ? 0 : 1;
        }
        return kept;
    }

    /// Goes a step along each chain, puts aside what may be pairs, for which there is room, and
    /// returns how many chains go on.
    int step(Chains of, int count, PairRows to) {
        MemorySegment from = entries;
        long[] words = of.words;
        int[] active = of.active;
        int[] chains = of.next;
        int[] probeAt = to.probeAt;
        int[] buildRow = to.buildRow;
        int found = to.count;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int position = active[i];
            long entry = 16L * chains[position];
            probeAt[found] = position;
            buildRow[found] = from.get(MemoryCells.INT, entry + 8);
            found += from.get(MemoryCells.LONG, entry) == words[position] ? 1 : 0;
            int next = from.get(MemoryCells.INT, entry + 12);
            chains[position] = next;
            active[kept] = position;
            kept += next == NONE ? 0 : 1;
        }
        to.count = found;
        return kept;
    }

    /// As [#step], where the first row of the same word is a partner and enough.
    int mark(Chains of, int count, boolean[] matched) {
        MemorySegment from = entries;
        long[] words = of.words;
        int[] active = of.active;
        int[] chains = of.next;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int position = active[i];
            long entry = 16L * chains[position];
            boolean same = from.get(MemoryCells.LONG, entry) == words[position];
            matched[position] |= same;
            int next = from.get(MemoryCells.INT, entry + 12);
            chains[position] = next;
            active[kept] = position;
            kept += same || next == NONE ? 0 : 1;
        }
        return kept;
    }

    @Override
    public void close() {
        region.free(entries);
        region.free(buckets);
    }
}
