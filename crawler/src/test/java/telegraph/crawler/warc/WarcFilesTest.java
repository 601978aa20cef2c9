package telegraph.crawler.warc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.netpreserve.jwarc.Warcinfo;
import telegraph.crawler.frontier.CrashDisk;
import telegraph.crawler.warc.Capture.Ending;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.testkit.Seeds;

/// What was captured is read back by jwarc with no complaint, whatever the network did and wherever
/// the process died.
class WarcFilesTest {
    private static final Path CRAWL = Path.of("/crawl");
    private static final Path DIR = CRAWL.resolve("warc");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

    private Disk disk = Disk.inMemory();

    @BeforeEach
    void aDirectory() throws IOException {
        disk.createDirectories(CRAWL);
    }

    private WarcFiles open(long fileBytes) {
        return open(fileBytes, WarcOptions.SYNC_BYTES);
    }

    private WarcFiles open(long fileBytes, long syncBytes) {
        return WarcFiles.open(
                disk,
                CRAWL,
                new WarcOptions(
                        Clock.fixed(NOW, ZoneOffset.UTC),
                        Map.of("software", "Telegraph test"),
                        new SplittableRandom(7),
                        fileBytes,
                        syncBytes));
    }

    private static Capture capture(String url, String headers, String body) {
        return capture(url, headers, body.getBytes(StandardCharsets.UTF_8), Ending.WHOLE);
    }

    private static Capture capture(String url, String headers, byte[] body, Ending ending) {
        try {
            return new Capture(
                    url,
                    Optional.of(InetAddress.getByName("127.0.0.9")),
                    NOW,
                    Octets.of("GET / HTTP/1.1\r\nHost: h.test\r\n\r\n"),
                    Octets.of(HEAD + headers + "\r\n"),
                    new Octets(0).append(body, 0, body.length),
                    headers.contains("chunked"),
                    ending);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] octets(Path file) throws IOException {
        try (Disk.DiskFile open = disk.open(file)) {
            byte[] octets = new byte[(int) open.size()];
            open.read(MemorySegment.ofArray(octets), 0);
            return octets;
        }
    }

    /// What jwarc reads of a file, as type and target; payload digests are checked.
    private List<String> read(Path file) throws Exception {
        List<String> records = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        try (WarcReader reader = new WarcReader(new ByteArrayInputStream(octets(file)))) {
            reader.onWarning(warnings::add);
            reader.setLenient(false);
            for (WarcRecord record : reader) {
                records.add(read(record));
            }
        }
        assertEquals(List.of(), warnings);
        return records;
    }

    private static String read(WarcRecord record) throws Exception {
        assertEquals("1.1", record.version().toString().replace("WARC/", ""));
        assertEquals(NOW, record.date());
        if (record instanceof Warcinfo info) {
            assertEquals(Optional.of("Telegraph test"), info.fields().first("software"));
            return "warcinfo " + info.filename().orElse("");
        }
        if (record instanceof WarcRequest request) {
            assertEquals("GET", request.http().method());
            return "request " + request.target();
        }
        if (record instanceof WarcRevisit revisit) {
            assertEquals(200, revisit.http().status());
            assertEquals(WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1, revisit.profile());
            assertEquals(NOW, revisit.refersToDate().orElseThrow());
            return "revisit "
                    + revisit.target()
                    + " of "
                    + revisit.refersToTargetURI().orElseThrow();
        }
        WarcResponse response = (WarcResponse) record;
        assertEquals("127.0.0.9", response.ipAddress().orElseThrow().getHostAddress());
        assertEquals(200, response.http().status());
        if (response.truncated() == WarcTruncationReason.NOT_TRUNCATED) {
            byte[] payload = response.payload().orElseThrow().body().stream().readAllBytes();
            assertArrayEquals(
                    MessageDigest.getInstance("SHA-1").digest(payload),
                    response.payloadDigest().orElseThrow().bytes());
        }
        return "response " + response.target() + " " + response.truncated();
    }

    private List<String> names() throws IOException {
        return disk.list(DIR).stream().map(path -> path.getFileName().toString()).toList();
    }

    @Test
    void responsesAndRequestsAreReadBack() throws Exception {
        try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
            files.write(capture("http://h.test/a", "Content-Length: 5\r\n", "12345"));
            files.write(
                    capture(
                            "http://h.test/b",
                            "Transfer-Encoding: chunked\r\n",
                            "5;x=y\r\n12345\r\nA\r\n0123456789\r\n0\r\n\r\n"));
            files.write(capture("http://h.test/c", "Content-Length: 0\r\n", ""));
            files.write(
                    capture(
                            "http://h.test/d",
                            "Content-Length: 99\r\n",
                            "start".getBytes(StandardCharsets.UTF_8),
                            Ending.LENGTH));
            files.write(
                    capture(
                            "http://h.test/e",
                            "Content-Length: 99\r\n",
                            "start".getBytes(StandardCharsets.UTF_8),
                            Ending.DISCONNECT));
            assertEquals(List.of("crawl-000001.warc.gz.open"), names());
        }
        assertEquals(List.of("crawl-000001.warc.gz"), names());
        assertEquals(
                List.of(
                        "warcinfo crawl-000001.warc.gz",
                        "response http://h.test/a NOT_TRUNCATED",
                        "request http://h.test/a",
                        "response http://h.test/b NOT_TRUNCATED",
                        "request http://h.test/b",
                        "response http://h.test/c NOT_TRUNCATED",
                        "request http://h.test/c",
                        "response http://h.test/d LENGTH",
                        "request http://h.test/d",
                        "response http://h.test/e DISCONNECT",
                        "request http://h.test/e"),
                read(DIR.resolve("crawl-000001.warc.gz")));
    }

    @Test
    void aResponseWithoutAReasonIsReadBackAsThoseOfHttp2Are() throws Exception {
        Capture like = capture("https://h.test/", "", "x");
        try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
            files.write(
                    new Capture(
                            like.url(),
                            like.address(),
                            like.at(),
                            like.request(),
                            Octets.of("HTTP/1.1 200 \r\ncontent-type: text/html\r\n\r\n"),
                            like.body(),
                            false,
                            Ending.WHOLE));
        }
        assertEquals(3, read(DIR.resolve("crawl-000001.warc.gz")).size());
    }

    @Test
    void aFileThatIsLongEnoughIsFollowedByAnother() throws Exception {
        try (WarcFiles files = open(2000)) {
            for (int i = 0; i < 10; i++) {
                files.write(capture("http://h.test/" + i, "Content-Length: 1\r\n", "x"));
            }
        }
        List<String> read = new ArrayList<>();
        for (String name : names()) {
            read.addAll(read(DIR.resolve(name)));
        }
        assertTrue(names().size() > 2, () -> "files: " + read);
        assertEquals(10, read.stream().filter(r -> r.startsWith("response")).count());
        assertEquals(names().size(), read.stream().filter(r -> r.startsWith("warcinfo")).count());
    }

    @Test
    void aFileThatAKilledCrawlLeftIsCutBehindItsLastWholeRecord() throws Exception {
        try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
            for (int i = 0; i < 3; i++) {
                files.write(capture("http://h.test/" + i, "Content-Length: 1\r\n", "x"));
            }
        }
        byte[] whole = octets(DIR.resolve("crawl-000001.warc.gz"));
        Seeds.run(
                40,
                (seed, random) -> {
                    disk = Disk.inMemory();
                    disk.createDirectories(DIR);
                    int cut = random.nextInt(whole.length + 1);
                    Path left = DIR.resolve("crawl-000001.warc.gz.open");
                    try (Disk.DiskFile file = disk.create(left)) {
                        file.write(MemorySegment.ofArray(whole).asSlice(0, cut), 0);
                    }
                    try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
                        files.write(capture("http://h.test/after", "Content-Length: 1\r\n", "x"));
                    }
                    assertFalse(disk.exists(left));
                    Path first = DIR.resolve("crawl-000001.warc.gz");
                    List<String> read = disk.exists(first) ? read(first) : List.of();
                    assertTrue(read.size() <= 7);
                    assertEquals(cut == whole.length, read.size() == 7);
                    assertTrue(
                            read(DIR.resolve("crawl-000002.warc.gz"))
                                    .contains("request http://h.test/after"));
                });
    }

    private static byte[] noise(int length, long seed) {
        byte[] noise = new byte[length];
        new SplittableRandom(seed).nextBytes(noise);
        return noise;
    }

    @Test
    void aPayloadThatWasArchivedIsReferredToUnlessItIsShortOrCut() throws Exception {
        String words = "the same words ".repeat(100);
        String chunks = Integer.toHexString(words.length()) + "\r\n" + words + "\r\n0\r\n\r\n";
        try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
            files.write(capture("http://h.test/a", "", words));
            files.write(capture("http://h.test/b", "", words));
            files.write(capture("http://h.test/c", "Transfer-Encoding: chunked\r\n", chunks));
            files.write(
                    capture(
                            "http://h.test/d",
                            "",
                            words.getBytes(StandardCharsets.UTF_8),
                            Ending.LENGTH));
            files.write(capture("http://h.test/e", "", "short"));
            files.write(capture("http://h.test/f", "", "short"));
        }
        assertEquals(
                List.of(
                        "response http://h.test/a NOT_TRUNCATED",
                        "revisit http://h.test/b of http://h.test/a",
                        "revisit http://h.test/c of http://h.test/a",
                        "response http://h.test/d LENGTH",
                        "response http://h.test/e NOT_TRUNCATED",
                        "response http://h.test/f NOT_TRUNCATED"),
                read(DIR.resolve("crawl-000001.warc.gz")).stream()
                        .filter(line -> line.startsWith("re") && !line.startsWith("request"))
                        .toList());
    }

    @Test
    void whatIsLongerThanABufferIsReadBackAmongWhatOthersWriteAtOnce() throws Exception {
        List<Thread> writers = new ArrayList<>();
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
            for (int i = 0; i < 8; i++) {
                int writer = i;
                writers.add(
                        Thread.startVirtualThread(() -> {
                            try {
                                for (int n = 0; n < 10; n++) {
                                    int length = n % 3 == 0 ? 3 * Parcel.BYTES + n : 50;
                                    String url = "http://h.test/" + writer + "/" + n;
                                    byte[] body = noise(length, 10 * writer + n);
                                    files.write(capture(url, "", body, Ending.WHOLE));
                                }
                            } catch (Throwable e) {
                                thrown.add(e);
                            }
                        }));
            }
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertEquals(List.of(), thrown);
        List<String> read = read(DIR.resolve("crawl-000001.warc.gz"));
        assertEquals(1 + 2 * 80, Set.copyOf(read).size());
    }

    @Test
    void whoeverIsInterruptedBeforeItsTurnLeavesTheFileAsItWas() throws Exception {
        try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
            files.write(capture("http://h.test/a", "", "x"));
            Thread.currentThread().interrupt();
            Capture next = capture("http://h.test/b", "", "x");
            assertThrows(InterruptedException.class, () -> files.write(next));
            files.write(capture("http://h.test/c", "", "x"));
        }
        assertEquals(5, read(DIR.resolve("crawl-000001.warc.gz")).size());
    }

    /// After a crash at any step, with any of what was not synced kept, lost or torn, what is read
    /// is whole, in order from the first on, and has all that was synced.
    @Test
    void aCrashOrAPowerCutTakesTheTailAlone() {
        Seeds.run(
                60,
                (seed, random) -> {
                    long syncBytes = random.nextBoolean() ? 1 : 300_000;
                    CrashDisk first = new CrashDisk();
                    disk = first;
                    disk.createDirectories(CRAWL);
                    int steps = random.nextInt(150);
                    int before = first.steps();
                    int written = 0;
                    try {
                        WarcFiles files = open(1_000_000, syncBytes);
                        first.crashAt(before + 10 + steps);
                        for (; written < 60; written++) {
                            int length = random.nextInt(3) == 0 ? 2 * Parcel.BYTES : 5_000;
                            byte[] body = noise(length, random.nextInt(30));
                            files.write(
                                    capture("http://h.test/" + written, "", body, Ending.WHOLE));
                        }
                    } catch (CrashDisk.Crash e) {
                        assertTrue(written < 60);
                    }
                    disk = first.left(new Random(seed));
                    open(WarcOptions.FILE_BYTES).close();
                    List<String> read = new ArrayList<>();
                    for (String name : names()) {
                        read.addAll(read(DIR.resolve(name)));
                    }
                    List<String> requests =
                            read.stream().filter(line -> line.startsWith("request")).toList();
                    for (int i = 0; i < requests.size(); i++) {
                        assertEquals("request http://h.test/" + i, requests.get(i));
                    }
                    assertTrue(
                            syncBytes > 1 || requests.size() >= written,
                            () -> "synced writes are there: " + read);
                    for (String line : read) {
                        if (line.startsWith("revisit")) {
                            String of = line.substring(line.indexOf(" of ") + 4);
                            assertTrue(read.contains("response " + of + " NOT_TRUNCATED"), line);
                        }
                    }
                });
    }

    @Test
    void aFullDiskIsSaidAndWhatWasWholeStays() throws Exception {
        disk = Disk.inMemory(300_000);
        disk.createDirectories(CRAWL);
        byte[] noise = new byte[20_000];
        new SplittableRandom(1).nextBytes(noise);
        int written = 0;
        try (WarcFiles files = open(WarcOptions.FILE_BYTES)) {
            TelegraphException full = null;
            while (full == null) {
                try {
                    files.write(
                            capture(
                                    "http://h.test/",
                                    "Content-Length: 20000\r\n",
                                    noise,
                                    Ending.LENGTH));
                    written++;
                } catch (TelegraphException e) {
                    full = e;
                }
            }
            assertEquals(SqlState.DISK_FULL, full.state());
            Capture more = capture("http://h.test/", "", "x");
            assertThrows(IllegalStateException.class, () -> files.write(more));
        }
        assertTrue(written > 5);
        open(WarcOptions.FILE_BYTES).close();
        assertEquals(1 + 2 * written, read(DIR.resolve("crawl-000001.warc.gz")).size());
    }

    @Test
    void chunksThatAreNoneHaveNoPayloadDigest() throws Exception {
        for (String body :
                List.of("", "zz\r\n", "5\r\n123", "5\r\n12345", "fffffffff\r\n", "1\r\nxy0\r\n")) {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            assertFalse(Chunks.digest(Octets.of(body), digest), body);
        }
    }

    @Test
    void anyChunksAreTakenApartOrRefused() {
        Seeds.run(
                500,
                (seed, random) -> {
                    byte[] body =
                            "3\r\nabc\r\n10;a\r\n0123456789abcdef\r\n0\r\n\r\n"
                                    .getBytes(StandardCharsets.UTF_8);
                    for (int i = random.nextInt(4); i > 0; i--) {
                        body[random.nextInt(body.length)] = (byte) random.nextInt();
                    }
                    Chunks.digest(
                            new Octets(0).append(body, 0, random.nextInt(body.length + 1)),
                            MessageDigest.getInstance("SHA-1"));
                });
    }
}
