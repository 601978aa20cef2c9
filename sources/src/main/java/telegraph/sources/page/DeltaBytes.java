package telegraph.sources.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Strings of bytes as the lengths of all, as differences, and then the bytes of all.
///
/// In the longer form each begins with as many bytes of the one before as a number says, and the
/// page has only the rest. Then they are written out when the page is begun, into the buffer that
/// the page brings for it.
///
/// Threads: one.
public final class DeltaBytes implements PageValues {
    private static final long BYTES_MAX = 1 << 30;

    private final ByteViews views;
    private final boolean shared;
    private final DeltaRuns runs = new DeltaRuns();
    private final long[] numbers = new long[Batch.ROWS_MAX];
    private int[] prefixes = {};
    private int values;

    /// @param shared whether strings begin as the one before
    public DeltaBytes(ValueForm form, boolean shared) {
        this.views = new ByteViews(form);
        this.shared = shared;
    }

    @Override
    public void begin(ParquetPage page) throws DamagedPageException {
        MemorySegment from = page.segment;
        long at = page.valuesStart;
        if (shared) {
            runs.begin(from, at, page.valuesEnd);
            values = countOf(page);
            prefixes = read(prefixes);
            at = runs.end();
        }
        runs.begin(from, at, page.valuesEnd);
        if (shared && runs.total() != values) {
            throw new DamagedPageException("strings have as many beginnings as ends");
        }
        values = countOf(page);
        views.lengths = read(views.lengths);
        views.offsets =
                views.offsets.length < values ? new int[views.lengths.length] : views.offsets;
        at = runs.end();
        if (shared) {
            writeOut(page, at);
        } else {
            views.segment = from;
            views.base = at;
            long offset = 0;
            for (int i = 0; i < values; i++) {
                views.offsets[i] = (int) offset;
                offset += views.lengths[i];
                requireInside(at + offset, page);
            }
        }
        views.first = 0;
    }

    private int countOf(ParquetPage page) throws DamagedPageException {
        if (runs.total() > page.rows) {
            throw new DamagedPageException(
                    "a page has no more values than rows: values=" + runs.total());
        }
        return runs.total();
    }

    private int[] read(int[] into) throws DamagedPageException {
        int[] to = into.length < values ? Arrays.copyOf(into, values) : into;
        for (int first = 0; first < values; first += numbers.length) {
            int count = Math.min(numbers.length, values - first);
            runs.read(numbers, count);
            for (int i = 0; i < count; i++) {
                if (numbers[i] < 0 || numbers[i] > BYTES_MAX) {
                    throw new DamagedPageException("a string has a length: bytes=" + numbers[i]);
                }
                to[first + i] = (int) numbers[i];
            }
        }
        return to;
    }

    private void writeOut(ParquetPage page, long start) throws DamagedPageException {
        long total = 0;
        int before = 0;
        long rest = start;
        for (int i = 0; i < values; i++) {
            if (prefixes[i] > before) {
                throw new DamagedPageException(
                        "a string begins with no more than the one before: bytes=" + prefixes[i]);
            }
            rest += views.lengths[i];
            requireInside(rest, page);
            before = prefixes[i] + views.lengths[i];
            total += before;
            if (total > BYTES_MAX) {
                throw new DamagedPageException("a page has at most " + BYTES_MAX + " bytes");
            }
        }
        MemorySegment to = page.written().atLeast(total);
        long at = 0;
        long last = 0;
        rest = start;
        for (int i = 0; i < values; i++) {
            MemorySegment.copy(to, last, to, at, prefixes[i]);
            MemorySegment.copy(page.segment, rest, to, at + prefixes[i], views.lengths[i]);
            rest += views.lengths[i];
            views.lengths[i] += prefixes[i];
            views.offsets[i] = (int) at;
            last = at;
            at += views.lengths[i];
        }
        views.segment = to;
        views.base = 0;
    }

    private static void requireInside(long end, ParquetPage page) throws DamagedPageException {
        if (end > page.valuesEnd) {
            throw new DamagedPageException("strings must lie in their page");
        }
    }

    @Override
    public void window(int first, int count) throws DamagedPageException {
        if (first + (long) count > values) {
            throw new DamagedPageException(
                    "a page must have as many values as it says: values=" + values);
        }
    }

    @Override
    public void copy(Placement places, Vector to) throws IOException {
        views.copy(places, to);
    }
}
