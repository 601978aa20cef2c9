package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import telegraph.crawler.Rel;
import telegraph.ground.Utf8;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.http.url.Url.Verdict;
import telegraph.testkit.Mutations;
import telegraph.testkit.Seeds;

/// Pages that were right and are not any more: nothing is thrown, what comes out is within its
/// limits and UTF-8, and as long as the page is one, its links are those that jsoup finds.
class ScanFuzzTest {
    private static final int TEXT_MAX = 300;
    private static final List<String> CHARSETS =
            List.of("", "utf-8", "windows-1252", "shift_jis", "gbk", "iso-2022-jp", "utf-16le");

    private static final String PAGE =
            """
            <!DOCTYPE html><html><head><meta charset="utf-8"><title>Title &amp; more</title>
            <meta name="robots" content="noarchive"><meta http-equiv="refresh" content="5;url=r">
            <script>if (a < b) { document.write("<a href='no1'>"); }</script>
            <style>a:after { content: "<a href='no2'>"; }</style></head><body class='a>b'>
            <!-- <a href="no3">no</a> --><p>Text <b>bold</b> &eacute; é 日本 &#128512;
            <a href="a/../b?x=1&amp;y=%20#f">anchor <i>text</i></a>, <a href='/c' rel='nofollow'>c</a>
            <a title="<a href='no4'>" href=d>d</a> <a href="http://other.example:8080/e?q">e</a>
            <iframe src="//third.example/f"><a href="no5">no</a></iframe><img alt="g > h" src="g">
            <textarea><a href="no6"></textarea><noscript><a href="h">h</a></noscript></body></html>
            """;

    @Test
    void mutatedPagesAreScannedInAnyCharset() {
        List<byte[]> pages = new ArrayList<>();
        pages.add(PAGE.getBytes(StandardCharsets.UTF_8));
        pages.add(PAGE.getBytes(StandardCharsets.UTF_16LE));
        pages.add(PAGE.getBytes(StandardCharsets.UTF_16));
        Mutations mutations = new Mutations(pages);
        Scanned scanned = new Scanned(scanner(), new ArrayList<>(), new ArrayList<>());
        Seeds.run(
                1_500,
                (seed, random) -> {
                    byte[] page = mutations.next(random);
                    scanned.scan(page, CHARSETS.get(random.nextInt(CHARSETS.size())), true);
                    check(scanned);
                });
    }

    @Test
    void octetsAtRandomAreScanned() {
        Scanned scanned = new Scanned(scanner(), new ArrayList<>(), new ArrayList<>());
        Seeds.run(
                1_000,
                (seed, random) -> {
                    byte[] page = new byte[random.nextInt(2_000)];
                    random.nextBytes(page);
                    sprinkle(page, random);
                    String charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
                    scanned.scan(page, charset, random.nextInt(4) > 0);
                    check(scanned);
                });
    }

    @Test
    void mutatedPagesHaveTheLinksThatJsoupFinds() {
        Url base = new Url();
        byte[] url = Scanned.PAGE.getBytes(StandardCharsets.UTF_8);
        base.parse(url, 0, url.length);
        Scanned scanned = new Scanned(scanner(), new ArrayList<>(), new ArrayList<>());
        Seeds.run(
                1_500,
                (seed, random) -> {
                    String html = changed(random);
                    scanned.scan(html.getBytes(StandardCharsets.UTF_8), "utf-8", true);
                    Set<String> found = new TreeSet<>();
                    for (String link : scanned.links()) {
                        if (!link.endsWith(" meta_refresh")) {
                            found.add(link.substring(0, link.indexOf(' ')));
                        }
                    }
                    assertEquals(expected(html, base), found, html);
                });
    }

    /// Changes letters, and moves pieces.
    private static String changed(RandomGenerator random) {
        StringBuilder html = new StringBuilder(PAGE);
        String letters = "<>\"'=/!-& a?;#";
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            int at = random.nextInt(html.length() - 30);
            switch (random.nextInt(4)) {
                case 0 -> html.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
                case 1 -> html.delete(at, at + random.nextInt(1, 20));
                case 2 -> html.insert(at, letters.charAt(random.nextInt(letters.length())));
                default -> {
                    int from = random.nextInt(html.length() - 30);
                    html.insert(at, html.substring(from, from + random.nextInt(1, 30)));
                }
            }
        }
        return html.toString();
    }

    private static Set<String> expected(String html, Url base) {
        Document document = Jsoup.parse(html, Scanned.PAGE);
        Set<String> links = new TreeSet<>();
        Url url = new Url();
        for (Element element : document.select("a[href], area[href], iframe[src]")) {
            String attribute = element.normalName().equals("iframe") ? "src" : "href";
            byte[] value = element.attr(attribute).getBytes(StandardCharsets.UTF_8);
            if (url.resolve(base, value, 0, value.length) == Verdict.OK) {
                links.add(url.toString());
            }
        }
        return links;
    }

    private static PageScanner scanner() {
        return new PageScanner(new ScanOptions(Rel.PAGES, TEXT_MAX));
    }

    /// Puts markup where noise would hardly ever make some.
    private static void sprinkle(byte[] page, RandomGenerator random) {
        byte[] markup = "<a href=&amp;x><!-- --><script></title".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i + markup.length < page.length; i += random.nextInt(1, 200)) {
            int from = random.nextInt(markup.length);
            int length = Math.min(random.nextInt(1, markup.length), markup.length - from);
            System.arraycopy(markup, from, page, i, length);
        }
    }

    private static void check(Scanned scanned) {
        checkText(scanned.scanner().text(), TEXT_MAX);
        checkText(scanned.scanner().title(), 1024);
        scanned.anchors().forEach(anchor -> checkText(Octets.of(anchor), 256));
        for (String link : scanned.links()) {
            assertTrue(link.startsWith("http://") || link.startsWith("https://"), link);
        }
    }

    private static void checkText(Octets text, int max) {
        assertTrue(text.length() <= max);
        assertTrue(Utf8.isWellFormed(text.array(), 0, text.length()));
        String words = text.toString();
        assertEquals(words.trim().replaceAll("[\\x00- ]+", " "), words);
    }
}
