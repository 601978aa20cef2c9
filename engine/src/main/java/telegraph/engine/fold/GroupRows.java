package telegraph.engine.fold;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import telegraph.memory.Region;

/// A row of words for each group, all of one width, and an arena for texts they point to.
///
/// | word                | what                                            |
/// |---------------------|-------------------------------------------------|
/// | 0 to k - 1          | the group's key ([KeyWords])                    |
/// | k                   | how many tuples it has ([#TALLY])               |
/// | k + 1 to the end    | the state of each aggregate ([Fold])            |
///
/// A row begins as zeros, which is the state of an aggregate that has seen nothing. A text in the
/// arena is its length (4 bytes), then its bytes.
///
/// 1. A refusal of memory leaves all rows as they were.
/// 2. Growing moves rows and arena: segments are asked for anew after whatever may add groups.
///
/// Threads: one at a time. Memory: two pieces of the region, from the first row until [#clear].
public final class GroupRows implements AutoCloseable {
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int PAGE_BYTES = 4096;

    private final Region region;
    private final int width;
    private final int tally;
    private MemorySegment rows = MemorySegment.NULL;
    private MemorySegment arena = MemorySegment.NULL;
    private long arenaUsed;
    private int capacity;
    private int size;

    /// @param keyWords of the key
    /// @param stateWords of all aggregates together
    GroupRows(Region region, int keyWords, int stateWords) {
        this.region = region;
        this.width = 8 * (keyWords + 1 + stateWords);
        this.tally = 8 * keyWords;
    }

    int size() {
        return size;
    }

    /// How many rows fit before they must move.
    int capacity() {
        return capacity;
    }

    /// Bytes of a row.
    int width() {
        return width;
    }

    /// Where in a row the number of its tuples is, in bytes.
    public int tally() {
        return tally;
    }

    /// Where in a row a word of the aggregates' states is, in bytes.
    int state(int word) {
        return tally + 8 + 8 * word;
    }

    MemorySegment segment() {
        return rows;
    }

    /// Where texts are.
    MemorySegment texts() {
        return arena;
    }

    long get(int group, int offset) {
        return rows.get(LONG, (long) group * width + offset);
    }

    void set(int group, int offset, long value) {
        rows.set(LONG, (long) group * width + offset, value);
    }

    /// Makes zeros of the rows after the last, for which there is room.
    void clearNext(int more) {
        if (more > 0) {
            rows.asSlice((long) size * width, (long) more * width).fill((byte) 0);
        }
    }

    /// Adds rows that were cleared.
    void add(int more) {
        size += more;
    }

    /// Makes room for at least one row more.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the limit does not allow it
    void grow() {
        long wanted = Math.max(PAGE_BYTES, Math.max(2L * capacity, 4L) * width);
        MemorySegment larger = region.allocate(wanted);
        long used = (long) size * width;
        MemorySegment.copy(rows, 0, larger, 0, used);
        if (capacity > 0) {
            region.free(rows);
        }
        rows = larger;
        capacity = (int) Math.min(Integer.MAX_VALUE - 8, larger.byteSize() / width);
    }

    /// Counts the tuples at the selected positions.
    public void tally(int[] groupOf, int[] selection, int count) {
        MemorySegment to = rows;
        int step = width;
        int offset = tally;
        if (size == 1) {
            to.set(LONG, offset, to.get(LONG, offset) + count);
            return;
        }
        for (int i = 0; i < count; i++) {
            long at = (long) groupOf[selection[i]] * step + offset;
            to.set(LONG, at, to.get(LONG, at) + 1);
        }
    }

    /// Makes sure that there are rows up to `groups` - 1.
    void atLeast(int groups) {
        while (groups > capacity) {
            grow();
        }
        clearNext(groups - size);
        size = Math.max(size, groups);
    }

    /// Keeps a text, with room for `room` bytes, and returns where in [#texts] it is.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the limit does not allow it
    long keep(MemorySegment from, long offset, int length, int room) {
        long at = arenaUsed;
        long end = at + 4 + room;
        if (end > arena.byteSize()) {
            MemorySegment larger =
                    region.allocate(Math.max(PAGE_BYTES, Math.max(end, 2 * arena.byteSize())));
            MemorySegment.copy(arena, 0, larger, 0, arenaUsed);
            if (arena.byteSize() > 0) {
                region.free(arena);
            }
            arena = larger;
        }
        put(from, offset, length, at);
        arenaUsed = end;
        return at;
    }

    /// Writes a text over another that had at least so much room.
    void put(MemorySegment from, long offset, int length, long at) {
        arena.set(INT, at, length);
        MemorySegment.copy(from, offset, arena, at + 4, length);
    }

    int lengthAt(long text) {
        return arena.get(INT, text);
    }

    /// Forgets all rows and gives back their memory.
    void clear() {
        if (capacity > 0) {
            region.free(rows);
        }
        if (arena.byteSize() > 0) {
            region.free(arena);
        }
        rows = MemorySegment.NULL;
        arena = MemorySegment.NULL;
        arenaUsed = 0;
        capacity = 0;
        size = 0;
    }

    @Override
    public void close() {
        clear();
    }
}
