package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;
import telegraph.engine.source.Range;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Micros;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// The keys of a complete index as a Bloom filter of one word for each key, four bits of which are
/// its own, and as the least and the greatest.
///
/// Putze, Sanders and Singler, *Cache-, Hash- and Space-Efficient Bloom Filters*, 2007.
///
/// Threads: any. Memory: 8 to 16 bits for each key, of the SteM's region.
final class KeySet implements KeyFilter {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final long KEYS_IN_WORD = 4;

    private final MemorySegment words;
    private final int wordMask;
    private final boolean hashed;
    private final Optional<Range> range;
    private final long keys;

    /// @param type of the only column, if the keys are its values; else null
    KeySet(HashIndex index, Region region, Type type) {
        this.hashed = type == null;
        this.keys = index.keys();
        long count = Math.clamp(keys / KEYS_IN_WORD, 1, 1L << 28);
        int size = Integer.highestOneBit(Math.toIntExact(count));
        size = size < count ? size * 2 : size;
        this.wordMask = size - 1;
        this.words = region.allocate(8L * size).asSlice(0, 8L * size);
        words.fill((byte) 0);
        long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
        index.forEachKey(key -> {
            long hash = KeyHashes.mix(key);
            long at = word(hash);
            words.set(LONG, at, words.get(LONG, at) | bits(hash));
            ends[0] = Math.min(ends[0], key);
            ends[1] = Math.max(ends[1], key);
        });
        this.range = keys == 0 ? Optional.empty() : range(type, ends[0], ends[1]);
    }

    private static Optional<Range> range(Type type, long low, long high) {
        if (type == null || type.kind() == Type.Kind.DOUBLE || type.kind() == Type.Kind.BOOLEAN) {
            return Optional.empty();
        }
        return Optional.of(
                new Range(Optional.of(value(type, low)), Optional.of(value(type, high))));
    }

    private static Object value(Type type, long key) {
        return switch (type.kind()) {
            case INTEGER -> (int) key;
            case BIGINT -> key;
            case DECIMAL -> BigDecimal.valueOf(key, type.scale());
            case DATE -> LocalDate.ofEpochDay(key);
            case TIME -> Micros.time(key);
            case TIMESTAMP -> Micros.local(key);
            case INSTANT -> Micros.instant(key);
            case BOOLEAN, DOUBLE, TEXT ->
                    throw new IllegalArgumentException("no range of a " + type);
        };
    }

    private long word(long hash) {
        return 8L * ((int) (hash >>> 24) & wordMask);
    }

    private static long bits(long hash) {
        return 1L << hash | 1L << (hash >>> 6) | 1L << (hash >>> 12) | 1L << (hash >>> 18);
    }

    @Override
    public int narrow(Vector[] key, int[] selection, int count) {
        int left = KeyHashes.present(key, selection, count, selection);
        if (!hashed && key[0].longs != null && key[0].highs == null) {
            return narrow(key[0].longs, selection, left);
        }
        long[] keysAt = new long[Batch.ROWS_MAX];
        if (hashed) {
            KeyHashes.hash(key, selection, left, keysAt);
        } else {
            left = KeyHashes.values(key[0], selection, left, keysAt);
        }
        return narrow(keysAt, selection, left);
    }

    private int narrow(long[] keysAt, int[] selection, int count) {
        MemorySegment filter = words;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long hash = KeyHashes.mix(keysAt[at]);
            long wanted = bits(hash);
            selection[kept] = at;
            kept += (filter.get(LONG, word(hash)) & wanted) == wanted ? 1 : 0;
        }
        return kept;
    }

    @Override
    public Optional<Range> range() {
        return range;
    }

    @Override
    public long keys() {
        return keys;
    }
}
