package telegraph.crawler.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.crawler.CrawlScope;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;

class LinkFilterTest {
    @Test
    void theScopeOfHostsKnowsHostsAndNotPorts() {
        LinkFilter filter = filter("host", "http://h1.test/", "https://h2.test:8443/x");
        assertCut(Cut.KEEP, filter, "http://h1.test/a");
        assertCut(Cut.KEEP, filter, "https://h1.test:8080/");
        assertCut(Cut.KEEP, filter, "http://H2.test/");
        assertCut(Cut.SCOPE, filter, "http://h3.test/");
        assertCut(Cut.SCOPE, filter, "http://www.h1.test/");
        assertCut(Cut.SCOPE, filter, "http://h1.test.evil.test/");
    }

    @Test
    void theScopeOfDomainsKnowsPublicSuffixes() {
        LinkFilter filter =
                filter(
                        "domain",
                        "http://www.example.co.uk/",
                        "http://h7.synth.test/",
                        "http://127.0.0.1/",
                        "http://[::1]/");
        assertCut(Cut.KEEP, filter, "http://example.co.uk/");
        assertCut(Cut.KEEP, filter, "http://a.b.example.co.uk/");
        assertCut(Cut.SCOPE, filter, "http://other.co.uk/");
        assertCut(Cut.SCOPE, filter, "http://badexample.co.uk/");
        assertCut(Cut.KEEP, filter, "http://h8.synth.test/");
        assertCut(Cut.SCOPE, filter, "http://synth.other.test/");
        assertCut(Cut.KEEP, filter, "http://127.0.0.1:80/");
        assertCut(Cut.SCOPE, filter, "http://127.0.0.2/");
        assertCut(Cut.KEEP, filter, "http://[::1]:99/");
    }

    @Test
    void anyIsAny() {
        assertCut(Cut.KEEP, filter("any", "http://h1.test/"), "http://elsewhere.example/");
    }

    @Test
    void aRegularExpressionMatchesTheWholeUrl() {
        LinkFilter filter = filter("https?://h[0-9]+\\.test/.*", "http://h1.test/");
        assertCut(Cut.KEEP, filter, "http://h99.test/a");
        assertCut(Cut.SCOPE, filter, "http://evil.test/http://h1.test/");
    }

    @Test
    void aHostToWhichASeedWasRedirectedIsInScope() {
        LinkFilter filter = filter("host", "http://h1.test/");
        assertCut(Cut.SCOPE, filter, "http://www.h1.test/");
        for (int i = 50; i > 0; i--) {
            filter.widen(url("http://other" + i + ".test/"));
        }
        filter.widen(url("http://www.h1.test/"));
        filter.widen(url("http://www.h1.test/twice"));
        assertCut(Cut.KEEP, filter, "http://www.h1.test/");
        assertCut(Cut.KEEP, filter, "http://h1.test/");
        assertCut(Cut.KEEP, filter, "http://other7.test/");
        assertCut(Cut.SCOPE, filter, "http://other51.test/");
    }

    @Test
    void whatIsTooDeepIsCut() {
        LinkFilter filter = filter("any");
        assertEquals(Cut.KEEP, filter.judge(url("http://h.test/"), 5));
        assertEquals(Cut.DEPTH, filter.judge(url("http://h.test/"), 6));
    }

    @Test
    void aPathThatRepeatsASegmentIsATrap() {
        LinkFilter filter = filter("any");
        assertCut(Cut.KEEP, filter, "http://h.test/a/a/a/b");
        assertCut(Cut.REPETITION, filter, "http://h.test/a/a/a/a");
        assertCut(Cut.REPETITION, filter, "http://h.test/a/b/a/b/a/b/a/b.html");
        assertCut(Cut.REPETITION, filter, "http://h.test/x/a/y/a/z/a/w/a/");
        assertCut(Cut.KEEP, filter, "http://h.test/aa/a/aaa/a/aaaa/a");
        assertCut(Cut.KEEP, filter, "http://h.test///");
        assertCut(Cut.REPETITION, filter, "http://h.test/////");
        assertCut(Cut.REPETITION, filter, "http://h.test/" + numbered("/", 100));
        assertCut(Cut.KEEP, filter, "http://h.test/" + numbered("/", 60));
    }

    @Test
    void aQueryThatRepeatsAParameterIsATrap() {
        LinkFilter filter = filter("any");
        assertCut(Cut.KEEP, filter, "http://h.test/?a=1&a=2&a=3&a=4&a=5");
        assertCut(Cut.KEEP, filter, "http://h.test/?a=1&a=1&a=1&b=1");
        assertCut(Cut.REPETITION, filter, "http://h.test/?a=1&a=1&a=1&a=1");
        assertCut(Cut.REPETITION, filter, "http://h.test/?" + numbered("&", 100));
        assertCut(Cut.KEEP, filter, "http://h.test/a?a/a/a/a/a/a");
    }

    @Test
    void whatIsExcludedIsCutAndWhatIsNotIncluded() {
        LinkFilter filter =
                filter(
                        scope(
                                "any",
                                List.of("/docs/", "http://KEEP.test:80/all"),
                                List.of("\\.pdf$", "https://")));
        assertCut(Cut.KEEP, filter, "http://h.test/docs/a");
        assertCut(Cut.KEEP, filter, "http://keep.test/all/x");
        assertCut(Cut.NOT_INCLUDED, filter, "http://h.test/blog/");
        assertCut(Cut.NOT_INCLUDED, filter, "http://h.test/?u=http://keep.test/all");
        assertCut(Cut.EXCLUDED, filter, "http://h.test/docs/a.pdf");
        assertCut(Cut.EXCLUDED, filter, "https://h.test/docs/");
    }

    @Test
    void aRegularExpressionThatIsNoneIsNamed() {
        TelegraphException e =
                assertThrows(
                        TelegraphException.class,
                        () -> filter(scope("any", List.of(), List.of("(unclosed"))));
        assertTrue(e.getMessage().contains("found='(unclosed'"), e.getMessage());
        assertThrows(TelegraphException.class, () -> filter("[a-"));
    }

    @Test
    void aRegularExpressionThatHasTooManyWaysToFitDecidesNothing() {
        LinkFilter filter = filter(scope("any", List.of(), List.of("/(a*)(a*)(a*)(a*)(a*)x")));
        assertCut(Cut.UNDECIDED, filter, "http://h.test/" + "a".repeat(500) + "b");
        assertCut(Cut.EXCLUDED, filter, "http://h.test/aaax");
        LinkFilter deep = filter(scope("any", List.of(), List.of("/(a|b)*c")));
        Cut cut = deep.judge(url("http://h.test/" + "ab".repeat(900)), 0);
        assertTrue(cut == Cut.KEEP || cut == Cut.UNDECIDED, cut.toString());
    }

    private static String numbered(String separator, int count) {
        StringBuilder parts = new StringBuilder();
        for (int i = 0; i < count; i++) {
            parts.append(i).append(separator);
        }
        return parts.toString();
    }

    private static LinkFilter filter(String reach, String... seeds) {
        return LinkFilter.of(
                scope(reach, List.of(), List.of()),
                Arrays.stream(seeds).map(LinkFilterTest::url).toList());
    }

    private static LinkFilter filter(CrawlScope scope) {
        return LinkFilter.of(scope, List.of());
    }

    private static CrawlScope scope(String reach, List<String> include, List<String> exclude) {
        return new CrawlScope(reach, include, exclude, 100, 5, 100, true, false, false);
    }

    private static void assertCut(Cut expected, LinkFilter filter, String url) {
        assertEquals(expected, filter.judge(url(url), 1), url);
    }

    private static Url url(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        Url url = new Url();
        assertEquals(Url.Verdict.OK, url.parse(octets, 0, octets.length), text);
        return url;
    }
}
