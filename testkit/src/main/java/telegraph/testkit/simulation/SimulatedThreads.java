package telegraph.testkit.simulation;

import java.lang.reflect.Field;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import telegraph.testkit.schedule.Alarm;
import telegraph.testkit.schedule.CarriedThreads;

/// A world whose threads are all carried by one, in an order that a seed decides, and whose time
/// goes on only when nobody has anything to do: what happens in it happens again, step by step,
/// whenever it is run with the same seed.
///
/// ```
///  threads that can go on ──drawn──▶ one goes on until it parks or ends ──┐
///          ▲                                                               │
///          ├────────────── whom it woke, started, or who was interrupted ◀─┘
///          └── whose time has come ◀── timers, in order ◀── parked, slept or waited for so long
/// ```
///
/// The threads are virtual and this is their scheduler, and that of the threads they start. Where a
/// thread parks for some time, the time is this world's. If nobody can go on and nobody waits for a
/// time, everybody waits for somebody else: [#run] fails, and says where each of them is.
///
/// What the whole process shares, others may hold: a lock of some library's cache, a monitor. Who
/// waits for such a thing is awaited before any time passes, and woken from outside at no certain
/// time. Such wakings are counted ([#wakings]); a run without any is the same each time.
///
/// It reaches into the JDK for what it does not offer: a builder of virtual threads with a
/// scheduler of one's own, the timers of such threads, and who holds a lock. The first two are what
/// the JDK's own tests use.
///
/// Threads: one runs it, and carries the others; what they call, they call one at a time. Any
/// thread may wake one of them.
public final class SimulatedThreads implements Executor {
    private static final int BUSY_ONE_IN = 64;
    private static final int BUSY_NANOS_MAX = 2_000_000;
    private static final long PATIENCE_MILLIS = 200;
    private static final long PATIENCE_FOR_OTHERS_MILLIS = 30_000;
    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");

    private final SplittableRandom random;
    private final long nanosMax;
    private final List<Runnable> ready = new ArrayList<>();

    /// Those whose alarms rang, who go on before all others.
    private final Deque<Runnable> rung = new ArrayDeque<>();

    private boolean ringing;
    private final PriorityQueue<SimulatedTimer> timers =
            new PriorityQueue<>(
                    Comparator.comparingLong(SimulatedTimer::at)
                            .thenComparingLong(SimulatedTimer::number));
    private final ConcurrentLinkedQueue<Runnable> fromOutside = new ConcurrentLinkedQueue<>();
    private final Map<Runnable, Thread> threads = new IdentityHashMap<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private Thread carrier;

    /// Whose turn it is; none of no world is ever this, whenever it looks.
    private volatile Thread running;

    private long now;
    private long timersMade;
    private long steps;
    private long wakings;
    private long digest;

    /// @param longest how long a run may take, in its own time
    public SimulatedThreads(long seed, Duration longest) {
        this.random = new SplittableRandom(seed);
        this.nanosMax = longest.toNanos();
    }

    /// Nanoseconds since the world began.
    public long nanos() {
        return now;
    }

    /// The time of day.
    public Clock clock() {
        InstantSource source = () -> BEGIN.plusNanos(now);
        return source.withZone(ZoneOffset.UTC);
    }

    /// A number for all that has happened, the same for the same.
    public long digest() {
        return digest;
    }

    /// Has the digest depend on something that happened.
    public void note(Object what) {
        digest = digest * 31 + what.hashCode();
    }

    /// How often a thread was woken from outside.
    public long wakings() {
        return wakings;
    }

    /// Turns taken by threads.
    public long steps() {
        return steps;
    }

    /// A thread, not started. If it fails, so does the run.
    public Thread unstarted(String name, Runnable work) {
        return made(name, Executors.callable(work));
    }

    private Thread made(String name, Callable<?> work) {
        return CarriedThreads.unstarted(
                this,
                name,
                () -> {
                    try {
                        work.call();
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                });
    }

    /// Carries all threads until the one that does `main` and all that it started have ended.
    ///
    /// @throws AssertionError if they wait for each other, or for longer than allowed
    public void run(Callable<Void> main) throws Exception {
        SimulatedTimer.install();
        carrier = Thread.currentThread();
        made("main", main).start();
        SimulatedTimer.serve(this);
        try {
            while (step()) {
                if (failure.get() != null) {
                    break;
                }
            }
        } finally {
            SimulatedTimer.serve(null);
        }
        switch (failure.get()) {
            case null -> {}
            case Exception e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("what may it be?", e);
        }
        demandEnd();
    }

    private void demandEnd() {
        String left = CarriedThreads.stacks(threads.values());
        if (!left.isEmpty()) {
            throw new AssertionError("after " + now + " ns nobody can go on:" + left);
        }
    }

    /// Whether there was something to do.
    private boolean step() throws InterruptedException {
        if (now > nanosMax) {
            throw new AssertionError("it took too long: " + Duration.ofNanos(now));
        }
        takeFromOutside();
        if (!rung.isEmpty()) {
            goOn(rung.removeFirst());
            return true;
        }
        if (ready.isEmpty()) {
            awaitOutside();
        }
        if (!ready.isEmpty()) {
            if (random.nextInt(BUSY_ONE_IN) == 0) {
                pass(now + random.nextInt(BUSY_NANOS_MAX));
            }
            if (!rung.isEmpty()) {
                return true;
            }
            int drawn = random.nextInt(ready.size());
            Runnable next = ready.set(drawn, ready.getLast());
            ready.removeLast();
            digest = digest * 31 + drawn + 37 * ready.size();
            goOn(next);
            return true;
        }
        SimulatedTimer first = timers.peek();
        if (first == null) {
            return false;
        }
        pass(first.at());
        return true;
    }

    private void goOn(Runnable next) {
        steps++;
        running = threads.get(next);
        next.run();
        running = null;
    }

    /// Lets time pass, and wakes whose time comes.
    private void pass(long until) {
        while (!timers.isEmpty() && timers.peek().at() <= until) {
            SimulatedTimer timer = timers.poll();
            now = Math.max(now, timer.at());
            timer.run();
        }
        now = Math.max(now, until);
    }

    /// Gives those outside the time to wake somebody who waits for what they hold.
    private void awaitOutside() throws InterruptedException {
        long began = System.nanoTime();
        while (fromOutside.isEmpty() && isHeldUp(System.nanoTime() - began)) {
            Thread.sleep(0, 100_000);
        }
        takeFromOutside();
    }

    /// Whether somebody may still be woken from outside. Who holds a monitor, and whom one waits
    /// for without a lock, nobody can say, so this is not believed for long.
    private boolean isHeldUp(long nanos) {
        boolean isSoon = nanos < PATIENCE_MILLIS * 1_000_000;
        boolean isInTime = nanos < PATIENCE_FOR_OTHERS_MILLIS * 1_000_000;
        boolean isAnybodyLeft = false;
        for (Thread thread : threads.values()) {
            isAnybodyLeft |= thread.isAlive();
            if (isSoon && thread.getState() == Thread.State.BLOCKED) {
                return true;
            }
            if (isInTime && Blockers.areOthers(thread, threads::containsValue)) {
                return true;
            }
        }
        return isSoon && isAnybodyLeft && timers.isEmpty();
    }

    private void takeFromOutside() {
        for (Runnable one = fromOutside.poll(); one != null; one = fromOutside.poll()) {
            wakings++;
            ready.add(one);
        }
    }

    /// A thread can go on.
    @Override
    public void execute(Runnable goesOn) {
        Thread from = Thread.currentThread();
        if (from != carrier && from != running) {
            fromOutside.add(goesOn);
            return;
        }
        threads.computeIfAbsent(goesOn, SimulatedThreads::thread);
        if (ringing) {
            rung.add(goesOn);
        } else {
            ready.add(goesOn);
        }
        if (threads.size() > 1_000) {
            threads.values().removeIf(thread -> !thread.isAlive());
        }
    }

    /// Whose turn it is that a task stands for.
    private static Thread thread(Runnable goesOn) {
        try {
            for (Field field : goesOn.getClass().getDeclaredFields()) {
                if (Thread.class.isAssignableFrom(field.getType())) {
                    field.setAccessible(true);
                    return (Thread) field.get(goesOn);
                }
            }
            throw new AssertionError("the JDK has changed: " + goesOn.getClass());
        } catch (IllegalAccessException e) {
            throw new AssertionError("the JDK has changed", e);
        }
    }

    /// Something to do at a time to come.
    SimulatedTimer timer(Runnable task, long nanos) {
        SimulatedTimer timer =
                new SimulatedTimer(this, task, now + Math.max(0, nanos), timersMade++);
        timers.add(timer);
        return timer;
    }

    void cancelled(SimulatedTimer timer) {
        timers.remove(timer);
    }

    /// Sleeps in this world's time.
    public void sleep(Duration duration) throws InterruptedException {
        long end = now + duration.toNanos();
        do {
            if (Thread.interrupted()) {
                throw new InterruptedException("a sleeper was woken");
            }
            LockSupport.parkNanos(end - now);
        } while (now < end);
        if (Thread.interrupted()) {
            throw new InterruptedException("a sleeper was woken");
        }
    }

    private void ring(Alarm alarm) {
        ringing = true;
        try {
            alarm.run();
        } finally {
            ringing = false;
        }
    }

    /// As [Condition#awaitNanos], in this world's time.
    public long await(Condition signal, long nanos) throws InterruptedException {
        if (nanos <= 0) {
            return nanos;
        }
        long end = now + nanos;
        Alarm alarm = new Alarm();
        SimulatedTimer timer = timer(() -> ring(alarm), nanos);
        try {
            alarm.await(signal);
        } finally {
            timer.cancel(false);
        }
        return end - now;
    }
}
