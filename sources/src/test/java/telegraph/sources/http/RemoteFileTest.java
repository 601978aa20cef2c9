package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.sources.HttpRemoteFiles;
import telegraph.sources.HttpSettings;
import telegraph.sources.RemoteFile;
import telegraph.testkit.Answer;
import telegraph.testkit.Reply;
import telegraph.testkit.Request;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

class RemoteFileTest {
    @TempDir Path directory;
    private Desk desk;
    private HttpRemoteFiles files;
    private final byte[] content = new byte[3_000_000];

    @BeforeEach
    void open() {
        open(HttpSettings.defaults().timeout());
        Seeds.random(1).nextBytes(content);
    }

    private void open(Duration timeout) {
        HttpSettings d = HttpSettings.defaults();
        desk =
                new Desk(
                        directory,
                        new HttpSettings(
                                d.hostConcurrencyMax(),
                                d.totalConcurrencyMax(),
                                d.cacheTtl(),
                                d.cacheBytesMax(),
                                1000,
                                timeout));
        files = new HttpRemoteFiles(desk.access);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void aFileArrivesWholeWhateverItsLength() throws Exception {
        Reply file = Reply.of(200, "Text/CSV; charset=utf-8", content);
        desk.server.on("/x.csv", Answer.first(2, Reply.status(503), Reply.redirect("/y.csv")));
        desk.server.on("/y.csv", file);
        try (RemoteFile remote = files.open(desk.server.url("/x.csv"), desk.meter)) {
            assertEquals("text/csv", remote.mediaType());
            assertEquals(content.length, remote.size().orElseThrow());
            assertArrayEquals(content, remote.body().readAllBytes());
        }
        assertEquals(2, desk.meter.progress().retried());
        desk.server.on("/y.csv", file.inChunks());
        try (RemoteFile remote = files.open(desk.server.url("/y.csv"), desk.meter)) {
            assertTrue(remote.size().isEmpty());
            assertArrayEquals(content, remote.body().readAllBytes());
        }
    }

    @Test
    void aBodyThatFallsSilentEndsWithAnError() throws Exception {
        desk.close();
        open(Duration.ofSeconds(2));
        desk.server.on("/x", Reply.of(200, "", content).hangAfter(100_000));
        try (RemoteFile remote = files.open(desk.server.url("/x"), desk.meter)) {
            IOException e = assertThrows(IOException.class, () -> remote.body().readAllBytes());
            assertTrue(e.getMessage().contains("fell silent"), e.getMessage());
        }
    }

    @Test
    void aBodyCutOffOrMissingEndsWithAnError() throws Exception {
        desk.server.on("/x", Reply.of(200, "", content).cutAfter(100_000));
        try (RemoteFile remote = files.open(desk.server.url("/x"), desk.meter)) {
            IOException e = assertThrows(IOException.class, () -> remote.body().readAllBytes());
            assertTrue(e.getMessage().contains("the connection broke"), e.getMessage());
        }
        desk.server.on("/x", Reply.status(404));
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> files.open(desk.server.url("/x"), desk.meter));
        assertTrue(e.getMessage().contains("status 404 Not Found"), e.getMessage());
    }

    private byte[] read(String path) throws Exception {
        try (RemoteFile remote = files.open(desk.server.url(path), desk.meter)) {
            return remote.body().readAllBytes();
        }
    }

    private String failure(String path) {
        return assertThrows(IOException.class, () -> read(path)).getMessage();
    }

    /// The rest of the content, as a server that knows ranges gives it.
    private Reply rest(Request request, String tag) {
        String range = request.header("Range");
        if (range.isEmpty() || !request.header("If-Range").equals(tag)) {
            return Reply.of(200, "", content).with("ETag", tag);
        }
        int from = Integer.parseInt(range.replaceAll("\\D", ""));
        String told = "bytes " + from + "-" + (content.length - 1) + "/" + content.length;
        return Reply.of(206, "", Arrays.copyOfRange(content, from, content.length))
                .with("Content-Range", told)
                .with("ETag", tag);
    }

    @Test
    void aBodyThatBreaksGoesOnFromTheStartOfTheSame() throws Exception {
        Reply whole = Reply.of(200, "", content);
        for (Reply broken :
                List.of(
                        whole.cutAfter(0),
                        whole.cutAfter(1),
                        whole.cutAfter(1_000_000),
                        whole.resetAfter(2_999_999),
                        whole.inChunks().cutAfter(700_000))) {
            String path = "/b" + broken.sentBytes() + broken.chunked();
            desk.server.on(path, Answer.first(3, broken, whole));
            assertArrayEquals(content, read(path), path);
            assertEquals(4, desk.server.requests(path));
        }
        assertTrue(desk.meter.progress().retried() >= 15, "told as retries");
        assertTrue(desk.ticker.sleeps.size() >= 15, "with pauses");
    }

    @Test
    void aBodyThatBreaksEachTimeAtTheSamePlaceIsGivenUp() throws Exception {
        desk.server.on("/x", Reply.of(200, "", content).cutAfter(100_000));
        String failure = failure("/x");
        assertTrue(failure.contains("the connection broke"), failure);
        assertTrue(failure.contains("4 times at byte 100000"), failure);
        assertEquals(4, desk.server.requests("/x"));
    }

    @Test
    void aBodyWithATagGoesOnWhereItBroke() throws Exception {
        List<String> ranges = new CopyOnWriteArrayList<>();
        desk.server.on(
                "/x",
                request -> {
                    ranges.add(request.header("Range"));
                    Reply reply = rest(request, "\"a\"");
                    return reply.body().length > 400_000 ? reply.cutAfter(300_000) : reply;
                });
        assertArrayEquals(content, read("/x"));
        assertEquals(10, ranges.size(), "more than the retries, since each brings something");
        assertEquals(List.of("", "bytes=300000-", "bytes=600000-"), ranges.subList(0, 3));
    }

    @Test
    void aFileThatChangedMeanwhileIsNotPutTogether() throws Exception {
        byte[] other = content.clone();
        other[5] ^= 1;
        Reply broken = Reply.of(200, "", content).cutAfter(1_000_000);
        desk.server.on("/x", Answer.first(1, broken, Reply.of(200, "", other)));
        assertTrue(failure("/x").contains("changed"));
        desk.server.on("/y", Answer.first(1, broken, Reply.of(200, "", new byte[10])));
        assertTrue(failure("/y").contains("shorter"));
        desk.server.on(
                "/z",
                Answer.first(
                        1,
                        broken.with("ETag", "\"a\""),
                        r -> Reply.of(200, "", other).with("ETag", "\"b\"")));
        assertTrue(failure("/z").contains("changed"));
        // Longer by now, but what was read is how it still begins.
        byte[] more = Arrays.copyOf(content, content.length + 5);
        desk.server.on("/l", Answer.first(1, broken, Reply.of(200, "", more)));
        assertArrayEquals(more, read("/l"));
    }

    @Test
    void aPartThatWasNotAskedForIsRefused() throws Exception {
        Reply broken = Reply.of(200, "", content).with("ETag", "\"a\"").cutAfter(1_000_000);
        byte[] part = Arrays.copyOfRange(content, 1_000_000, content.length);
        Reply rest = Reply.of(206, "", part).with("ETag", "\"a\"");
        String right = "bytes 1000000-2999999/3000000";
        for (Reply wrong :
                List.of(
                        rest,
                        rest.with("Content-Range", "bytes 999999-2999999/3000000"),
                        rest.with("Content-Range", "bytes 0-2999999/3000000"),
                        rest.with("Content-Range", right).with("ETag", "\"b\""),
                        rest.with("Content-Range", right).with("Content-Encoding", "gzip"))) {
            String path = "/p" + wrong.headers().hashCode();
            desk.server.on(path, Answer.first(1, broken, wrong));
            assertTrue(failure(path).contains("another part"));
        }
        desk.server.on("/w", Answer.first(1, broken, rest.with("Content-Range", right)));
        assertArrayEquals(content, read("/w"));
    }

    @Test
    void aWeakTagIsNoName() throws Exception {
        List<String> ranges = new CopyOnWriteArrayList<>();
        Reply whole = Reply.of(200, "", content).with("ETag", "W/\"a\"");
        desk.server.on(
                "/x",
                request -> {
                    ranges.add(request.header("Range"));
                    return request.number() == 1 ? whole.cutAfter(1_000) : whole;
                });
        assertArrayEquals(content, read("/x"));
        assertEquals(List.of("", ""), ranges);
    }

    @Test
    void aBodyThatBreaksAnywhereAnyTimesIsTheSame() {
        Seeds.run(
                60,
                (seed, random) -> {
                    String path = "/r" + seed;
                    boolean tagged = random.nextBoolean();
                    int breaks = random.nextInt(4);
                    desk.server.on(
                            path,
                            request -> {
                                Reply reply =
                                        tagged
                                                ? rest(request, "\"t\"")
                                                : Reply.of(200, "", content);
                                return request.number() <= breaks
                                        ? reply.cutAfter(
                                                new Random(seed + request.number())
                                                        .nextInt(reply.body().length))
                                        : reply;
                            });
                    assertArrayEquals(content, read(path));
                    assertEquals(breaks + 1, desk.server.requests(path));
                });
    }

    @Test
    void closingEndsAReadAndTheConnection() throws Exception {
        desk.server.on("/x", Reply.of(200, "", content).hangAfter(10));
        RemoteFile remote = files.open(desk.server.url("/x"), desk.meter);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                remote.body().readAllBytes();
                            } catch (IOException e) {
                                end.set(e);
                            }
                        });
        Thread.sleep(20);
        remote.close();
        assertTrue(reader.join(Duration.ofSeconds(120)));
        assertTrue(end.get().getMessage().contains("closed"), end.get().getMessage());
        Threads.await("the connection is closed", () -> desk.server.openConnections() == 0);
    }
}
