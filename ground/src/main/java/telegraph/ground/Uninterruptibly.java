package telegraph.ground;

import java.util.Collection;
import java.util.List;

/// Waits that no interrupt shortens. Who was interrupted meanwhile is so afterwards.
///
/// Threads: any.
public final class Uninterruptibly {
    private Uninterruptibly() {}

    /// Waits for the end of a thread, which is not that of the caller.
    public static void join(Thread thread) {
        join(List.of(thread));
    }

    /// Waits for the end of all of them.
    public static void join(Collection<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
