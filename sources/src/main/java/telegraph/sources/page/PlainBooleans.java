package telegraph.sources.page;

import java.lang.foreign.MemorySegment;
import telegraph.engine.vector.Vector;

/// Booleans of one bit each, lowest bits first.
///
/// Threads: one.
final class PlainBooleans implements PageValues {
    private ParquetPage page;

    @Override
    public void begin(ParquetPage next) {
        page = next;
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first + (long) count > 8 * (page.valuesEnd - page.valuesStart)) {
            throw new DamagedPageException("a page must have as many values as it says");
        }
    }

    @Override
    public void copy(Placement places, Vector to) {
        MemorySegment source = page.segment;
        long start = page.valuesStart;
        for (int i = 0; i < places.count; i++) {
            int value = places.from[i] + places.shift;
            int bits = source.get(ParquetPage.BYTE, start + (value >>> 3));
            to.longs[places.at[i]] = bits >>> (value & 7) & 1;
        }
    }
}
