package telegraph.store.page;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import telegraph.memory.TelegraphException;

/// Which pages of a container are used: the list of free ones, and how many there are in all.
///
/// Page 0, the header, has after the fields of all pages:
///
/// | offset | bytes | field                                  |
/// |-------:|------:|----------------------------------------|
/// |     24 |     8 | magic                                  |
/// |     32 |     4 | version of the format                  |
/// |     36 |     4 | bytes of a page                        |
/// |     40 |     4 | pages in all, this one included        |
/// |     44 |     4 | first free page, 0 if none             |
/// |     48 |     4 | free pages                             |
///
/// A free page has, after the fields of all pages:
///
/// | offset | bytes | field                    |
/// |-------:|------:|--------------------------|
/// |     24 |     4 | next free page, 0 if none |
///
/// The bytes after [#USED_BYTES] of either mean nothing and need not be logged. To allocate and to
/// free change the header, and the freed page, under exclusive latches of the caller, who logs them
/// with the rest of what it does: the header is always latched last.
///
/// Threads: any, by the latches.
public final class Space {
    /// How much of a header or a free page counts.
    public static final int USED_BYTES = 64;

    /// What [#allocate] returns if the first free page has to be brought into the cache first.
    public static final int NOT_READY = 0;

    public static final int HEADER_PAGE = 0;
    public static final int ROOT_PAGE = 1;

    private static final long MAGIC = 0x3145_524F_5453_4754L;
    private static final int FORMAT = 1;

    private static final int AT_MAGIC = 24;
    private static final int AT_FORMAT = 32;
    private static final int AT_PAGE_BYTES = 36;
    private static final int AT_PAGES = 40;
    private static final int AT_FREE_FIRST = 44;
    private static final int AT_FREE_COUNT = 48;
    private static final int AT_FREE_NEXT = 24;

    private final PageCache cache;
    private final MemorySegment memory;

    public Space(PageCache cache) {
        this.cache = cache;
        this.memory = cache.memory();
    }

    /// Makes a page that was just created the header of a container of `pages` pages, none free.
    public void format(int headerFrame, int pages) {
        long at = cache.at(headerFrame);
        memory.set(ValueLayout.JAVA_BYTE, at + Page.TYPE, (byte) Page.TYPE_HEADER);
        memory.set(Page.LONG, at + AT_MAGIC, MAGIC);
        memory.set(Page.INT, at + AT_FORMAT, FORMAT);
        memory.set(Page.INT, at + AT_PAGE_BYTES, Page.BYTES);
        memory.set(Page.INT, at + AT_PAGES, pages);
    }

    /// Brings the header, and the first free page, into the cache, and checks that the header can
    /// be understood. The caller holds no latch.
    public void ready(int container) {
        long headerId = Page.id(container, HEADER_PAGE);
        while (true) {
            int frame = cache.frame(headerId);
            long version = cache.optimistic(frame);
            if (!cache.holds(frame, headerId)) {
                continue;
            }
            long at = cache.at(frame);
            long magic = memory.get(Page.LONG, at + AT_MAGIC);
            int format = memory.get(Page.INT, at + AT_FORMAT);
            int free = memory.get(Page.INT, at + AT_FREE_FIRST);
            if (cache.valid(frame, version)) {
                demandFormat(container, magic, format);
                if (free != 0) {
                    cache.frame(Page.id(container, free));
                }
                return;
            }
        }
    }

    private static void demandFormat(int container, long magic, int format) {
        if (magic != MAGIC) {
            throw TelegraphException.corrupt(
                    "a data file must begin with its header: container="
                            + container
                            + String.format(" expected=%016x found=%016x", MAGIC, magic)
                            + ". Restore the store from a backup.");
        }
        if (format != FORMAT) {
            throw TelegraphException.input(
                    "a data file must have a format this version knows: container="
                            + container
                            + " format="
                            + format
                            + " newest="
                            + FORMAT
                            + ". Open it with the version that wrote it, or a later one.");
        }
    }

    /// Pages in all, by the rule of [PageCache#holds].
    public int pages(int headerFrame) {
        return memory.get(Page.INT, cache.at(headerFrame) + AT_PAGES);
    }

    /// Free pages, by the rule of [PageCache#holds].
    public int freePages(int headerFrame) {
        return memory.get(Page.INT, cache.at(headerFrame) + AT_FREE_COUNT);
    }

    /// Takes a page, whose number it returns, to be made by [PageCache#create]; the caller has the
    /// header exclusively. [#NOT_READY], with nothing changed, if the caller has to release
    /// everything, call [#ready] and start again.
    public int allocate(int headerFrame) {
        long at = cache.at(headerFrame);
        int container = Page.container(cache.page(headerFrame));
        int free = memory.get(Page.INT, at + AT_FREE_FIRST);
        if (free == 0) {
            int pages = memory.get(Page.INT, at + AT_PAGES);
            if (pages == Integer.MAX_VALUE) {
                throw TelegraphException.resource(
                        "a container has at most 2^31 pages: container=" + container);
            }
            memory.set(Page.INT, at + AT_PAGES, pages + 1);
            return pages;
        }
        long freeId = Page.id(container, free);
        int frame = cache.cached(freeId);
        if (frame < 0 || cache.isExclusive(frame)) {
            return NOT_READY;
        }
        long version = cache.optimistic(frame);
        int next = memory.get(Page.INT, cache.at(frame) + AT_FREE_NEXT);
        if (!cache.holds(frame, freeId) || !cache.valid(frame, version)) {
            return NOT_READY;
        }
        memory.set(Page.INT, at + AT_FREE_FIRST, next);
        memory.set(Page.INT, at + AT_FREE_COUNT, memory.get(Page.INT, at + AT_FREE_COUNT) - 1);
        return free;
    }

    /// Makes a page free; the caller has the header and the page exclusively.
    public void free(int headerFrame, int frame) {
        long header = cache.at(headerFrame);
        long page = cache.at(frame);
        int first = memory.get(Page.INT, header + AT_FREE_FIRST);
        memory.asSlice(page + Page.TYPE, Page.BYTES - Page.TYPE).fill((byte) 0);
        memory.set(ValueLayout.JAVA_BYTE, page + Page.TYPE, (byte) Page.TYPE_FREE);
        memory.set(Page.INT, page + AT_FREE_NEXT, first);
        memory.set(Page.INT, header + AT_FREE_FIRST, Page.number(cache.page(frame)));
        memory.set(
                Page.INT, header + AT_FREE_COUNT, memory.get(Page.INT, header + AT_FREE_COUNT) + 1);
    }

    /// Checks that each page of a container nobody changes is used, free, or the header, and only
    /// one of these; what is wrong, or nothing.
    ///
    /// @param used the pages found by going through the tree
    public List<String> check(int container, BitSet used) {
        List<String> wrong = new ArrayList<>();
        byte[] copy = new byte[Page.BYTES];
        MemorySegment page = MemorySegment.ofArray(copy);
        cache.copy(Page.id(container, HEADER_PAGE), page);
        demandFormat(container, page.get(Page.LONG, AT_MAGIC), page.get(Page.INT, AT_FORMAT));
        int pages = page.get(Page.INT, AT_PAGES);
        int freeCount = page.get(Page.INT, AT_FREE_COUNT);
        BitSet known = (BitSet) used.clone();
        known.set(HEADER_PAGE);
        int found = 0;
        for (int next = page.get(Page.INT, AT_FREE_FIRST); next != 0; found++) {
            if (next < 0 || next >= pages || known.get(next)) {
                wrong.add("a free page is inside the container and free once: page=" + next);
                break;
            }
            known.set(next);
            cache.copy(Page.id(container, next), page);
            if (copy[Page.TYPE] != Page.TYPE_FREE) {
                wrong.add(
                        "a page in the free list is free: page="
                                + next
                                + " type="
                                + copy[Page.TYPE]);
                break;
            }
            next = page.get(Page.INT, AT_FREE_NEXT);
        }
        if (found != freeCount) {
            wrong.add(
                    "the free list has as many pages as the header says: expected="
                            + freeCount
                            + " found="
                            + found);
        }
        for (int lost = known.nextClearBit(0); lost < pages; lost = known.nextClearBit(lost + 1)) {
            wrong.add("a page is used or free: page=" + lost);
        }
        if (known.length() > pages) {
            wrong.add(
                    "a page is inside the container: page="
                            + (known.length() - 1)
                            + " pages="
                            + pages);
        }
        return wrong;
    }
}
