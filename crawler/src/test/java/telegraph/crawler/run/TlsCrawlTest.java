package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.Outcome;
import telegraph.crawler.Page;
import telegraph.ground.Disk;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.ProtocolKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.Expected;
import telegraph.testkit.web.SyntheticWeb;

/// Whole crawls of webs whose hosts speak TLS, well or badly, trusting no authority but theirs.
class TlsCrawlTest {
    private static final Set<Outcome> ANSWERS =
            Set.of(
                    Outcome.FETCHED,
                    Outcome.TRUNCATED,
                    Outcome.REDIRECT_LOOP,
                    Outcome.TOO_MANY_REDIRECTS);

    @TempDir Path folder;

    private final Map<String, Integer> answered = new HashMap<>();
    private final Map<String, Outcome> others = new HashMap<>();
    private final Map<String, String> details = new HashMap<>();

    private void received(Page page) {
        boolean whole = page.status() != 0 && ANSWERS.contains(page.outcome());
        Object before =
                whole
                        ? answered.put(page.url(), page.status())
                        : others.put(page.url(), page.outcome());
        assertNull(before, page::url);
        if (!whole) {
            details.put(page.url(), page.outcome() + " " + page.detail());
        }
    }

    private CrawlOptions.Builder options(SyntheticWeb web) throws IOException {
        Path authority = folder.resolve("authority.pem");
        Files.writeString(authority, web.authority());
        return CrawlRig.options(web).set("ca-certificate", authority.toString());
    }

    private CrawlSummary crawlsExactly(SyntheticWeb web, CrawlOptions.Builder options)
            throws InterruptedException {
        CrawlSummary summary = CrawlRig.crawl(options.build(), Disk.inMemory(), this::received);
        boolean missing = summary.status().errors().containsKey(Outcome.HOST_DOWN);
        assertEquals(
                missing ? CrawlSummary.End.INCOMPLETE : CrawlSummary.End.COMPLETE,
                summary.end(),
                summary::toString);
        Expected right = web.expected(Reach.ANY, web.seed());
        assertEquals(
                List.of(), right.difference(answered), () -> "others: " + new TreeMap<>(details));
        assertEquals(List.of(), web.violations(), () -> "" + new TreeMap<>(details));
        Set<String> tame = new HashSet<>(others.keySet());
        tame.removeIf(SyntheticWeb::isWild);
        assertEquals(right.unanswered(), tame);
        return summary;
    }

    @Test
    void aWebOfTlsIsCrawledExactlyWithOneHandshakeForEachHost() throws Exception {
        WebShape shape = WebShape.of(41, 12, 30).with(ProtocolKind.HTTPS, 1_000);
        shape = shape.at(0, ProtocolKind.HTTPS);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            assertTrue(web.seed().startsWith("https://"), web.seed());
            crawlsExactly(web, options(web));
            assertEquals(12 * 30, answered.size());
            assertEquals(12, web.counts().handshakes());
        }
    }

    @Test
    void linksLeadFromPlainHttpToTlsAndHttp2AndBack() throws Exception {
        WebShape shape =
                WebShape.of(42, 30, 12)
                        .with(ProtocolKind.HTTPS, 333)
                        .with(ProtocolKind.HTTP_2, 333)
                        .with(PageKind.REDIRECT_AWAY, 100)
                        .with(HostKind.MIRROR, 200);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            crawlsExactly(web, options(web));
            assertTrue(web.counts().handshakes() > 10, () -> "" + web.counts());
        }
    }

    @Test
    void everyKindOfPageComesThroughTlsAndHttp2() throws Exception {
        WebShape shape =
                WebShape.of(43, 4, 60)
                        .with(ProtocolKind.HTTPS, 400)
                        .with(ProtocolKind.HTTP_2, 400)
                        .at(0, ProtocolKind.HTTPS)
                        .at(1, ProtocolKind.HTTP_2)
                        .at(2, ProtocolKind.HTTPS)
                        .at(3, ProtocolKind.HTTP_2);
        for (PageKind kind : PageKind.values()) {
            if (kind != PageKind.HTML) {
                shape = shape.with(kind, 15);
            }
        }
        List<PageKind> sure = List.of(PageKind.BOMB, PageKind.HUGE_HEADER, PageKind.REDIRECT_LOOP);
        for (int host = 0; host < 2; host++) {
            for (PageKind kind : sure) {
                shape = shape.at(host, 1 + sure.indexOf(kind), kind);
            }
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlSummary summary = crawlsExactly(web, options(web).depthMax(6));
            for (Outcome outcome :
                    List.of(Outcome.BOMB, Outcome.HEADER_TOO_LARGE, Outcome.REDIRECT_LOOP)) {
                assertTrue(summary.status().errors().containsKey(outcome), summary::toString);
            }
        }
    }

    @Test
    void hostsThatProveNothingAreRowsThatSaySo() throws Exception {
        WebShape shape =
                WebShape.of(45, 5, 8)
                        .at(1, ProtocolKind.TLS_WRONG_NAME)
                        .at(2, ProtocolKind.TLS_EXPIRED)
                        .at(3, ProtocolKind.TLS_ALERT)
                        .at(4, ProtocolKind.HTTPS);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            crawlsExactly(web, options(web));
            assertEquals(Set.of(Outcome.TLS_FAILED), new HashSet<>(others.values()));
            List<String> reasons =
                    List.of("No subject alternative", "expired", "handshake_failure");
            for (int host = 1; host <= 3; host++) {
                String said = details.get(web.url(host, 5));
                assertTrue(said.contains(reasons.get(host - 1)), said);
            }
        }
    }

    @Test
    @Tag("slow")
    void hostsThatSpeakTlsBadlyAreRowsAndHoldUpNobody() throws Exception {
        WebShape shape = WebShape.of(44, 30, 8);
        int host = 1;
        for (ProtocolKind kind : ProtocolKind.values()) {
            shape = shape.at(host++, kind).at(host++, kind);
        }
        for (HostKind kind : HostKind.values()) {
            if (kind != HostKind.MIRROR) {
                shape = shape.at(host, kind).at(host++, ProtocolKind.HTTP_2);
            }
        }
        for (HostKind kind : List.of(HostKind.HANGING, HostKind.DRIPPING, HostKind.RESETTING)) {
            shape = shape.at(host, kind).at(host++, ProtocolKind.HTTPS);
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions.Builder options =
                    options(web)
                            .timeout(Duration.ofSeconds(8))
                            .connectTimeout(Duration.ofSeconds(8));
            CrawlSummary summary = crawlsExactly(web, options);
            for (Outcome outcome : List.of(Outcome.TLS_FAILED, Outcome.HOST_DOWN)) {
                assertTrue(summary.status().errors().containsKey(outcome), summary::toString);
            }
        }
    }
}
