package telegraph.store.page;

import java.util.concurrent.locks.LockSupport;
import telegraph.ground.TelegraphException;
import telegraph.ground.Uninterruptibly;
import telegraph.ground.WorkerThreads;

/// The thread that keeps a few frames free, so that a miss finds one at once.
///
/// It sleeps until somebody takes a frame and leaves too few.
///
/// Threads: [#wake] from any; [#close] once.
final class FrameCleaner implements AutoCloseable {
    private final Thread thread;
    private volatile Replacer replacer;
    private volatile boolean wanted;
    private volatile boolean closed;

    FrameCleaner() {
        this.thread = WorkerThreads.make("telegraph-page-cleaner", this::run);
    }

    void start(Replacer forReplacer) {
        this.replacer = forReplacer;
        thread.start();
    }

    void wake() {
        if (!wanted) {
            wanted = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            wanted = false;
            fill();
            if (!wanted && !closed) {
                LockSupport.park(this);
            }
        }
    }

    private void fill() {
        try {
            while (!closed && replacer.freeCount() < replacer.freeWanted()) {
                int frame = replacer.evict(true);
                if (frame == FrameWords.NO_FRAME) {
                    return;
                }
                replacer.give(frame);
            }
        } catch (TelegraphException e) {
            // The page stays dirty. Whoever needs its frame meets the same failure, and can be
            // told.
            wanted = false;
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        Uninterruptibly.join(thread);
    }
}
