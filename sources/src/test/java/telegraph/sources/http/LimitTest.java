package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Meter;
import telegraph.memory.Type;
import telegraph.sources.HttpSettings;
import telegraph.sources.fetch.Budgets;
import telegraph.sources.fetch.HostGate;
import telegraph.sources.fetch.RateLimit;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

class LimitTest {
    @TempDir Path directory;

    private static void awaited(CountDownLatch latch) {
        try {
            assertTrue(latch.await(Threads.PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private void assertInProgress(int expected, HttpSettings settings, int concurrentMax)
            throws Exception {
        try (Desk desk = new Desk(directory, settings)) {
            desk.column("id", Type.INTEGER)
                    .url("/f?page={page}")
                    .with("rows", "$.r")
                    .with("page_count", "$.pages")
                    .with("max_concurrent", String.valueOf(concurrentMax));
            // The first page is asked for alone. Of the others none is answered before as many are
            // there as there may be.
            CountDownLatch all = new CountDownLatch(expected);
            desk.server.on(
                    "/f",
                    r -> {
                        if (!r.parameter("page").equals("1")) {
                            all.countDown();
                            awaited(all);
                        }
                        return Reply.json("{\"pages\":30,\"r\":[{\"id\":1}]}").delayed(20);
                    });
            assertEquals(30, desk.scan().size());
            assertEquals(expected, desk.server.inProgressMax());
        }
    }

    @Test
    void noLimitOfSourceHostOrProcessIsPassed() throws Exception {
        assertInProgress(7, HttpSettings.defaults(), 7);
        assertInProgress(3, HttpSettings.defaults().withConcurrency(3, 100), 12);
        assertInProgress(2, HttpSettings.defaults().withConcurrency(50, 2), 12);
    }

    @Test
    void requestsPerSecondAreSpacedEvenly() throws Exception {
        try (Desk desk = new Desk(directory)) {
            desk.column("id", Type.INTEGER)
                    .url("/f?page={page}")
                    .with("rows", "$.r")
                    .with("page_count", "$.pages")
                    .with("requests_per_second", "10");
            desk.server.on("/f", Reply.json("{\"pages\":50,\"r\":[{\"id\":1}]}"));
            long before = desk.ticker.nanos();
            desk.scan();
            long millis = (desk.ticker.nanos() - before) / 1_000_000;
            assertTrue(millis >= 4700, "50 requests at 10 a second: " + millis + " ms");
        }
    }

    @Test
    void aRateLimitLetsABurstPassAndThenOneEachInterval() {
        Desk.Skipping ticker = new Desk.Skipping();
        RateLimit limit = new RateLimit(1, ticker);
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waits.add(Math.round(limit.reserve().toMillis() / 1000.0));
        }
        assertEquals(List.of(0L, 1L, 2L, 3L), waits);
    }

    @Test
    void aHostThatRefusesIsLeftAloneAndThenAskedSlowly() throws Exception {
        Desk.Skipping ticker = new Desk.Skipping();
        HostGate gate = new HostGate(10, ticker);
        long sentAt = ticker.nanos();
        gate.refused(Duration.ofSeconds(5), sentAt);
        gate.refused(Duration.ofSeconds(5), sentAt - 1);
        assertTrue(gate.isClosed());
        long first = gate.reserve().toMillis();
        long second = gate.reserve().toMillis();
        assertTrue(first > 4000 && first <= 5000, "first waits " + first);
        assertTrue(
                second - first >= 15 && second - first <= 25,
                "then a gap of 20 ms: " + (second - first));
        ticker.sleep(Duration.ofSeconds(10));
        gate.refused(Duration.ofSeconds(1), ticker.nanos());
        long third = gate.reserve().toMillis();
        assertTrue(gate.reserve().toMillis() - third >= 35, "the gap has doubled");
        for (int i = 0; i < 200; i++) {
            gate.answered();
        }
        ticker.sleep(Duration.ofSeconds(10));
        assertEquals(0, gate.reserve().toMillis());
        assertEquals(0, gate.reserve().toMillis());
    }

    @Test
    void aServerWithARateLimitIsReadToTheEnd() throws Exception {
        try (Desk desk = new Desk(directory)) {
            desk.column("id", Type.INTEGER)
                    .url("/f?page={page}")
                    .with("rows", "$.r")
                    .with("page_count", "$.pages")
                    .with("max_concurrent", "20")
                    .with("retries", "6");
            java.util.concurrent.atomic.AtomicLong window =
                    new java.util.concurrent.atomic.AtomicLong();
            java.util.concurrent.atomic.AtomicInteger count =
                    new java.util.concurrent.atomic.AtomicInteger();
            desk.server.on(
                    "/f",
                    r -> {
                        synchronized (window) {
                            long second = desk.ticker.nanos() / 1_000_000_000;
                            if (window.getAndSet(second) != second) {
                                count.set(0);
                            }
                            return count.incrementAndGet() > 20
                                    ? Reply.tooMany(1)
                                    : Reply.json(
                                            "{\"pages\":120,\"r\":[{\"id\":"
                                                    + r.parameter("page")
                                                    + "}]}");
                        }
                    });
            assertEquals(120, desk.scan().stream().distinct().count());
            assertTrue(desk.meter.progress().retried() > 0);
        }
    }

    @Test
    void theMeterSaysWhatIsWaitedFor() throws Exception {
        Meter meter = new Meter("t");
        List<String> reasons = new ArrayList<>();
        Desk.Skipping quiet = new Desk.Skipping();
        telegraph.ground.Ticker listening =
                new telegraph.ground.Ticker() {
                    @Override
                    public long nanos() {
                        return quiet.nanos();
                    }

                    @Override
                    public void sleep(Duration duration) throws InterruptedException {
                        reasons.add(meter.progress().waiting());
                        quiet.sleep(duration);
                    }
                };
        Budgets budgets = new Budgets(1, 1, listening, quiet.clock());
        budgets.host("h").refused(Duration.ofSeconds(9), quiet.nanos());
        try (Budgets.Leave _ = budgets.enter("h", meter)) {
            assertTrue(
                    reasons.getFirst().matches("rate-limited until \\d\\d:\\d\\d:\\d\\d"),
                    reasons.toString());
            assertEquals("", meter.progress().waiting());
        }
    }
}
