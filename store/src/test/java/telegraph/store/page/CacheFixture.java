package telegraph.store.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// A cache over files in memory, with a log that only counts.
///
/// Each page used with it bears a number `n` in every word of its body, so that a torn one shows.
final class CacheFixture implements AutoCloseable {
    static final Path DIRECTORY = Path.of("/data");
    static final int CONTAINER = 3;

    /// Where the words begin that all hold the number.
    static final int BODY = Page.HEADER_BYTES + 4;

    private final MemoryManager manager;
    private final Region region;
    final PageFiles files;
    final PageCache cache;
    final AtomicLong lsn = new AtomicLong();
    volatile boolean logFails;
    final AtomicLong flushed = new AtomicLong();

    CacheFixture(int frames) {
        this(frames, Disk.inMemory());
    }

    CacheFixture(int frames, Disk disk) {
        this(frames, disk, DIRECTORY);
    }

    CacheFixture(int frames, Disk disk, Path directory) {
        long bytes = PageCache.bytes(frames);
        manager = new MemoryManager(2 * bytes);
        region = manager.query("store", 2 * bytes);
        try {
            disk.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files = new PageFiles(disk, directory, 16);
        if (!files.exists(CONTAINER)) {
            files.create(CONTAINER);
        }
        cache = new PageCache(region.allocate(bytes), files, this::flushLog);
    }

    private void flushLog(long upTo) {
        if (logFails) {
            throw TelegraphException.resource("the log must be writable: file=log");
        }
        flushed.accumulateAndGet(upTo, Math::max);
    }

    static long id(int number) {
        return Page.id(CONTAINER, number);
    }

    /// Makes a page with `value` in it.
    void create(int number, long value) {
        int frame = cache.create(id(number));
        fill(frame, value);
        cache.release(frame);
    }

    /// Writes `value` all over a page that is latched exclusively.
    void fill(int frame, long value) {
        for (int at = BODY; at < Page.BYTES; at += Long.BYTES) {
            cache.memory().set(Page.LONG, cache.at(frame) + at, value);
        }
        cache.changed(frame, lsn.incrementAndGet());
    }

    void change(int number, long value) {
        while (true) {
            int frame = cache.frame(id(number));
            cache.exclusive(frame);
            if (cache.holds(frame, id(number))) {
                fill(frame, value);
                cache.release(frame);
                return;
            }
            cache.releaseUnchanged(frame);
        }
    }

    long read(int number) {
        return read(number, false);
    }

    /// The value of a page, after making sure that it is all over it.
    long read(int number, boolean scan) {
        while (true) {
            int frame = cache.frame(id(number), scan);
            long version = cache.optimistic(frame);
            if (!cache.holds(frame, id(number))) {
                continue;
            }
            long at = cache.at(frame);
            long first = cache.memory().get(Page.LONG, at + BODY);
            long different = 0;
            for (int i = BODY; i < Page.BYTES; i += Long.BYTES) {
                different |= first ^ cache.memory().get(Page.LONG, at + i);
            }
            long named = Page.named(cache.memory().asSlice(at, Page.BYTES));
            if (cache.valid(frame, version)) {
                assertEquals(0, different, "a valid read is not torn: page=" + number);
                assertEquals(id(number), named, "a page in its frame bears its name");
                return first;
            }
        }
    }

    /// Writes all, so that it can be read through another cache.
    void flush() {
        cache.flush();
        files.sync();
    }

    @Override
    public void close() {
        cache.close();
        files.close();
        region.close();
        assertEquals(0, manager.used());
        manager.close();
    }
}
