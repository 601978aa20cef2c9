package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.Type;
import telegraph.sources.HttpAccess;
import telegraph.sources.HttpColumn;
import telegraph.sources.HttpDeclaration;
import telegraph.sources.HttpSettings;
import telegraph.sources.HttpSources;
import telegraph.sources.Reach;
import telegraph.testkit.Reply;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// A cancelled reader is gone at once, whatever it was doing, and so are its connections.
class CancelTest {
    @TempDir Path directory;

    private static String rows(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void atAnyMomentSocketsSleepsAndThreadsEndWithinASecond() {
        AtomicLong least = new AtomicLong(Long.MAX_VALUE);
        Seeds.run(
                25,
                (seed, random) -> {
                    try (Desk desk = new Desk(directory);
                            HttpAccess access =
                                    new HttpAccess(
                                            Disk.FILES,
                                            directory.resolve("c"),
                                            HttpSettings.defaults(),
                                            name -> Optional.empty(),
                                            new HttpAccess.Surroundings(
                                                    Ticker.SYSTEM,
                                                    Clock.systemUTC(),
                                                    seed,
                                                    HttpClient::newBuilder,
                                                    () -> Reach.ALL))) {
                        AtomicInteger turn = new AtomicInteger((int) seed);
                        desk.column("id", Type.INTEGER);
                        String body = "{\"pages\":100,\"r\":" + rows(2000) + "}";
                        desk.server.on(
                                "/f",
                                r -> {
                                    Reply good = Reply.json(body).delayed(10);
                                    return switch (r.number() == 1
                                            ? 0
                                            : turn.incrementAndGet() % 7) {
                                        case 1 -> Reply.hang();
                                        case 2 -> good.hangAfter(500);
                                        case 3 -> Reply.status(503);
                                        case 4 -> Reply.tooMany(30);
                                        case 5 -> good.cutAfter(700);
                                        default -> good;
                                    };
                                });
                        Source source =
                                new HttpSources(access)
                                        .open(
                                                new HttpDeclaration(
                                                        "t",
                                                        List.of(
                                                                new HttpColumn(
                                                                        "id",
                                                                        Type.INTEGER,
                                                                        "",
                                                                        HttpColumn.Use.PLAIN,
                                                                        false)),
                                                        java.util.Map.of(
                                                                "url",
                                                                        desk.server.url(
                                                                                "/f?page={page}"),
                                                                "rows", "$.r",
                                                                "page_count", "$.pages",
                                                                "max_concurrent", "10",
                                                                "retries", "50")));
                        Reader reader =
                                source.scan(
                                        new ScanRequest(
                                                desk.all(), java.util.Map.of(), seed % 2 == 0, -1));
                        long took = cancelAfter(desk, reader, random.nextInt(150));
                        least.accumulateAndGet(took, Math::min);
                    }
                });
        // The machine may be busy at any one of them, but not at all.
        assertTrue(least.get() < 1_000, "took " + least + " ms");
    }

    /// Returns in how many milliseconds the reader ended.
    private static long cancelAfter(Desk desk, Reader reader, int millis) throws Exception {
        AtomicReference<Throwable> end = new AtomicReference<>();
        Desk.Basket basket = desk.new Basket();
        Thread thread =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                reader.read(basket);
                            } catch (Throwable e) {
                                end.set(e);
                            }
                        });
        Thread.sleep(millis);
        long before = System.nanoTime();
        basket.cancelled = true;
        thread.interrupt();
        assertTrue(thread.join(Duration.ofSeconds(120)), "the reader has ended");
        long tookMillis = (System.nanoTime() - before) / 1_000_000;
        assertTrue(tookMillis < Threads.PATIENCE_MILLIS, "took " + tookMillis + " ms");
        assertTrue(end.get() instanceof InterruptedException, "ended with " + end.get());
        Threads.await("no request is answered any more", () -> desk.server.inProgress() == 0);
        basket.close();
        return tookMillis;
    }

    @Test
    void twoHundredLookupsInFlightUseNoPlatformThreadsAndAllStop() throws Exception {
        try (Desk desk = new Desk(directory)) {
            desk.required("id", Type.INTEGER)
                    .column("v", Type.INTEGER)
                    .url("/v?id={id}")
                    .with("format", "json")
                    .with("max_concurrent", "200");
            desk.server.on("/v", Reply.json("[]").delayed(600_000));
            Source source = desk.open();
            Desk.Basket basket = desk.new Basket();
            int platformBefore = Threads.alive("");
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Reader reader = desk.lookupReader(source, i);
                threads.add(
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        reader.read(basket);
                                    } catch (Exception e) {
                                        Thread.currentThread().interrupt();
                                    }
                                }));
            }
            Threads.await("all are in flight", () -> desk.server.inProgress() == 200);
            int platform = Threads.alive("") - platformBefore;
            assertTrue(platform < 20, "platform threads: " + platform);
            long before = System.nanoTime();
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                thread.join();
            }
            long tookMillis = (System.nanoTime() - before) / 1_000_000;
            assertTrue(tookMillis < Threads.PATIENCE_MILLIS, "took " + tookMillis + " ms");
            Threads.await("connections are closed", () -> desk.server.openConnections() == 0);
            assertEquals(0, basket.batches());
            basket.close();
        }
    }
}
