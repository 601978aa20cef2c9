package telegraph.store.page;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// What all pages have in common: how they are named, how large they are, how they begin.
///
/// | offset | bytes | field                                                  |
/// |-------:|------:|--------------------------------------------------------|
/// |      0 |     8 | LSN of the last change                                 |
/// |      8 |     4 | CRC32C of the page, with this field zero, when on disk |
/// |     12 |     4 | container                                              |
/// |     16 |     4 | page number                                            |
/// |     20 |       | as whoever makes it has it                             |
///
/// All integers are little-endian. A page id is the container in the upper half and the page number
/// in the lower.
public final class Page {
    public static final int SHIFT = 13;
    public static final int BYTES = 1 << SHIFT;

    public static final int LSN = 0;
    public static final int CHECKSUM = 8;
    public static final int CONTAINER = 12;
    public static final int NUMBER = 16;
    public static final int HEADER_BYTES = 20;

    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Page() {}

    public static long id(int container, int number) {
        return (long) container << 32 | number & 0xFFFF_FFFFL;
    }

    public static int container(long pageId) {
        return (int) (pageId >>> 32);
    }

    public static int number(long pageId) {
        return (int) pageId;
    }

    /// Where a page begins in its file.
    static long offset(long pageId) {
        return (pageId & 0xFFFF_FFFFL) << SHIFT;
    }

    /// Writes into a page which one it is.
    static void name(MemorySegment memory, long at, long pageId) {
        memory.set(INT, at + CONTAINER, container(pageId));
        memory.set(INT, at + NUMBER, number(pageId));
    }

    static long named(MemorySegment page) {
        return id(page.get(INT, CONTAINER), page.get(INT, NUMBER));
    }

    /// Writes the checksum into a page that nobody else sees.
    static void seal(MemorySegment page) {
        page.set(INT, CHECKSUM, checksum(page));
    }

    static boolean isSealed(MemorySegment page) {
        return page.get(INT, CHECKSUM) == checksum(page);
    }

    /// The checksum a page should have, whatever it has.
    static int checksum(MemorySegment page) {
        CRC32C crc = new CRC32C();
        crc.update(page.asSlice(0, CHECKSUM).asByteBuffer());
        crc.update(new byte[CONTAINER - CHECKSUM]);
        crc.update(page.asSlice(CONTAINER, BYTES - CONTAINER).asByteBuffer());
        return (int) crc.getValue();
    }
}
