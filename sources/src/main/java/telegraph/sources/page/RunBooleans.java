package telegraph.sources.page;

import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Booleans in runs, after the four bytes of their length.
///
/// Threads: one.
final class RunBooleans implements PageValues {
    private final HybridRuns runs = new HybridRuns();
    private final int[] window = new int[Batch.ROWS_MAX];
    private int windowFirst;
    private int windowEnd;

    @Override
    public void begin(ParquetPage page) throws DamagedPageException {
        long start = page.valuesStart;
        long length = page.valuesEnd - start < 4 ? -1 : page.segment.get(ParquetPage.INT, start);
        if (length < 0 || length > page.valuesEnd - start - 4) {
            throw new DamagedPageException("runs must lie in their page: bytes=" + length);
        }
        runs.begin(page.segment, start + 4, start + 4 + length, 1);
        windowFirst = 0;
        windowEnd = 0;
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first == windowFirst && first + count == windowEnd) {
            return;
        }
        runs.skip(first - windowEnd);
        runs.read(window, count);
        windowFirst = first;
        windowEnd = first + count;
    }

    @Override
    public void copy(Placement places, Vector to) {
        int offset = places.shift - windowFirst;
        for (int i = 0; i < places.count; i++) {
            to.longs[places.at[i]] = window[places.from[i] + offset];
        }
    }
}
