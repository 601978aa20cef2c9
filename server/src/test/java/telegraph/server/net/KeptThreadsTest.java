package telegraph.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeptThreadsTest {
    private final KeptThreads threads = new KeptThreads();

    /// Runs so much at once, and tells which threads did it.
    private Set<Thread> together(int count) throws InterruptedException {
        Set<Thread> by = ConcurrentHashMap.newKeySet();
        CountDownLatch there = new CountDownLatch(count);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            threads.run(() -> {
                by.add(Thread.currentThread());
                there.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                done.countDown();
            });
        }
        there.await();
        go.countDown();
        done.await();
        return by;
    }

    @Test
    void someRestAndDoWhatComesNext() throws InterruptedException {
        int many = 3 * KeptThreads.RESTING_MAX;
        Set<Thread> first = together(many);
        assertEquals(many, first.size(), "what may wait has a thread of its own");
        int kept = 0;
        while (kept != KeptThreads.RESTING_MAX) {
            Thread.onSpinWait(); // the others are about to end
            kept = (int) first.stream().filter(Thread::isAlive).count();
            assertTrue(kept >= KeptThreads.RESTING_MAX);
        }
        Set<Thread> second = together(many);
        second.retainAll(first);
        assertEquals(KeptThreads.RESTING_MAX, second.size());
    }

    @Test
    void anInterruptIsNotOneOfTheNextWork() throws InterruptedException {
        AtomicInteger interrupted = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            CountDownLatch done = new CountDownLatch(1);
            threads.run(() -> {
                interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                Thread.currentThread().interrupt();
                done.countDown();
            });
            done.await();
        }
        assertEquals(0, interrupted.get());
    }
}
