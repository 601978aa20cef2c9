package telegraph.server.redis;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes of unfinished and waiting commands that all connections may have together.
///
/// Threads: any.
final class Budget {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Budget(long most) {
        this.most = most;
    }

    /// Takes bytes; false, with none taken, if there are not so many.
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= most) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }
}
