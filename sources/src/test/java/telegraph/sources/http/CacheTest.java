package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.memory.Type;
import telegraph.sources.HttpSettings;
import telegraph.sources.fetch.PageRequest;
import telegraph.sources.fetch.ResponseCache;
import telegraph.testkit.Reply;

class CacheTest {
    private static final Reply PAGE = Reply.json("[{\"id\":1}]");

    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        site(desk);
    }

    private static void site(Desk desk) {
        desk.column("id", Type.INTEGER).url("/f").with("format", "json");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private void scan(int requests, int cached) throws Exception {
        assertEquals(List.of(List.of(1)), desk.scan());
        assertEquals(requests, desk.server.requests("/f"), "requests");
        assertEquals(cached, desk.meter.progress().cached(), "cached");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> list = Files.list(directory.resolve("cache"))) {
            return list.toList();
        }
    }

    @Test
    void anAnswerIsUsedAgainAsLongAsItsServerSays() throws Exception {
        desk.server.on("/f", PAGE.with("Cache-Control", "public, max-age=60"));
        scan(1, 0);
        scan(1, 1);
        desk.ticker.sleep(Duration.ofSeconds(61));
        scan(2, 1);
    }

    @Test
    void anAnswerWithNothingSaidOrNoStoreIsNotKept() throws Exception {
        desk.server.on("/f", PAGE);
        scan(1, 0);
        scan(2, 0);
        desk.server.on("/f", PAGE.with("Cache-Control", "no-store").with("ETag", "\"a\""));
        desk.with("cache_ttl", "1h");
        scan(3, 0);
        scan(4, 0);
        assertFalse(Files.exists(directory.resolve("cache")));
    }

    @Test
    void aTaggedAnswerIsAskedForAgainAndSentOnce() throws Exception {
        desk.server.on(
                "/f",
                r ->
                        r.header("If-None-Match").equals("\"a\"")
                                ? new Reply(
                                        304,
                                        java.util.Map.of(),
                                        new byte[0],
                                        0,
                                        0,
                                        Reply.Ending.KEEP,
                                        false)
                                : PAGE.with("ETag", "\"a\"")
                                        .with("Last-Modified", "Tue, 01 Jan 2013 00:00:00 GMT"));
        scan(1, 0);
        scan(2, 1);
        scan(3, 2);
        assertEquals(
                "Tue, 01 Jan 2013 00:00:00 GMT",
                desk.server.log().getLast().header("If-Modified-Since"));
    }

    @Test
    void aTimeToLiveReplacesWhatTheServerSays() throws Exception {
        desk.server.on("/f", PAGE);
        desk.with("cache_ttl", "10s");
        scan(1, 0);
        scan(1, 1);
        desk.ticker.sleep(Duration.ofSeconds(11));
        scan(2, 1);
        desk.with("cache_ttl", "0s");
        desk.server.on("/f", PAGE.with("Cache-Control", "max-age=60"));
        desk.ticker.sleep(Duration.ofSeconds(11));
        scan(3, 1);
        scan(4, 1);
    }

    @Test
    void eachReaderSaysHowOldAnAnswerMayBe() throws Exception {
        desk.server.on("/f", PAGE);
        desk.with("cache_ttl", "1h");
        scan(1, 0);
        desk.without("cache_ttl"); // Each scan is by a source of its own.
        scan(2, 0);
        desk.server.on("/f", PAGE.with("Cache-Control", "max-age=600"));
        desk.with("cache_ttl", "10s").ticker.sleep(Duration.ofSeconds(11));
        scan(3, 0);
        scan(3, 1);
        desk.without("cache_ttl").ticker.sleep(Duration.ofSeconds(60));
        scan(3, 2);
        desk.with("cache_ttl", "1h").ticker.sleep(Duration.ofSeconds(600));
        scan(3, 3);
        desk.with("cache_ttl", "0s");
        scan(4, 3);
    }

    @Test
    void requestsThatDifferInAnythingShareNothing() {
        java.util.Set<String> keys = new java.util.HashSet<>();
        int count = 0;
        for (String method : List.of("GET", "POST")) {
            for (String address : List.of("http://h/a", "http://h/a?b", "http://h/a?b=1")) {
                for (java.util.Map<String, String> headers :
                        List.of(
                                java.util.Map.<String, String>of(),
                                java.util.Map.of("A", "1"),
                                java.util.Map.of("A", "1\nB:2"),
                                java.util.Map.of("A", "1", "B", "2"),
                                java.util.Map.of("Authorization", "Bearer x"),
                                java.util.Map.of("Authorization", "Bearer y"))) {
                    for (String body : List.of("", "B:2\n", "B:2\nx", "x", "A:1\n", "A:1\nx")) {
                        keys.add(
                                ResponseCache.key(
                                        new PageRequest(
                                                method,
                                                java.net.URI.create(address),
                                                "",
                                                headers,
                                                body.getBytes(StandardCharsets.UTF_8),
                                                true)));
                        count++;
                    }
                }
            }
        }
        assertEquals(count, keys.size());
    }

    @Test
    void theSettingHoldsWhereTheSourceSaysNothing() throws Exception {
        try (Desk other =
                new Desk(
                        directory,
                        HttpSettings.defaults().withCacheTtl(Optional.of(Duration.ofMinutes(1))))) {
            site(other);
            other.server.on("/f", PAGE);
            other.scan();
            other.scan();
            assertEquals(1, other.server.requests());
        }
    }

    @Test
    void answersForDifferentTokensAndAddressesNeverMixAndShowNothing() throws Exception {
        desk.server.on(
                "/f",
                r ->
                        Reply.json("[{\"id\":" + r.number() + "}]")
                                .with("Cache-Control", "max-age=60"));
        desk.secrets.put("a", "first-secret");
        desk.with("token", "secret:a");
        assertEquals(List.of(List.of(1)), desk.scan());
        desk.secrets.put("a", "other-secret");
        assertEquals(List.of(List.of(2)), desk.scan());
        desk.url("/f?x=1&k={secret:a}");
        assertEquals(List.of(List.of(3)), desk.scan());
        assertEquals(List.of(List.of(3)), desk.scan());
        assertEquals(3, files().size());
        for (Path file : files()) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1) + file;
            assertFalse(text.contains("secret"), text);
        }
    }

    @Test
    void theCacheOutlivesTheProcessAndForgetsDamagedFiles() throws Exception {
        desk.server.on("/f", PAGE.with("Cache-Control", "max-age=60"));
        scan(1, 0);
        ResponseCache again = new ResponseCache(Disk.FILES, directory.resolve("cache"), 1 << 20);
        String key = files().getFirst().getFileName().toString().replace(".page", "");
        assertEquals(
                "[{\"id\":1}]",
                new String(again.find(key).orElseThrow().body(), StandardCharsets.UTF_8));
        byte[] bytes = Files.readAllBytes(files().getFirst());
        for (int at = 0; at < bytes.length; at += 7) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 0x40;
            Files.write(directory.resolve("cache").resolve(key + ".page"), damaged);
            ResponseCache fresh =
                    new ResponseCache(Disk.FILES, directory.resolve("cache"), 1 << 20);
            assertTrue(fresh.find(key).isEmpty(), "damaged at " + at);
        }
        scan(2, 0);
    }

    @Test
    void theOldestAnswersGoWhenTheCacheIsFull() throws Exception {
        long max = 64 * 4096;
        ResponseCache cache = new ResponseCache(Disk.FILES, directory.resolve("small"), max);
        ResponseCache.Kept kept =
                new ResponseCache.Kept(
                        java.time.Instant.now(),
                        java.time.Instant.now(),
                        "http://h/",
                        "",
                        "",
                        "",
                        "",
                        new byte[100]);
        for (int i = 0; i < 200; i++) {
            cache.store("k" + i, kept);
            cache.find("k0");
            assertTrue(cache.bytes() <= max, "bytes " + cache.bytes());
        }
        assertTrue(cache.find("k0").isPresent(), "used all the time");
        assertTrue(cache.find("k199").isPresent());
        assertTrue(cache.find("k1").isEmpty());
        try (Stream<Path> list = Files.list(directory.resolve("small"))) {
            assertTrue(list.count() <= 64);
        }
    }

    @Test
    void manyMayUseItAtOnce() throws Exception {
        ResponseCache cache = new ResponseCache(Disk.FILES, directory.resolve("busy"), 40 * 4096);
        List<Thread> threads = new java.util.ArrayList<>();
        List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
        for (int t = 0; t < 8; t++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    for (int i = 0; i < 200; i++) {
                                        String key = "k" + i % 50;
                                        byte[] body =
                                                key.repeat(40).getBytes(StandardCharsets.UTF_8);
                                        cache.store(
                                                key,
                                                new ResponseCache.Kept(
                                                        java.time.Instant.now(),
                                                        java.time.Instant.now(),
                                                        "",
                                                        "",
                                                        "",
                                                        "",
                                                        "",
                                                        body));
                                        cache.find(key)
                                                .ifPresent(k ->
                                                        assertEquals(
                                                                key.repeat(40),
                                                                new String(
                                                                        k.body(),
                                                                        StandardCharsets.UTF_8)));
                                    }
                                } catch (Throwable e) {
                                    failures.add(e);
                                }
                            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
        assertTrue(cache.bytes() <= 40 * 4096);
    }
}
