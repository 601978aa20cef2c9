package telegraph.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import telegraph.crawler.Link;
import telegraph.crawler.Outcome;
import telegraph.crawler.Rel;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.testkit.Seeds;

/// A record read back is what was written, and a damaged one never leads out of its octets.
class PageRecordTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static PageRecord start(PageRecord record, String url, int depth) {
        byte[] octets = bytes(url);
        return record.start(octets, 0, octets.length, depth);
    }

    private static PageRecord link(PageRecord record, String url, String anchor, int rel) {
        byte[] to = bytes(url);
        byte[] words = bytes(anchor);
        return record.link(to, 0, to.length, url.hashCode(), rel, (rel & Rel.NOFOLLOW) == 0)
                .anchor(words, 0, words.length);
    }

    private static PageView view(PageRecord record) {
        return new PageView().set(record.octets());
    }

    @Test
    void aPageReadsBackAsItWasWritten() {
        PageRecord record = start(new PageRecord(), "http://h1.test/a", 3);
        record.status(200)
                .time(1_700_000_000_123L, 45)
                .flags(PageRecord.HTML)
                .tries(2)
                .address(new byte[] {127, 0, 0, 9})
                .hashes(11, 12)
                .bytes(9, 300)
                .digest(-1, 7)
                .simhash(99)
                .put(Part.HOST, "h1.test")
                .put(Part.REFERRER, "http://h1.test/")
                .put(Part.CONTENT_TYPE, "text/html")
                .put(Part.CHARSET, "iso-8859-1")
                .put(Part.HEAD, "HTTP/1.1 200 OK\r\nVary: a\r\nX: y\r\nvary:b\r\n\r\n")
                .chain(new long[] {5, 6, 7}, 2);
        link(record, "http://h2.test/", "two words", Rel.A);
        link(record, "http://h3.test/x?y", "", Rel.A | Rel.NOFOLLOW);
        record.put(Part.TITLE, Octets.of("Täst"))
                .put(Part.TEXT, "some words")
                .put(Part.BODY, new byte[] {(byte) 0xe4, 'b'}, 0, 2);
        PageView page = view(record);
        assertEquals("http://h1.test/a", page.url());
        assertEquals("http://h1.test/a", page.finalUrl());
        assertEquals("h1.test", page.host());
        assertEquals(Optional.of("127.0.0.9"), page.ip());
        assertEquals(200, page.status());
        assertEquals(Outcome.FETCHED, page.outcome());
        assertEquals("", page.detail());
        assertEquals(Optional.of("text/html"), page.contentType());
        assertEquals(Optional.of("a, b"), page.header("Vary"));
        assertEquals(Optional.empty(), page.header("age"));
        assertEquals(3, page.depth());
        assertEquals(Optional.of("http://h1.test/"), page.referrer());
        assertEquals(1_700_000_000_123L, page.fetchedAt().toEpochMilli());
        assertEquals(45, page.millis());
        assertEquals(9, page.bytes());
        assertEquals(300, page.wireBytes());
        assertEquals("Täst", page.title());
        assertEquals("some words", page.text());
        assertEquals("äb", page.bodyText());
        assertEquals(2, page.body().remaining());
        assertTrue(page.body().isReadOnly());
        assertEquals(
                List.of(
                        new Link("http://h2.test/", "two words", Set.of("a"), true),
                        new Link("http://h3.test/x?y", "", Set.of("a", "nofollow"), false)),
                page.links());
        assertEquals(2, page.linkCount());
        assertEquals(2, page.chainLength());
        assertEquals(6, page.chain(1));
        assertEquals(11, page.urlHash());
        assertEquals(12, page.siteHash());
        assertEquals(2, page.tries());
        assertEquals(-1, page.digestHigh());
        assertEquals(7, page.digestLow());
        assertEquals(99, page.simhash());
        assertTrue(page.hasFlag(PageRecord.HTML));
        assertFalse(page.hasFlag(PageRecord.TRUNCATED));
    }

    @Test
    void whatIsNotPutIsAbsent() {
        PageRecord record = start(new PageRecord(), "http://h1.test/a", 0);
        record.outcome(Outcome.CONNECT_FAILED).put(Part.DETAIL, "nobody listens");
        PageView page = view(record);
        assertEquals(Outcome.CONNECT_FAILED, page.outcome());
        assertEquals("nobody listens", page.detail());
        assertEquals(0, page.status());
        assertEquals(-1, page.bytes());
        assertEquals(Optional.empty(), page.ip());
        assertEquals(Optional.empty(), page.contentType());
        assertEquals(List.of(), page.links());
        assertFalse(page.hasDigest());
        assertEquals(0, page.chainLength());
        assertFalse(page.has(Part.BODY));
    }

    @Test
    void everyOutcomeReadsBack() {
        PageRecord record = new PageRecord();
        for (Outcome outcome : Outcome.values()) {
            start(record, "http://h/", 0).outcome(outcome);
            assertEquals(outcome, view(record).outcome());
        }
    }

    @Test
    void aPartDroppedLeavesTheOthersAsTheyWere() {
        PageRecord record = start(new PageRecord(), "http://h1.test/a", 0);
        link(record, "http://h2.test/", "two", Rel.A);
        record.put(Part.BODY, "a long body").put(Part.EXTRA, "extra").drop(Part.BODY);
        PageView page = view(record);
        assertFalse(page.has(Part.BODY));
        assertEquals("extra", page.text(Part.EXTRA));
        assertEquals("http://h2.test/", page.links().getFirst().url());
        record.put(Part.BODY, "another").drop(Part.TEXT);
        assertEquals("another", view(record).text(Part.BODY));
        assertEquals("extra", view(record).text(Part.EXTRA));
    }

    @Test
    void aPartIsPutOnce() {
        PageRecord record = start(new PageRecord(), "http://h1.test/a", 0).put(Part.TITLE, "t");
        assertThrows(IllegalStateException.class, () -> record.put(Part.TITLE, "u"));
    }

    @Test
    void linksLieTogether() {
        PageRecord record = start(new PageRecord(), "http://h1.test/a", 0);
        link(record, "http://h2.test/", "two", Rel.A);
        record.put(Part.TITLE, "t");
        assertThrows(IllegalStateException.class, () -> link(record, "http://h3.test/", "", Rel.A));
    }

    @Test
    void aRecordIsUsedAgainWithNothingLeftOfTheLast() {
        PageRecord record = start(new PageRecord(), "http://h1.test/a", 9).status(404);
        link(record, "http://h2.test/", "two", Rel.A);
        start(record, "http://h9.test/", 0);
        PageView page = view(record);
        assertEquals("http://h9.test/", page.url());
        assertEquals(0, page.status());
        assertEquals(0, page.linkCount());
        assertEquals(List.of(), page.links());
    }

    @Test
    void theLongestUrlAndAnchorReadBack() {
        String longest = "u".repeat(0xffff);
        PageRecord record = start(new PageRecord(), "http://h1.test/a", 0);
        link(record, longest, longest, 0xffff);
        Link link = view(record).links().getFirst();
        assertEquals(longest, link.url());
        assertEquals(longest, link.anchor());
        assertThrows(
                IllegalArgumentException.class,
                () -> link(start(record, "http://h/", 0), longest + "u", "", 0));
    }

    @Test
    void aRecordWithOctetsChangedIsRefusedOrReadWithinItsBounds() {
        Seeds.run(
                300,
                (seed, random) -> {
                    PageRecord record = start(new PageRecord(), "http://h1.test/a", 1).status(200);
                    for (int i = 0; i < 5; i++) {
                        link(record, "http://h" + i + ".test/", "anchor " + i, Rel.A);
                    }
                    record.put(Part.TEXT, "words").put(Part.BODY, "<p>words</p>");
                    byte[] octets =
                            Arrays.copyOf(record.octets().array(), record.octets().length());
                    for (int i = random.nextInt(1, 6); i > 0; i--) {
                        octets[random.nextInt(octets.length)] = (byte) random.nextInt();
                    }
                    int length =
                            random.nextInt(4) == 0 ? random.nextInt(octets.length) : octets.length;
                    List<Object> read = new ArrayList<>();
                    try {
                        PageView page = new PageView().set(octets, 0, length);
                        for (Part part : Part.values()) {
                            assertTrue(page.end(part) <= length);
                            read.add(page.text(part));
                        }
                        read.add(page.links());
                        read.add(page.bodyText());
                        read.add(page.ip());
                        read.add(page.outcome());
                    } catch (TelegraphException e) {
                        assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
                    }
                });
    }
}
