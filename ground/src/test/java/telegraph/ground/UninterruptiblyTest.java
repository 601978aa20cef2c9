package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class UninterruptiblyTest {
    @Test
    void whoIsInterruptedWaitsToTheEndAndIsSoAfterwards() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Runnable waits =
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError("nobody interrupts it", e);
                    }
                };
        List<Thread> ending =
                List.of(Thread.startVirtualThread(waits), Thread.startVirtualThread(waits));
        boolean[] seen = new boolean[2];
        Thread waiting =
                Thread.startVirtualThread(() -> {
                    Uninterruptibly.join(ending);
                    seen[0] = ending.stream().noneMatch(Thread::isAlive);
                    seen[1] = Thread.currentThread().isInterrupted();
                });
        waiting.interrupt();
        waiting.join(50);
        assertTrue(waiting.isAlive());
        end.countDown();
        waiting.join();
        assertTrue(seen[0], "they have ended");
        assertTrue(seen[1], "the interrupt is not lost");
    }

    @Test
    void whoIsNotInterruptedIsNotSoAfterwards() {
        Uninterruptibly.join(Thread.startVirtualThread(() -> {}));
        assertFalse(Thread.currentThread().isInterrupted());
    }
}
