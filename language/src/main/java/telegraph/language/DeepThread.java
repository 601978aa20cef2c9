package telegraph.language;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import telegraph.ground.Job;
import telegraph.ground.WorkerThreads;

/// A thread on whose stack everything that recurses over a statement has room, if [Nesting] lets
/// the statement pass: Calcite's parser, validator and converter go down by recursion, level by
/// level. Its stack is reserved and not taken; a flat statement takes no more of it than elsewhere.
public final class DeepThread {
    private static final long STACK_BYTES = 256L << 20;
    private static final ThreadLocal<Boolean> HERE = ThreadLocal.withInitial(() -> false);

    private DeepThread() {}

    /// Work on such a thread, not started.
    public static Job unstarted(String name, Runnable work) {
        return Job.of(
                name,
                STACK_BYTES,
                () -> {
                    HERE.set(true);
                    work.run();
                });
    }

    /// What `work` returns or throws, done on a thread of this kind: the caller's if it is one. An
    /// interrupt of the caller goes on to whoever works for it. Where threads are somebody's own
    /// ([WorkerThreads]) it is done by the caller.
    public static <T> T call(Supplier<T> work) {
        if (HERE.get() || WorkerThreads.areReplaced()) {
            return work.get();
        }
        AtomicReference<T> result = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Job job =
                unstarted(
                        Thread.currentThread().getName(),
                        () -> {
                            try {
                                result.set(work.get());
                            } catch (RuntimeException | Error e) {
                                failure.set(e);
                            }
                        });
        job.start();
        await(job);
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("no checked exception here", e);
        }
        return result.get();
    }

    private static void await(Job job) {
        boolean interrupted = false;
        while (true) {
            try {
                job.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                job.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
