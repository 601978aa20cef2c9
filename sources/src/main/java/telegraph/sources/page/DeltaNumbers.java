package telegraph.sources.page;

import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Whole numbers as differences.
///
/// Threads: one.
final class DeltaNumbers implements PageValues {
    private final boolean narrow;
    private final Conversion conversion;
    private final DeltaRuns runs = new DeltaRuns();
    private final long[] window = new long[Batch.ROWS_MAX];
    private int windowFirst;
    private int windowEnd;

    DeltaNumbers(ValueForm form) {
        this.narrow = form.physical() == PrimitiveTypeName.INT32;
        this.conversion = new Conversion(form);
    }

    @Override
    public void begin(ParquetPage page) throws DamagedPageException {
        runs.begin(page.segment, page.valuesStart, page.valuesEnd);
        windowFirst = 0;
        windowEnd = 0;
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first == windowFirst && first + count == windowEnd) {
            return;
        }
        runs.read(null, first - windowEnd);
        runs.read(window, count);
        if (narrow) {
            for (int i = 0; i < count; i++) {
                window[i] = (int) window[i];
            }
        }
        windowFirst = first;
        windowEnd = first + count;
    }

    @Override
    public void copy(Placement places, Vector to) throws DamagedPageException {
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        int shift = places.shift - windowFirst;
        long[] longs = to.longs;
        for (int i = 0; i < count; i++) {
            longs[at[i]] = window[from[i] + shift];
        }
        conversion.apply(at, count, to);
    }
}
