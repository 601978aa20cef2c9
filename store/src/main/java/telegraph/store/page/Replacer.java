package telegraph.store.page;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Finds frames for pages that have none: free ones first, else by CLOCK.
///
/// ```
///      hand
///       ↓
/// [ used | used | dirty | clean, not used | … ]      used → not used; dirty → written; clean → taken
/// ```
///
/// A hit marks its frame as used; the hand takes the marks away and evicts what was not used since
/// it last came by. A thread of its own keeps a few frames free by moving the hand ahead of those
/// who need them, so that a miss seldom waits for a write. Pages read by scans are not marked, and
/// take turns in a small ring of frames: a scan of everything evicts what scans brought in.
///
/// Invariants:
///
/// 1. A frame taken is latched exclusively, has no page and is not in the list of free ones.
/// 2. A frame in that list has no page and is not dirty.
/// 3. The hand moves a bounded number of steps for a miss.
///
/// Threads: any. Whoever takes a frame may hold latches; nothing here waits for one.
final class Replacer {
    private static final int FREE_WANTED_MAX = 128;
    private static final int RING_MAX = 256;

    /// Steps of the hand before a miss looks at the free frames again.
    private static final int STEPS_MAX = 256;

    /// Dirty frames the hand passes before a miss writes one itself.
    private static final int DIRTY_PASSED_MAX = 8;

    /// How often the hand comes by a frame, to take its mark away and then to take it.
    private static final int LAPS_MIN = 2;

    private static final int ATTEMPTS_MAX = 1_000;
    private static final int ATTEMPTS_AWAKE = 16;
    private static final long PARK_NANOS = 1_000_000;

    private final FrameWords frames;
    private final Latches latches;
    private final FrameTable table;
    private final PageWriter writer;
    private final AtomicInteger hand = new AtomicInteger();
    private final LongAdder evicted = new LongAdder();
    private final Runnable wakeCleaner;

    private final ReentrantLock lock = new ReentrantLock();
    private final int[] free;
    private volatile int freeCount;

    private final int[] ringFrames;
    private final long[] ringPages;
    private int ringAt;

    Replacer(
            FrameWords frames,
            Latches latches,
            FrameTable table,
            PageWriter writer,
            Runnable wakeCleaner) {
        this.frames = frames;
        this.latches = latches;
        this.table = table;
        this.writer = writer;
        this.wakeCleaner = wakeCleaner;
        this.free = new int[frames.count];
        for (int i = 0; i < free.length; i++) {
            free[i] = free.length - 1 - i;
        }
        this.freeCount = free.length;
        this.ringFrames = new int[Math.clamp(frames.count / 8, 1, RING_MAX)];
        this.ringPages = new long[ringFrames.length];
        Arrays.fill(ringPages, FrameWords.NO_PAGE);
    }

    long evicted() {
        return evicted.sum();
    }

    int freeCount() {
        return freeCount;
    }

    /// How many frames should be free.
    int freeWanted() {
        return Math.clamp(frames.count / 64, 1, FREE_WANTED_MAX);
    }

    /// A frame without a page, latched exclusively.
    ///
    /// @throws TelegraphException of kind RESOURCE if all are latched; or whatever keeps dirty
    ///   pages from being written, if all others are in use
    int take() {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            int frame = takeFree();
            if (frame == FrameWords.NO_FRAME) {
                try {
                    frame = evict(false);
                } catch (TelegraphException e) {
                    if (attempt * STEPS_MAX >= LAPS_MIN * frames.count) {
                        throw e;
                    }
                }
            }
            if (frame != FrameWords.NO_FRAME) {
                return frame;
            }
            if (attempt > ATTEMPTS_AWAKE) {
                LockSupport.parkNanos(PARK_NANOS);
            }
        }
        throw TelegraphException.of(
                SqlState.INSUFFICIENT_RESOURCES,
                "a page needs a frame of the cache that nobody uses: frames="
                        + frames.count
                        + ". Give the store a larger cache.");
    }

    /// As [#take], for a page that a scan reads.
    int takeForScan(long pageId) {
        int place;
        int frame = FrameWords.NO_FRAME;
        long page;
        lock.lock();
        try {
            place = ringAt;
            ringAt = (ringAt + 1) % ringFrames.length;
            page = ringPages[place];
            if (page != FrameWords.NO_PAGE && freeCount <= freeWanted()) {
                frame = ringFrames[place];
            }
            ringPages[place] = FrameWords.NO_PAGE;
        } finally {
            lock.unlock();
        }
        boolean again =
                frame != FrameWords.NO_FRAME
                        && frames.page(frame) == page
                        && !frames.isUsed(frame)
                        && tryEvict(frame);
        int taken = again ? frame : take();
        lock.lock();
        try {
            ringFrames[place] = taken;
            ringPages[place] = pageId;
        } finally {
            lock.unlock();
        }
        return taken;
    }

    private int takeFree() {
        int frame;
        lock.lock();
        try {
            if (freeCount == 0) {
                return FrameWords.NO_FRAME;
            }
            frame = free[freeCount - 1];
            freeCount--;
        } finally {
            lock.unlock();
        }
        if (freeCount < freeWanted()) {
            wakeCleaner.run();
        }
        // Only somebody who has an old number of it may have it latched, for a few steps.
        latches.exclusive(frame);
        return frame;
    }

    /// Takes back a frame that has no page, and its latch.
    void give(int frame) {
        frames.unuse(frame);
        latches.release(frame);
        lock.lock();
        try {
            free[freeCount] = frame;
            freeCount++;
        } finally {
            lock.unlock();
        }
    }

    /// Moves the hand until a frame is evicted, which is returned as [#take] does, or until it went
    /// far enough. What cannot be written stays, and others are looked for.
    ///
    /// @param alone whether the caller holds no latch and may wait for writes
    /// @throws TelegraphException if a page could not be written, and no other was found
    int evict(boolean alone) {
        TelegraphException failure = null;
        int dirtyPassed = 0;
        int steps = alone ? LAPS_MIN * frames.count + STEPS_MAX : STEPS_MAX;
        for (int step = 0; step < steps; step++) {
            int frame = Math.floorMod(hand.getAndIncrement(), frames.count);
            if (frames.page(frame) == FrameWords.NO_PAGE) {
                continue;
            }
            if (frames.isUsed(frame)) {
                frames.unuse(frame);
                continue;
            }
            if (failure == null
                    && frames.dirty(frame) != 0
                    && (alone || ++dirtyPassed > DIRTY_PASSED_MAX)) {
                try {
                    writer.tryWrite(frame);
                } catch (TelegraphException e) {
                    failure = e;
                }
            }
            if (tryEvict(frame)) {
                return frame;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return FrameWords.NO_FRAME;
    }

    private boolean tryEvict(int frame) {
        if (!frames.isClean(frame) || !latches.tryExclusive(frame)) {
            return false;
        }
        if (frames.page(frame) == FrameWords.NO_PAGE || !frames.isClean(frame)) {
            latches.releaseUnchanged(frame);
            return false;
        }
        table.leave(frame);
        evicted.increment();
        return true;
    }
}
