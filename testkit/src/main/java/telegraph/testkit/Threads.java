package telegraph.testkit;

import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.BooleanSupplier;

/// Waits for what other threads do, and counts the platform threads alive.
public final class Threads {
    /// How long tests wait for what takes no time: far longer than a crowded machine needs, and far
    /// shorter than what they interrupt or let hang. Nothing waits so long unless it has failed.
    public static final long PATIENCE_MILLIS = 120_000;

    private Threads() {}

    /// Live platform threads whose name starts with `prefix`, but for those that carry virtual
    /// ones: there are more of them for half a minute after some were held up.
    public static int alive(String prefix) {
        int count = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            boolean isCarrier = thread instanceof ForkJoinWorkerThread;
            if (thread.isAlive() && !isCarrier && thread.getName().startsWith(prefix)) {
                count++;
            }
        }
        return count;
    }

    /// Waits until the condition holds, at most [#PATIENCE_MILLIS]; fails naming `what` after that.
    public static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("did not happen in " + PATIENCE_MILLIS + " ms: " + what);
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting: " + what, e);
            }
        }
    }
}
