package telegraph.store.log;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// A latch for as long as a copy in memory takes: who waits spins, and gives way when it takes
/// longer, since the holder may have lost its core.
///
/// Threads: any; not to be taken twice.
final class SpinLatch {
    private static final int SPINS = 64;
    private static final int YIELDS = 64;
    private static final long PAUSE_NANOS = 20_000;

    private final AtomicBoolean held = new AtomicBoolean();

    void take() {
        for (int round = 0; !held.compareAndSet(false, true); round++) {
            if (round < SPINS) {
                Thread.onSpinWait();
            } else if (round < SPINS + YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    void give() {
        held.setRelease(false);
    }
}
