package telegraph.server.postgres;

import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import telegraph.server.postgres.message.LongMessages;

/// The conversations that are open, by the numbers that PostgreSQL would give their processes. A
/// request to cancel comes over a connection of its own and proves by a secret which one it means.
///
/// Threads: any.
final class Backends {
    /// What clients of protocol 3.0 have room for.
    private static final int SHORT_SECRET_BYTES = 4;

    private static final int SECRET_BYTES = 32;

    /// What long messages that have come only in part, or wait, may take in all.
    private static final long MESSAGE_BYTES_MAX = 256 << 20;

    /// One conversation.
    ///
    /// @param process its number
    /// @param secret what a request to cancel must know
    record Backend(int process, byte[] secret, CancelTarget cancelling) {}

    private final Map<Integer, Backend> open = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final RandomGenerator random;
    private final LongMessages messages = new LongMessages(MESSAGE_BYTES_MAX);

    Backends(RandomGenerator random) {
        this.random = random;
    }

    /// Gives a conversation a number.
    ///
    /// @param minor the minor version of the protocol it is in
    Backend enter(int minor, CancelTarget cancelling) {
        byte[] secret = bytes(minor >= 2 ? SECRET_BYTES : SHORT_SECRET_BYTES);
        Backend backend;
        do {
            int process = last.incrementAndGet() & Integer.MAX_VALUE;
            backend = new Backend(process, secret, cancelling);
        } while (backend.process() == 0 || open.putIfAbsent(backend.process(), backend) != null);
        return backend;
    }

    void leave(Backend backend) {
        open.remove(backend.process());
    }

    /// Cancels what a conversation runs, if the secret is its own. Takes a moment, since what runs
    /// may have to be told in several places.
    void cancel(int process, byte[] secret) {
        Backend backend = open.get(process);
        if (backend != null && MessageDigest.isEqual(backend.secret(), secret)) {
            backend.cancelling().cancel();
        }
    }

    /// What counts the long messages of all of them.
    LongMessages messages() {
        return messages;
    }

    /// Bytes that nobody can foresee.
    byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
