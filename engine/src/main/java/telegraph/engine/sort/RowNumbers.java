package telegraph.engine.sort;

import java.lang.foreign.MemorySegment;
import telegraph.engine.operator.MemoryCells;
import telegraph.memory.Region;

/// Rows by number, to be put in the order of a 64-bit word each.
///
/// | part    | bytes | holds                                       |
/// |---------|------:|---------------------------------------------|
/// | words   |     8 | of each row the packed keys                 |
/// | rows    |     4 | of each row its number                      |
///
/// Sorting deals the rows out by one byte of the words after the other, the lowest first, and back
/// and forth between two such pairs; bytes that all words share cost nothing. Rows of the same word
/// stay as they came.
///
/// Threads: one. Memory: pieces of the region until [#close].
final class RowNumbers implements AutoCloseable {
    /// What sorting takes for each row, beyond the rows.
    static final int BYTES_PER_ROW = 24;

    private static final int BUCKETS = 256;

    private final Region region;
    private final int count;
    private MemorySegment words;
    private MemorySegment rows;
    private int filled;

    RowNumbers(Region region, int count) {
        this.region = region;
        this.count = count;
        this.words = region.allocate(8L * count);
        try {
            this.rows = region.allocate(4L * count);
        } catch (RuntimeException e) {
            region.free(words);
            throw e;
        }
    }

    /// Adds the rows `first`, `first` + 1, … with these words.
    void add(long[] wordsOfRows, int first, int added) {
        MemorySegment.copy(wordsOfRows, 0, words, MemoryCells.LONG, 8L * filled, added);
        for (int i = 0; i < added; i++) {
            rows.set(MemoryCells.INT, 4L * (filled + i), first + i);
        }
        filled += added;
    }

    int count() {
        return count;
    }

    long word(int place) {
        return words.get(MemoryCells.LONG, 8L * place);
    }

    int row(int place) {
        return rows.get(MemoryCells.INT, 4L * place);
    }

    void setRow(int place, int row) {
        rows.set(MemoryCells.INT, 4L * place, row);
    }

    /// Puts the rows in the order of their words, of which only the lowest `bits` differ.
    void sort(int bits) {
        int bytes = (bits + 7) / 8;
        if (bytes == 0 || count < 2) {
            return;
        }
        int[][] counts = counts(bytes);
        try (RowNumbers other = new RowNumbers(region, count)) {
            RowNumbers from = this;
            RowNumbers to = other;
            for (int b = 0; b < bytes; b++) {
                int shared = (int) (words.get(MemoryCells.LONG, 0) >>> 8 * b & 0xFF);
                if (counts[b][shared] != count) {
                    deal(from, to, 8 * b, counts[b]);
                    RowNumbers swap = from;
                    from = to;
                    to = swap;
                }
            }
            if (from != this) {
                MemorySegment swapWords = words;
                MemorySegment swapRows = rows;
                words = other.words;
                rows = other.rows;
                other.words = swapWords;
                other.rows = swapRows;
            }
        }
    }

    private int[][] counts(int bytes) {
        int[][] counts = new int[bytes][BUCKETS];
        MemorySegment from = words;
        for (int i = 0; i < count; i++) {
            long word = from.get(MemoryCells.LONG, 8L * i);
            for (int b = 0; b < bytes; b++) {
                counts[b][(int) (word >>> 8 * b & 0xFF)]++;
            }
        }
        return counts;
    }

    private static void deal(RowNumbers from, RowNumbers to, int shift, int[] counts) {
        int[] next = new int[BUCKETS];
        int sum = 0;
        for (int b = 0; b < BUCKETS; b++) {
            next[b] = sum;
            sum += counts[b];
        }
        MemorySegment fromWords = from.words;
        MemorySegment fromRows = from.rows;
        MemorySegment toWords = to.words;
        MemorySegment toRows = to.rows;
        int count = from.count;
        for (int i = 0; i < count; i++) {
            long word = fromWords.get(MemoryCells.LONG, 8L * i);
            int place = next[(int) (word >>> shift & 0xFF)]++;
            toWords.set(MemoryCells.LONG, 8L * place, word);
            toRows.set(MemoryCells.INT, 4L * place, fromRows.get(MemoryCells.INT, 4L * i));
        }
    }

    @Override
    public void close() {
        region.free(words);
        region.free(rows);
    }
}
