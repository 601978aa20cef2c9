package telegraph.ground;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Work that is done once, on a thread of the machine: one that did other work before, if one is
/// idle. To make a thread and end it takes the machine longer than a small query.
///
/// ```
/// job ──start──▶ idle thread, or a new one ──▶ work ──▶ idle for a while ──▶ gone
/// ```
///
/// An interrupt of a job reaches its work and no later one on the same thread.
///
/// There are as many threads as jobs were under way at once in the last seconds. Where threads are
/// somebody's own ([WorkerThreads]) each job has one of those.
///
/// Threads: any.
public final class Job {
    private static final long IDLE_SECONDS = 5;
    private static final Map<Long, Executor> KEPT = new ConcurrentHashMap<>();

    private final String name;
    private final long stackBytes;
    private final Runnable work;
    private final CountDownLatch ended = new CountDownLatch(1);

    /// The thread that is somebody's own, or null.
    private final Thread own;

    /// The one that does the work now, guarded by this.
    private Thread worker;

    private boolean interrupted;
    private volatile boolean started;

    private Job(String name, long stackBytes, Runnable work) {
        this.name = name;
        this.stackBytes = stackBytes;
        this.work = work;
        this.own = WorkerThreads.areReplaced() ? WorkerThreads.make(name, this::run) : null;
    }

    /// One that is not started.
    ///
    /// @param name what the thread is called meanwhile
    /// @param stackBytes reserved and not taken; 0 for as much as usual. Jobs of one size share
    ///   threads
    public static Job of(String name, long stackBytes, Runnable work) {
        return new Job(name, stackBytes, work);
    }

    private static Executor kept(long stackBytes) {
        return KEPT.computeIfAbsent(
                stackBytes,
                bytes ->
                        new ThreadPoolExecutor(
                                0,
                                Integer.MAX_VALUE,
                                IDLE_SECONDS,
                                TimeUnit.SECONDS,
                                new SynchronousQueue<>(),
                                task -> WorkerThreads.make("idle worker", bytes, task)));
    }

    /// Starts it, once.
    public Job start() {
        if (own != null) {
            own.start();
        } else {
            kept(stackBytes).execute(this::named);
        }
        started = true;
        return this;
    }

    private void named() {
        Thread thread = Thread.currentThread();
        thread.setName(name);
        try {
            run();
        } finally {
            thread.setName("idle worker");
        }
    }

    private void run() {
        synchronized (this) {
            worker = Thread.currentThread();
            if (interrupted) {
                worker.interrupt();
            }
        }
        try {
            work.run();
        } finally {
            synchronized (this) {
                worker = null;
            }
            if (own == null) {
                Thread.interrupted(); // it was for this job
            }
            ended.countDown();
        }
    }

    /// Interrupts the work; if it has not begun, as soon as it does.
    public synchronized void interrupt() {
        interrupted = true;
        if (worker != null) {
            worker.interrupt();
        }
    }

    /// Whether the caller is its work.
    public synchronized boolean isHere() {
        return worker == Thread.currentThread();
    }

    /// Waits until its work is done, if it was started.
    public void join() throws InterruptedException {
        if (started) {
            ended.await();
        }
    }
}
