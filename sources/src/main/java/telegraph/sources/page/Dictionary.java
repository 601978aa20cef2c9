package telegraph.sources.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// The distinct values of a column in a row group, as they are in vectors.
///
/// Threads: one. Memory: arrays on the heap, charged to the region until [#close]; texts point into
/// the dictionary's page.
public final class Dictionary implements AutoCloseable {
    private final Region memory;
    private final Vector some;
    private final PageValues plain;
    private final Placement places = new Placement();
    private final int[] all = new int[Batch.ROWS_MAX];
    private long charged;
    public int size;
    long[] longs = {};
    long[] highs = {};
    double[] doubles = {};
    MemorySegment[] segments = {};
    long[] offsets = {};
    int[] lengths = {};

    /// @param plain decodes the values, which are in plain form
    public Dictionary(ValueForm form, PageValues plain, Region memory) {
        this.memory = memory;
        this.some = new Vector(form.type());
        this.plain = plain;
        Arrays.setAll(all, i -> i);
    }

    /// Takes the values of a page, `page.rows` in all, instead of those it had.
    public void read(ParquetPage page) throws IOException {
        size = 0;
        charge(page.rows);
        plain.begin(page);
        for (int first = 0; first < page.rows; first += Batch.ROWS_MAX) {
            int count = Math.min(Batch.ROWS_MAX, page.rows - first);
            plain.window(first, count);
            places.from = all;
            places.at = all;
            places.shift = first;
            places.count = count;
            plain.copy(places, some);
            append(first, count, page.rows);
        }
        size = page.rows;
    }

    private void charge(long entries) {
        long bytes = entries * (some.segments != null ? 20 : some.highs != null ? 16 : 8);
        if (bytes > charged) {
            memory.charge(bytes - charged);
            charged = bytes;
        }
    }

    @Override
    public void close() {
        memory.discharge(charged);
        charged = 0;
    }

    private void append(int first, int count, int total) {
        int room = Math.min(total, Math.max(first + count, 2 * first));
        if (some.longs != null) {
            longs = longs.length < room ? Arrays.copyOf(longs, room) : longs;
            System.arraycopy(some.longs, 0, longs, first, count);
        }
        if (some.highs != null) {
            highs = highs.length < room ? Arrays.copyOf(highs, room) : highs;
            System.arraycopy(some.highs, 0, highs, first, count);
        }
        if (some.doubles != null) {
            doubles = doubles.length < room ? Arrays.copyOf(doubles, room) : doubles;
            System.arraycopy(some.doubles, 0, doubles, first, count);
        }
        if (some.segments != null) {
            segments = segments.length < room ? Arrays.copyOf(segments, room) : segments;
            offsets = offsets.length < room ? Arrays.copyOf(offsets, room) : offsets;
            lengths = lengths.length < room ? Arrays.copyOf(lengths, room) : lengths;
            System.arraycopy(some.segments, 0, segments, first, count);
            System.arraycopy(some.offsets, 0, offsets, first, count);
            System.arraycopy(some.lengths, 0, lengths, first, count);
        }
    }
}
