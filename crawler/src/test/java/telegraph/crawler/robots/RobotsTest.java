package telegraph.crawler.robots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;
import telegraph.testkit.Mutations;
import telegraph.testkit.Seeds;

class RobotsTest {
    private static final String AGENT = "Telegraph/1.0 (+http://example.org/)";

    @Test
    void theGroupThatNamesTheCrawlerCountsAndNotTheOneForAll() {
        Robots robots =
                of(
                        """
                        User-agent: *
                        Disallow: /

                        user-agent: otherbot
                        user-agent: TELEGRAPH
                        disallow: /private # and what is below

                        User-agent: telegraphist
                        Disallow: /public
                        """);
        assertTrue(allows(robots, "/public"));
        assertFalse(allows(robots, "/private/x"));
        assertTrue(allows(robots, "/robots.txt"));
    }

    @Test
    void groupsOfTheSameNameAreOne() {
        Robots robots =
                of(
                        "User-agent: telegraph\nDisallow: /a\nUser-agent: x\nDisallow: /\n"
                                + "User-agent: telegraph\nDisallow: /b\n");
        assertFalse(allows(robots, "/a"));
        assertFalse(allows(robots, "/b"));
        assertTrue(allows(robots, "/c"));
    }

    @Test
    void theLongestRuleDecidesAndOfEquallyLongOnesTheOneThatAllows() {
        Robots robots =
                of(
                        "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nDisallow: /e\nAllow: /e\n");
        assertFalse(allows(robots, "/a"));
        assertFalse(allows(robots, "/ax"));
        assertTrue(allows(robots, "/a/b"));
        assertFalse(allows(robots, "/a/b/c"));
        assertTrue(allows(robots, "/e/f"));
        assertTrue(allows(robots, "/A"), "paths know capital letters");
    }

    @Test
    void starsFitAnythingAndADollarTheEnd() {
        Robots robots =
                of(
                        "User-agent: *\nDisallow: /*.php$\nDisallow: /x*y*z\nDisallow: /end$\nDisallow: /*?id=\n");
        assertFalse(allows(robots, "/a/b.php"));
        assertTrue(allows(robots, "/a/b.php5"));
        assertFalse(allows(robots, "/.php.php"));
        assertFalse(allows(robots, "/xyz"));
        assertFalse(allows(robots, "/x1y2y3z4"));
        assertTrue(allows(robots, "/xzy"));
        assertFalse(allows(robots, "/end"));
        assertTrue(allows(robots, "/end/"));
        assertFalse(allows(robots, "/p?id=7"));
        assertTrue(allows(robots, "/p?x=7"));
    }

    @Test
    void theSamePathSpeltInTwoWaysIsTheSame() {
        Robots robots =
                of(
                        "User-agent: *\nDisallow: /%7eann\nDisallow: /ü\nDisallow: /a%2fb\n"
                                + "Disallow: /star%2A\nDisallow: /money%24\nDisallow: /q?n='x'\n");
        assertFalse(allows(robots, "/~ann"));
        assertFalse(allows(robots, "/%7Eann/x"));
        assertFalse(allows(robots, "/%c3%bc"));
        assertFalse(allows(robots, "/ü"));
        assertFalse(allows(robots, "/a%2Fb"));
        assertTrue(allows(robots, "/a/b"), "an escaped slash is no slash");
        assertFalse(allows(robots, "/star*"));
        assertTrue(allows(robots, "/starx"));
        assertFalse(allows(robots, "/money$"));
        assertFalse(allows(robots, "/q?n='x'"));
    }

    @Test
    void theStatusDecidesWhenThereAreNoRules() {
        String forbidding = "User-agent: *\nDisallow: /\n";
        for (int status : new int[] {300, 302, 400, 401, 403, 404, 410, 451}) {
            Robots robots = of(status, forbidding);
            assertTrue(allows(robots, "/x"), "status=" + status);
            assertFalse(robots.isToBeAskedAgain());
        }
        for (int status : new int[] {0, 429, 500, 503, 599}) {
            Robots robots = of(status, "");
            assertFalse(allows(robots, "/x"), "status=" + status);
            assertTrue(robots.isToBeAskedAgain());
        }
        assertFalse(allows(of(200, forbidding), "/x"));
        assertFalse(of(200, forbidding).isToBeAskedAgain());
    }

    @Test
    void whatIsNoRobotsTxtAllowsAll() {
        for (String text :
                List.of(
                        "",
                        "\n\n",
                        "<!DOCTYPE html><p>Disallow: nothing</p>",
                        "\0\0\0",
                        "Disallow: /")) {
            assertTrue(allows(of(text), "/x"), text);
        }
        assertTrue(allows(of("User-agent: *\nDisallow:\n"), "/x"));
    }

    @Test
    void aByteOrderMarkAndForeignLineEndsDoNoHarm() {
        assertFalse(allows(of("\uFEFFUser-agent: *\rDisallow: /x\r"), "/x"));
        assertFalse(allows(of("User-agent: *\r\nDisallow: /x\r\n"), "/x"));
    }

    @Test
    void theDelayIsToldHoweverLong() {
        assertEquals(Optional.empty(), of("User-agent: *\nDisallow: /x\n").crawlDelay());
        assertEquals(
                Optional.of(Duration.ofMillis(1500)),
                of("User-agent: *\nCrawl-delay: 1.5\n").crawlDelay());
        Robots slow = of("User-agent: *\nDisallow: /x\nCrawl-delay: 86400\n");
        assertEquals(Optional.of(Duration.ofDays(1)), slow.crawlDelay());
        assertTrue(allows(slow, "/y"));
    }

    @Test
    void sitemapsAreToldUpToALimit() {
        StringBuilder text = new StringBuilder("Sitemap: http://h.test/s.xml\n");
        assertEquals(List.of("http://h.test/s.xml"), of(text.toString()).sitemaps());
        for (int i = 0; i < 1_000; i++) {
            text.append("Sitemap: http://h.test/").append(i).append(".xml\n");
        }
        assertEquals(64, of(text.toString()).sitemaps().size());
    }

    @Test
    void whatIsBeyondTheLimitIsNotReadAndARuleItCutsIsLeftOut() {
        StringBuilder text = new StringBuilder("User-agent: *\nDisallow: /first\n");
        while (text.length() < Robots.OCTETS_MAX - 10) {
            text.append("# a comment that fills\n");
        }
        text.setLength(Robots.OCTETS_MAX - 12);
        text.append("\nDisallow: /last\n");
        Robots robots = of(text.toString());
        assertFalse(allows(robots, "/first"));
        assertTrue(allows(robots, "/last"));
        assertTrue(allows(robots, "/x"), "a cut rule would forbid all");
    }

    @Test
    void moreRulesThanCanBeKeptForbidAll() {
        StringBuilder text = new StringBuilder("User-agent: *\n");
        for (int i = 0; i < 5_000; i++) {
            text.append("Disallow: /some/path/").append(i).append('\n');
        }
        Robots robots = of(text.toString());
        assertFalse(allows(robots, "/x"));
        assertFalse(robots.isToBeAskedAgain());
        assertTrue(robots.bytes() < 1_000);
    }

    @Test
    void patternsWithManyStarsEndAndForbidWhatTheyCannotTell() {
        StringBuilder text = new StringBuilder("User-agent: *\n");
        for (int i = 0; i < 100; i++) {
            text.append("Allow: /*").append("a".repeat(300 + i)).append("b*c\n");
        }
        Robots robots = of(text.toString());
        Url url = url("/" + "a".repeat(2_000));
        assertFalse(robots.allows(url));
        assertTrue(allows(robots, "/short"));
    }

    @Test
    void theLibraryThatReadsTheRulesMatchesThemAlike() {
        Seeds.run(
                200,
                (seed, random) -> {
                    StringBuilder text = new StringBuilder("User-agent: *\n");
                    for (int i = 0; i < 6; i++) {
                        text.append(random.nextBoolean() ? "Allow: /" : "Disallow: /")
                                .append(word(random, "ab/*?%7E~", 6))
                                .append('\n');
                    }
                    byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
                    Robots robots = Robots.parse(200, body, body.length, AGENT);
                    SimpleRobotRules oracle =
                            new SimpleRobotRulesParser()
                                    .parseContent(
                                            "http://h.test/robots.txt",
                                            body,
                                            "text/plain",
                                            List.of("telegraph"));
                    for (int i = 0; i < 50; i++) {
                        Url url = url("/" + word(random, "ab/?~", 8));
                        assertEquals(
                                oracle.isAllowed(url.toString()),
                                robots.allows(url),
                                () -> url + " of " + text);
                    }
                });
    }

    /// The library takes the first place where the octets after a `*` fit, and so misses a later
    /// one at the end; therefore patterns with `$` are held against regular expressions.
    @Test
    void rulesFitWhatTheirRegularExpressionsFit() {
        Seeds.run(
                200,
                (seed, random) -> {
                    record Rule(String text, boolean allows) {}
                    List<Rule> rules = new ArrayList<>();
                    StringBuilder text = new StringBuilder("User-agent: *\n");
                    for (int i = 0; i < 6; i++) {
                        String end = random.nextInt(3) == 0 ? "$" : "";
                        Rule rule =
                                new Rule(
                                        "/" + word(random, "ab/*?", 6) + end, random.nextBoolean());
                        rules.add(rule);
                        text.append(rule.allows ? "Allow: " : "Disallow: ")
                                .append(rule.text)
                                .append('\n');
                    }
                    rules.sort(
                            Comparator.comparing((Rule rule) -> -rule.text.length())
                                    .thenComparing(rule -> !rule.allows));
                    Robots robots = of(text.toString());
                    for (int i = 0; i < 50; i++) {
                        String path = "/" + word(random, "ab/?", 8);
                        boolean allowed =
                                rules.stream()
                                        .filter(rule -> fits(rule.text, path))
                                        .findFirst()
                                        .map(Rule::allows)
                                        .orElse(true);
                        assertEquals(allowed, allows(robots, path), () -> path + " of " + text);
                    }
                });
    }

    private static boolean fits(String rule, String path) {
        String regex = rule.replace("?", "\\?").replace("*", ".*");
        return Pattern.compile(rule.endsWith("$") ? regex : regex + ".*").matcher(path).matches();
    }

    @Test
    void whatWasWrittenIsReadBack() {
        List<Robots> all =
                List.of(
                        Robots.allowingAll(),
                        of(503, ""),
                        of(
                                "User-agent: *\nDisallow: /\nCrawl-delay: 7\nSitemap: http://h.test/s\n"),
                        of("User-agent: *\nDisallow: /a*b$\nAllow: /%C3%BC\n"));
        for (Robots robots : all) {
            byte[] bytes = robots.toBytes();
            Robots back = Robots.fromBytes(bytes);
            assertArrayEquals(bytes, back.toBytes());
            assertEquals(robots.crawlDelay(), back.crawlDelay());
            assertEquals(robots.sitemaps(), back.sitemaps());
            assertEquals(robots.isToBeAskedAgain(), back.isToBeAskedAgain());
            for (String path : List.of("/", "/axb", "/ü", "/robots.txt")) {
                assertEquals(allows(robots, path), allows(back, path));
            }
        }
    }

    @Test
    void whatIsBrokenIsCorruptAndNothingElse() {
        Mutations mutations =
                new Mutations(
                        List.of(
                                of("User-agent: *\nDisallow: /a*b$\nSitemap: http://h.test/s\n")
                                        .toBytes()));
        Seeds.run(
                3,
                (seed, random) -> {
                    for (int i = 0; i < 5_000; i++) {
                        try {
                            allows(Robots.fromBytes(mutations.next(random)), "/abab");
                        } catch (TelegraphException e) {
                            assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
                        }
                    }
                });
        assertThrows(TelegraphException.class, () -> Robots.fromBytes(new byte[0]));
    }

    @Test
    void anyOctetsAreARobotsTxt() {
        List<byte[]> valid = new ArrayList<>();
        valid.add(
                "User-agent: telegraph\nDisallow: /a*b$\nCrawl-delay: 3\nAllow: /%7E\n"
                        .getBytes(StandardCharsets.UTF_8));
        valid.add("User-agent: *\r\nDisallow: /\r\n".getBytes(StandardCharsets.UTF_8));
        Mutations mutations = new Mutations(valid);
        Seeds.run(
                3,
                (seed, random) -> {
                    for (int i = 0; i < 3_000; i++) {
                        byte[] body = mutations.next(random);
                        Robots robots = Robots.parse(200, body, body.length, AGENT);
                        allows(robots, "/a~b");
                        assertArrayEquals(
                                robots.toBytes(), Robots.fromBytes(robots.toBytes()).toBytes());
                    }
                });
    }

    private static String word(RandomGenerator random, String letters, int lengthMax) {
        StringBuilder word = new StringBuilder();
        for (int left = random.nextInt(lengthMax); left > 0; left--) {
            word.append(letters.charAt(random.nextInt(letters.length())));
        }
        return word.toString();
    }

    private static Robots of(String text) {
        return of(200, text);
    }

    private static Robots of(int status, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return Robots.parse(status, body, body.length, AGENT);
    }

    private static boolean allows(Robots robots, String path) {
        return robots.allows(url(path));
    }

    private static Url url(String path) {
        byte[] text = ("http://h.test" + path).getBytes(StandardCharsets.UTF_8);
        Url url = new Url();
        assertEquals(Url.Verdict.OK, url.parse(text, 0, text.length), path);
        return url;
    }
}
