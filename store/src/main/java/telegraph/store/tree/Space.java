package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.page.PageCache;

/// Which pages of a container are free: its header page, and a list through the free pages.
///
/// | offset | bytes | field                                       |
/// |-------:|------:|---------------------------------------------|
/// |     32 |     8 | magic                                       |
/// |     40 |     4 | format version                              |
/// |     44 |     4 | page size                                   |
/// |     48 |     4 | pages of the file, this one included        |
/// |     52 |     4 | first free page, 0 if none                  |
/// |     56 |     4 | free pages                                  |
/// |     60 |     4 | zero                                        |
/// |     64 |     8 | entries of the tree, about                  |
///
/// The header is latched last, after all pages of the tree that change with it; free pages after
/// it, by whoever has the header. So nobody who waits for the header is waited for by one who has
/// it.
///
/// Threads: any; the state is in the pages.
final class Space {
    static final long MAGIC = 0x3153_4547_4150_4754L;
    static final int FORMAT = 1;

    private static final int MAGIC_AT = 32;
    private static final int FORMAT_AT = 40;
    private static final int SIZE_AT = 44;
    private static final int PAGES_AT = 48;
    private static final int FREE_AT = 52;
    private static final int FREE_COUNT_AT = 56;
    private static final int ENTRIES_AT = 64;
    private static final int HOLE_START = 72;
    private static final int PAGES_MAX = Integer.MAX_VALUE;

    private final PageCache cache;
    private final int container;
    private final long header;

    Space(PageCache cache, int container) {
        this.cache = cache;
        this.container = container;
        this.header = PageLayout.pageId(container, PageLayout.HEADER_PAGE);
    }

    int container() {
        return container;
    }

    long pageId(int number) {
        return PageLayout.pageId(container, number);
    }

    /// Makes the header of a container with a root and no other page.
    static void start(MemorySegment memory, long at, int container) {
        long pageId = PageLayout.pageId(container, PageLayout.HEADER_PAGE);
        PageLayout.start(memory, at, pageId, PageLayout.HEADER);
        memory.set(PageLayout.LONG, at + MAGIC_AT, MAGIC);
        memory.set(PageLayout.INT, at + FORMAT_AT, FORMAT);
        memory.set(PageLayout.INT, at + SIZE_AT, PageLayout.PAGE_BYTES);
        memory.set(PageLayout.INT, at + PAGES_AT, PageLayout.ROOT_PAGE + 1);
        PageLayout.hole(memory, at, HOLE_START, PageLayout.PAGE_BYTES);
    }

    /// Throws unless the header is one that this version reads.
    void demandReadable() {
        MemorySegment memory = cache.memory();
        long[] magicAndFormat = new long[2];
        read(frame -> {
            magicAndFormat[0] = memory.get(PageLayout.LONG, cache.at(frame) + MAGIC_AT);
            magicAndFormat[1] = memory.get(PageLayout.INT, cache.at(frame) + FORMAT_AT);
            return 0;
        });
        if (magicAndFormat[0] != MAGIC) {
            throw TelegraphException.of(
                    SqlState.CORRUPT,
                    "a container begins with its header: container="
                            + container
                            + " expected="
                            + Long.toHexString(MAGIC)
                            + " found="
                            + Long.toHexString(magicAndFormat[0])
                            + ". Restore from a backup.");
        }
        if (magicAndFormat[1] > FORMAT) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a container of a later format is not read: container="
                            + container
                            + " format="
                            + magicAndFormat[1]
                            + " latest="
                            + FORMAT
                            + ". Use the version of Telegraph that wrote it.");
        }
    }

    private interface Field {
        long of(int frame);
    }

    /// Reads from the header until nobody changed it meanwhile.
    private long read(Field field) {
        while (true) {
            int frame = cache.frame(header);
            long version = cache.optimistic(frame);
            if (cache.holds(frame, header)) {
                long value = field.of(frame);
                if (cache.valid(frame, version)) {
                    return value;
                }
            }
        }
    }

    private long number(int offset) {
        return read(frame -> memory().get(PageLayout.INT, cache.at(frame) + offset) & 0xFFFF_FFFFL);
    }

    private MemorySegment memory() {
        return cache.memory();
    }

    /// Pages of the file, free ones included.
    long filePages() {
        return number(PAGES_AT);
    }

    long freePages() {
        return number(FREE_COUNT_AT);
    }

    int firstFree() {
        return (int) number(FREE_AT);
    }

    /// Entries when the header was last written.
    long entries() {
        return read(frame -> memory().get(PageLayout.LONG, cache.at(frame) + ENTRIES_AT));
    }

    /// Brings the header and the first free page into the cache, so that whoever has pages latched
    /// seldom waits for the disk. The caller holds no latch.
    void ready() {
        int free = firstFree();
        if (free != 0) {
            cache.frame(PageLayout.pageId(container, free));
        }
    }

    /// Takes a page, latches the header and then its frame, the last of all, with the others, and
    /// returns its number.
    int allocate(Latched latched, long entries) {
        long at = cache.at(latched.add(header));
        memory().set(PageLayout.LONG, at + ENTRIES_AT, entries);
        int free = memory().get(PageLayout.INT, at + FREE_AT);
        if (free == 0) {
            int number = memory().get(PageLayout.INT, at + PAGES_AT);
            if (number == PAGES_MAX) {
                throw TelegraphException.of(
                        SqlState.INSUFFICIENT_RESOURCES,
                        "a container has at most this many pages: container="
                                + container
                                + " limit="
                                + PAGES_MAX
                                + ". Spread the rows over several tables.");
            }
            latched.addFresh(pageId(number));
            memory().set(PageLayout.INT, at + PAGES_AT, number + 1);
            return number;
        }
        int frame = latched.add(pageId(free));
        demandFree(cache.at(frame), free);
        memory().set(PageLayout.INT, at + FREE_AT, PageLayout.next(memory(), cache.at(frame)));
        memory().set(
                        PageLayout.INT,
                        at + FREE_COUNT_AT,
                        memory().get(PageLayout.INT, at + FREE_COUNT_AT) - 1);
        return free;
    }

    private void demandFree(long at, int number) {
        int type = PageLayout.type(memory(), at);
        if (type != PageLayout.FREE) {
            throw TelegraphException.of(
                    SqlState.CORRUPT,
                    "pages of the free list are free: container="
                            + container
                            + " page="
                            + number
                            + " type="
                            + type
                            + ". Restore from a backup.");
        }
    }

    /// Gives back the page in a frame that is latched with the others.
    void free(Latched latched, int frame, long entries) {
        long at = cache.at(latched.add(header));
        long page = cache.at(frame);
        int number = PageLayout.number(memory(), page);
        PageLayout.start(memory(), page, PageLayout.pageId(container, number), PageLayout.FREE);
        PageLayout.next(memory(), page, memory().get(PageLayout.INT, at + FREE_AT));
        memory().set(PageLayout.INT, at + FREE_AT, number);
        memory().set(
                        PageLayout.INT,
                        at + FREE_COUNT_AT,
                        memory().get(PageLayout.INT, at + FREE_COUNT_AT) + 1);
        memory().set(PageLayout.LONG, at + ENTRIES_AT, entries);
    }

    /// Forgets the free pages.
    void restart(Latched latched) {
        long at = cache.at(latched.add(header));
        memory().set(PageLayout.INT, at + FREE_AT, 0);
        memory().set(PageLayout.INT, at + FREE_COUNT_AT, 0);
    }

    /// Writes the number of entries into the header, if it is another.
    void note(Latched latched, long entries) {
        if (entries() == entries) {
            return;
        }
        long at = cache.at(latched.add(header));
        memory().set(PageLayout.LONG, at + ENTRIES_AT, entries);
        latched.log();
    }
}
