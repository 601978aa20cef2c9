package telegraph.engine.operator;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// A 64-bit word for the keys of a row: equal keys have equal words.
///
/// A single key of at most 8 bytes is its word, so that rows of equal words match; of other keys
/// the word is a hash. The two zeros of floating point are one value, and so are all its NaNs, and
/// all NULLs.
///
/// Threads: any.
public final class RowWords {
    private static final long PHI = 0x9E3779B97F4A7C15L;
    private static final long NULL = 0x5851F42D4C957F2DL;

    private RowWords() {}

    /// Whether the words of keys of these types, none of them NULL, tell them apart.
    public static boolean areKeys(List<Type> types) {
        if (types.size() != 1) {
            return false;
        }
        Type type = types.getFirst();
        return switch (type.kind()) {
            case TEXT -> false;
            case DECIMAL -> type.precision() <= 18;
            default -> true;
        };
    }

    /// The one key at the selected positions, none of them NULL, into `words` by position.
    public static void keys(Vector key, int[] selection, int count, long[] words) {
        if (key.doubles == null) {
            long[] longs = key.longs;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                words[at] = longs[at];
            }
        } else {
            double[] doubles = key.doubles;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                words[at] = Double.doubleToLongBits(doubles[at] + 0.0);
            }
        }
    }

    /// The hash of the keys at the selected positions, into `words` by position.
    public static void hash(Vector[] keys, int[] selection, int count, long[] words) {
        for (int i = 0; i < count; i++) {
            words[selection[i]] = 0;
        }
        for (Vector key : keys) {
            switch (key.type.kind()) {
                case TEXT -> hashTexts(key, selection, count, words);
                case DOUBLE -> hashDoubles(key, selection, count, words);
                default -> hashNumbers(key, selection, count, words);
            }
        }
    }

    private static void hashNumbers(Vector key, int[] selection, int count, long[] words) {
        key.widen();
        boolean[] nulls = key.nulls;
        long[] longs = key.longs;
        long[] highs = key.highs;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long value = nulls[at] ? NULL : longs[at];
            words[at] = spread(words[at] * 31 + value);
        }
        if (highs != null) {
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                words[at] = spread(words[at] * 31 + (nulls[at] ? 0 : highs[at]));
            }
        }
    }

    private static void hashDoubles(Vector key, int[] selection, int count, long[] words) {
        boolean[] nulls = key.nulls;
        double[] doubles = key.doubles;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long value = nulls[at] ? NULL : Double.doubleToLongBits(doubles[at] + 0.0);
            words[at] = spread(words[at] * 31 + value);
        }
    }

    private static void hashTexts(Vector key, int[] selection, int count, long[] words) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long value =
                    key.nulls[at] ? NULL : text(key.segments[at], key.offsets[at], key.lengths[at]);
            words[at] = spread(words[at] * 31 + value);
        }
    }

    private static long text(MemorySegment segment, long offset, int length) {
        long hash = length;
        int at = 0;
        for (; at + 8 <= length; at += 8) {
            hash = (hash ^ segment.get(MemoryCells.LONG, offset + at)) * PHI;
            hash ^= hash >>> 32;
        }
        long rest = 0;
        for (; at < length; at++) {
            rest = rest << 8 | segment.get(MemoryCells.BYTE, offset + at) & 0xFF;
        }
        return hash ^ rest;
    }

    /// Spreads a word over all bits.
    public static long spread(long word) {
        long z = (word ^ word >>> 32) * PHI;
        return (z ^ z >>> 29) * PHI;
    }

    /// Keeps of the selected positions `k` those where `left` at `leftAt[k]` and `right` at `k` are
    /// equal or both NULL; returns how many.
    public static int equal(Vector left, int[] leftAt, Vector right, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int from = leftAt[at];
            boolean same =
                    left.nulls[from] || right.nulls[at]
                            ? left.nulls[from] == right.nulls[at]
                            : equal(left, from, right, at);
            if (same) {
                selection[kept++] = at;
            }
        }
        return kept;
    }

    private static boolean equal(Vector left, int at, Vector right, int other) {
        return switch (left.type.kind()) {
            case DOUBLE ->
                    Double.doubleToLongBits(left.doubles[at] + 0.0)
                            == Double.doubleToLongBits(right.doubles[other] + 0.0);
            case DECIMAL ->
                    left.longs[at] == right.longs[other] && left.highAt(at) == right.highAt(other);
            case TEXT ->
                    left.lengths[at] == right.lengths[other]
                            && MemorySegment.mismatch(
                                            left.segments[at],
                                            left.offsets[at],
                                            left.offsets[at] + left.lengths[at],
                                            right.segments[other],
                                            right.offsets[other],
                                            right.offsets[other] + right.lengths[other])
                                    < 0;
            default -> left.longs[at] == right.longs[other];
        };
    }

    /// The types of some columns.
    public static List<Type> types(List<Type> types, int[] columns) {
        return Arrays.stream(columns).mapToObj(types::get).toList();
    }
}
