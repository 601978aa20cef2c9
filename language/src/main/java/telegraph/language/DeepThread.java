package telegraph.language;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// A thread on whose stack everything that recurses over a statement has room, if [Nesting] lets
/// the statement pass: Calcite's parser, validator and converter go down by recursion, level by
/// level. Its stack is reserved and not taken; a flat statement takes no more of it than elsewhere.
public final class DeepThread extends Thread {
    private static final long STACK_BYTES = 256L << 20;

    /// A daemon, not started.
    public DeepThread(String name, Runnable work) {
        super(null, work, name, STACK_BYTES);
        setDaemon(true);
    }

    /// What `work` returns or throws, done on a thread of this kind: the caller's if it is one. An
    /// interrupt of the caller goes on to whoever works for it.
    public static <T> T call(Supplier<T> work) {
        if (Thread.currentThread() instanceof DeepThread) {
            return work.get();
        }
        AtomicReference<T> result = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        DeepThread thread =
                new DeepThread(
                        Thread.currentThread().getName(),
                        () -> {
                            try {
                                result.set(work.get());
                            } catch (RuntimeException | Error e) {
                                failure.set(e);
                            }
                        });
        thread.start();
        await(thread);
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("no checked exception here", e);
        }
        return result.get();
    }

    private static void await(DeepThread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
