package telegraph.testkit.simulation;

import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// Something to be done at a time of a simulated world.
///
/// The JDK has one set of timers for all virtual threads whose scheduler is not its own. [#install]
/// puts others in their place, for good, which serve whichever world the thread runs that asks.
///
/// Threads: the carrier of the world.
final class SimulatedTimer extends FutureTask<Void> implements ScheduledFuture<Void> {
    private static final ThreadLocal<SimulatedThreads> SERVED = new ThreadLocal<>();

    private final SimulatedThreads world;
    private final long at;
    private final long number;

    SimulatedTimer(SimulatedThreads world, Runnable task, long at, long number) {
        super(task, null);
        this.world = world;
        this.at = at;
        this.number = number;
    }

    /// Nanoseconds since the world began.
    long at() {
        return at;
    }

    /// Of two for the same time, the one with the lower number is first.
    long number() {
        return number;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        world.cancelled(this);
        return super.cancel(mayInterrupt);
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(at - world.nanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }

    /// The world whose threads this thread carries from now on; null for none.
    static void serve(SimulatedThreads world) {
        SERVED.set(world);
    }

    /// Has the JDK's virtual threads with schedulers of their own ask here for timers.
    static synchronized void install() {
        try {
            Field field =
                    Class.forName("java.lang.VirtualThread$DelayedTaskSchedulers")
                            .getDeclaredField("INSTANCE");
            field.setAccessible(true);
            ScheduledExecutorService[] timers = (ScheduledExecutorService[]) field.get(null);
            for (int i = 0; i < timers.length; i++) {
                if (!(timers[i] instanceof Timers)) {
                    timers[i] = new Timers(timers[i]);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the JDK has changed", e);
        }
    }

    /// In the place of a timer of the JDK's, which goes on for all that are in no simulated world.
    private static final class Timers extends AbstractExecutorService
            implements ScheduledExecutorService {
        private final ScheduledExecutorService others;

        Timers(ScheduledExecutorService others) {
            this.others = others;
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            SimulatedThreads world = SERVED.get();
            return world == null
                    ? others.schedule(task, delay, unit)
                    : world.timer(task, unit.toNanos(delay));
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
            return others.schedule(task, delay, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(
                Runnable task, long first, long period, TimeUnit unit) {
            return others.scheduleAtFixedRate(task, first, period, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(
                Runnable task, long first, long delay, TimeUnit unit) {
            return others.scheduleWithFixedDelay(task, first, delay, unit);
        }

        @Override
        public void execute(Runnable task) {
            others.execute(task);
        }

        @Override
        public void shutdown() {
            others.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return others.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return others.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return others.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return others.awaitTermination(timeout, unit);
        }
    }
}
