package telegraph.store.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Threads;

/// A lock manager and owners whose waiting calls run on threads of their own.
final class Play implements AutoCloseable {
    static final int TABLE = 7;
    private static final long PATIENCE_MILLIS = 120_000;

    final LockManager locks;
    private final List<LockOwner> owners = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private long transactions;

    Play(LockLimits limits) {
        this(limits, 64);
    }

    Play(LockLimits limits, int ownersMax) {
        locks = new LockManager(ownersMax, limits, System::nanoTime);
    }

    /// With waits that end only by a grant or a deadlock.
    static Play patient() {
        return new Play(new LockLimits(PATIENCE_MILLIS, 5, 1_000_000));
    }

    /// An owner younger than those before.
    LockOwner owner() {
        LockOwner owner = locks.owner();
        owner.begin(++transactions);
        owners.add(owner);
        return owner;
    }

    /// A call that should wait, on a thread of its own; returns when it does wait.
    Waiting waits(LockOwner owner, Runnable call) {
        long before = owner.waits;
        Waiting waiting = begin(call);
        Threads.await("a call waits", () -> owner.waits > before);
        return waiting;
    }

    Waiting begin(Runnable call) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                call.run();
                                done.complete(null);
                            } catch (RuntimeException | Error e) {
                                done.completeExceptionally(e);
                            }
                        });
        threads.add(thread);
        return new Waiting(thread, done);
    }

    /// Ends all transactions; then nothing is held, waited for or marked any more.
    @Override
    public void close() {
        for (Thread thread : threads) {
            Threads.await("a call ends", () -> !thread.isAlive());
        }
        owners.forEach(LockOwner::releaseAll);
        if (!locks.states().isEmpty()) {
            throw new AssertionError("locks are left: " + locks.states());
        }
        for (int container = 0; container < 4_096; container++) {
            if (locks.isLocked(container, 0)) {
                throw new AssertionError("a mark is left: container=" + container);
            }
        }
    }

    /// A call under way on another thread.
    record Waiting(Thread thread, CompletableFuture<Void> done) {
        void granted() throws Exception {
            done.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }

        boolean isDone() {
            return done.isDone();
        }

        TelegraphException failed() throws InterruptedException, TimeoutException {
            try {
                done.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                throw new AssertionError("a call that should fail went on");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof TelegraphException failure) {
                    return failure;
                }
                throw new AssertionError("another failure than expected", e.getCause());
            }
        }
    }
}
