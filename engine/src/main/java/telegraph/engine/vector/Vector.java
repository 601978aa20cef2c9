package telegraph.engine.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import telegraph.memory.Batch;
import telegraph.memory.Decimals;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// One column of up to 4,096 values being worked on: plain arrays, indexed by position in the tuple
/// batch.
///
/// | kind                                                     | where the value is                          |
/// |----------------------------------------------------------|---------------------------------------------|
/// | BOOLEAN (0, 1), INTEGER, DATE, TIME, BIGINT, TIMESTAMP, INSTANT | `longs`                               |
/// | DECIMAL of at most 18 digits                             | `longs`: unscaled                           |
/// | DECIMAL of more                                          | `highs`, `longs`: the two words, unscaled; `highs` is null while the low word implies it |
/// | DOUBLE                                                   | `doubles`                                   |
/// | TEXT                                                     | `segments`, `offsets`, `lengths`: UTF-8     |
///
/// A value counts only where `nulls` is false. Only arrays of the vector's kind are there.
///
/// Threads: one worker. Memory: arrays on the heap, reused from batch to batch; the segments of a
/// text vector belong to somebody else and are valid until the worker's next batch.
public final class Vector {
    public final Type type;
    public final boolean[] nulls;
    public final long[] longs;

    /// Null unless values may need a high word: see [#narrow].
    public long[] highs;

    public final double[] doubles;
    public final MemorySegment[] segments;
    public final long[] offsets;
    public final int[] lengths;
    private final long[] wide;
    private boolean nullFree;

    public Vector(Type type) {
        this(type, Batch.ROWS_MAX);
    }

    /// One that has room for as many values, and so is none of a tuple batch.
    public Vector(Type type, int rows) {
        nulls = new boolean[rows];
        this.type = type;
        boolean text = type.kind() == Type.Kind.TEXT;
        boolean real = type.kind() == Type.Kind.DOUBLE;
        longs = text || real ? null : new long[rows];
        boolean long128 = type.kind() == Type.Kind.DECIMAL && !type.isShortDecimal();
        wide = long128 ? new long[rows] : null;
        highs = wide;
        doubles = real ? new double[rows] : null;
        segments = text ? new MemorySegment[rows] : null;
        offsets = text ? new long[rows] : null;
        lengths = text ? new int[rows] : null;
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

    /// Says that every decimal fits its low word, whatever the type allows, so that [#highs] is
    /// neither there nor needed.
    public void narrow() {
        highs = null;
    }

    /// Brings [#highs] back if the type has them, with whatever they held: whoever calls this sets
    /// both words of all values.
    public void mayBeWide() {
        highs = wide;
    }

    /// The high word of a decimal at a position, whether or not it is kept.
    public long highAt(int position) {
        return highs == null ? longs[position] >> 63 : highs[position];
    }

    /// Whether a decimal at a position is NaN.
    public boolean isNaN(int position) {
        return highs != null && Decimals.isNaN(highs[position], longs[position]);
    }

    /// Makes a decimal NaN.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if the type has no such value
    public void setNaN(int position) {
        setDecimal(position, Decimals.NAN_HIGH, Decimals.NAN_LOW);
    }

    /// Sets a decimal's words. The high one is dropped if the type has none, since that says that
    /// the low one implies it.
    public void setDecimal(int position, long high, long low) {
        longs[position] = low;
        if (highs == null && high != low >> 63) {
            if (wide == null && Decimals.isNaN(high, low)) {
                throw Decimals.noNaN(type);
            }
            widen();
        }
        if (highs != null) {
            highs[position] = high;
        }
    }

    /// Brings [#highs] back, if the type has them and they are not there, with the words that the
    /// low ones imply.
    public void widen() {
        if (highs == null && wide != null) {
            for (int i = 0; i < wide.length; i++) {
                wide[i] = longs[i] >> 63;
            }
            highs = wide;
        }
    }

    /// Copies what lies at the selected positions of another vector of this type, except whether it
    /// is NULL. A decimal's high words are copied if both have them.
    public void copyValues(Vector from, int[] selection, int count) {
        if (longs != null) {
            copy(from.longs, selection, count, longs);
        }
        if (highs != null && from.highs != null) {
            copy(from.highs, selection, count, highs);
        }
        if (doubles != null) {
            double[] values = from.doubles;
            double[] to = doubles;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to[at] = values[at];
            }
        }
        if (segments != null) {
            copy(from.offsets, selection, count, offsets);
            copyTexts(from, selection, count);
        }
    }

    private static void copy(long[] from, int[] selection, int count, long[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = from[at];
        }
    }

    /// Looks before it writes a reference, since that costs the collector more than reading.
    private void copyTexts(Vector from, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            lengths[at] = from.lengths[at];
            MemorySegment segment = from.segments[at];
            if (segments[at] != segment) {
                segments[at] = segment;
            }
        }
    }

    /// Becomes, at positions 0 and on, what another vector of this type has at `positions`, of
    /// which one may be there more than once.
    public void gather(Vector from, int[] positions, int count) {
        if (from.isNullFree()) {
            hasNoNulls();
        } else {
            mayHaveNulls();
            for (int p = 0; p < count; p++) {
                nulls[p] = from.nulls[positions[p]];
            }
        }
        from.widen();
        widen();
        if (longs != null) {
            gather(from.longs, positions, count, longs);
        }
        if (highs != null) {
            gather(from.highs, positions, count, highs);
        }
        if (doubles != null) {
            for (int p = 0; p < count; p++) {
                doubles[p] = from.doubles[positions[p]];
            }
        }
        if (segments != null) {
            for (int p = 0; p < count; p++) {
                segments[p] = from.segments[positions[p]];
                lengths[p] = from.lengths[positions[p]];
            }
            gather(from.offsets, positions, count, offsets);
        }
    }

    private static void gather(long[] from, int[] positions, int count, long[] to) {
        for (int p = 0; p < count; p++) {
            to[p] = from[positions[p]];
        }
    }

    /// Becomes at one position what another vector of this type has at another. Both may have
    /// NULLs.
    public void set(int at, Vector from, int position) {
        nulls[at] = from.nulls[position];
        if (nulls[at]) {
            return;
        }
        switch (type.kind()) {
            case DOUBLE -> doubles[at] = from.doubles[position];
            case DECIMAL -> setDecimal(at, from.highAt(position), from.longs[position]);
            case TEXT -> {
                segments[at] = from.segments[position];
                offsets[at] = from.offsets[position];
                lengths[at] = from.lengths[position];
            }
            default -> longs[at] = from.longs[position];
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
                    isNaN(position)
                            ? (Object) Double.NaN
                            : new BigDecimal(
                                    Decimals.unscaled(highAt(position), longs[position]),
                                    type.scale());
            case DATE -> LocalDate.ofEpochDay(longs[position]);
            case TIME -> Micros.time(longs[position]);
            case TIMESTAMP -> Micros.local(longs[position]);
            case INSTANT -> Micros.instant(longs[position]);
            case TEXT ->
                    new String(
                            segments[position]
                                    .asSlice(offsets[position], lengths[position])
                                    .toArray(ValueLayout.JAVA_BYTE),
                            StandardCharsets.UTF_8);
        };
    }
}
