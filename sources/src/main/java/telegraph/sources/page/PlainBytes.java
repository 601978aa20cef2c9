package telegraph.sources.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import telegraph.engine.vector.Vector;

/// Strings of bytes, each after the four bytes of its length.
///
/// A value's place is known only from the one before it, so windows that nobody asks for are still
/// walked through, length by length.
///
/// Threads: one.
final class PlainBytes implements PageValues {
    private final ByteViews views;
    private MemorySegment segment;
    private long at;
    private long end;
    private int next;

    PlainBytes(ValueForm form) {
        this.views = new ByteViews(form);
    }

    @Override
    public void begin(ParquetPage page) {
        segment = page.segment;
        at = page.valuesStart;
        end = page.valuesEnd;
        next = 0;
        views.segment = page.segment;
        views.base = page.valuesStart;
        views.first = -1;
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first == views.first) {
            return;
        }
        MemorySegment from = segment;
        long place = at;
        for (; next < first; next++) {
            place += 4L + length(from, place);
        }
        int[] offsets = views.offsets;
        int[] lengths = views.lengths;
        long base = views.base;
        for (int i = 0; i < count; i++) {
            int length = length(from, place);
            offsets[i] = (int) (place + 4 - base);
            lengths[i] = length;
            place += 4L + length;
        }
        at = place;
        next = first + count;
        views.first = first;
    }

    private int length(MemorySegment from, long place) throws DamagedPageException {
        if (place + 4 <= end) {
            int length = from.get(ParquetPage.INT, place);
            if (length >= 0 && length <= end - place - 4) {
                return length;
            }
        }
        throw new DamagedPageException("strings must lie in their page");
    }

    @Override
    public void copy(Placement places, Vector to) throws IOException {
        views.copy(places, to);
    }
}
