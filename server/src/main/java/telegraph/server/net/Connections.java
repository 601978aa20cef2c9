package telegraph.server.net;

import java.util.concurrent.atomic.AtomicInteger;

/// How many connections are open, and whether one more may come.
///
/// Threads: any.
public final class Connections {
    /// What one process may have open leaves room for files.
    private static final int OPEN_MAX = 100_000;

    private final AtomicInteger open = new AtomicInteger();

    /// Counts one more; false, and not counted, if there are too many.
    public boolean enter() {
        if (open.incrementAndGet() > OPEN_MAX) {
            open.decrementAndGet();
            return false;
        }
        return true;
    }

    /// One that entered is closed.
    public void leave() {
        open.decrementAndGet();
    }

    public int open() {
        return open.get();
    }
}
