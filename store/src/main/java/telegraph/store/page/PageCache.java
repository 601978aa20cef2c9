package telegraph.store.page;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import telegraph.ground.TelegraphException;

/// Pages of all containers in memory, each in a frame, with a latch for each frame.
///
/// ```
/// memory [ frame 0 | frame 1 | … | frame n - 1 | slack ]
/// ```
///
/// To read a page, optimistically:
///
/// ```java
/// int frame = cache.frame(pageId);
/// long version = cache.optimistic(frame);
/// if (cache.holds(frame, pageId)) {
///     … read from cache.at(frame) …          // may be torn: offsets may be nonsense
///     if (cache.valid(frame, version)) {     // it was not
/// ```
///
/// To change it: [#tryExclusive] with the version (or [#exclusive] and then [#holds]), write, log,
/// [#changed] with the LSN, [#release]. Readers hold nothing, so a page may be evicted under them;
/// its frame's version then tells. What is latched exclusively stays.
///
/// Invariants:
///
/// 1. A hit takes no lock and writes to no line of memory that others share but the mark of use in
///    the frame's own, and that only if it is not set.
/// 2. A page is read from disk by one thread, whose exclusive latch all others who want it wait
///    for.
/// 3. A page is written only after the log is flushed up to its LSN, sealed with a checksum, and
///    checked when it is read.
/// 4. Nobody waits for a latch while holding one, but by the order the tree lays down; the cache
///    itself never does.
///
/// Threads: any. The memory belongs to whoever made the cache, and must outlive it.
public final class PageCache implements AutoCloseable {
    public static final int FRAMES_MIN = 8;

    /// Read from a torn page, an offset of 16 bits, and lengths of 15 bits from there, end inside
    /// the memory.
    private static final int SLACK_PAGES = 17;

    private static final int COPIES = 8;
    private static final int PREFETCHES_MAX = 8;

    private final MemorySegment memory;
    private final PageFiles files;
    private final FrameWords frames;
    private final Latches latches;
    private final FrameTable table;
    private final PageWriter writer;
    private final Replacer replacer;
    private final SparePages spare = new SparePages();
    private final FrameCleaner cleaner = new FrameCleaner();
    private final Semaphore prefetches = new Semaphore(PREFETCHES_MAX);
    private final LongAdder read = new LongAdder();
    private final LongAdder failedPrefetches = new LongAdder();

    /// @param memory for frames and slack, see [#bytes]; aligned to 64
    /// @param flushLog called with a page's LSN before the page is written: returns when the log is
    ///   flushed up to there
    public PageCache(MemorySegment memory, PageFiles files, LongConsumer flushLog) {
        int count = Math.toIntExact((memory.byteSize() >>> Page.SHIFT) - SLACK_PAGES);
        if (count < FRAMES_MIN) {
            throw new IllegalArgumentException(
                    "a cache has at least " + FRAMES_MIN + " frames: bytes=" + memory.byteSize());
        }
        this.memory = memory;
        this.files = files;
        this.frames = new FrameWords(count);
        this.latches = new Latches(frames);
        this.table = new FrameTable(frames);
        MemorySegment[] copies = new MemorySegment[COPIES];
        Arrays.setAll(copies, i -> slice(count + i));
        this.writer =
                new PageWriter(
                        frames, latches, new PageWriter.Places(memory, files, flushLog), copies);
        this.replacer = new Replacer(frames, latches, table, writer, cleaner::wake);
        cleaner.start(replacer);
    }

    /// The memory that a cache of so many frames takes.
    public static long bytes(int frames) {
        return (long) frames + SLACK_PAGES << Page.SHIFT;
    }

    /// All frames, and slack after the last.
    public MemorySegment memory() {
        return memory;
    }

    /// Where in the memory a frame begins.
    public long at(int frame) {
        return (long) frame << Page.SHIFT;
    }

    public int frames() {
        return frames.count;
    }

    private MemorySegment slice(int frame) {
        return memory.asSlice((long) frame << Page.SHIFT, Page.BYTES);
    }

    /// The frame of a page, which is read if it is in none. Only [#holds], asked under a version or
    /// a latch, tells whether it still is there. The caller may hold latches only if the page is
    /// sure to be in the cache.
    ///
    /// @throws TelegraphException of kind CORRUPT if the page is damaged or missing, of kind
    ///   RESOURCE if it cannot be read or there is no frame for it
    public int frame(long pageId) {
        int frame = table.find(pageId);
        if (frame == FrameWords.NO_FRAME) {
            return miss(pageId, Reading.WHOLE);
        }
        frames.use(frame);
        return frame;
    }

    /// As [#frame(long)]; a scan leaves no mark of use, so that what it reads once goes first.
    public int frame(long pageId, boolean scan) {
        if (!scan) {
            return frame(pageId);
        }
        int frame = table.find(pageId);
        return frame == FrameWords.NO_FRAME ? miss(pageId, Reading.SCANNED) : frame;
    }

    /// As [#frame(long)] for recovery: a page that is damaged or missing is all zeros, with LSN 0.
    public int frameOrZero(long pageId) {
        int frame = table.find(pageId);
        return frame == FrameWords.NO_FRAME ? miss(pageId, Reading.OR_ZERO) : frame;
    }

    /// The frame of a page if it is in one, else -1; waits for nothing.
    public int cached(long pageId) {
        return table.find(pageId);
    }

    private enum Reading {
        WHOLE,
        SCANNED,
        OR_ZERO
    }

    private int miss(long pageId, Reading reading) {
        int taken = reading == Reading.SCANNED ? replacer.takeForScan(pageId) : replacer.take();
        int frame = table.enter(pageId, taken);
        if (frame != taken) {
            replacer.give(taken);
            return frame;
        }
        boolean done = false;
        try {
            MemorySegment page = slice(frame);
            read.increment();
            if (reading != Reading.OR_ZERO) {
                files.read(pageId, page);
            } else if (!files.readIfWhole(pageId, page)) {
                page.fill((byte) 0);
                Page.name(memory, at(frame), pageId);
            }
            done = true;
        } finally {
            if (done) {
                latches.release(frame);
            } else {
                table.leave(frame);
                replacer.give(frame);
            }
        }
        return frame;
    }

    /// Whether the page is in the frame; true as long as the version or latch, taken before, is.
    public boolean holds(int frame, long pageId) {
        return frames.page(frame) == pageId;
    }

    /// The page in a frame, by the rule of [#holds].
    public long page(int frame) {
        return frames.page(frame);
    }

    /// A version to read under, as soon as nobody has the frame exclusively.
    public long optimistic(int frame) {
        return latches.optimistic(frame);
    }

    /// Whether nobody had the frame exclusively since the version was taken, so that all that was
    /// read in between belongs together.
    public boolean valid(int frame, long version) {
        return latches.valid(frame, version);
    }

    /// Takes the frame exclusively if nobody changed it since the version was taken.
    public boolean tryExclusive(int frame, long version) {
        return latches.tryExclusive(frame, version);
    }

    /// Takes the frame exclusively, waiting for others. The caller asks [#holds] next.
    public void exclusive(int frame) {
        latches.exclusive(frame);
    }

    /// Whether somebody has the frame exclusively just now.
    public boolean isExclusive(int frame) {
        return latches.isExclusive(frame);
    }

    /// Gives the frame back after a change: versions taken before are no longer valid.
    public void release(int frame) {
        latches.release(frame);
    }

    /// Gives the frame back with nothing changed: versions taken before are valid again.
    public void releaseUnchanged(int frame) {
        latches.releaseUnchanged(frame);
    }

    /// A frame for a page whose content on disk, if any, does not matter: all zeros but for its
    /// name, latched exclusively. If nothing comes of it, [#discard] it.
    ///
    /// The caller may hold other latches: if all clean frames are in use a dirty one is written
    /// meanwhile, but nobody's latch is waited for but that of the page itself, which must be new
    /// or free.
    public int create(long pageId) {
        while (true) {
            int frame = table.find(pageId);
            if (frame == FrameWords.NO_FRAME) {
                int taken = replacer.take();
                frame = table.enter(pageId, taken);
                if (frame != taken) {
                    replacer.give(taken);
                    continue;
                }
            } else {
                latches.exclusive(frame);
                if (frames.page(frame) != pageId) {
                    latches.releaseUnchanged(frame);
                    continue;
                }
            }
            frames.use(frame);
            slice(frame).fill((byte) 0);
            Page.name(memory, at(frame), pageId);
            return frame;
        }
    }

    /// Forgets the page of a frame that the caller has exclusively, with all changes that are not
    /// on disk, and gives the frame back.
    public void discard(int frame) {
        writer.await(frame);
        frames.clean(frame);
        table.leave(frame);
        replacer.give(frame);
    }

    /// Notes a logged change of a frame that the caller has exclusively: the page bears the LSN
    /// from now on, and is written before its frame is used for another page.
    public void changed(int frame, long lsn) {
        memory.set(Page.LONG, at(frame) + Page.LSN, lsn);
        frames.soil(frame, lsn);
    }

    /// LSN of the last change of the page in a frame, by the rule of [#holds].
    public long lsn(int frame) {
        return memory.get(Page.LONG, at(frame) + Page.LSN);
    }

    /// Begins to read a page that will be wanted soon, if it is in no frame and not too many are
    /// being read already.
    public void prefetch(long pageId) {
        if (table.find(pageId) == FrameWords.NO_FRAME && prefetches.tryAcquire()) {
            boolean started = false;
            try {
                Thread.ofVirtual().name("telegraph-prefetch").start(() -> readAhead(pageId));
                started = true;
            } finally {
                if (!started) {
                    prefetches.release();
                }
            }
        }
    }

    private void readAhead(long pageId) {
        try {
            frame(pageId, true);
        } catch (TelegraphException e) {
            // Whoever wants the page reads it again, and is told.
            failedPrefetches.increment();
        } finally {
            prefetches.release();
        }
    }

    /// A copy of a page as it was at one moment, for backups and checks.
    public void copy(long pageId, MemorySegment to) {
        while (true) {
            int frame = frame(pageId, true);
            long version = optimistic(frame);
            if (holds(frame, pageId)) {
                MemorySegment.copy(memory, at(frame), to, 0, Page.BYTES);
                if (valid(frame, version)) {
                    return;
                }
            }
        }
    }

    /// The dirty pages, each with the LSN of its first change that is not in its file. A page whose
    /// change was logged before this was called and is not among them has been written; a
    /// [PageFiles#sync] after this call makes that last.
    public Map<Long, Long> dirtyPages() {
        Map<Long, Long> dirty = new TreeMap<>();
        for (int frame = 0; frame < frames.count; frame++) {
            while (true) {
                long version = latches.optimistic(frame);
                long pageId = frames.page(frame);
                long lsn = frames.firstDirty(frame);
                if (latches.valid(frame, version)) {
                    if (lsn != 0) {
                        dirty.put(pageId, lsn);
                    }
                    break;
                }
            }
        }
        return dirty;
    }

    /// Writes all pages that have been dirty since before `lsn`, in order; to last they need a
    /// [PageFiles#sync]. The caller holds no latch.
    public void writeDirty(long lsn) {
        write(dirtyPages(), lsn);
    }

    /// Writes all dirty pages, as [#writeDirty].
    public void flush() {
        writeDirty(Long.MAX_VALUE);
    }

    /// Writes the dirty pages of one container, as [#writeDirty].
    public void flush(int container) {
        Map<Long, Long> dirty = dirtyPages();
        dirty.keySet().removeIf(pageId -> Page.container(pageId) != container);
        write(dirty, Long.MAX_VALUE);
    }

    private void write(Map<Long, Long> dirty, long lsn) {
        dirty.forEach((pageId, first) -> {
            int frame = first < lsn ? table.find(pageId) : FrameWords.NO_FRAME;
            if (frame != FrameWords.NO_FRAME) {
                writer.write(frame, lsn);
            }
        });
    }

    /// Forgets all pages of a container, with their changes, before its file is deleted. Nobody
    /// uses them any more.
    public void forget(int container) {
        for (int frame = 0; frame < frames.count; frame++) {
            if (isOf(frame, container)) {
                latches.exclusive(frame);
                if (isOf(frame, container)) {
                    discard(frame);
                } else {
                    latches.releaseUnchanged(frame);
                }
            }
        }
    }

    private boolean isOf(int frame, int container) {
        long pageId = frames.page(frame);
        return pageId != FrameWords.NO_PAGE && Page.container(pageId) == container;
    }

    /// Arrays for copies of pages.
    public SparePages spare() {
        return spare;
    }

    public PageCounters counters() {
        return new PageCounters(
                read.sum(),
                failedPrefetches.sum(),
                writer.written(),
                replacer.evicted(),
                latches.waits());
    }

    /// Ends the threads of the cache; what is dirty is not written. Nobody uses the cache any more.
    @Override
    public void close() {
        prefetches.acquireUninterruptibly(PREFETCHES_MAX);
        cleaner.close();
    }
}
