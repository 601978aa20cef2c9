package telegraph.testkit.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Threads;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.RobotsKind;
import telegraph.testkit.model.WebShape;

/// Hosts, rules and names of each kind, looked at one by one.
class KindsTest {
    private static final int PATIENCE_MILLIS = (int) Threads.PATIENCE_MILLIS;
    private static final int SILENCE_MILLIS = 700;

    @Test
    void hostsMisbehaveAsTheirKindSays() throws Exception {
        WebShape shape =
                WebShape.of(2, 8, 5)
                        .at(1, HostKind.HANGING)
                        .at(2, HostKind.DRIPPING)
                        .at(3, HostKind.NEVER_CLOSING)
                        .at(4, HostKind.RESETTING)
                        .at(5, HostKind.GARBAGE)
                        .at(6, HostKind.SLOW);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            assertEquals("", heard(web, 1, SILENCE_MILLIS, ""));
            long before = System.nanoTime();
            assertEquals("HT", heard(web, 2, PATIENCE_MILLIS, "HT"));
            assertTrue(System.nanoTime() - before > 900_000_000L, "it drips");
            heard(web, 3, PATIENCE_MILLIS, "<p>and so on");
            assertThrows(IOException.class, () -> heard(web, 4, PATIENCE_MILLIS, "none"));
            heard(web, 5, PATIENCE_MILLIS, "SSH-2.0");
            heard(web, 6, PATIENCE_MILLIS, "HTTP/1.1 200 OK");
            heard(web, 7, PATIENCE_MILLIS, "HTTP/1.1 200 OK");
            Expected right = web.expected(Reach.ANY, web.seed());
            assertTrue(right.unanswered().contains(web.url(1, 0)));
            assertTrue(right.answered().containsKey(web.seed()));
            for (String url : right.answered().keySet()) {
                assertTrue(url.matches("http://h[067]\\..*"), url);
            }
            Threads.await("all closed", () -> web.openConnections() == 0);
        }
    }

    /// What comes up to some text, which must come before the host falls silent.
    private static String heard(SyntheticWeb web, int host, int millis, String last)
            throws IOException {
        try (Socket socket = new Socket(web.address(host), web.port())) {
            String request = "GET / HTTP/1.1\r\nHost: h" + host + ".synth.test\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringBuilder heard = new StringBuilder();
            socket.setSoTimeout(millis);
            try {
                while (last.isEmpty() || heard.indexOf(last) < 0) {
                    int c = socket.getInputStream().read();
                    assertTrue(c >= 0, () -> "closed behind " + heard);
                    heard.append((char) c);
                }
            } catch (SocketTimeoutException e) {
                assertEquals("", last, () -> "silent behind " + heard);
            }
            return heard.toString();
        }
    }

    @Test
    void aMirrorHasThePagesOfItsNeighbourOctetForOctet() throws IOException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(2, 6, 20).at(3, HostKind.MIRROR))) {
            SmallCrawler crawler = new SmallCrawler(web);
            for (int page = 0; page < 20; page++) {
                byte[] original = crawler.get(URI.create(web.url(2, page)), "").body();
                assertArrayEquals(original, crawler.get(URI.create(web.url(3, page)), "").body());
            }
        }
    }

    @Test
    void robotsAreOfTheKindAskedFor() throws IOException {
        RobotsKind[] kinds = RobotsKind.values();
        WebShape shape = WebShape.of(2, kinds.length, 20);
        for (RobotsKind kind : kinds) {
            shape = shape.at(kind.ordinal(), kind);
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            for (RobotsKind kind : kinds) {
                if (kind == RobotsKind.CUT) {
                    assertThrows(EOFException.class, () -> robots(web, kind));
                    continue;
                }
                SmallCrawler.Response robots = robots(web, kind);
                String rules = new String(robots.body(), StandardCharsets.US_ASCII);
                switch (kind) {
                    case ALLOWS -> assertEquals("User-agent: *\nDisallow:\n", rules);
                    case DISALLOWS -> assertTrue(rules.contains("Disallow: /d3/\nAllow: /d3/p11"));
                    case DISALLOWS_ALL -> assertTrue(rules.endsWith("Disallow: /\n"));
                    case REDIRECTED ->
                            assertTrue(
                                    robots.headers().get("location").endsWith("/moved/robots.txt"));
                    case HUGE -> assertTrue(robots.body().length > 512_000);
                    case CRAWL_DELAY -> assertTrue(rules.contains("Crawl-delay: 1\n"));
                    case SITEMAP -> {
                        String map = rules.substring(rules.indexOf("http"), rules.length() - 1);
                        SmallCrawler crawler = new SmallCrawler(web);
                        String found = new String(crawler.get(URI.create(map), "").body());
                        assertTrue(found.contains("/orphan/4.html</loc>"));
                        URI orphan = URI.create(map).resolve("/orphan/4.html");
                        assertEquals(200, crawler.get(orphan, "").status());
                        Expected right =
                                web.expected(Reach.HOST.withSitemaps(), web.url(kind.ordinal(), 0));
                        assertEquals(25, right.answered().size());
                    }
                    case GARBAGE -> assertTrue(rules.startsWith("<!DOCTYPE html>"));
                    case MISSING -> assertEquals(404, robots.status());
                    case FORBIDDEN -> assertEquals(403, robots.status());
                    case BROKEN -> assertEquals(503, robots.status());
                    case CUT -> throw new AssertionError("a cut response was whole");
                    case REDIRECTED_AWAY -> {
                        URI to = URI.create(robots.headers().get("location"));
                        assertEquals("h0.synth.test", to.getHost());
                        String moved = new String(new SmallCrawler(web).get(to, "").body());
                        assertTrue(moved.contains("Disallow: /d3/\nAllow: /d3/p11"), moved);
                    }
                }
            }
            assertEquals(
                    0, web.expectedAnswers(Reach.HOST, web.url(RobotsKind.BROKEN.ordinal(), 0)));
        }
    }

    private static SmallCrawler.Response robots(SyntheticWeb web, RobotsKind kind)
            throws IOException {
        URI page = URI.create(web.url(kind.ordinal(), 0));
        return new SmallCrawler(web).get(page.resolve("/robots.txt"), "");
    }

    @Test
    void namesAreAnsweredAsTheirKindSays() throws IOException {
        NameKind[] kinds = NameKind.values();
        WebShape shape = WebShape.of(2, kinds.length, 1);
        for (NameKind kind : kinds) {
            shape = shape.at(kind.ordinal(), kind);
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape);
                DatagramSocket socket = new DatagramSocket()) {
            for (NameKind kind : kinds) {
                boolean isSilent = kind == NameKind.LOST || kind == NameKind.SILENT;
                byte[] first = ask(web, socket, kind, isSilent ? SILENCE_MILLIS : PATIENCE_MILLIS);
                switch (kind) {
                    case PLAIN, SLOW, SHORT_LIVED, ALIASED ->
                            assertArrayEquals(
                                    web.address(kind.ordinal()).getAddress(), lastFour(first));
                    case TRUNCATED -> {
                        assertEquals(2, first[2] & 2);
                        assertArrayEquals(
                                web.address(kind.ordinal()).getAddress(),
                                lastFour(askByTcp(web, kind)));
                    }
                    case FORGED -> {
                        assertFalse(first[0] == 0 && first[1] == 7);
                        byte[] second = receive(socket, PATIENCE_MILLIS);
                        assertEquals(7, second[1]);
                        assertArrayEquals(
                                web.address(kind.ordinal()).getAddress(), lastFour(second));
                    }
                    case LOST -> {
                        assertEquals(0, first.length);
                        assertEquals(7, ask(web, socket, kind, PATIENCE_MILLIS)[1]);
                    }
                    case UNREGISTERED -> assertEquals(3, first[3] & 15);
                    case FAILING -> assertEquals(2, first[3] & 15);
                    case SILENT -> assertEquals(0, first.length);
                }
            }
            assertEquals(0, web.nameQueriesTwice());
        }
    }

    private static byte[] ask(SyntheticWeb web, DatagramSocket socket, NameKind kind, int millis)
            throws IOException {
        byte[] query = SmallCrawler.query(7, "h" + kind.ordinal() + ".synth.test", 1);
        socket.send(new DatagramPacket(query, query.length, web.resolver()));
        return receive(socket, millis);
    }

    /// Nothing if nothing comes.
    private static byte[] receive(DatagramSocket socket, int millis) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[512], 512);
        socket.setSoTimeout(millis);
        try {
            socket.receive(packet);
            return java.util.Arrays.copyOf(packet.getData(), packet.getLength());
        } catch (SocketTimeoutException e) {
            return new byte[0];
        }
    }

    private static byte[] askByTcp(SyntheticWeb web, NameKind kind) throws IOException {
        byte[] query = SmallCrawler.query(7, "h" + kind.ordinal() + ".synth.test", 1);
        try (Socket socket = new Socket(web.resolver().getAddress(), web.resolver().getPort())) {
            socket.getOutputStream().write(0);
            socket.getOutputStream().write(query.length);
            socket.getOutputStream().write(query);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] answer = new byte[in.readUnsignedShort()];
            in.readFully(answer);
            return answer;
        }
    }

    private static byte[] lastFour(byte[] answer) {
        return java.util.Arrays.copyOfRange(answer, answer.length - 4, answer.length);
    }

    @Test
    void aSecondConnectionIsNoViolationIfTheFirstWasClosedBefore() throws IOException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(2, 1, 5))) {
            for (int i = 0; i < 50; i++) {
                URI robots = URI.create(web.seed()).resolve("/robots.txt");
                assertEquals(200, new SmallCrawler(web).get(robots, "").status());
            }
            assertEquals(List.of(), web.violations());
        }
    }
}
