package telegraph.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import telegraph.http.ClientOptions;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Mutations;
import telegraph.testkit.Reply;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Every answer, however wrong, is an outcome with words, and the next fetch is as good as ever.
class HostileAnswersTest {
    /// What a server sends, and what becomes of it: outcome, status and body.
    private record Case(String name, String answer, String result, String body) {}

    private static final Set<FetchOutcome> ALLOWED =
            Set.of(
                    FetchOutcome.FETCHED,
                    FetchOutcome.BROKEN,
                    FetchOutcome.BAD_RESPONSE,
                    FetchOutcome.BAD_ENCODING,
                    FetchOutcome.HEADER_TOO_LARGE);

    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private static final List<Case> CASES =
            List.of(
                    new Case(
                            "a plain answer",
                            OK + "Content-Length: 2\r\n\r\nhi",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "lines that end in LF",
                            "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "no reason",
                            "HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n",
                            "FETCHED 404",
                            ""),
                    new Case(
                            "a reason of octets",
                            "HTTP/1.1 200 \u00e9\u00ff\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "the old protocol",
                            "HTTP/1.0 200 OK\r\n\r\nuntil the end",
                            "FETCHED 200",
                            "until the end"),
                    new Case("no length", OK + "\r\nuntil the end", "FETCHED 200", "until the end"),
                    new Case(
                            "a blank line first",
                            "\r\n\r\n" + OK + "Content-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case("blank lines without end", "\r\n".repeat(50), "BAD_RESPONSE", ""),
                    new Case(
                            "one that continues",
                            "HTTP/1.1 100 Continue\r\nA: b\r\n\r\n"
                                    + OK
                                    + "Content-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "one that hints",
                            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                                    + OK
                                    + "Content-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "one that continues without end",
                            "HTTP/1.1 100 Continue\r\n\r\n".repeat(100),
                            "BAD_RESPONSE",
                            ""),
                    new Case(
                            "another protocol",
                            "HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n",
                            "BAD_RESPONSE",
                            ""),
                    new Case(
                            "a folded header",
                            OK + "X: a\r\n b\r\nContent-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "a fold before any header",
                            OK + " folded\r\nContent-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "a line without a colon",
                            OK + "what is this\r\nContent-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "a header without a name",
                            OK + ": x\r\nContent-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "a blank before the colon",
                            OK + "Content-Length : 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "the length twice",
                            OK + "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "the length in a list",
                            OK + "Content-Length: 1, 1\r\n\r\nx",
                            "FETCHED 200",
                            "x"),
                    new Case(
                            "two lengths",
                            OK + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
                            "BAD_RESPONSE 200",
                            ""),
                    new Case(
                            "a negative length",
                            OK + "Content-Length: -1\r\n\r\nx",
                            "BAD_RESPONSE 200",
                            ""),
                    new Case(
                            "a length too long",
                            OK + "Content-Length: 99999999999999999999\r\n\r\nx",
                            "BAD_RESPONSE 200",
                            ""),
                    new Case(
                            "an empty length", OK + "Content-Length:\r\n\r\nx", "FETCHED 200", "x"),
                    new Case(
                            "a length too small",
                            OK + "Content-Length: 2\r\n\r\nhidden",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "a length too large",
                            OK + "Content-Length: 20\r\n\r\nhi",
                            "BROKEN 200",
                            "hi"),
                    new Case(
                            "a huge length",
                            OK + "Content-Length: 999999999999\r\n\r\nhi",
                            "BROKEN 200",
                            "hi"),
                    new Case(
                            "chunks",
                            OK
                                    + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n1;x=\"y\"\r\n!\r\n0\r\nT: v\r\n\r\n",
                            "FETCHED 200",
                            "hi!"),
                    new Case(
                            "chunks in small letters",
                            OK + "transfer-encoding: Chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n",
                            "FETCHED 200",
                            "0123456789"),
                    new Case(
                            "chunks with LF",
                            OK + "Transfer-Encoding: chunked\n\n2\nhi\n0\n\n",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "chunks and a length",
                            OK
                                    + "Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "chunks without a last one",
                            OK + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n",
                            "BROKEN 200",
                            "hi"),
                    new Case(
                            "a chunk that ends early",
                            OK + "Transfer-Encoding: chunked\r\n\r\n9\r\nhi\r\n",
                            "BROKEN 200",
                            "hi\r\n"),
                    new Case(
                            "a chunk that goes on",
                            OK + "Transfer-Encoding: chunked\r\n\r\n1\r\nhi\r\n0\r\n\r\n",
                            "BAD_RESPONSE 200",
                            "h"),
                    new Case(
                            "a chunk of no length",
                            OK + "Transfer-Encoding: chunked\r\n\r\n\r\nhi\r\n0\r\n\r\n",
                            "BAD_RESPONSE 200",
                            ""),
                    new Case(
                            "a chunk of a wrong length",
                            OK + "Transfer-Encoding: chunked\r\n\r\n-2\r\nhi\r\n0\r\n\r\n",
                            "BAD_RESPONSE 200",
                            ""),
                    new Case(
                            "a chunk of a huge length",
                            OK
                                    + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhi\r\n0\r\n\r\n",
                            "BAD_RESPONSE 200",
                            ""),
                    new Case(
                            "a chunk's line without end",
                            OK + "Transfer-Encoding: chunked\r\n\r\n2;" + "x".repeat(9999),
                            "BAD_RESPONSE 200",
                            ""),
                    new Case(
                            "trailers without end",
                            OK
                                    + "Transfer-Encoding: chunked\r\n\r\n0\r\n"
                                    + "a: b\r\n".repeat(20_000),
                            "HEADER_TOO_LARGE 200",
                            ""),
                    new Case(
                            "no content",
                            "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
                            "FETCHED 204",
                            ""),
                    new Case(
                            "not modified",
                            "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
                            "FETCHED 304",
                            ""),
                    new Case("nothing", "", "BROKEN", ""),
                    new Case("half a status line", "HTTP/1.1 20", "BROKEN", ""),
                    new Case("half a head", OK + "Content-Le", "BROKEN", ""),
                    new Case(
                            "a status of two digits", "HTTP/1.1 20 OK\r\n\r\n", "BAD_RESPONSE", ""),
                    new Case(
                            "a status of four digits",
                            "HTTP/1.1 2000 OK\r\n\r\n",
                            "BAD_RESPONSE",
                            ""),
                    new Case("a status of letters", "HTTP/1.1 abc OK\r\n\r\n", "BAD_RESPONSE", ""),
                    new Case("a status below all", "HTTP/1.1 099 OK\r\n\r\n", "BAD_RESPONSE", ""),
                    new Case(
                            "an odd status",
                            "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
                            "FETCHED 999",
                            ""),
                    new Case("the oldest protocol", "<html>\n\n", "BAD_RESPONSE", ""),
                    new Case("a protocol to come", "HTTP/2.0 200 OK\r\n\r\n", "BAD_RESPONSE", ""),
                    new Case("no line at all", "<html>", "BAD_RESPONSE", ""),
                    new Case("octets", "\0\1\2\3\4\5\6\7\10\11", "BAD_RESPONSE", ""),
                    new Case("mail", "220 mail.example.org ESMTP\r\n\r\n", "BAD_RESPONSE", ""),
                    new Case("shell", "SSH-2.0-OpenSSH_9\r\n\r\n", "BAD_RESPONSE", ""),
                    new Case(
                            "a head without end",
                            OK + "X: " + "y".repeat(100_000),
                            "HEADER_TOO_LARGE",
                            ""),
                    new Case(
                            "headers without end",
                            OK + "X: y\r\n".repeat(20_000),
                            "HEADER_TOO_LARGE",
                            ""),
                    new Case(
                            "too many headers",
                            OK + "X: y\r\n".repeat(2000) + "\r\n",
                            "HEADER_TOO_LARGE",
                            ""),
                    new Case(
                            "a head of a megabyte",
                            OK + "X: " + "y".repeat(1 << 20) + "\r\n\r\n",
                            "HEADER_TOO_LARGE",
                            ""),
                    new Case(
                            "a large head",
                            OK + "X: " + "y".repeat(60_000) + "\r\nContent-Length: 2\r\n\r\nhi",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "a NUL in a header",
                            OK + "X: a\0b\r\nContent-Length: 2\r\n\r\nhi",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "gzip that is none",
                            OK + "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
                            "BAD_ENCODING 200",
                            ""),
                    new Case(
                            "gzip of nothing",
                            OK + "Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
                            "FETCHED 200",
                            ""),
                    new Case(
                            "identity",
                            OK + "Content-Encoding: identity\r\nContent-Length: 2\r\n\r\nhi",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "a coding nobody asked for",
                            OK + "Content-Encoding: br\r\nContent-Length: 5\r\n\r\nhello",
                            "BAD_ENCODING 200",
                            ""),
                    new Case(
                            "a coding that is none",
                            OK + "Content-Encoding: utf-8\r\nContent-Length: 5\r\n\r\nhello",
                            "FETCHED 200",
                            "hello"),
                    new Case(
                            "a coding of the old protocol for none",
                            OK + "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nhidden",
                            "FETCHED 200",
                            "hi"),
                    new Case(
                            "chunks that are packed",
                            OK + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
                            "BAD_ENCODING 200",
                            ""),
                    new Case(
                            "packed twice",
                            OK + "Content-Encoding: gzip, gzip\r\nContent-Length: 5\r\n\r\nhello",
                            "BAD_ENCODING 200",
                            ""),
                    new Case(
                            "deflate that is none",
                            OK
                                    + "Content-Encoding: deflate\r\nContent-Length: 5\r\n\r\n\u00ff\u00ff\u00ff\u00ff\u00ff",
                            "BAD_ENCODING 200",
                            ""));

    @TestFactory
    List<DynamicTest> everyAnswerIsAnOutcomeHoweverItIsCut() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Case one : CASES) {
            tests.add(DynamicTest.dynamicTest(one.name(), () -> check(one, Integer.MAX_VALUE)));
            if (one.answer().length() < 1000) {
                tests.add(DynamicTest.dynamicTest(one.name() + ", in pieces", () -> check(one, 1)));
            }
        }
        return tests;
    }

    private static void check(Case one, int piece) throws Exception {
        byte[] octets = one.answer().getBytes(StandardCharsets.ISO_8859_1);
        RawServer.Script script =
                (request, out) -> {
                    for (int i = 0; i < octets.length; i += Math.min(piece, octets.length - i)) {
                        out.write(octets, i, Math.min(piece, octets.length - i));
                        if (piece < octets.length) {
                            Thread.yield();
                        }
                    }
                    return false;
                };
        try (RawServer server = new RawServer(script);
                FaultServer good = new FaultServer();
                Fetching fetching = new Fetching()) {
            for (int turn = 0; turn < 2; turn++) {
                assertEquals(one.result(), fetching.result(server.url()));
                assertEquals(
                        fetching.exchange.outcome() != FetchOutcome.FETCHED,
                        !fetching.exchange.detail().isEmpty(),
                        fetching.exchange.detail());
                if (one.result().startsWith("FETCHED") || !one.body().isEmpty()) {
                    assertEquals(one.body(), fetching.body());
                }
                assertTrue(
                        fetching.exchange.detail().chars().allMatch(c -> c >= ' '),
                        fetching.exchange.detail());
            }
            good.on("/a", Reply.html("good"));
            assertEquals("FETCHED 200", fetching.result(good.url("/a")));
            assertEquals("good", fetching.body());
        }
    }

    @Test
    void aFoldedHeaderIsOneLine() throws Exception {
        try (RawServer server =
                        RawServer.of(OK + "X: a\r\n\t b\r\nX: c\r\nContent-Length: 0\r\n\r\n");
                Fetching fetching = new Fetching()) {
            fetching.get(server.url());
            assertEquals(
                    "a   \t b".replaceAll("\\s+", " "),
                    fetching.header("x").replaceAll("\\s+", " "));
            Octets all = new Octets(0);
            assertTrue(fetching.exchange.headers("x", all));
            assertTrue(all.toString().endsWith(", c"), all.toString());
        }
    }

    @Test
    void whatComesBehindAnAnswerIsNotTheNext() throws Exception {
        String evil = OK + "Content-Length: 4\r\n\r\nevil";
        RawServer.Script script =
                (request, out) -> {
                    out.write((OK + "Content-Length: 2\r\n\r\nhi" + evil).getBytes());
                    return true;
                };
        try (RawServer server = new RawServer(script);
                Fetching fetching = new Fetching()) {
            for (int i = 0; i < 3; i++) {
                assertEquals("FETCHED 200", fetching.result(server.url()));
                assertEquals("hi", fetching.body());
            }
            assertEquals(3, server.requests.size());
        }
    }

    @Test
    void anAnswerThatContinuesMayComeAlone() throws Exception {
        RawServer.Script script =
                (request, out) -> {
                    for (int i = 0; i < 3; i++) {
                        out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes());
                        out.flush();
                        Thread.sleep(20);
                    }
                    out.write((OK + "Content-Length: 2\r\n\r\nhi").getBytes());
                    return true;
                };
        try (RawServer server = new RawServer(script);
                Fetching fetching = new Fetching()) {
            assertEquals("FETCHED 200", fetching.result(server.url()));
            assertEquals("hi", fetching.body());
            assertTrue(fetching.exchange.rawHead().toString().startsWith(OK));
        }
    }

    @Test
    void whatComesLateBehindAnAnswerIsNotTheNextEither() throws Exception {
        AtomicInteger said = new AtomicInteger();
        RawServer.Script script =
                (request, out) -> {
                    out.write((OK + "Content-Length: 2\r\n\r\nhi").getBytes());
                    out.flush();
                    Thread.sleep(20);
                    out.write((OK + "Content-Length: 4\r\n\r\nevil").getBytes());
                    out.flush();
                    said.incrementAndGet();
                    return true;
                };
        try (RawServer server = new RawServer(script);
                Fetching fetching = new Fetching()) {
            for (int i = 1; i <= 3; i++) {
                assertEquals("FETCHED 200", fetching.result(server.url()));
                assertEquals("hi", fetching.body());
                int times = i;
                Threads.await("the rest is said", () -> said.get() == times);
            }
        }
    }

    @Test
    void mutatedAnswersNeverThrow() {
        List<byte[]> valid = new ArrayList<>();
        for (Case one : CASES) {
            if (!one.answer().isEmpty() && one.answer().length() < 1000) {
                valid.add(one.answer().getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        valid.add(packed());
        Mutations mutations = new Mutations(valid);
        Seeds.run(
                2,
                (_, random) -> {
                    byte[][] answer = new byte[1][];
                    RawServer.Script script =
                            (request, out) -> {
                                out.write(answer[0]);
                                return false;
                            };
                    try (RawServer server = new RawServer(script);
                            Fetching fetching =
                                    new Fetching(ClientOptions.of("t").withKeepRaw(true))) {
                        for (int i = 0; i < 300; i++) {
                            answer[0] = mutations.next(random);
                            fetching.get(server.url());
                            FetchOutcome outcome = fetching.exchange.outcome();
                            assertTrue(ALLOWED.contains(outcome), outcome::toString);
                        }
                    }
                });
    }

    private static byte[] packed() {
        Reply reply = PackedBodiesTest.gzip("a page, packed, ".repeat(40));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes((OK + "Content-Encoding: gzip\r\nContent-Length: ").getBytes());
        out.writeBytes((reply.body().length + "\r\n\r\n").getBytes());
        out.writeBytes(reply.body());
        return out.toByteArray();
    }
}
