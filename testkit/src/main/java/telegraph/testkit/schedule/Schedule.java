package telegraph.testkit.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// One run of a test's threads, one of them at a time, in an order that follows from a seed.
///
/// ```
///            ready: [worker-0] [reader t1] [starter]
///                        │ pick
///   run until it waits, or ends, or gives way at a step ──► ready, or a timer, or nowhere
/// ```
///
/// The caller's thread carries them all: they are virtual threads whose scheduler this is, so that
/// whatever the JDK makes them wait for gives way to others. Half of the seeds draw at each choice
/// among all that are ready, and give way at one step in so many. The other half draw a priority
/// for each thread, run whoever is ready with the highest, and take it away at a few steps drawn
/// before (Burckhardt, Kothari, Musuvathi and Nagarakatte, *A Randomized Scheduler with
/// Probabilistic Guarantees of Finding Bugs*, 2010): that finds what needs one thread to rest for
/// very long.
///
/// Time is counted, not measured: it goes on a little each time somebody asks, and to the next
/// timer when nobody is ready.
///
/// Threads: the one that runs it, and those it runs, all of which it carries; so nothing here is
/// guarded but [#execute], which threads of the JDK call too. Several schedules may run at once,
/// each carried by a thread of its own.
public final class Schedule implements Executor {
    /// The one that a thread is part of, set by the thread itself as it begins.
    private static final ThreadLocal<Schedule> CURRENT = new ThreadLocal<>();

    private static final int UNBLOCKED_WAITS = 10_000;
    private static final long UNBLOCKED_NANOS = 1_000_000;
    private static final int STEPS_BETWEEN = 1_000;
    private static final int EARLY_ONE_IN = 64;
    private static final int STEPS_MAX = 5_000_000;

    private final SplittableRandom random;
    private final boolean byPriority;
    private final int giveWayOneIn;

    /// Who becomes ready comes here, by the carrier itself or by a thread of the JDK's.
    private final ConcurrentLinkedQueue<Runnable> arrived = new ConcurrentLinkedQueue<>();

    private final List<Runnable> ready = new ArrayList<>();
    private final Thread carrier = Thread.currentThread();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(
                    Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
    private final Map<Runnable, Double> priorities = new IdentityHashMap<>();
    private final Map<Object, Monitor> monitors = new IdentityHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private Runnable running;
    private double lowest;
    private int demotions;
    private int nextDemotion;
    private long nanos;
    private long timersMade;
    private int steps;
    private volatile String endless;

    /// What a run does; it may start threads, which are part of the schedule too.
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /// What stands for the monitor of an object: that of the JDK wakes threads at a time of its
    /// own.
    static final class Monitor {
        final ReentrantLock lock = new ReentrantLock();
        final Condition changed = lock.newCondition();
    }

    /// Somebody who sleeps.
    private record Timer(long at, long number, Runnable wake) {}

    private Schedule(long seed) {
        this.random = new SplittableRandom(seed);
        this.byPriority = random.nextBoolean();
        this.giveWayOneIn = 2 << random.nextInt(8);
        this.demotions = random.nextInt(5);
        drawDemotion();
    }

    /// Runs a body and all threads it starts; returns when none of them can go on.
    ///
    /// @throws AssertionError if the body has not ended by then
    public static void run(long seed, Body body) throws Exception {
        new Schedule(seed).run(body);
    }

    private void run(Body body) throws Exception {
        Throwable[] failure = new Throwable[1];
        boolean[] ended = new boolean[1];
        Thread main =
                thread(
                        "main",
                        () -> {
                            try {
                                body.run();
                            } catch (Throwable e) {
                                failure[0] = e;
                            } finally {
                                ended[0] = true;
                            }
                        });
        main.start();
        while (next()) {
            running.run();
        }
        switch (failure[0]) {
            case null -> {}
            case Exception e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new AssertionError(e);
        }
        if (endless != null) {
            throw new AssertionError(endless);
        }
        if (!ended[0]) {
            throw new AssertionError("nobody can go on:" + CarriedThreads.stacks(threads));
        }
    }

    /// Whether the current thread is part of a schedule, which notices itself what does not end.
    public static boolean isHere() {
        return current() != null;
    }

    /// Chooses who runs next; false if nobody does any more.
    private boolean next() {
        if (endless != null) {
            return false;
        }
        boolean rang = false;
        if (!timers.isEmpty() && random.nextInt(EARLY_ONE_IN) == 0) {
            rang = wakeFirst(); // however busy the others are, time goes on
        }
        while (!someReady()) {
            awaitUnblocked();
            if (!someReady()) {
                if (timers.isEmpty()) {
                    return false;
                }
                rang = wakeFirst();
            }
        }
        running =
                rang
                        ? ready.removeLast()
                        : ready.remove(byPriority ? highest() : random.nextInt(ready.size()));
        return true;
    }

    /// Returns whether an alarm rang, whose thread is the last that is ready then.
    private boolean wakeFirst() {
        someReady();
        Timer first = timers.poll();
        nanos = Math.max(nanos, first.at());
        first.wake().run();
        boolean rang = first.wake() instanceof Alarm alarm && alarm.rang();
        return someReady() && rang;
    }

    private boolean someReady() {
        for (Runnable one = arrived.poll(); one != null; one = arrived.poll()) {
            ready.add(one);
        }
        return !ready.isEmpty();
    }

    /// Monitors inside the JDK wake whom they blocked by a thread of their own, a moment later.
    private void awaitUnblocked() {
        threads.removeIf(t -> t.getState() == Thread.State.TERMINATED);
        for (int waits = 0; !someReady() && someBlocked() && waits < UNBLOCKED_WAITS; waits++) {
            LockSupport.parkNanos(UNBLOCKED_NANOS);
        }
    }

    private boolean someBlocked() {
        return threads.stream()
                .map(Thread::getState)
                .anyMatch(s -> s == Thread.State.BLOCKED || s == Thread.State.RUNNABLE);
    }

    private int highest() {
        int best = 0;
        for (int i = 1; i < ready.size(); i++) {
            if (priority(ready.get(i)) > priority(ready.get(best))) {
                best = i;
            }
        }
        return best;
    }

    private double priority(Runnable thread) {
        return priorities.computeIfAbsent(thread, t -> random.nextDouble());
    }

    @Override
    public void execute(Runnable continuation) {
        arrived.add(continuation);
        if (Thread.currentThread() != carrier) {
            LockSupport.unpark(carrier);
        }
    }

    /// The schedule that the current thread is part of, or null.
    static Schedule current() {
        return CURRENT.get();
    }

    /// A place where threads meet: another may go on.
    void step() {
        if (++steps == STEPS_MAX) {
            endless = "it does not end: steps=" + steps + CarriedThreads.stacks(threads);
        }
        if (endless != null) {
            Thread.yield(); // nobody goes on from here
        }
        if (byPriority ? isOutranked() : random.nextInt(giveWayOneIn) == 0) {
            Thread.yield();
        }
    }

    /// Whether somebody of a higher priority is ready, which can change only when somebody becomes
    /// ready and when a priority is taken away.
    private boolean isOutranked() {
        boolean demoted = steps >= nextDemotion;
        if (!demoted && arrived.isEmpty()) {
            return false;
        }
        if (demoted) {
            demote();
            drawDemotion();
        }
        return someReady() && priority(ready.get(highest())) > priority(running);
    }

    private void drawDemotion() {
        boolean more = demotions-- > 0;
        nextDemotion = more ? steps + random.nextInt(STEPS_BETWEEN) : Integer.MAX_VALUE;
    }

    private void demote() {
        priorities.put(running, --lowest);
    }

    Monitor monitor(Object of) {
        return monitors.computeIfAbsent(of, o -> new Monitor());
    }

    /// Lets all others go before: the current thread waits for something they do.
    void spin() {
        demote();
        Thread.yield();
    }

    long nanoTime() {
        nanos += random.nextInt(2_000);
        return nanos;
    }

    /// Waits until so much time has passed, or somebody unparks or interrupts the thread.
    void park(long howLong) {
        Thread thread = Thread.currentThread();
        Timer timer = new Timer(nanos + howLong, timersMade++, () -> LockSupport.unpark(thread));
        timers.add(timer);
        LockSupport.park();
        timers.remove(timer);
    }

    void sleep(long howLong) throws InterruptedException {
        long until = nanos + Math.max(1, howLong);
        while (nanos < until) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            park(until - nanos);
        }
    }

    /// Waits for a signal, for about so much time: those nanoseconds that are left, or fewer than
    /// 0.
    long await(Condition signal, long most) throws InterruptedException {
        long end = nanos + most;
        long wake = nanos + 1 + (long) (random.nextDouble() * (most + most / 2.0));
        Alarm alarm = new Alarm();
        Timer timer = new Timer(wake, timersMade++, alarm);
        timers.add(timer);
        try {
            alarm.await(signal);
        } finally {
            timers.remove(timer);
        }
        return end - nanos;
    }

    /// A thread of this schedule, not started.
    Thread thread(String name, Runnable body) {
        Runnable inside =
                () -> {
                    CURRENT.set(this);
                    body.run();
                };
        Thread thread = CarriedThreads.unstarted(this, name, inside);
        threads.add(thread);
        return thread;
    }
}
