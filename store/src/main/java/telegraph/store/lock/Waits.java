package telegraph.store.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Waits for a request to be granted, until it is, or time is up, or the thread is interrupted, or
/// the owner is to end a deadlock.
///
/// It spins first, since most locks are held for a short time; then it sleeps, and each time it
/// wakes by itself looks for a deadlock, after twice the time of before.
///
/// Threads: any, with no latch.
final class Waits {
    private static final int SPINS = 200;
    private static final long SEARCH_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final Requests requests;
    private final Deadlocks deadlocks;
    private final LockLimits limits;
    private final LongSupplier nanos;
    private final LongAdder timeouts = new LongAdder();

    Waits(Requests requests, Deadlocks deadlocks, LockLimits limits, LongSupplier nanos) {
        this.requests = requests;
        this.deadlocks = deadlocks;
        this.limits = limits;
        this.nanos = nanos;
    }

    long timeouts() {
        return timeouts.sum();
    }

    long now() {
        return nanos.getAsLong();
    }

    /// Returns when a queued request is granted, or throws when it is taken back.
    void await(LockRequest request) {
        for (int i = 0; i < SPINS && request.outcome == LockRequest.PENDING; i++) {
            Thread.onSpinWait();
        }
        boolean interrupted = request.outcome == LockRequest.PENDING && sleep(request);
        while (request.outcome == LockRequest.PENDING) {
            // It is decided, and only to be told.
            Thread.onSpinWait();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (request.outcome == LockRequest.VICTIM) {
            throw TelegraphException.of(
                    SqlState.DEADLOCK,
                    "a transaction that waits for others which wait for it is rolled back: "
                            + facts(request)
                            + ". Run it again.");
        }
    }

    /// Sleeps until the request is decided: whether the thread was interrupted too late.
    private boolean sleep(LockRequest request) {
        long start = request.sinceNanos;
        long timeout = TimeUnit.MILLISECONDS.toNanos(request.owner.timeoutMillis());
        long pause = TimeUnit.MILLISECONDS.toNanos(limits.deadlockMillis());
        long search = pause;
        while (request.outcome == LockRequest.PENDING) {
            long waited = nanos.getAsLong() - start;
            if (Thread.interrupted()) {
                if (!requests.cancel(request)) {
                    return true;
                }
                throw TelegraphException.cancelled(
                        "an interrupted thread stops waiting for a lock: " + facts(request));
            }
            if (waited >= timeout) {
                if (!requests.cancel(request)) {
                    return false;
                }
                timeouts.increment();
                throw TelegraphException.of(
                        SqlState.LOCK_NOT_AVAILABLE,
                        "a lock was not to be had in time: "
                                + facts(request)
                                + " lockTimeoutMillis="
                                + request.owner.timeoutMillis()
                                + ". Run the transaction again, or raise the limit.");
            }
            if (waited >= search) {
                deadlocks.search(request);
                pause = Math.min(2 * pause, Math.max(pause, SEARCH_NANOS_MAX));
                search = nanos.getAsLong() - start + pause;
            } else {
                LockSupport.parkNanos(request, Math.min(timeout, search) - waited);
            }
        }
        return false;
    }

    private static String facts(LockRequest request) {
        return "transaction="
                + request.owner.transaction()
                + " container="
                + (int) request.place
                + (LockManager.isContainer(request.place)
                        ? ""
                        : " key=" + Long.toHexString(request.key));
    }
}
