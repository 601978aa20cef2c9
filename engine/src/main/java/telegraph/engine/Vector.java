package telegraph.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import telegraph.memory.Batch;
import telegraph.memory.Decimals;
import telegraph.memory.Type;

/// One column of up to 4,096 values being worked on: plain arrays, indexed by position in the tuple
/// batch.
///
/// | kind                                                     | where the value is                          |
/// |----------------------------------------------------------|---------------------------------------------|
/// | BOOLEAN (0, 1), INTEGER, DATE, TIME, BIGINT, TIMESTAMP, INSTANT | `longs`                               |
/// | DECIMAL of at most 18 digits                             | `longs`: unscaled                           |
/// | DECIMAL of more                                          | `highs`, `longs`: the two words, unscaled   |
/// | DOUBLE                                                   | `doubles`                                   |
/// | TEXT                                                     | `segments`, `offsets`, `lengths`: UTF-8     |
///
/// A value counts only where `nulls` is false. Only arrays of the vector's kind are there.
///
/// Threads: one worker. Memory: arrays on the heap, reused from batch to batch; the segments of a
/// text vector belong to somebody else and are valid until the worker's next batch.
public final class Vector {
    public final Type type;
    public final boolean[] nulls = new boolean[Batch.ROWS_MAX];
    public final long[] longs;
    public final long[] highs;
    public final double[] doubles;
    public final MemorySegment[] segments;
    public final long[] offsets;
    public final int[] lengths;
    private boolean nullFree;

    public Vector(Type type) {
        this.type = type;
        boolean text = type.kind() == Type.Kind.TEXT;
        boolean real = type.kind() == Type.Kind.DOUBLE;
        longs = text || real ? null : new long[Batch.ROWS_MAX];
        boolean wide = type.kind() == Type.Kind.DECIMAL && !type.isShortDecimal();
        highs = wide ? new long[Batch.ROWS_MAX] : null;
        doubles = real ? new double[Batch.ROWS_MAX] : null;
        segments = text ? new MemorySegment[Batch.ROWS_MAX] : null;
        offsets = text ? new long[Batch.ROWS_MAX] : null;
        lengths = text ? new int[Batch.ROWS_MAX] : null;
    }

    /// Whether it is known that no value is NULL, so that loops need not look.
    public boolean isNullFree() {
        return nullFree;
    }

    /// Says that no value is NULL, and clears [#nulls]. Whoever sets one afterwards calls
    /// [#mayHaveNulls] first.
    public void hasNoNulls() {
        if (!nullFree) {
            Arrays.fill(nulls, false);
            nullFree = true;
        }
    }

    /// Values may be NULL from here on, which is how every vector begins.
    public void mayHaveNulls() {
        nullFree = false;
    }

    /// The high word of a decimal at a position, whether or not it is kept.
    public long highAt(int position) {
        return highs == null ? longs[position] >> 63 : highs[position];
    }

    /// Sets a decimal's words; the high one is dropped where [#highs] is not kept, since the type
    /// says that the low one implies it.
    public void setDecimal(int position, long high, long low) {
        longs[position] = low;
        if (highs != null) {
            highs[position] = high;
        }
    }

    /// The value at a position as [Batch#valueAt] would give it. For the edges of the system only,
    /// since it allocates.
    public Object valueAt(int position) {
        if (nulls[position]) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> longs[position] != 0;
            case INTEGER -> (int) longs[position];
            case BIGINT -> longs[position];
            case DOUBLE -> doubles[position];
            case DECIMAL ->
                    new BigDecimal(
                            Decimals.unscaled(highAt(position), longs[position]), type.scale());
            case DATE -> LocalDate.ofEpochDay(longs[position]);
            case TIME -> LocalTime.ofNanoOfDay(longs[position] * 1_000_000L);
            case TIMESTAMP ->
                    LocalDateTime.ofInstant(Instant.ofEpochMilli(longs[position]), ZoneOffset.UTC);
            case INSTANT -> Instant.ofEpochMilli(longs[position]);
            case TEXT ->
                    new String(
                            segments[position]
                                    .asSlice(offsets[position], lengths[position])
                                    .toArray(ValueLayout.JAVA_BYTE),
                            StandardCharsets.UTF_8);
        };
    }
}
