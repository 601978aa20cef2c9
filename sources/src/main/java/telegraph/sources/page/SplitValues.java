package telegraph.sources.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.apache.parquet.format.Encoding;
import telegraph.engine.vector.Vector;

/// Values of fixed length taken apart: the first bytes of all, then the second bytes of all, and so
/// on. They are put together when the page is begun, and read as plain ones.
///
/// Threads: one.
final class SplitValues implements PageValues {
    private final int length;
    private final PageValues plain;

    SplitValues(ValueForm form) throws DamagedPageException {
        this.length = form.plainBytes();
        this.plain = Decoders.of(Encoding.PLAIN, form);
    }

    @Override
    public void begin(ParquetPage page) throws IOException {
        long bytes = page.valuesEnd - page.valuesStart;
        if (length <= 0 || bytes % length != 0) {
            throw new DamagedPageException(
                    "values taken apart are whole: bytes=" + bytes + " length=" + length);
        }
        MemorySegment from = page.segment;
        MemorySegment to = page.written().atLeast(bytes);
        int values = (int) (bytes / length);
        for (int b = 0; b < length; b++) {
            long start = page.valuesStart + (long) b * values;
            for (int i = 0; i < values; i++) {
                to.set(
                        ParquetPage.BYTE,
                        (long) i * length + b,
                        from.get(ParquetPage.BYTE, start + i));
            }
        }
        page.segment = to;
        page.valuesStart = 0;
        page.valuesEnd = bytes;
        plain.begin(page);
    }

    @Override
    public void window(int first, int count) throws IOException {
        plain.window(first, count);
    }

    @Override
    public void copy(Placement places, Vector to) throws IOException {
        plain.copy(places, to);
    }
}
