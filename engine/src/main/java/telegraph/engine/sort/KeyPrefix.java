package telegraph.engine.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.engine.SortKey;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.MemoryCells;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// Packs the keys of a row into 64 bits whose order, without sign, is that of the rows, as far as
/// they reach.
///
/// A key becomes its distance from the least value seen, in as many bits as the greatest needs,
/// with a bit more if NULLs were seen; of texts the bytes all have in common are passed over. So
/// all values are seen first ([#see]), then the bits are dealt out ([#deal]), then rows are packed.
///
/// ```
/// | NULL? | distance, or its upper bits | NULL? | distance … |
/// ```
///
/// Rows of different words are in order. Rows of the same word are peers if [#isWhole], else the
/// rest of their keys decides.
///
/// Threads: one.
public final class KeyPrefix {
    private final Key[] keys;
    private int bits;
    private boolean whole;

    private static final class Key {
        private final int column;
        private final Type.Kind kind;
        private final boolean descending;
        private final boolean nullsFirst;
        private long least = Long.MAX_VALUE;
        private long greatest = Long.MIN_VALUE;
        private boolean nulls;
        private boolean clipped;

        /// The bytes all texts begin with, or null if none was seen.
        private byte[] common;

        private int commonBytes;
        private int longest;
        private int valueBits;
        private int dropped;

        private Key(SortKey key, Type type) {
            column = key.column();
            kind = type.kind();
            descending = key.descending();
            nullsFirst = key.nullsFirst();
        }

        private int width() {
            return valueBits + (nulls ? 1 : 0);
        }
    }

    /// @param types of the rows
    public KeyPrefix(List<SortKey> keys, List<Type> types) {
        this.keys = keys.stream().map(k -> new Key(k, types.get(k.column()))).toArray(Key[]::new);
    }

    /// Takes note of the rows at positions 0 to `count` - 1.
    public void see(BatchRows rows, int count) {
        for (Key key : keys) {
            Vector values = rows.column(key.column);
            if (key.kind == Type.Kind.TEXT) {
                seeTexts(key, values, count);
            } else {
                seeNumbers(key, values, count);
            }
        }
    }

    private static void seeNumbers(Key key, Vector values, int count) {
        long least = key.least;
        long greatest = key.greatest;
        boolean nulls = false;
        for (int at = 0; at < count; at++) {
            if (values.nulls[at]) {
                nulls = true;
                continue;
            }
            long value = ordered(key, values, at);
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        key.least = least;
        key.greatest = greatest;
        key.nulls |= nulls;
        if (values.highs != null) {
            for (int at = 0; at < count && !key.clipped; at++) {
                key.clipped = !values.nulls[at] && values.highs[at] != values.longs[at] >> 63;
            }
        }
    }

    private static void seeTexts(Key key, Vector values, int count) {
        for (int at = 0; at < count; at++) {
            if (values.nulls[at]) {
                key.nulls = true;
                continue;
            }
            MemorySegment segment = values.segments[at];
            long offset = values.offsets[at];
            int length = values.lengths[at];
            key.longest = Math.max(key.longest, length);
            if (key.common == null) {
                key.common = new byte[length];
                MemorySegment.copy(segment, MemoryCells.BYTE, offset, key.common, 0, length);
                key.commonBytes = length;
            } else if (key.commonBytes > 0) {
                int limit = Math.min(key.commonBytes, length);
                int same = 0;
                while (same < limit
                        && segment.get(MemoryCells.BYTE, offset + same) == key.common[same]) {
                    same++;
                }
                key.commonBytes = same;
            }
            // A zero at the end looks like the end.
            key.clipped |= length > 0 && segment.get(MemoryCells.BYTE, offset + length - 1) == 0;
        }
    }

    /// A number of which greater values have greater ones.
    private static long ordered(Key key, Vector values, int at) {
        return switch (key.kind) {
            case DOUBLE -> {
                long bits = Double.doubleToLongBits(values.doubles[at] + 0.0);
                yield bits ^ bits >> 63 & Long.MAX_VALUE;
            }
            case DECIMAL -> {
                long low = values.longs[at];
                long high = values.highAt(at);
                yield high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
            default -> values.longs[at];
        };
    }

    /// Deals out the bits by what was seen so far.
    void deal() {
        bits = 0;
        whole = true;
        for (Key key : keys) {
            int left = Long.SIZE - bits;
            int wanted;
            if (key.kind == Type.Kind.TEXT) {
                int bytes = Math.max(0, key.longest - key.commonBytes);
                wanted = Math.min(Long.SIZE, Byte.SIZE * bytes);
                whole &= bytes <= Long.BYTES;
            } else {
                boolean none = key.least > key.greatest;
                wanted = none ? 0 : Long.SIZE - Long.numberOfLeadingZeros(key.greatest - key.least);
            }
            whole &= !key.clipped;
            if (key.nulls && left > 0) {
                left--;
            } else if (key.nulls) {
                key.valueBits = -1;
                whole = false;
                continue;
            }
            key.valueBits = Math.min(wanted, left);
            key.dropped = wanted - key.valueBits;
            whole &= key.dropped == 0;
            bits += key.width();
            if (key.dropped > 0 || key.clipped) {
                // What is alike as far as this key reaches is not ordered by the next.
                for (int rest = indexOf(key) + 1; rest < keys.length; rest++) {
                    keys[rest].valueBits = -1;
                }
                return;
            }
        }
    }

    private int indexOf(Key key) {
        int index = 0;
        while (keys[index] != key) {
            index++;
        }
        return index;
    }

    /// How many of the low bits are used.
    int bits() {
        return bits;
    }

    /// Whether rows of the same word are peers.
    boolean isWhole() {
        return whole;
    }

    /// The words of the rows at positions 0 to `count` - 1.
    void pack(BatchRows rows, int count, long[] to) {
        java.util.Arrays.fill(to, 0, count, 0);
        for (Key key : keys) {
            if (key.valueBits >= 0 && key.width() > 0) {
                pack(key, rows.column(key.column), count, to);
            }
        }
    }

    private static void pack(Key key, Vector values, int count, long[] to) {
        int width = key.width();
        long mark = key.nulls ? 1L << width - 1 : 0;
        long ofNull = key.nullsFirst ? 0 : mark;
        long ofValue = key.nullsFirst ? mark : 0;
        boolean text = key.kind == Type.Kind.TEXT;
        for (int at = 0; at < count; at++) {
            long code;
            if (values.nulls[at]) {
                code = ofNull;
            } else {
                long distance =
                        key.valueBits == 0
                                ? 0
                                : text ? text(key, values, at) : number(key, values, at);
                code = ofValue | distance;
            }
            to[at] = (width == Long.SIZE ? 0 : to[at] << width) | code;
        }
    }

    private static long number(Key key, Vector values, int at) {
        long value = ordered(key, values, at);
        long distance = key.descending ? key.greatest - value : value - key.least;
        return distance >>> key.dropped;
    }

    private static long text(Key key, Vector values, int at) {
        int skip = key.commonBytes;
        long word =
                MemoryCells.prefix(
                        values.segments[at], values.offsets[at] + skip, values.lengths[at] - skip);
        long upper = word >>> Long.SIZE - key.valueBits;
        return key.descending ? ~upper & -1L >>> Long.SIZE - key.valueBits : upper;
    }
}
