package telegraph.sources.page;

import java.io.IOException;
import java.util.Arrays;
import telegraph.engine.vector.Vector;

/// Strings of bytes that all have the same length, one after the other.
///
/// Threads: one.
final class FixedBytes implements PageValues {
    private final ByteViews views;
    private final int length;
    private long values;

    FixedBytes(ValueForm form) {
        this.views = new ByteViews(form);
        this.length = form.plainBytes();
        Arrays.fill(views.lengths, length);
        for (int i = 0; i < views.offsets.length; i++) {
            views.offsets[i] = i * length;
        }
    }

    private long start;

    @Override
    public void begin(ParquetPage page) {
        views.segment = page.segment;
        start = page.valuesStart;
        values = length <= 0 ? 0 : (page.valuesEnd - start) / length;
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first + (long) count > values) {
            throw new DamagedPageException(
                    "a page must have as many values as it says: values=" + values);
        }
        views.first = first;
        views.base = start + (long) first * length;
    }

    @Override
    public void copy(Placement places, Vector to) throws IOException {
        views.copy(places, to);
    }
}
