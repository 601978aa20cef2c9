package telegraph.crawler.journal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// Does what waits for the disk, one thing after the other, in a thread of its own.
///
/// After the first failure nothing more is done, so that nothing follows from what did not happen;
/// [#check] throws that failure.
///
/// Threads: any; what it does, its own.
public final class Scribe implements Executor, AutoCloseable {
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("crawl-scribe").daemon().factory());
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Override
    public void execute(Runnable work) {
        underWay.incrementAndGet();
        thread.execute(() -> {
            try {
                if (failure.get() == null) {
                    work.run();
                }
            } catch (RuntimeException | Error e) {
                failure.set(e);
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    /// Whether all is done.
    boolean isIdle() {
        return underWay.get() == 0;
    }

    /// Returns when all that was given to it so far is done.
    void await() {
        CountDownLatch done = new CountDownLatch(1);
        thread.execute(done::countDown);
        boolean interrupted = false;
        while (done.getCount() > 0) {
            try {
                done.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Throws what went wrong, if something did.
    void check() {
        switch (failure.get()) {
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            case null, default -> {}
        }
    }

    /// Returns when all is done, whoever interrupts: the files are not to be given to another crawl
    /// before.
    @Override
    public void close() {
        thread.shutdown();
        boolean interrupted = false;
        while (!thread.isTerminated()) {
            try {
                thread.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
