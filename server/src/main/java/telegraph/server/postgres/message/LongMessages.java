package telegraph.server.postgres.message;

import java.util.concurrent.atomic.AtomicLong;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// How many bytes long messages of all connections together may take, from when their first bytes
/// have come until they are taken for being done. Short ones are not counted.
///
/// Threads: any.
public final class LongMessages {
    private static final int SHORT_BYTES_MAX = 64 << 10;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    public LongMessages(long most) {
        this.most = most;
    }

    /// Counts a message of which the beginning has come.
    ///
    /// @throws TelegraphException if there are too many
    public void take(int bytes) {
        if (bytes > SHORT_BYTES_MAX && taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            throw TelegraphException.of(
                    SqlState.INSUFFICIENT_RESOURCES,
                    "messages of all clients together are limited: bytes="
                            + bytes
                            + " limit="
                            + most
                            + ". Send less at once, or wait for others");
        }
    }

    /// A message that was counted is about to be done, or never will be.
    public void give(int bytes) {
        if (bytes > SHORT_BYTES_MAX) {
            taken.addAndGet(-bytes);
        }
    }

    /// How many bytes there are now.
    public long taken() {
        return taken.get();
    }
}
