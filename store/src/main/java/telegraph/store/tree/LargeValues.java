package telegraph.store.tree;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import telegraph.store.Bytes;
import telegraph.store.page.PageCache;

/// Values too long for a leaf, in chains of pages of their own.
///
/// | offset | bytes | field of the reference, which is the payload in the leaf |
/// |-------:|------:|-----------------------------------------------------------|
/// |      0 |     4 | first page                                                |
/// |      4 |     4 | length of the value                                       |
/// |      8 |     4 | CRC32C of the value                                       |
///
/// A page of the chain has the next one's number in its header and bytes of the value up to the
/// start of its hole.
///
/// A chain is written before the key that leads to it and never changed. It is freed when nobody
/// can come to it any more: when its ghost is purged, or when the transaction that put another
/// value in its place has ended. A crash right in between leaves pages that nobody uses.
///
/// Threads: any.
final class LargeValues {
    /// The longest value that stays in a leaf.
    static final int SHORT_MAX = 2_000;

    static final int REFERENCE_BYTES = 12;

    private static final int PAGE_CAPACITY = PageLayout.PAGE_BYTES - PageLayout.BODY;

    /// Pages that are logged, and latched, at once.
    private static final int PAGES_AT_ONCE = 4;

    private final PageCache cache;
    private final ChangeJournal journal;
    private final Space space;
    private final LongSupplier entries;

    LargeValues(PageCache cache, ChangeJournal journal, Space space, LongSupplier entries) {
        this.cache = cache;
        this.journal = journal;
        this.space = space;
        this.entries = entries;
    }

    /// Writes a value to new pages, from the last page to the first, so that each knows the next.
    /// The reference to it goes to `reference`.
    void write(Bytes value, Bytes reference) {
        int next = 0;
        int pages = (value.length() + PAGE_CAPACITY - 1) / PAGE_CAPACITY;
        try {
            while (pages > 0) {
                int batch = Math.min(pages, PAGES_AT_ONCE);
                next = write(value, pages, batch, next);
                pages -= batch;
            }
        } catch (RuntimeException e) {
            freeAfter(e, next);
            throw e;
        }
        CRC32C crc = new CRC32C();
        crc.update(value.array(), 0, value.length());
        reference.clear();
        append(reference, next);
        append(reference, value.length());
        append(reference, (int) crc.getValue());
    }

    private void freeAfter(RuntimeException failure, int first) {
        try {
            free(first);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /// Writes the last `batch` of the first `pages` pages.
    private int write(Bytes value, int pages, int batch, int after) {
        space.ready();
        Latched latched = new Latched(cache, journal);
        try {
            int next = after;
            for (int page = pages - 1; page >= pages - batch; page--) {
                int number = space.allocate(latched, entries.getAsLong());
                long at = cache.at(latched.last());
                int start = page * PAGE_CAPACITY;
                int length = Math.min(PAGE_CAPACITY, value.length() - start);
                PageLayout.start(cache.memory(), at, space.pageId(number), PageLayout.LARGE);
                PageLayout.next(cache.memory(), at, next);
                MemorySegment.copy(
                        value.array(),
                        start,
                        cache.memory(),
                        ValueLayout.JAVA_BYTE,
                        at + PageLayout.BODY,
                        length);
                PageLayout.hole(
                        cache.memory(), at, PageLayout.BODY + length, PageLayout.PAGE_BYTES);
                next = number;
            }
            latched.log();
            return next;
        } finally {
            latched.back();
        }
    }

    private static void append(Bytes to, int number) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            to.append((byte) (number >>> shift));
        }
    }

    private static int field(Bytes reference, int offset) {
        int number = 0;
        for (int i = Integer.BYTES - 1; i >= 0; i--) {
            number = number << 8 | reference.array()[offset + i] & 0xFF;
        }
        return number;
    }

    static int firstPage(Bytes reference) {
        return field(reference, 0);
    }

    static int length(Bytes reference) {
        return field(reference, Integer.BYTES);
    }

    /// Reads a value; false if the chain is not one, or not of this value: then the reference was
    /// out of date, or the container is damaged.
    boolean read(Bytes reference, Bytes value) {
        int length = length(reference);
        value.clear().length(length);
        int page = firstPage(reference);
        for (int done = 0; done < length; ) {
            long id = space.pageId(page);
            int frame = cache.frame(id, true);
            long version = cache.optimistic(frame);
            if (!cache.holds(frame, id)) {
                continue;
            }
            long at = cache.at(frame);
            int type = PageLayout.type(cache.memory(), at);
            int next = PageLayout.next(cache.memory(), at);
            int bytes = Math.min(PAGE_CAPACITY, length - done);
            MemorySegment.copy(
                    cache.memory(),
                    ValueLayout.JAVA_BYTE,
                    at + PageLayout.BODY,
                    value.array(),
                    done,
                    bytes);
            if (!cache.valid(frame, version)) {
                continue;
            }
            if (type != PageLayout.LARGE || next == 0 && done + bytes < length) {
                return false;
            }
            if (next != 0) {
                cache.prefetch(space.pageId(next));
            }
            page = next;
            done += bytes;
        }
        CRC32C crc = new CRC32C();
        crc.update(value.array(), 0, length);
        return (int) crc.getValue() == field(reference, 2 * Integer.BYTES);
    }

    /// Frees the pages of a chain, to which nothing leads any more.
    void free(int first) {
        int page = first;
        while (page != 0) {
            cache.frame(space.pageId(page));
            space.ready();
            Latched latched = new Latched(cache, journal);
            try {
                for (int i = 0; i < PAGES_AT_ONCE && page != 0; i++) {
                    int frame = latched.add(space.pageId(page));
                    page = PageLayout.next(cache.memory(), cache.at(frame));
                    space.free(latched, frame, entries.getAsLong());
                }
                latched.log();
            } finally {
                latched.back();
            }
        }
    }
}
