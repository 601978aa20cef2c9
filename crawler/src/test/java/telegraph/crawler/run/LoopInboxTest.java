package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.crawler.visit.LoopInbox;

class LoopInboxTest {
    private static final class Numbered extends LoopInbox.Letter {
        final int writer;
        final int number;

        Numbered(int writer, int number) {
            this.writer = writer;
            this.number = number;
        }
    }

    @Test
    void whatIsLeftWithoutAWakeIsThereForWhoLooks() {
        LoopInbox inbox = new LoopInbox();
        inbox.leave(new Numbered(0, 0));
        // Does not sleep where there is a letter, however it came.
        inbox.await(Long.MAX_VALUE);
        inbox.put(new Numbered(0, 1));
        Numbered first = (Numbered) inbox.takeAll();
        assertEquals(0, first.number);
        assertEquals(1, ((Numbered) first.next()).number);
    }

    @Test
    @Timeout(600)
    void lettersOfManyWritersComeOnceAndInTheOrderOfEach() throws InterruptedException {
        int writers = 8;
        int letters = 20_000;
        LoopInbox inbox = new LoopInbox();
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            int writer = w;
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                for (int i = 0; i < letters; i++) {
                                    inbox.put(new Numbered(writer, i));
                                }
                            }));
        }
        int[] next = new int[writers];
        for (int taken = 0; taken < writers * letters; ) {
            // Woken only by letters: a lost wake would be a test that does not end in time.
            inbox.await(TimeUnit.SECONDS.toNanos(100));
            for (LoopInbox.Letter letter = inbox.takeAll();
                    letter != null;
                    letter = letter.next()) {
                Numbered numbered = (Numbered) letter;
                assertEquals(next[numbered.writer]++, numbered.number);
                taken++;
            }
        }
        int[] all = new int[writers];
        Arrays.fill(all, letters);
        assertArrayEquals(all, next);
        assertNull(inbox.takeAll());
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void aNudgeBeforeTheWaitIsNotLost() {
        LoopInbox inbox = new LoopInbox();
        inbox.nudge();
        long began = System.nanoTime();
        inbox.await(TimeUnit.SECONDS.toNanos(100));
        assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(50));
    }

    @Test
    @Timeout(600)
    void whoWaitsIsWokenByEachThingGivenBack() throws InterruptedException {
        Waiters waiters = new Waiters();
        List<Thread> threads = new ArrayList<>();
        CountDownLatch entered = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            boolean leaves = i % 3 == 0;
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                Waiters.Waiter waiter = waiters.enter();
                                boolean left = leaves && waiter.leave();
                                entered.countDown();
                                try {
                                    if (!left) {
                                        waiter.await();
                                    }
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException("nobody interrupts", e);
                                }
                            }));
        }
        entered.await();
        // Those who left are passed over: as many wakes as there are who wait are enough.
        for (int i = 0; i < 66; i++) {
            waiters.wakeOne();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        waiters.wakeOne();
    }
}
