package telegraph.sources.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.RequestBudget;
import telegraph.engine.meter.Terms;
import telegraph.engine.source.Frame;
import telegraph.engine.source.ScanRequest;
import telegraph.memory.Type;
import telegraph.sources.http.Desk;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

class HedgeTest {
    private static final int PAGES = 40;
    private static final long SLOW_MILLIS = 1300;

    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.column("id", Type.INTEGER)
                .url("/f?page={page}")
                .with("rows", "$.r")
                .with("page_count", "$.pages")
                .with("stable", "true");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private static Reply page(String number) {
        return Reply.json("{\"pages\":" + PAGES + ",\"r\":[{\"id\":" + number + "}]}");
    }

    /// Each page comes at once, but those named only after `slow`, the first time they are asked
    /// for.
    private void slowly(Set<String> pages, Reply slow) {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        desk.server.on(
                "/f",
                r -> {
                    String page = r.parameter("page");
                    return pages.contains(page) && asked.add(page)
                            ? slow.status() == 200 && slow.delayMillis() > 0
                                    ? page(page).delayed(slow.delayMillis())
                                    : slow
                            : page(page);
                });
    }

    private void scan(OptionalLong seed) throws Exception {
        try (Desk.Basket basket = desk.new Basket()) {
            desk.open().scan(new ScanRequest(desk.all(), Map.of(), false, -1, seed)).read(basket);
            assertEquals(PAGES, basket.rows().stream().distinct().count());
            assertEquals(PAGES, basket.rows().size());
        }
    }

    /// Scans pages of which some come only when they are late, which they are as soon as all others
    /// have come, and not before.
    private void scanWithLate(int late) throws Exception {
        desk.ticker.standStill();
        try (Desk.Basket basket = desk.new Basket()) {
            Thread passing =
                    Thread.ofVirtual()
                            .start(() -> {
                                Threads.await(
                                        "the others came",
                                        () -> basket.ended.size() == PAGES - late);
                                desk.ticker.pass(Duration.ofMillis(SLOW_MILLIS));
                            });
            desk.open()
                    .scan(new ScanRequest(desk.all(), Map.of(), false, -1, OptionalLong.of(1)))
                    .read(basket);
            passing.join();
            assertEquals(PAGES, basket.rows().stream().distinct().count());
            assertEquals(PAGES, basket.rows().size());
        }
    }

    @Test
    void aPageThatDoesNotComeIsAskedForAgain() throws Exception {
        slowly(Set.of("20"), Reply.hang());
        desk.with("timeout", "1h");
        scanWithLate(1);
        assertEquals(PAGES + 1, desk.server.requests());
        assertEquals(PAGES + 1, desk.meter.progress().requests());
        assertEquals(1, desk.meter.progress().retried());
        assertEquals(0, desk.meter.progress().failed());
        Threads.await("the slower request is cut off", () -> desk.server.inProgress() == 0);
    }

    @Test
    void onePageInTwentyIsAskedForAgainAtMost() throws Exception {
        Set<String> late = Set.of("10", "20", "30", "35", "38");
        Set<String> asked = ConcurrentHashMap.newKeySet();
        desk.server.on(
                "/f",
                r -> {
                    String page = r.parameter("page");
                    if (late.contains(page) && asked.add(page)) {
                        Threads.await(
                                "some are asked for again",
                                () -> desk.server.requests() >= PAGES + 2);
                        return page(page);
                    }
                    return page(page);
                });
        scanWithLate(late.size());
        assertEquals(PAGES + 2, desk.server.requests());
        assertEquals(2, desk.meter.progress().retried());
    }

    @Test
    void nothingIsAskedForTwiceIfForbiddenOrNotSampled() throws Exception {
        slowly(Set.of("20"), Reply.status(200).delayed(SLOW_MILLIS));
        scan(OptionalLong.empty());
        assertEquals(PAGES, desk.server.requests());
        slowly(Set.of("20"), Reply.status(200).delayed(SLOW_MILLIS));
        desk.with("hedge", "false");
        scan(OptionalLong.of(1));
        assertEquals(2 * PAGES, desk.server.requests());
        slowly(Set.of("20"), Reply.status(200).delayed(SLOW_MILLIS));
        desk.with("hedge", "true").with("idempotent", "false");
        scan(OptionalLong.of(1));
        assertEquals(3 * PAGES, desk.server.requests());
        slowly(Set.of("20"), Reply.status(200).delayed(SLOW_MILLIS));
        desk.without("idempotent");
        desk.meter = new Meter("t", "t", Terms.NONE, new RequestBudget(0, true));
        scan(OptionalLong.of(1));
        assertEquals(4 * PAGES, desk.server.requests(), "where requests are to be saved");
    }

    @Test
    void aRepeatedRequestKeepsWithinMaxConcurrent() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        AtomicInteger atOnce = new AtomicInteger();
        desk.server.on(
                "/f",
                r -> {
                    if (r.parameter("page").equals("20")) {
                        if (first.getAndSet(false)) {
                            return Reply.hang();
                        }
                        atOnce.set(desk.server.inProgress());
                    }
                    return page(r.parameter("page")).delayed(150);
                });
        desk.with("max_concurrent", "3");
        scan(OptionalLong.of(PageOf20First.SEED));
        // On a busy machine another one may be late as well.
        long again = desk.server.requests() - PAGES;
        assertTrue(again >= 1 && again <= 2, "asked again: " + again);
        assertTrue(atOnce.get() >= 1 && atOnce.get() <= 3, "at once: " + atOnce.get());
    }

    /// A seed under which page 20 is among the first ten, so that others are still to come when it
    /// is late.
    private static final class PageOf20First {
        static final long SEED = find();

        private static long find() {
            for (long seed = 1; ; seed++) {
                int[] order = Frame.draw(PAGES, seed);
                for (int rank = 3; rank < 10; rank++) {
                    if (order[rank] == 19) {
                        return seed;
                    }
                }
            }
        }
    }

    @Test
    void cancellingASampledReadCutsOffFirstAndSecondRequests() throws Exception {
        desk.server.on(
                "/f",
                r -> {
                    int page = Integer.parseInt(r.parameter("page"));
                    return page > 30 ? Reply.hang() : page(r.parameter("page"));
                });
        CountDownLatch ended = new CountDownLatch(1);
        try (Desk.Basket basket = desk.new Basket()) {
            Thread reader =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    desk.open()
                                            .scan(
                                                    new ScanRequest(
                                                            desk.all(),
                                                            Map.of(),
                                                            false,
                                                            -1,
                                                            OptionalLong.of(1)))
                                            .read(basket);
                                } catch (InterruptedException e) {
                                    ended.countDown();
                                } catch (IOException e) {
                                    throw new java.io.UncheckedIOException(e);
                                }
                            });
            Threads.await("all that may be are asked", () -> desk.server.inProgress() == 8);
            Thread.sleep(1200);
            basket.cancelled = true;
            reader.interrupt();
            assertTrue(ended.await(120, TimeUnit.SECONDS), "the read ends soon");
            reader.join();
        }
        Threads.await("all requests are cut off", () -> desk.server.inProgress() == 0);
    }

    private Hedge practised(Semaphore places) throws Exception {
        Hedge hedge = new Hedge(100, places, desk.ticker);
        for (int i = 0; i < 3; i++) {
            assertEquals("a", hedge.<String>fastest(() -> "a", () -> "b"));
        }
        return hedge;
    }

    @Test
    void theFirstRequestsFailureIsAFailureAndTheSecondsIsNone() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        IOException gone = new IOException("gone");
        Hedge hedge = practised(new Semaphore(1));
        assertEquals(
                "late",
                hedge.<String>fastest(
                        () -> {
                            desk.ticker.sleep(Duration.ofSeconds(2));
                            second.await();
                            return "late";
                        },
                        () -> {
                            second.countDown();
                            throw gone;
                        }));
        CountDownLatch again = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        IOException e =
                assertThrows(
                        IOException.class,
                        () ->
                                hedge.<String>fastest(
                                        () -> {
                                            desk.ticker.sleep(Duration.ofSeconds(9));
                                            again.await();
                                            throw gone;
                                        },
                                        () -> {
                                            again.countDown();
                                            try {
                                                new CountDownLatch(1).await();
                                            } finally {
                                                interrupted.countDown();
                                            }
                                            return "never";
                                        }));
        assertEquals(gone, e);
        assertEquals(0, interrupted.getCount());
    }

    @Test
    void withoutAPlaceTheSecondRequestIsNotSentAndTheFirstIsNotHeldUp() throws Exception {
        Semaphore places = new Semaphore(1);
        Hedge hedge = practised(places);
        places.acquire();
        assertEquals(
                "first",
                hedge.<String>fastest(
                        () -> {
                            desk.ticker.sleep(Duration.ofSeconds(2));
                            while (!places.hasQueuedThreads()) {
                                Thread.sleep(1);
                            }
                            return "first";
                        },
                        () -> {
                            throw new AssertionError("there is no place");
                        }));
        assertEquals(0, places.availablePermits());
    }
}
