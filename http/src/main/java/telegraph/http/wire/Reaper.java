package telegraph.http.wire;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import telegraph.ground.Ticker;

/// The one thread that ends fetches whose time is over.
///
/// It looks at every exchange of its client each [#SWEEP]; so a limit is kept to within that, and
/// no fetch pays for a timer.
///
/// Threads: any.
public final class Reaper implements AutoCloseable {
    private static final Duration SWEEP = Duration.ofMillis(50);

    private final Ticker ticker;
    private final List<FetchWatch> watches = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean closed;

    public Reaper(Ticker ticker) {
        this.ticker = ticker;
        this.thread = Thread.ofPlatform().name("http-reaper").daemon().start(this::sweep);
    }

    public void add(FetchWatch watch) {
        watches.add(watch);
    }

    public void remove(FetchWatch watch) {
        watches.remove(watch);
    }

    private void sweep() {
        while (!closed) {
            long now = ticker.nanos();
            for (FetchWatch watch : watches) {
                watch.sweep(now);
            }
            try {
                ticker.sleep(SWEEP);
            } catch (InterruptedException e) {
                // Only close interrupts, and the condition of the loop sees to that.
                assert closed : e;
            }
        }
    }

    /// Ends the thread, and each fetch under way.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        for (FetchWatch watch : watches) {
            watch.end("the client was closed");
        }
    }
}
