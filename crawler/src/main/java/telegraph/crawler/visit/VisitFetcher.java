package telegraph.crawler.visit;

import java.util.concurrent.locks.LockSupport;

/// A virtual thread that takes one visit after another from the loop.
///
/// Threads: [#run] its own, the rest the loop's.
public final class VisitFetcher implements Runnable {
    /// What a fetcher does with a visit.
    public interface Work extends AutoCloseable {
        void visit(Visit visit) throws InterruptedException;

        @Override
        void close();
    }

    private static final Visit NO_MORE = new Visit();

    private final Visit own = new Visit();
    private final Work work;
    private final Thread thread;
    private volatile Visit next;

    /// The loop's.
    private long heard;

    private boolean late;

    public VisitFetcher(int number, java.util.function.Function<VisitFetcher, Work> workOf) {
        this.work = workOf.apply(this);
        this.thread = Thread.ofVirtual().name("fetcher-" + number).unstarted(this);
    }

    public VisitFetcher start() {
        thread.start();
        return this;
    }

    /// The visit to be filled; the loop's while the fetcher is idle.
    public Visit visit() {
        return own;
    }

    /// When the loop last heard of it.
    public long heardNanos() {
        return heard;
    }

    public void heard(long now) {
        heard = now;
        late = false;
    }

    /// Whether nothing was heard of it for long, while it is out.
    public boolean isLate() {
        return late;
    }

    public void late() {
        late = true;
    }

    /// Hands over the visit.
    public void begin() {
        next = own;
        LockSupport.unpark(thread);
    }

    /// Ends the thread when it is idle next.
    public void end() {
        next = NO_MORE;
        LockSupport.unpark(thread);
    }

    /// Ends the thread wherever it is.
    public void interrupt() {
        thread.interrupt();
    }

    public void join() throws InterruptedException {
        thread.join();
    }

    @Override
    public void run() {
        try {
            for (Visit visit = take(); visit != NO_MORE; visit = take()) {
                work.visit(visit);
            }
        } catch (InterruptedException e) {
            // Only the end of the crawl interrupts, and nobody waits for this visit any more.
            Thread.currentThread().interrupt();
        }
    }

    private Visit take() throws InterruptedException {
        while (next == null) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedException("the crawl ends");
            }
        }
        Visit taken = next;
        next = null;
        return taken;
    }
}
