package telegraph.testkit.schedule;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/// What classes of a [SteppedLoader] call where they would call the JDK, or beside it. Outside a
/// schedule each does what the JDK does.
///
/// Threads: any.
public final class Steps {
    private Steps() {}

    /// A place where threads meet.
    public static void step() {
        Schedule schedule = Schedule.current();
        if (schedule != null) {
            schedule.step();
        }
    }

    /// [Thread#yield] and [Thread#onSpinWait].
    public static void spin() {
        Schedule schedule = Schedule.current();
        if (schedule == null) {
            Thread.yield();
        } else {
            schedule.spin();
        }
    }

    /// [System#nanoTime].
    public static long nanoTime() {
        Schedule schedule = Schedule.current();
        return schedule == null ? System.nanoTime() : schedule.nanoTime();
    }

    /// [LockSupport#parkNanos(long)].
    public static void parkNanos(long nanos) {
        Schedule schedule = Schedule.current();
        if (schedule == null) {
            LockSupport.parkNanos(nanos);
        } else {
            schedule.park(nanos);
        }
    }

    /// [LockSupport#parkNanos(Object, long)].
    public static void parkNanos(Object blocker, long nanos) {
        parkNanos(nanos);
    }

    /// [Thread#sleep(long)].
    public static void sleep(long millis) throws InterruptedException {
        sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /// [Thread#sleep(long, int)].
    public static void sleep(long millis, int nanos) throws InterruptedException {
        sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis) + nanos);
    }

    /// [Thread#sleep(java.time.Duration)].
    public static void sleep(java.time.Duration howLong) throws InterruptedException {
        sleepNanos(howLong.toNanos());
    }

    private static void sleepNanos(long nanos) throws InterruptedException {
        Schedule schedule = Schedule.current();
        if (schedule == null) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } else {
            schedule.sleep(nanos);
        }
    }

    /// [Condition#awaitNanos]: in a schedule it may end early, as any wait may.
    public static long awaitNanos(Condition condition, long nanos) throws InterruptedException {
        Schedule schedule = Schedule.current();
        return schedule == null ? condition.awaitNanos(nanos) : schedule.await(condition, nanos);
    }

    /// Takes the monitor of an object. Outside a schedule there is but one thread, and no need.
    public static void enter(Object object) {
        Schedule schedule = Schedule.current();
        if (schedule != null) {
            schedule.step();
            schedule.monitor(object).lock.lock();
        }
    }

    /// Gives the monitor of an object back.
    public static void exit(Object object) {
        Schedule schedule = Schedule.current();
        if (schedule != null) {
            schedule.monitor(object).lock.unlock();
            schedule.step();
        }
    }

    /// [Object#wait()].
    public static void wait(Object object) throws InterruptedException {
        schedule().monitor(object).changed.await();
    }

    /// [Object#wait(long)].
    public static void wait(Object object, long millis) throws InterruptedException {
        awaitNanos(
                schedule().monitor(object).changed,
                millis == 0 ? Long.MAX_VALUE / 2 : TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /// [Object#notify].
    public static void notify(Object object) {
        schedule().monitor(object).changed.signal();
    }

    /// [Object#notifyAll].
    public static void notifyAll(Object object) {
        Schedule schedule = Schedule.current();
        if (schedule != null) {
            schedule.monitor(object).changed.signalAll();
        }
    }

    private static Schedule schedule() {
        Schedule schedule = Schedule.current();
        if (schedule == null) {
            throw new IllegalStateException("a thread waits outside any schedule");
        }
        return schedule;
    }

    /// [Thread#ofPlatform].
    public static Builder ofPlatform() {
        return new Builder(Thread.ofPlatform());
    }

    /// [Thread#ofVirtual].
    public static Builder ofVirtual() {
        return new Builder(Thread.ofVirtual());
    }

    /// [Thread#startVirtualThread].
    public static Thread startVirtualThread(Runnable body) {
        return ofVirtual().start(body);
    }

    /// [Thread.Builder], as far as it is used.
    public static final class Builder {
        private final Thread.Builder real;
        private String name = "";

        private Builder(Thread.Builder real) {
            this.real = real;
        }

        public Builder name(String given) {
            name = given;
            real.name(given);
            return this;
        }

        /// Threads of a schedule keep nobody alive.
        public Builder daemon() {
            if (real instanceof Thread.Builder.OfPlatform platform) {
                platform.daemon();
            }
            return this;
        }

        public Builder stackSize(long bytes) {
            if (real instanceof Thread.Builder.OfPlatform platform) {
                platform.stackSize(bytes);
            }
            return this;
        }

        public Thread unstarted(Runnable body) {
            Schedule schedule = Schedule.current();
            return schedule == null ? real.unstarted(body) : schedule.thread(name, body);
        }

        public Thread start(Runnable body) {
            Thread thread = unstarted(body);
            thread.start();
            return thread;
        }
    }
}
