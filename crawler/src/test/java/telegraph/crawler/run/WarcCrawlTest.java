package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;
import telegraph.crawler.Outcome;
import telegraph.crawler.Page;
import telegraph.ground.Disk;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.ProtocolKind;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// The archive of a whole crawl, over HTTP/1.1 and HTTP/2, has each response once, as its row tells
/// it, and nothing that jwarc complains of.
class WarcCrawlTest {
    private static final List<PageKind> KINDS =
            List.of(
                    PageKind.GZIP,
                    PageKind.DEFLATE,
                    PageKind.CHUNKED,
                    PageKind.UNTIL_CLOSE,
                    PageKind.DUPLICATE,
                    PageKind.HUGE,
                    PageKind.EMPTY,
                    PageKind.REDIRECT,
                    PageKind.NOT_FOUND,
                    PageKind.BAD_GZIP,
                    PageKind.LENGTH_TOO_LONG);

    /// What a row says.
    private record Row(int status, long bytes, Outcome outcome) {}

    @TempDir Path folder;

    private final Map<String, Row> rows = new HashMap<>();
    private final Map<String, Integer> archived = new TreeMap<>();
    private final Map<String, String> responses = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private int referred;
    private int unpacked;
    private int cut;

    private void received(Page page) {
        if (page.status() != 0) {
            rows.put(page.url(), new Row(page.status(), page.bytes(), page.outcome()));
        }
    }

    @Test
    void eachResponseIsArchivedOnceAsItsRowTellsIt() throws Exception {
        WebShape shape =
                WebShape.of(17, 12, 30)
                        .with(ProtocolKind.HTTPS, 250)
                        .with(ProtocolKind.HTTP_2, 250)
                        .with(HostKind.MIRROR, 250);
        for (PageKind kind : KINDS) {
            shape = shape.with(kind, 40);
        }
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            Path authority = Files.writeString(folder.resolve("authority"), web.authority());
            CrawlRig.crawl(
                    CrawlRig.options(web)
                            .set("ca-certificate", authority.toString())
                            .set("warc", "true")
                            .build(),
                    disk,
                    this::received);
        }
        for (Path file : disk.list(Path.of("/crawl/warc"))) {
            assertTrue(file.toString().endsWith(".warc.gz"), file::toString);
            read(disk, file);
        }
        assertEquals(List.of(), warnings);
        Map<String, Integer> expected = new TreeMap<>();
        rows.forEach((url, row) -> expected.put(url, row.status()));
        assertEquals(expected, archived);
        assertTrue(referred > 10, () -> "referred=" + referred);
        assertTrue(unpacked > 5, () -> "unpacked=" + unpacked);
        assertTrue(cut > 5, () -> "cut=" + cut);
    }

    private void read(Disk disk, Path file) throws Exception {
        try (WarcReader reader = new WarcReader(new ByteArrayInputStream(octets(disk, file)))) {
            reader.setLenient(false);
            reader.onWarning(warnings::add);
            for (WarcRecord record : reader) {
                switch (record) {
                    case WarcResponse response -> response(response);
                    case WarcRevisit revisit -> {
                        referred++;
                        archive(revisit.target(), revisit.http().status());
                        assertEquals(
                                responses.get(revisit.refersTo().orElseThrow().toString()),
                                revisit.refersToTargetURI().orElseThrow().toString());
                    }
                    default -> {}
                }
            }
        }
    }

    private void response(WarcResponse response) throws Exception {
        String url = response.target();
        HttpResponse http = response.http();
        archive(url, http.status());
        responses.put(response.id().toString(), url);
        Row row = rows.get(url);
        boolean whole = response.truncated() == WarcTruncationReason.NOT_TRUNCATED;
        // What it came to is judged by the fetch; redirects that lead nowhere came whole.
        assertTrue(whole || row.outcome() != Outcome.FETCHED, url);
        if (!whole) {
            cut++;
            return;
        }
        byte[] payload = response.payload().orElseThrow().body().stream().readAllBytes();
        assertArrayEquals(
                MessageDigest.getInstance("SHA-1").digest(payload),
                response.payloadDigest().orElseThrow().bytes(),
                url);
        String coding = http.headers().first("Content-Encoding").orElse("");
        if (coding.equals("gzip")) {
            unpacked++;
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(payload))) {
                assertEquals(row.bytes(), in.readAllBytes().length, url);
            }
        } else if (coding.isEmpty()) {
            assertEquals(row.bytes(), payload.length, url);
        }
    }

    private void archive(String url, int status) {
        assertNull(archived.put(url, status), url);
    }

    private static byte[] octets(Disk disk, Path file) throws IOException {
        try (Disk.DiskFile open = disk.open(file)) {
            byte[] octets = new byte[(int) open.size()];
            open.read(MemorySegment.ofArray(octets), 0);
            return octets;
        }
    }
}
