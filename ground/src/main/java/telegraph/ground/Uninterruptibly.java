package telegraph.ground;

import java.util.Collection;
import java.util.List;

/// Waits that no interrupt shortens. Who was interrupted meanwhile is so afterwards.
///
/// Threads: any.
public final class Uninterruptibly {
    private Uninterruptibly() {}

    /// A wait that an interrupt ends. To begin it again is to go on with it.
    @FunctionalInterface
    public interface Waiting {
        void await() throws InterruptedException;
    }

    /// Waits until the wait ends by itself.
    public static void await(Waiting waiting) {
        boolean interrupted = false;
        while (true) {
            try {
                waiting.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for the end of a thread, which is not that of the caller.
    public static void join(Thread thread) {
        join(List.of(thread));
    }

    /// Waits for the end of all of them.
    public static void join(Collection<Thread> threads) {
        await(() -> {
            for (Thread thread : threads) {
                thread.join();
            }
        });
    }
}
