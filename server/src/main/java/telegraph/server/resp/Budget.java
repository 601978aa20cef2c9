package telegraph.server.resp;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes of unfinished and waiting commands that all connections may have together.
///
/// Threads: any.
public final class Budget {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    public Budget(long most) {
        this.most = most;
    }

    /// Takes bytes; false, with none taken, if there are not so many.
    public boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= most) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    public long taken() {
        return taken.get();
    }
}
