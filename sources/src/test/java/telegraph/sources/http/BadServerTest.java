package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.sources.HttpSettings;
import telegraph.testkit.Answer;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// What a user reads when a site is wrong, and how hard it was tried.
class BadServerTest {
    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.column("id", Type.INTEGER).with("format", "json").with("retries", "2");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private void fails(String... parts) {
        TelegraphException e = assertThrows(TelegraphException.class, desk::scan);
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), () -> part + " in: " + e.getMessage());
        }
    }

    private void failsOn(Reply reply, String... parts) {
        desk.server.on("/f", reply);
        desk.url("/f");
        fails(parts);
    }

    @Test
    void aHostThatDoesNotExist() {
        desk.with("url", "http://no-such-host.invalid/f");
        fails(
                "GET http://no-such-host.invalid/f",
                "cannot resolve host no-such-host.invalid",
                "attempts=1");
    }

    @Test
    void aPortNobodyListensOn() {
        String url;
        try (FaultServer gone = new FaultServer()) {
            url = gone.url("/f");
        }
        desk.with("url", url);
        fails("GET " + url, "connection refused by 127.0.0.1:", "attempts=3");
    }

    @Test
    void aServerThatHangsBeforeOrInItsBody() {
        desk.with("timeout", "200ms").with("retries", "1");
        failsOn(Reply.hang(), "no complete answer within 200 ms", "attempts=2", "timeout");
        failsOn(Reply.json("[1,2,3]").hangAfter(3), "no complete answer within 200 ms");
        failsOn(Reply.json("[1,2,3]").hangAfter(3).inChunks(), "no complete answer within 200 ms");
    }

    @Test
    void statusesThatMeanNo() {
        failsOn(
                Reply.status(404),
                "/f",
                "status 404 Not Found",
                "attempts=1",
                "path of the address");
        failsOn(Reply.status(401), "status 401 Unauthorized", "token", "attempts=1");
        failsOn(
                Reply.status(429),
                "status 429 Too Many Requests",
                "attempts=5",
                "requests_per_second");
        failsOn(Reply.status(500), "status 500 Internal Server Error", "attempts=3");
        failsOn(Reply.status(503), "status 503 Service Unavailable", "attempts=3");
        failsOn(Reply.status(418), "status 418", "attempts=1");
    }

    @Test
    void aConnectionCutInTheBody() {
        failsOn(
                Reply.json("[{\"id\":1},{\"id\":2}]").cutAfter(9),
                "the connection broke",
                "attempts=3");
        failsOn(Reply.json("[{\"id\":1},{\"id\":2}]").resetAfter(9), "the connection broke");
        failsOn(Reply.json("[{\"id\":1}]").cutAfter(5).inChunks(), "the connection broke");
        failsOn(Reply.drop(), "the connection broke");
        assertEquals(0, desk.meter.progress().rows());
    }

    @Test
    void htmlInsteadOfJson() {
        failsOn(
                Reply.html("<html><title>Sign in</title>" + "x".repeat(200)),
                "JSON is needed and the page is HTML",
                "starts=\"<html><title>Sign in</title>xxx",
                "format = 'html'");
    }

    @Test
    void jsonThatIsNone() {
        failsOn(
                Reply.json("{\"a\": tru}"),
                "JSON is needed",
                "line=1 column=",
                "starts=\"{\"a\": tru}\"");
        failsOn(Reply.json("[{\"id\":1}"), "JSON is needed");
        failsOn(Reply.json("[] []"), "JSON is needed");
        failsOn(Reply.json(""), "the page is empty");
    }

    @Test
    void rowsThatAreNotWhereTheyWereExpected() {
        desk.with("rows", "$.result");
        failsOn(
                Reply.json("{\"results\":[],\"pages\":3}"),
                "no rows at \"$.result\"",
                "Did you mean \"$.results\"?",
                "on_empty");
        desk.with("format", "html").with("rows", "table.result tr");
        failsOn(
                Reply.html("<table class='results'><tr><td>1</td></tr></table>"),
                "nothing matches \"table.result tr\"",
                "Did you mean \"table.results\"?");
    }

    @Test
    void aValueThatIsNoneOfItsType() {
        failsOn(
                Reply.json("[{\"id\":1},{\"id\":\"n/a\"}]"),
                "a value must fit its column",
                "column=id",
                "type=INTEGER",
                "text=\"n/a\"",
                "row=2",
                "/f");
        failsOn(Reply.json("[{\"id\":3000000000}]"), "text=\"3000000000\"");
        failsOn(Reply.json("[{\"id\":1.5}]"), "text=\"1.5\"");
        failsOn(Reply.json("[{\"id\":{\"a\":1}}]"), "text=\"{\"a\":1}\"");
    }

    @Test
    void redirectsAreFollowedUnlessTheyGoInALoop() throws Exception {
        desk.server
                .on("/f", Reply.redirect("/g?x=1"))
                .on("/g", Reply.redirect("h"))
                .on("/h", Reply.json("[{\"id\":1}]"));
        desk.url("/f");
        assertEquals(List.of(List.of(1)), desk.scan());
        desk.server.on("/h", Reply.redirect("/f"));
        fails("redirects go in a loop", "/f -> GET ", "/g?x=1", "/h -> GET ");
        desk.server.on("/f", r -> Reply.redirect("/f?n=" + r.number()));
        fails("too many redirects");
        desk.server.on("/f", Reply.redirect("ftp://elsewhere/"));
        fails("a redirect must lead to an http or https address", "ftp://elsewhere/");
    }

    @Test
    void aCompressionBombIsNotUnpackedAndALongBodyNotRead() {
        HttpSettings d = HttpSettings.defaults();
        HttpSettings small =
                new HttpSettings(
                        d.hostConcurrencyMax(),
                        d.totalConcurrencyMax(),
                        d.cacheTtl(),
                        d.cacheBytesMax(),
                        1 << 20,
                        d.timeout());
        desk.close();
        desk = new Desk(directory, small);
        desk.column("id", Type.INTEGER).with("format", "json");
        failsOn(
                Reply.gzipBomb("application/json", 30L << 20),
                "the body may have at most 1048576 bytes once unpacked",
                "attempts=1",
                "bomb");
        failsOn(
                Reply.json("[" + " ".repeat(2 << 20) + "]"),
                "the body may have at most 1048576 bytes",
                "attempts=1");
    }

    @Test
    void compressedAndForeignBodiesAreRead() throws Exception {
        byte[] zipped;
        try (var bytes = new java.io.ByteArrayOutputStream();
                var gzip = new java.util.zip.GZIPOutputStream(bytes)) {
            gzip.write("[{\"id\":7}]".getBytes(StandardCharsets.UTF_8));
            gzip.finish();
            zipped = bytes.toByteArray();
        }
        desk.server.on(
                "/f", Reply.of(200, "application/json", zipped).with("Content-Encoding", "gzip"));
        desk.url("/f");
        assertEquals(List.of(List.of(7)), desk.scan());
        desk.server.on(
                "/f",
                Reply.of(200, "application/json", java.util.Arrays.copyOf(zipped, 20))
                        .with("Content-Encoding", "gzip"));
        fails("the connection broke");

        try (Desk latin = new Desk(directory)) {
            latin.column("t", Type.TEXT).url("/f").with("format", "json");
            byte[] body = "[{\"t\":\"Zürich\"}]".getBytes(StandardCharsets.ISO_8859_1);
            latin.server.on("/f", Reply.of(200, "application/json; charset=ISO-8859-1", body));
            assertEquals(List.of(List.of("Zürich")), latin.scan());
            latin.with("format", "html").with("rows", "p").column("x", Type.TEXT, "b");
            byte[] page =
                    "<meta charset=iso-8859-1><p><i>Köln</i><b>ß</b>"
                            .getBytes(StandardCharsets.ISO_8859_1);
            latin.server.on("/f", Reply.of(200, "text/html", page));
            assertEquals(List.of(List.of("Köln", "ß")), latin.scan());
        }
    }

    @Test
    void retryAfterIsHonouredInSecondsAndAsADate() throws Exception {
        desk.server.on("/f", Answer.first(1, Reply.tooMany(7), Reply.json("[{\"id\":1}]")));
        desk.url("/f");
        assertEquals(1, desk.scan().size());
        assertEquals(7, longest(), "seconds waited");

        desk.ticker.sleeps.clear();
        String date =
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        desk.ticker.clock().instant().plusSeconds(90).atZone(ZoneOffset.UTC));
        desk.server.on(
                "/g",
                Answer.first(1, Reply.status(503).with("Retry-After", date), Reply.json("[]")));
        desk.url("/g");
        desk.scan();
        assertTrue(longest() >= 87 && longest() <= 90, "seconds waited: " + longest());

        desk.ticker.sleeps.clear();
        Reply last =
                Reply.json("[]").with("X-RateLimit-Remaining", "0").with("X-RateLimit-Reset", "30");
        desk.server.on("/h", last);
        desk.url("/h");
        desk.scan();
        desk.scan();
        assertTrue(longest() >= 27 && longest() <= 30, "seconds waited: " + longest());

        failsOn(Reply.tooMany(86_400), "a pause of at most 10 minutes", "pause=86400 s");
    }

    private long longest() {
        return desk.ticker.sleeps.stream()
                .map(Duration::toMillis)
                .mapToLong(m -> Math.round(m / 1000.0))
                .max()
                .orElse(0);
    }

    @Test
    void attemptsAreSpacedFurtherAndFurtherApart() throws Exception {
        desk.server.on("/f", Answer.first(4, Reply.status(500), Reply.json("[]")));
        desk.url("/f").with("retries", "4");
        desk.scan();
        List<Long> millis = desk.ticker.sleeps.stream().map(Duration::toMillis).toList();
        assertEquals(4, millis.size());
        for (int i = 0; i < 4; i++) {
            long most = 200L << i;
            assertTrue(millis.get(i) >= most / 2 && millis.get(i) <= most, millis.toString());
        }
        assertEquals(4, desk.meter.progress().retried());
        assertEquals(5, desk.meter.progress().requests());
        assertEquals("", desk.meter.progress().waiting());
    }

    @Test
    void aPostIsSentOnceUnlessItSaysItIsIdempotent() {
        desk.with("method", "POST");
        failsOn(Reply.status(503), "POST ", "attempts=1");
        assertEquals(1, desk.server.requests());
        desk.with("idempotent", "true");
        failsOn(Reply.status(503), "attempts=3");
    }
}
