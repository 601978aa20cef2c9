package telegraph.ground;

import java.util.function.BiFunction;

/// Where threads come from that compute. Those that only wait are virtual and made where they are
/// needed; these are threads of the machine, among which the system shares the cores.
///
/// A thread may replace the maker, for itself and for all that it and they start, as a virtual
/// thread's scheduler is its children's: so a test has all threads of a sandbox be its own, and
/// decides which of them runs.
///
/// Threads: any.
public final class WorkerThreads {
    private static final InheritableThreadLocal<BiFunction<String, Runnable, Thread>> MAKER =
            new InheritableThreadLocal<>();

    private WorkerThreads() {}

    /// A daemon, not started.
    public static Thread make(String name, Runnable work) {
        return make(name, 0, work);
    }

    /// As [#make(String,Runnable)], with room for what recurses.
    ///
    /// @param stackBytes reserved and not taken; 0 for as much as usual
    public static Thread make(String name, long stackBytes, Runnable work) {
        BiFunction<String, Runnable, Thread> own = MAKER.get();
        return own == null
                ? Thread.ofPlatform().daemon().name(name).stackSize(stackBytes).unstarted(work)
                : own.apply(name, work);
    }

    /// Whether threads made here are somebody's own.
    public static boolean areReplaced() {
        return MAKER.get() != null;
    }

    /// From now on this thread and all that it starts make such threads by `maker`, which gives one
    /// of that name, not started.
    public static void replace(BiFunction<String, Runnable, Thread> maker) {
        MAKER.set(maker);
    }
}
