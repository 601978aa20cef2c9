package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;

final class LastResortTest {
    /// What happened, in order.
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    private final CountDownLatch passed = new CountDownLatch(1);

    /// Time that passes when the test says so.
    private final Ticker ticker =
            new Ticker() {
                @Override
                public long nanos() {
                    return 0;
                }

                @Override
                public void sleep(Duration duration) throws InterruptedException {
                    seen.add("sleeps " + duration.toSeconds());
                    try {
                        passed.await();
                    } catch (InterruptedException e) {
                        seen.add("woken");
                        throw e;
                    }
                }
            };

    private LastResort resort(int running) {
        return new LastResort(
                Duration.ofSeconds(15),
                () -> {
                    seen.add("asked");
                    return running;
                },
                ticker,
                () -> seen.add("halted"));
    }

    private String next() throws InterruptedException {
        return seen.poll(120, TimeUnit.SECONDS);
    }

    @Test
    void statementsThatDoNotHearDoNotKeepTheProcess() throws InterruptedException {
        try (LastResort resort = resort(1)) {
            resort.arm();
            assertEquals("sleeps 15", next());
            passed.countDown();
            assertEquals("asked", next());
            assertEquals("halted", next());
        }
    }

    @Test
    void anEndInTimeIsLeftAlone() throws InterruptedException {
        try (LastResort resort = resort(1)) {
            resort.arm();
            assertEquals("sleeps 15", next());
        }
        assertEquals("woken", next());
        passed.countDown();
        assertEquals(null, seen.poll(10, TimeUnit.MILLISECONDS));
    }

    @Test
    void whereNoStatementIsLeftTheRestIsWaitedFor() throws InterruptedException {
        try (LastResort resort = resort(0)) {
            resort.arm();
            assertEquals("sleeps 15", next());
            passed.countDown();
            assertEquals("asked", next());
            assertEquals(null, seen.poll(10, TimeUnit.MILLISECONDS));
        }
    }
}
