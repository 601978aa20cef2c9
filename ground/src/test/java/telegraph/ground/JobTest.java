package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class JobTest {
    private static final long STACK_BYTES = 1L << 20;

    private static Thread threadOf(AtomicReference<Thread> seen, Runnable also)
            throws InterruptedException {
        Job job =
                Job.of(
                        "job of a test",
                        STACK_BYTES,
                        () -> {
                            seen.set(Thread.currentThread());
                            also.run();
                        });
        job.start().join();
        return seen.get();
    }

    @Test
    void threadsAreUsedAgainUnderTheNameOfTheirJob() throws InterruptedException {
        AtomicReference<String> name = new AtomicReference<>();
        Set<Thread> threads = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Runnable naming = () -> name.set(Thread.currentThread().getName());
            threads.add(threadOf(new AtomicReference<>(), naming));
        }
        assertEquals("job of a test", name.get());
        assertTrue(threads.size() < 20, () -> "threads=" + threads.size());
        assertTrue(threads.stream().allMatch(Thread::isDaemon));
    }

    @Test
    void anInterruptReachesItsJobAndNoLaterOne() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            CountDownLatch begun = new CountDownLatch(1);
            AtomicBoolean interrupted = new AtomicBoolean();
            Job job =
                    Job.of(
                            "interrupted",
                            STACK_BYTES,
                            () -> {
                                begun.countDown();
                                while (!Thread.currentThread().isInterrupted()) {
                                    Thread.onSpinWait();
                                }
                                interrupted.set(true);
                            });
            job.start();
            begun.await();
            job.interrupt();
            job.join();
            assertTrue(interrupted.get());
            job.interrupt();
            AtomicBoolean later = new AtomicBoolean();
            threadOf(
                    new AtomicReference<>(),
                    () -> later.set(Thread.currentThread().isInterrupted()));
            assertFalse(later.get(), "it was not for this one");
        }
    }

    @Test
    void whatIsInterruptedBeforeItBeginsIsSoWhenItDoes() throws InterruptedException {
        AtomicBoolean interrupted = new AtomicBoolean();
        Job job =
                Job.of(
                        "early",
                        STACK_BYTES,
                        () -> interrupted.set(Thread.currentThread().isInterrupted()));
        job.interrupt();
        job.start().join();
        assertTrue(interrupted.get());
    }

    @Test
    void jobsAtOnceHaveThreadsOfTheirOwnAndAreHereOnThem() throws InterruptedException {
        CountDownLatch both = new CountDownLatch(2);
        AtomicReference<Thread> one = new AtomicReference<>();
        AtomicReference<Thread> another = new AtomicReference<>();
        AtomicReference<Job> self = new AtomicReference<>();
        AtomicBoolean here = new AtomicBoolean();
        self.set(
                Job.of(
                        "one",
                        STACK_BYTES,
                        () -> {
                            one.set(Thread.currentThread());
                            here.set(self.get().isHere());
                            meet(both);
                        }));
        Job second =
                Job.of(
                        "another",
                        STACK_BYTES,
                        () -> {
                            another.set(Thread.currentThread());
                            meet(both);
                        });
        self.get().start();
        second.start();
        self.get().join();
        second.join();
        assertNotSame(one.get(), another.get());
        assertTrue(here.get());
        assertFalse(self.get().isHere());
    }

    private static void meet(CountDownLatch both) {
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void waitingForAllIsNotShortenedByAnInterrupt() {
        AtomicBoolean done = new AtomicBoolean();
        Thread waiting = Thread.currentThread();
        Job job =
                Job.of(
                        "long",
                        STACK_BYTES,
                        () -> {
                            waiting.interrupt();
                            done.set(true);
                        });
        job.start();
        Uninterruptibly.await(job::join);
        assertTrue(done.get());
        assertTrue(Thread.interrupted(), "it is told afterwards");
    }

    @Test
    void whereThreadsAreSomebodysOwnAJobHasOneOfThose() throws InterruptedException {
        AtomicReference<Thread> made = new AtomicReference<>();
        AtomicReference<Thread> seen = new AtomicReference<>();
        Thread outer =
                new Thread(() -> {
                    WorkerThreads.replace((name, work) -> {
                        Thread thread = new Thread(work, name);
                        made.set(thread);
                        return thread;
                    });
                    try {
                        threadOf(seen, () -> {});
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        outer.start();
        outer.join();
        assertSame(made.get(), seen.get());
    }
}
