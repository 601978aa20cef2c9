package telegraph.store.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/// Finds the frame of a page: a hash table whose buckets are chains through the frames.
///
/// ```
/// heads  [ · | 5 | · | 2 ]          next of 5 is 7
///              ↓       ↓
///            frame 5  frame 2
///              ↓
///            frame 7
/// ```
///
/// To find takes no lock and writes nothing. A frame may go to another bucket while somebody
/// follows its chain, who then sees pages of that bucket and perhaps not the one wanted: so what
/// was found has to be asked again under a version of its latch, and what was not found is looked
/// for again under the lock of the bucket before anybody reads from the disk.
///
/// Invariants, under the lock of a bucket:
///
/// 1. A frame is in the chain of its page's bucket, once, or in none and has no page.
/// 2. A page is in one frame at most.
///
/// Threads: any; the locks are split by bucket and held for a few steps.
final class FrameTable {
    private static final VarHandle HEAD = MethodHandles.arrayElementVarHandle(int[].class);
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int LOCKS = 64;

    /// No chain is that long, but who strays from one to the next might go on forever.
    private static final int STEPS_MAX = 64;

    private final FrameWords frames;
    private final int[] heads;
    private final int shift;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    FrameTable(FrameWords frames) {
        this.frames = frames;
        int bits = 33 - Integer.numberOfLeadingZeros(Math.max(LOCKS, frames.count) - 1);
        this.heads = new int[1 << bits];
        this.shift = 64 - bits;
        Arrays.fill(heads, FrameWords.NO_FRAME);
        Arrays.setAll(locks, _ -> new ReentrantLock());
    }

    private int bucket(long pageId) {
        return (int) (pageId * GOLDEN >>> shift);
    }

    private ReentrantLock lock(long pageId) {
        return locks[bucket(pageId) & LOCKS - 1];
    }

    private int head(int bucket) {
        return (int) HEAD.getAcquire(heads, bucket);
    }

    /// The frame that has the page, or had it a moment ago; [FrameWords#NO_FRAME] if none was seen.
    int find(long pageId) {
        int frame = head(bucket(pageId));
        for (int step = 0; frame != FrameWords.NO_FRAME && step < STEPS_MAX; step++) {
            if (frames.page(frame) == pageId) {
                return frame;
            }
            frame = frames.next(frame);
        }
        return FrameWords.NO_FRAME;
    }

    /// Gives the page a frame that has none and is latched exclusively, unless it has one: that one
    /// is returned, else `frame`.
    int enter(long pageId, int frame) {
        ReentrantLock lock = lock(pageId);
        lock.lock();
        try {
            int bucket = bucket(pageId);
            for (int f = head(bucket); f != FrameWords.NO_FRAME; f = frames.next(f)) {
                if (frames.page(f) == pageId) {
                    return f;
                }
            }
            frames.page(frame, pageId);
            frames.next(frame, head(bucket));
            HEAD.setRelease(heads, bucket, frame);
            return frame;
        } finally {
            lock.unlock();
        }
    }

    /// Takes the page from its frame, which is latched exclusively.
    void leave(int frame) {
        long pageId = frames.page(frame);
        ReentrantLock lock = lock(pageId);
        lock.lock();
        try {
            int bucket = bucket(pageId);
            int next = frames.next(frame);
            if (head(bucket) == frame) {
                HEAD.setRelease(heads, bucket, next);
            } else {
                int before = head(bucket);
                while (frames.next(before) != frame) {
                    before = frames.next(before);
                }
                frames.next(before, next);
            }
            frames.page(frame, FrameWords.NO_PAGE);
        } finally {
            lock.unlock();
        }
    }
}
