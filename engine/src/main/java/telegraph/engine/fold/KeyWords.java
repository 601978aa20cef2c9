package telegraph.engine.fold;

import static telegraph.engine.fold.GroupRows.LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// The keys of tuples as words, such that equal keys have equal words, a column at a time.
///
/// | word                        | what                                                              |
/// |-----------------------------|-------------------------------------------------------------------|
/// | one for each 32 keys, first | which of them are NULL, as bits; the first also the grouping set, from bit 32 on |
/// | decimal of two words        | both                                                              |
/// | floating point              | its bits, with one zero and one NaN                               |
/// | text of up to 7 bytes       | its length in the highest byte, its bytes from the lowest on; then a word of 0 |
/// | longer text                 | 255 in the highest byte, a hash; then where it is in [GroupRows#texts] |
/// | anything else               | its `long`                                                        |
///
/// The word of a NULL is 0, and so is that of a key that the grouping set leaves out. Words of 0 do
/// not change the hash, so those of batches without NULLs need not be looked at.
///
/// Threads: one at a time. Memory: on the heap, reused from batch to batch; words and texts of a
/// batch are the vectors' own where they can be.
public final class KeyWords {
    private static final long PHI = 0x9E3779B97F4A7C15L;
    private static final long MIXER = 0xBF58476D1CE4E5B9L;
    private static final int TAG_KEYS = 32;
    private static final int SHORT_TEXT = 7;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private final Type[] types;
    private final int positions;
    private final int[] wordOf;
    private final int tags;
    private final int size;
    private final long[] factors;

    /// What the words of a batch are, by word and position.
    private final long[][] words;

    private final long[][] own;
    private final int[] active;
    private int activeCount;

    /// Whether a word of NULLs and sets was ever other than 0.
    private boolean tagged;

    private final boolean[] longTexts;
    private Vector[] keys;

    /// @param positions at so many there are keys at most
    KeyWords(List<Type> keys, int positions) {
        this.positions = positions;
        this.types = keys.toArray(Type[]::new);
        this.wordOf = new int[types.length];
        this.tags = Math.max(1, (types.length + TAG_KEYS - 1) / TAG_KEYS);
        int next = tags;
        for (int k = 0; k < types.length; k++) {
            wordOf[k] = next;
            next += types[k].kind() == Type.Kind.TEXT || isWide(types[k]) ? 2 : 1;
        }
        this.size = next;
        this.words = new long[size][];
        this.own = new long[size][];
        this.active = new int[size];
        this.longTexts = new boolean[types.length];
        this.factors = new long[size];
        for (int w = 0; w < size; w++) {
            long mixed = PHI * (w + 1);
            factors[w] = (mixed ^ mixed >>> 31) * MIXER | 1;
        }
        for (int k = 0; k < types.length; k++) {
            if (types[k].kind() == Type.Kind.TEXT) {
                // Where a text lies says nothing of what it is.
                factors[wordOf[k] + 1] = 0;
            }
        }
    }

    /// Whether values of a type have two words.
    static boolean isWide(Type type) {
        return type.kind() == Type.Kind.DECIMAL && !type.isShortDecimal();
    }

    /// Words of a key.
    int size() {
        return size;
    }

    int keys() {
        return types.length;
    }

    /// Makes words of the keys at the selected positions.
    ///
    /// @param values by key; null for those that the grouping set leaves out
    void encode(Vector[] values, int set, int[] selection, int count) {
        keys = values;
        activeCount = 0;
        for (int t = 0; t < tags; t++) {
            encodeTag(t, t == 0 ? (long) set << TAG_KEYS : 0, selection, count);
        }
        for (int k = 0; k < types.length; k++) {
            if (values[k] != null) {
                encodeKey(k, values[k], selection, count);
            }
        }
    }

    private void encodeTag(int tag, long set, int[] selection, int count) {
        int first = TAG_KEYS * tag;
        int end = Math.min(types.length, first + TAG_KEYS);
        long all = set;
        boolean some = false;
        for (int k = first; k < end; k++) {
            if (keys[k] == null) {
                all |= 1L << k - first;
            } else {
                some |= hasNulls(keys[k], selection, count);
            }
        }
        tagged |= all != 0 || some;
        if (!tagged) {
            return;
        }
        long[] to = use(tag);
        for (int i = 0; i < count; i++) {
            to[selection[i]] = all;
        }
        for (int k = first; some && k < end; k++) {
            if (keys[k] != null && !keys[k].isNullFree()) {
                boolean[] nulls = keys[k].nulls;
                long bit = 1L << k - first;
                for (int i = 0; i < count; i++) {
                    int at = selection[i];
                    to[at] |= nulls[at] ? bit : 0;
                }
            }
        }
    }

    private static boolean hasNulls(Vector from, int[] selection, int count) {
        if (from.isNullFree()) {
            return false;
        }
        boolean[] nulls = from.nulls;
        boolean any = false;
        for (int i = 0; i < count; i++) {
            any |= nulls[selection[i]];
        }
        return any;
    }

    /// An array for a word that counts in this batch.
    private long[] use(int word) {
        if (own[word] == null) {
            own[word] = new long[positions];
        }
        use(word, own[word]);
        return own[word];
    }

    private void use(int word, long[] values) {
        words[word] = values;
        active[activeCount++] = word;
    }

    private void encodeKey(int key, Vector from, int[] selection, int count) {
        int word = wordOf[key];
        boolean nulls = hasNulls(from, selection, count);
        switch (types[key].kind()) {
            case TEXT -> longTexts[key] = encodeTexts(from, selection, count, use(word));
            case DOUBLE -> encodeReals(from, selection, count, use(word));
            case DECIMAL, BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT -> {
                encodeLongs(word, from.longs, nulls ? from.nulls : null, selection, count);
                if (isWide(types[key])) {
                    from.widen();
                    encodeLongs(word + 1, from.highs, nulls ? from.nulls : null, selection, count);
                }
            }
        }
    }

    private void encodeLongs(int word, long[] values, boolean[] nulls, int[] selection, int count) {
        if (nulls == null) {
            use(word, values);
            return;
        }
        long[] to = use(word);
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = nulls[at] ? 0 : values[at];
        }
    }

    private static void encodeReals(Vector from, int[] selection, int count, long[] to) {
        double[] values = from.doubles;
        boolean[] nulls = from.nulls;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = nulls[at] ? 0 : Double.doubleToLongBits(values[at] + 0.0);
        }
    }

    /// Returns whether there is a long one.
    private static boolean encodeTexts(Vector from, int[] selection, int count, long[] to) {
        MemorySegment[] segments = from.segments;
        long[] offsets = from.offsets;
        int[] lengths = from.lengths;
        boolean[] nulls = from.nulls;
        long signs = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long word = nulls[at] ? 0 : text(segments[at], offsets[at], lengths[at]);
            to[at] = word;
            signs |= word;
        }
        return signs < 0;
    }

    private static long text(MemorySegment from, long offset, int length) {
        if (length <= SHORT_TEXT) {
            long word = (long) length << 56;
            for (int i = 0; i < length; i++) {
                word |= (from.get(BYTE, offset + i) & 0xFFL) << 8 * i;
            }
            return word;
        }
        long hash = length;
        long last = offset + length - 8;
        for (long at = offset; at < last; at += 8) {
            hash = (hash ^ from.get(LONG, at)) * PHI;
            hash ^= hash >>> 32;
        }
        hash = (hash ^ from.get(LONG, last)) * PHI;
        return hash >>> 8 | 0xFFL << 56;
    }

    /// Hashes the words made last, into `hashes` by position.
    void hash(int[] selection, int count, long[] hashes) {
        if (activeCount == 1) {
            long[] only = words[active[0]];
            long factor = factors[active[0]];
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                hashes[at] = last(part(only[at], factor));
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            hashes[selection[i]] = 0;
        }
        for (int a = 0; a < activeCount; a++) {
            long[] word = words[active[a]];
            long factor = factors[active[a]];
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                hashes[at] += part(word[at], factor);
            }
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            hashes[at] = last(hashes[at]);
        }
    }

    private static long part(long word, long factor) {
        long mixed = word * factor;
        return mixed ^ mixed >>> 32;
    }

    private static long last(long sum) {
        long mixed = (sum ^ sum >>> 29) * MIXER;
        return mixed ^ mixed >>> 32;
    }

    /// Hashes the keys of groups `first` to `first + count - 1` as they were when they came.
    void hash(GroupRows rows, int first, int count, long[] hashes) {
        MemorySegment from = rows.segment();
        int width = rows.width();
        Arrays.fill(hashes, 0, count, 0);
        for (int w = 0; w < size; w++) {
            long factor = factors[w];
            if (factor == 0 || w < tags && !tagged) {
                continue;
            }
            long at = (long) first * width + 8L * w;
            for (int i = 0; i < count; i++, at += width) {
                hashes[i] += part(from.get(LONG, at), factor);
            }
        }
        for (int i = 0; i < count; i++) {
            hashes[i] = last(hashes[i]);
        }
    }

    /// Writes the keys at these positions into the rows of groups `first` and following.
    void store(GroupRows rows, int first, int[] positions, int count) {
        int width = rows.width();
        MemorySegment to = rows.segment();
        for (int a = 0; a < activeCount; a++) {
            long[] word = words[active[a]];
            long at = (long) first * width + 8L * active[a];
            for (int i = 0; i < count; i++, at += width) {
                to.set(LONG, at, word[positions[i]]);
            }
        }
        for (int k = 0; k < types.length; k++) {
            if (keys[k] != null && longTexts[k]) {
                storeTexts(k, rows, first, positions, count);
            }
        }
    }

    private void storeTexts(int key, GroupRows rows, int first, int[] positions, int count) {
        Vector from = keys[key];
        long[] word = words[wordOf[key]];
        for (int i = 0; i < count; i++) {
            int at = positions[i];
            if (word[at] < 0) {
                int length = from.lengths[at];
                long text = rows.keep(from.segments[at], from.offsets[at], length, length);
                rows.set(first + i, 8 * wordOf[key] + 8, text);
            }
        }
    }

    /// Keeps of the candidates those that are of the group `groupOf` says; puts the others into
    /// `others` from `otherCount` on.
    ///
    /// @return how many are kept
    int same(GroupRows rows, int[] groupOf, int[] candidates, int count, Rejects others) {
        MemorySegment stored = rows.segment();
        int width = rows.width();
        int left = count;
        for (int a = 0; a < activeCount; a++) {
            long[] word = words[active[a]];
            int offset = 8 * active[a];
            int kept = 0;
            for (int i = 0; i < left; i++) {
                int at = candidates[i];
                if (stored.get(LONG, (long) groupOf[at] * width + offset) == word[at]) {
                    candidates[kept++] = at;
                } else {
                    others.positions[others.count++] = at;
                }
            }
            left = kept;
        }
        for (int k = 0; k < types.length; k++) {
            if (keys[k] != null && longTexts[k]) {
                left = sameTexts(k, rows, groupOf, candidates, left, others);
            }
        }
        return left;
    }

    /// Positions to be looked up further.
    static final class Rejects {
        final int[] positions;
        int count;

        Rejects(int most) {
            positions = new int[most];
        }
    }

    private int sameTexts(
            int key, GroupRows rows, int[] groupOf, int[] candidates, int count, Rejects others) {
        Vector from = keys[key];
        long[] word = words[wordOf[key]];
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = candidates[i];
            if (word[at] >= 0
                    || isText(
                            rows,
                            rows.get(groupOf[at], 8 * wordOf[key] + 8),
                            from.segments[at],
                            from.offsets[at],
                            from.lengths[at])) {
                candidates[kept++] = at;
            } else {
                others.positions[others.count++] = at;
            }
        }
        return kept;
    }

    private static boolean isText(
            GroupRows rows, long text, MemorySegment from, long offset, int length) {
        if (rows.lengthAt(text) != length) {
            return false;
        }
        MemorySegment kept = rows.texts();
        long start = text + 4;
        int last = length - 8;
        for (int i = 0; i < last; i += 8) {
            if (kept.get(LONG, start + i) != from.get(LONG, offset + i)) {
                return false;
            }
        }
        return kept.get(LONG, start + last) == from.get(LONG, offset + last);
    }

    /// The grouping set of a group.
    static int set(GroupRows rows, int group) {
        return (int) (rows.get(group, 0) >>> TAG_KEYS);
    }

    /// The values of a key of groups, the i-th one's at position i.
    void read(int key, GroupRows rows, int[] groups, int count, Vector to) {
        int offset = 8 * wordOf[key];
        readNulls(key, rows, groups, count, to);
        switch (types[key].kind()) {
            case TEXT -> readTexts(rows, groups, count, offset, to);
            case DOUBLE -> {
                for (int i = 0; i < count; i++) {
                    to.doubles[i] = Double.longBitsToDouble(rows.get(groups[i], offset));
                }
            }
            case DECIMAL, BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT -> {
                readWords(rows, groups, count, offset, to.longs);
                if (isWide(types[key])) {
                    to.widen();
                    readWords(rows, groups, count, offset + 8, to.highs);
                }
            }
        }
    }

    private void readNulls(int key, GroupRows rows, int[] groups, int count, Vector to) {
        if (!tagged) {
            to.hasNoNulls();
            return;
        }
        to.mayHaveNulls();
        int offset = 8 * (key / TAG_KEYS);
        long bit = 1L << key % TAG_KEYS;
        for (int i = 0; i < count; i++) {
            to.nulls[i] = (rows.get(groups[i], offset) & bit) != 0;
        }
    }

    public static void readWords(GroupRows rows, int[] groups, int count, int offset, long[] to) {
        MemorySegment from = rows.segment();
        int width = rows.width();
        for (int i = 0; i < count; i++) {
            to[i] = from.get(LONG, (long) groups[i] * width + offset);
        }
    }

    private static void readTexts(GroupRows rows, int[] groups, int count, int offset, Vector to) {
        for (int i = 0; i < count; i++) {
            long at = (long) groups[i] * rows.width() + offset;
            long word = rows.segment().get(LONG, at);
            if (word >= 0) {
                to.segments[i] = rows.segment();
                to.offsets[i] = at;
                to.lengths[i] = (int) (word >>> 56);
            } else {
                long text = rows.segment().get(LONG, at + 8);
                to.segments[i] = rows.texts();
                to.offsets[i] = text + 4;
                to.lengths[i] = rows.lengthAt(text);
            }
        }
    }
}
