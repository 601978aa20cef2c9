package telegraph.crawler.robots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import telegraph.http.url.Url;
import telegraph.testkit.Mutations;
import telegraph.testkit.Seeds;

class SitemapsTest {
    private static final String XML =
            "<?xml version='1.0' encoding='UTF-8'?><!-- by hand -->\n<urlset"
                    + " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                    + "<url><loc>http://h.test/a</loc><lastmod>2020-01-01</lastmod></url>"
                    + "<url><loc> http://other.test/b?x=1&amp;y=2 </loc></url>"
                    + "<url><loc>/rel</loc></url></urlset>";
    private static final String INDEX =
            "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                    + "<sitemap><loc>http://h.test/s1.xml.gz</loc></sitemap>"
                    + "<sitemap><loc>http://h.test/s2.xml</loc></sitemap></sitemapindex>";
    private static final String RSS =
            "<rss version='2.0'><channel><title>t</title><link>http://h.test/</link>"
                    + "<item><link>http://h.test/i1</link></item></channel></rss>";
    private static final String ATOM =
            "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://h.test/'/>"
                    + "<entry><link href='http://h.test/e1'/></entry></feed>";
    private static final String LIST = "http://h.test/t1\nhttp://h.test/t2\r\n";

    @Test
    void eachKindGivesItsUrls() throws IOException {
        assertUrls(XML, "http://h.test/a", "http://other.test/b?x=1&y=2", "http://h.test/rel");
        assertUrls(INDEX, "http://h.test/s1.xml.gz", "http://h.test/s2.xml");
        assertUrls(RSS, "http://h.test/", "http://h.test/i1");
        assertUrls(ATOM, "http://h.test/e1");
        assertUrls(LIST, "http://h.test/t1", "http://h.test/t2");
    }

    private static void assertUrls(String text, String... urls) throws IOException {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        for (byte[] body : List.of(plain, packed(plain))) {
            assertTrue(isSitemap("http://h.test/dir/sitemap1.xml", body), text);
            assertEquals(List.of(urls), urls("http://h.test/dir/sitemap1.xml", body), text);
        }
    }

    @Test
    void whatIsNoSitemapIsNotTakenForOne() throws IOException {
        byte[] xml = XML.getBytes(StandardCharsets.UTF_8);
        byte[] list = LIST.getBytes(StandardCharsets.UTF_8);
        assertTrue(isSitemap("http://h.test/feed", xml));
        assertFalse(isSitemap("http://h.test/list.txt", list));
        assertFalse(isSitemap("http://h.test/archive.gz", packed(xml)));
        for (String other :
                List.of(
                        "",
                        "<",
                        "<!-- <urlset>",
                        "<!DOCTYPE html><html><urlset></html>",
                        "<svg xmlns='http://www.w3.org/2000/svg'/>",
                        "text",
                        "\u001f\u008b not packed")) {
            assertFalse(
                    isSitemap(
                            "http://h.test/sitemap.xml",
                            other.getBytes(StandardCharsets.ISO_8859_1)),
                    other);
        }
    }

    @Test
    void aSitemapThatBreaksOffGivesWhatStandsBefore() {
        byte[] whole = XML.getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(whole, whole.length - 30);
        assertEquals(
                List.of("http://h.test/a", "http://other.test/b?x=1&y=2"),
                urls("http://h.test/sitemap.xml", cut));
    }

    @Test
    void entitiesLeadNowhere() {
        String evil =
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>"
                        + "<urlset><url><loc>http://h.test/&e;</loc></url></urlset>";
        byte[] body = evil.getBytes(StandardCharsets.UTF_8);
        assertEquals(List.of(), urls("http://h.test/sitemap.xml", body));
    }

    @Test
    void noMoreUrlsAreTakenThanTheProtocolAllows() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < Sitemaps.URLS_MAX + 10; i++) {
            many.append("http://h.test/").append(i).append('\n');
        }
        byte[] body = many.toString().getBytes(StandardCharsets.UTF_8);
        int[] count = new int[1];
        Url base = url("http://h.test/sitemap.txt");
        assertFalse(new Sitemaps().read(base, body, body.length, url -> count[0]++));
        assertEquals(Sitemaps.URLS_MAX, count[0]);
    }

    @Test
    void aBombIsUnpackedUpToALimit() throws IOException {
        byte[] blanks = new byte[Sitemaps.UNPACKED_MAX + 100];
        Arrays.fill(blanks, (byte) ' ');
        byte[] head = XML.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(head, 0, blanks, 0, head.length - 9);
        byte[] body = packed(blanks);
        List<String> found = new ArrayList<>();
        Url base = url("http://h.test/sitemap.xml.gz");
        assertFalse(new Sitemaps().read(base, body, body.length, url -> found.add(url.toString())));
        assertEquals(3, found.size());
    }

    @Test
    void anythingMayBeCalledASitemap() throws IOException {
        List<byte[]> valid = new ArrayList<>();
        for (String text : List.of(XML, INDEX, RSS, ATOM, LIST)) {
            valid.add(text.getBytes(StandardCharsets.UTF_8));
        }
        valid.add(packed(valid.getFirst()));
        Mutations mutations = new Mutations(valid);
        int[] count = new int[1];
        Url base = url("http://h.test/sitemap.xml");
        Sitemaps sitemaps = new Sitemaps();
        Seeds.run(
                3,
                (seed, random) -> {
                    for (int i = 0; i < 500; i++) {
                        byte[] body = mutations.next(random);
                        Sitemaps.isSitemap(body, body.length, false);
                        sitemaps.read(base, body, body.length, url -> count[0]++);
                    }
                });
        assertTrue(count[0] > 500, "most still say something: " + count[0]);
    }

    private static byte[] packed(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        }
        return out.toByteArray();
    }

    private static boolean isSitemap(String url, byte[] body) {
        return Sitemaps.isSitemap(body, body.length, Sitemaps.saysSitemap(url(url)));
    }

    private static List<String> urls(String url, byte[] body) {
        List<String> found = new ArrayList<>();
        new Sitemaps().read(url(url), body, body.length, one -> found.add(one.toString()));
        return found;
    }

    private static Url url(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        Url url = new Url();
        assertEquals(Url.Verdict.OK, url.parse(octets, 0, octets.length));
        return url;
    }
}
