package telegraph.http.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.http.ClientOptions;
import telegraph.http.FetchLimits;
import telegraph.http.FetchOutcome;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Seeds;

public class PackedBodiesTest {
    private static final int LIMIT = 300_000;

    private final FaultServer server = new FaultServer();
    private final Fetching fetching =
            new Fetching(
                    ClientOptions.of("t")
                            .withKeepRaw(true)
                            .withLimits(FetchLimits.DEFAULT.withSizes(64 << 10, LIMIT, 8 << 20)));

    @AfterEach
    void nothingIsHeld() {
        fetching.close();
        server.close();
        assertEquals("[]", server.faults().toString());
    }

    public static Reply gzip(String text) {
        return packed(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply packed(byte[] body) {
        return Reply.of(200, "text/html", gzipped(body)).with("Content-Encoding", "gzip");
    }

    private static byte[] gzipped(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] deflated(byte[] body, boolean raw) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, raw);
        deflater.setInput(body);
        deflater.finish();
        byte[] out = new byte[body.length + 100];
        int length = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, length);
    }

    private String fetched(String path, Reply reply) throws InterruptedException {
        server.on(path, reply);
        return fetching.result(server.url(path));
    }

    @Test
    void gzipIsUnpackedAndKeptAsItCame() throws Exception {
        Reply reply = gzip("hello ".repeat(1000));
        assertEquals("FETCHED 200", fetched("/a", reply));
        assertEquals("hello ".repeat(1000), fetching.body());
        assertArrayEquals(reply.body(), raw());
        assertEquals("FETCHED 200", fetched("/a", reply.inChunks()));
        assertEquals("hello ".repeat(1000), fetching.body());
        assertTrue(new String(raw(), StandardCharsets.ISO_8859_1).endsWith("\r\n0\r\n\r\n"));
        assertEquals(1, server.connections());
    }

    private byte[] raw() {
        return Arrays.copyOf(
                fetching.exchange.rawBody().array(), fetching.exchange.rawBody().length());
    }

    @Test
    void membersOfGzipFollowEachOther() throws Exception {
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(gzipped("one ".getBytes()));
        two.writeBytes(gzipped("two".getBytes()));
        Reply reply = Reply.of(200, "text/html", two.toByteArray());
        assertEquals("FETCHED 200", fetched("/a", reply.with("Content-Encoding", "x-gzip")));
        assertEquals("one two", fetching.body());
    }

    @Test
    void deflateIsUnpackedWithItsFrameAndWithout() throws Exception {
        byte[] body = "deflated ".repeat(500).getBytes();
        for (boolean raw : new boolean[] {false, true}) {
            Reply reply = Reply.of(200, "text/html", deflated(body, raw));
            assertEquals("FETCHED 200", fetched("/a", reply.with("Content-Encoding", "deflate")));
            assertEquals("deflated ".repeat(500), fetching.body());
        }
    }

    @Test
    void allPartsOfAGzipHeaderArePassedOver() throws Exception {
        byte[] plain = gzipped("x".getBytes());
        ByteArrayOutputStream full = new ByteArrayOutputStream();
        full.write(plain, 0, 3);
        full.write(2 + 4 + 8 + 16);
        full.write(plain, 4, 6);
        full.writeBytes(new byte[] {3, 0, 'a', 'b', 'c'});
        full.writeBytes(new byte[] {'n', 0});
        full.writeBytes(new byte[] {0});
        full.writeBytes(new byte[] {1, 2});
        full.write(plain, 10, plain.length - 10);
        Reply reply = Reply.of(200, "text/html", full.toByteArray());
        assertEquals("FETCHED 200", fetched("/a", reply.with("Content-Encoding", "gzip")));
        assertEquals("x", fetching.body());
    }

    @Test
    void aSumThatDiffersIsABadEncoding() throws Exception {
        byte[] octets = gzipped("hello".getBytes());
        octets[octets.length - 6] ^= 1;
        Reply reply = Reply.of(200, "text/html", octets).with("Content-Encoding", "gzip");
        assertEquals("BAD_ENCODING 200", fetched("/a", reply));
    }

    @Test
    void gzipThatEndsEarlyIsABadEncoding() throws Exception {
        byte[] octets = gzipped("hello ".repeat(99).getBytes());
        Reply reply = Reply.of(200, "text/html", Arrays.copyOf(octets, octets.length - 12));
        assertEquals("BAD_ENCODING 200", fetched("/a", reply.with("Content-Encoding", "gzip")));
    }

    @Test
    void aBombIsToldFromALongBody() throws Exception {
        assertEquals(
                "BOMB 200",
                fetched("/bomb", Reply.gzipBomb("text/html", 100 << 20)),
                fetching.exchange.detail());
        byte[] honest = new byte[2 * LIMIT];
        Seeds.random(1).nextBytes(honest);
        for (int i = 0; i < honest.length; i++) {
            honest[i] &= 15;
        }
        assertEquals("TRUNCATED 200", fetched("/long", packed(honest)));
        assertEquals(LIMIT, fetching.exchange.body().length());
        assertTrue(fetching.exchange.truncated());
        byte[] exact = Arrays.copyOf(honest, LIMIT);
        assertEquals("FETCHED 200", fetched("/exact", packed(exact)));
        assertArrayEquals(exact, Arrays.copyOf(fetching.exchange.body().array(), LIMIT));
    }

    @Test
    void aBombWithinTheLimitIsOneBeyondAMegabyte() throws Exception {
        fetching.exchange.bodyOctetsMax(50 << 20);
        assertEquals("BOMB 200", fetched("/bomb", Reply.gzipBomb("text/html", 2 << 20)));
        assertTrue(fetching.exchange.body().length() <= (1 << 20) + (64 << 10));
    }

    @Test
    void aLongBodyIsCutHoweverItIsSent() throws Exception {
        Reply reply = Reply.html("x".repeat(LIMIT + 1));
        assertEquals("TRUNCATED 200", fetched("/a", reply));
        assertEquals(LIMIT, fetching.exchange.body().length());
        assertEquals("TRUNCATED 200", fetched("/a", reply.inChunks()));
        assertEquals(LIMIT, fetching.exchange.body().length());
        Reply exact = Reply.html("x".repeat(LIMIT));
        assertEquals("FETCHED 200", fetched("/a", exact));
        assertEquals("FETCHED 200", fetched("/a", exact.inChunks()));
        assertEquals(LIMIT, fetching.exchange.body().length());
    }

    @Test
    void aLimitOfOneFetchIsForThatAlone() throws Exception {
        Reply reply = Reply.html("0123456789");
        fetching.exchange.bodyOctetsMax(4);
        assertEquals("TRUNCATED 200", fetched("/a", reply));
        assertEquals("0123", fetching.body());
        assertEquals("FETCHED 200", fetched("/a", reply));
        fetching.exchange.bodyOctetsMax(0);
        assertEquals("TRUNCATED 200", fetched("/a", reply));
        assertEquals("", fetching.body());
    }

    @Test
    void randomBodiesComeAsTheyWereSent() {
        Seeds.run(
                3,
                (_, random) -> {
                    for (int i = 0; i < 30; i++) {
                        byte[] body = new byte[random.nextInt(1, 200_000)];
                        int kinds = random.nextInt(1, 256);
                        for (int j = 0; j < body.length; j++) {
                            body[j] = (byte) random.nextInt(kinds);
                        }
                        Reply reply =
                                random.nextBoolean()
                                        ? packed(body)
                                        : Reply.of(200, "text/html", body);
                        String result =
                                fetched("/r", random.nextBoolean() ? reply.inChunks() : reply);
                        if (fetching.exchange.outcome() != FetchOutcome.BOMB) {
                            assertEquals("FETCHED 200", result, fetching.exchange.detail());
                            assertArrayEquals(
                                    body,
                                    Arrays.copyOf(
                                            fetching.exchange.body().array(),
                                            fetching.exchange.body().length()));
                        }
                    }
                });
    }
}
