package telegraph.sources.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;
import telegraph.engine.vector.Vector;
import telegraph.ground.Utf8;
import telegraph.memory.Batch;
import telegraph.memory.Decimals;
import telegraph.memory.Micros;

/// Where the strings of bytes of a window are, and how they become texts, decimals and moments.
///
/// Value `first + i` of the page has `lengths[i]` bytes at `base + offsets[i]`.
///
/// Threads: one.
final class ByteViews {
    private static final long JULIAN_EPOCH = 2_440_588;

    private static final int DECIMAL_BYTES_MAX = 16;

    private final ValueForm form;
    MemorySegment segment;
    long base;
    int first;
    int[] offsets = new int[Batch.ROWS_MAX];
    int[] lengths = new int[Batch.ROWS_MAX];

    ByteViews(ValueForm form) {
        this.form = form;
    }

    void copy(Placement places, Vector to) throws IOException {
        switch (form.type().kind()) {
            case TEXT -> {
                if (form.meaning() == ValueForm.Meaning.UUID) {
                    uuids(places, to);
                } else {
                    texts(places, to);
                }
            }
            case DECIMAL -> decimals(places, to);
            case DOUBLE -> halves(places, to);
            case TIMESTAMP -> moments(places, to);
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, INSTANT ->
                    throw new IllegalStateException("not from bytes: " + form);
        }
    }

    private void texts(Placement places, Vector to) {
        MemorySegment bytes = segment;
        int[] from = places.from;
        int[] at = places.at;
        int count = places.count;
        int shift = places.shift - first;
        MemorySegment[] segments = to.segments;
        for (int i = 0; i < count; i++) {
            int value = from[i] + shift;
            int position = at[i];
            long offset = base + offsets[value];
            int length = lengths[value];
            if (!Utf8.isWellFormed(bytes, offset, length)) {
                byte[] raw = bytes.asSlice(offset, length).toArray(ParquetPage.BYTE);
                ascii("\\x" + HexFormat.of().formatHex(raw), to, position);
                continue;
            }
            if (segments[position] != bytes) {
                segments[position] = bytes;
            }
            to.offsets[position] = offset;
            to.lengths[position] = length;
        }
    }

    private void uuids(Placement places, Vector to) throws IOException {
        for (int i = 0; i < places.count; i++) {
            long at = at(places, i, 16);
            long high = Long.reverseBytes(segment.get(ParquetPage.LONG, at));
            long low = Long.reverseBytes(segment.get(ParquetPage.LONG, at + 8));
            ascii(new UUID(high, low).toString(), to, places.at[i]);
        }
    }

    private static void ascii(String text, Vector to, int position) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        to.segments[position] = MemorySegment.ofArray(bytes);
        to.offsets[position] = 0;
        to.lengths[position] = bytes.length;
    }

    /// Big-endian numbers of any length.
    private void decimals(Placement places, Vector to) throws IOException {
        int shift = places.shift - first;
        for (int i = 0; i < places.count; i++) {
            int value = places.from[i] + shift;
            long at = base + offsets[value];
            int length = lengths[value];
            long high = length > 0 && segment.get(ParquetPage.BYTE, at) < 0 ? -1 : 0;
            long low = high;
            for (int b = 0; b < length; b++) {
                if (b < length - DECIMAL_BYTES_MAX
                        && segment.get(ParquetPage.BYTE, at + b) != high) {
                    throw new DamagedPageException(
                            "a decimal has no more digits than its type: bytes=" + length);
                }
                high = high << 8 | low >>> 56;
                low = low << 8 | segment.get(ParquetPage.BYTE, at + b) & 0xff;
            }
            if (to.highs == null && high != low >> 63 || Decimals.isNaN(high, low)) {
                throw new DamagedPageException(
                        "a decimal has no more digits than its type: type=" + form.type());
            }
            to.setDecimal(places.at[i], high, low);
        }
    }

    private void halves(Placement places, Vector to) throws IOException {
        for (int i = 0; i < places.count; i++) {
            long at = at(places, i, 2);
            to.doubles[places.at[i]] = Float.float16ToFloat(segment.get(ParquetPage.SHORT, at));
        }
    }

    /// Nanoseconds of the day, then the Julian day.
    private void moments(Placement places, Vector to) throws IOException {
        for (int i = 0; i < places.count; i++) {
            long at = at(places, i, 12);
            long nanos = segment.get(ParquetPage.LONG, at);
            long day = segment.get(ParquetPage.INT, at + 8);
            to.longs[places.at[i]] =
                    Micros.ofDay(day - JULIAN_EPOCH) + Math.floorDiv(nanos, 1_000L);
        }
    }

    private long at(Placement places, int i, int expected) throws IOException {
        int value = places.from[i] + places.shift - first;
        if (lengths[value] != expected) {
            throw new DamagedPageException(
                    "values of a type have its size: expected="
                            + expected
                            + " actual="
                            + lengths[value]);
        }
        return base + offsets[value];
    }
}
