package telegraph.sources.page;

import java.lang.foreign.MemorySegment;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Numbers of entries in the column's dictionary: a byte with their size in bits, then runs.
///
/// Threads: one.
public final class DictionaryValues implements PageValues {
    private final Dictionary dictionary;
    private final HybridRuns runs = new HybridRuns();
    private final int[] entries = new int[Batch.ROWS_MAX];
    private int windowFirst;
    private int windowEnd;

    public DictionaryValues(Dictionary dictionary) {
        this.dictionary = dictionary;
    }

    @Override
    public void begin(ParquetPage page) throws DamagedPageException {
        if (page.valuesStart == page.valuesEnd) {
            runs.begin(page.segment, page.valuesStart, page.valuesEnd, 0);
        } else {
            int bits = page.segment.get(ParquetPage.BYTE, page.valuesStart);
            runs.begin(page.segment, page.valuesStart + 1, page.valuesEnd, bits);
        }
        windowFirst = 0;
        windowEnd = 0;
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first == windowFirst && first + count == windowEnd) {
            return;
        }
        runs.skip(first - windowEnd);
        runs.read(entries, count);
        int least = 0;
        int most = 0;
        for (int i = 0; i < count; i++) {
            least = Math.min(least, entries[i]);
            most = Math.max(most, entries[i]);
        }
        if (least < 0 || most >= dictionary.size) {
            throw new DamagedPageException(
                    "values must be in the dictionary: entries=" + dictionary.size);
        }
        windowFirst = first;
        windowEnd = first + count;
    }

    @Override
    public void copy(Placement places, Vector to) {
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        int shift = places.shift - windowFirst;
        if (to.segments != null) {
            texts(places, to);
        } else if (to.doubles != null) {
            double[] values = dictionary.doubles;
            double[] target = to.doubles;
            for (int i = 0; i < count; i++) {
                target[at[i]] = values[entries[from[i] + shift]];
            }
        } else if (places.isDense()) {
            dense(dictionary.longs, shift, count, to.longs);
        } else {
            sparse(dictionary.longs, places, to.longs);
        }
        if (to.highs != null) {
            sparse(dictionary.highs, places, to.highs);
        }
    }

    private void dense(long[] values, int shift, int count, long[] to) {
        int[] wanted = entries;
        for (int i = 0; i < count; i++) {
            to[i] = values[wanted[i + shift]];
        }
    }

    private void sparse(long[] values, Placement places, long[] to) {
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        int shift = places.shift - windowFirst;
        int[] wanted = entries;
        for (int i = 0; i < count; i++) {
            to[at[i]] = values[wanted[from[i] + shift]];
        }
    }

    private void texts(Placement places, Vector to) {
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        int shift = places.shift - windowFirst;
        MemorySegment[] segments = dictionary.segments;
        for (int i = 0; i < count; i++) {
            int entry = entries[from[i] + shift];
            int position = at[i];
            if (to.segments[position] != segments[entry]) {
                to.segments[position] = segments[entry];
            }
            to.offsets[position] = dictionary.offsets[entry];
            to.lengths[position] = dictionary.lengths[entry];
        }
    }
}
