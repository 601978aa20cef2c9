package telegraph.bench.crawl;

import java.util.concurrent.atomic.AtomicLong;

/// How often locks were taken in this process; counts only where [LockAgent] put calls to it.
///
/// Public, because woven classes of every package and loader call it. What it is made of takes no
/// lock itself.
///
/// Threads: any.
public final class LockCount {
    private static final AtomicLong MONITORS = new AtomicLong();
    private static final AtomicLong LOCKS = new AtomicLong();
    private static final AtomicLong WAITS = new AtomicLong();

    private LockCount() {}

    /// A monitor is about to be entered.
    public static void monitor() {
        MONITORS.getAndIncrement();
    }

    /// A lock is about to be taken.
    public static void lock() {
        LOCKS.getAndIncrement();
    }

    /// A lock was not free when it was to be taken.
    public static void await() {
        WAITS.getAndIncrement();
    }

    public static long monitors() {
        return MONITORS.get();
    }

    public static long locks() {
        return LOCKS.get();
    }

    public static long waits() {
        return WAITS.get();
    }
}
