package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// What all pages of a container have in common: 8 KiB, little-endian.
///
/// | offset | bytes | field                                                                |
/// |-------:|------:|----------------------------------------------------------------------|
/// |      0 |     8 | LSN of the last change                                               |
/// |      8 |     4 | CRC32C of the page with this field zero                              |
/// |     12 |     4 | container                                                            |
/// |     16 |     4 | page number                                                          |
/// |     20 |     1 | type: 1 header, 2 inner, 3 leaf, 4 large value, 5 free                 |
/// |     21 |     1 | level: 0 for leaves, one more with each step up                      |
/// |     22 |     2 | slots                                                                |
/// |     24 |     2 | start of the hole, whose bytes do not count                          |
/// |     26 |     2 | end of the hole                                                      |
/// |     28 |     4 | next page: right sibling, next of a large value, next free; 0 if none |
/// |     32 |       | of the type                                                          |
///
/// Threads: whoever has the page latched.
public final class PageLayout {
    public static final int PAGE_BYTES = 8_192;

    static final int HEADER = 1;
    static final int INNER = 2;
    static final int LEAF = 3;
    static final int LARGE = 4;
    static final int FREE = 5;

    /// The page of a container that says which others are free, and the root of its tree.
    static final int HEADER_PAGE = 0;

    static final int ROOT_PAGE = 1;

    static final int BODY = 32;

    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT_BIG =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfLong LONG_BIG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final int CONTAINER = 12;
    private static final int NUMBER = 16;
    static final int TYPE = 20;
    static final int LEVEL = 21;
    static final int SLOTS = 22;
    private static final int HOLE_START = 24;
    private static final int HOLE_END = 26;
    static final int NEXT = 28;

    private PageLayout() {}

    static long pageId(int container, int number) {
        return (long) container << 32 | number & 0xFFFF_FFFFL;
    }

    /// Makes an empty page of the bytes at `at`, keeping its LSN.
    static void start(MemorySegment memory, long at, long pageId, int type) {
        name(memory, at, pageId);
        memory.set(ValueLayout.JAVA_BYTE, at + TYPE, (byte) type);
        level(memory, at, 0);
        slots(memory, at, 0);
        hole(memory, at, BODY, PAGE_BYTES);
        next(memory, at, 0);
    }

    /// Says which page it is.
    static void name(MemorySegment memory, long at, long pageId) {
        memory.set(INT, at + CONTAINER, (int) (pageId >>> 32));
        memory.set(INT, at + NUMBER, (int) pageId);
    }

    static int container(MemorySegment memory, long at) {
        return memory.get(INT, at + CONTAINER);
    }

    static int number(MemorySegment memory, long at) {
        return memory.get(INT, at + NUMBER);
    }

    static int type(MemorySegment memory, long at) {
        return memory.get(ValueLayout.JAVA_BYTE, at + TYPE);
    }

    static int level(MemorySegment memory, long at) {
        return memory.get(ValueLayout.JAVA_BYTE, at + LEVEL);
    }

    static void level(MemorySegment memory, long at, int level) {
        memory.set(ValueLayout.JAVA_BYTE, at + LEVEL, (byte) level);
    }

    static int slots(MemorySegment memory, long at) {
        return memory.get(SHORT, at + SLOTS) & 0xFFFF;
    }

    static void slots(MemorySegment memory, long at, int slots) {
        memory.set(SHORT, at + SLOTS, (short) slots);
    }

    /// Where the bytes begin that do not count and need not be logged.
    public static int holeStart(MemorySegment memory, long at) {
        return memory.get(SHORT, at + HOLE_START) & 0xFFFF;
    }

    /// Where they end.
    public static int holeEnd(MemorySegment memory, long at) {
        return memory.get(SHORT, at + HOLE_END) & 0xFFFF;
    }

    static void hole(MemorySegment memory, long at, int start, int end) {
        memory.set(SHORT, at + HOLE_START, (short) start);
        memory.set(SHORT, at + HOLE_END, (short) end);
    }

    static int next(MemorySegment memory, long at) {
        return memory.get(INT, at + NEXT);
    }

    static void next(MemorySegment memory, long at, int next) {
        memory.set(INT, at + NEXT, next);
    }
}
