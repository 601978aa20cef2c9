package telegraph.http.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.http.url.Url.Verdict;

class UrlTest {
    private static final String BASE = "http://example.org/foo/bar?old";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                            http://example.org                      | http://example.org/
                            HTTP://EXAMPLE.org:80/A                 | http://example.org/A
                            https://example.org:443/                | https://example.org/
                            https://example.org:80/                 | https://example.org:80/
                            http://example.org:8080?q               | http://example.org:8080/?q
                            http://example.org:/                    | http://example.org/
                            http://example.org:00080/               | http://example.org/
                            http://user:pw@example.org/             | http://example.org/
                            http://user@at@example.org/             | http://example.org/
                            http:/example.com/                      | http://example.org/example.com/
                            http:example.com/                       | http://example.org/foo/example.com/
                            https:example.com/                      | https://example.com/
                            https:/example.com/                     | https://example.com/
                            http:///example.com/                    | http://example.com/
                            http:\\\\\\example.com\\a               | http://example.com/a
                            //other/x                               | http://other/x
                            \\\\other\\x                            | http://other/x
                            /\\other                                | http://other/
                            /x                                      | http://example.org/x
                            \\x                                     | http://example.org/x
                            x                                       | http://example.org/foo/x
                            ./x                                     | http://example.org/foo/x
                            ../x                                    | http://example.org/x
                            ../../../x                              | http://example.org/x
                            ..                                      | http://example.org/
                            .                                       | http://example.org/foo/
                            a/./b/../c                              | http://example.org/foo/a/c
                            a/b/..                                  | http://example.org/foo/a/
                            a/b/.                                   | http://example.org/foo/a/b/
                            a/%2e%2E/b/.%2e/%2E/c                   | http://example.org/foo/c
                            ...                                     | http://example.org/foo/...
                            /..a/.b/c.                              | http://example.org/..a/.b/c.
                            a//b                                    | http://example.org/foo/a//b
                            a//../b                                 | http://example.org/foo/a/b
                            ''                                      | http://example.org/foo/bar?old
                            ?                                       | http://example.org/foo/bar?
                            ?new                                    | http://example.org/foo/bar?new
                            #x                                      | http://example.org/foo/bar?old
                            y#x?y                                   | http://example.org/foo/y
                    /a b"c<d>e`f{g}h^i~k                    | http://example.org/a%20b%22c%3Cd%3Ee%60f%7Bg%7Dh%5Ei~k
                            /q?a b"c<d>e`f{g}h'i?j/../\\            | http://example.org/q?a%20b%22c%3Cd%3Ee`f{g}h%27i?j/../\\
                            /%zz%4                                  | http://example.org/%zz%4
                            /ä?ö                                    | http://example.org/%C3%A4?%C3%B6
                            http://EX%41MPLE.org/                   | http://example.org/
                            http://bücher.example/                  | http://xn--bcher-kva.example/
                            http://BÜCHER.example/                  | http://xn--bcher-kva.example/
                            http://faß.example/                     | http://xn--fa-hia.example/
                            http://日本語。jp/                       | http://xn--wgv71a119e.jp/
                            http://www.食狮.公司.cn/                 | http://www.xn--85x722f.xn--55qx5d.cn/
                            http://ＧＯ.com/                         | http://go.com/
                            http://a_b.example/                     | http://a_b.example/
                            http://127.1/                           | http://127.0.0.1/
                            http://0x7f.0.0.1/                      | http://127.0.0.1/
                            http://0177.0.0.0x1/                    | http://127.0.0.1/
                            http://2130706433/                      | http://127.0.0.1/
                            http://192.168.257/                     | http://192.168.1.1/
                            http://1.2.3.4./                        | http://1.2.3.4/
                            http://0x/                              | http://0.0.0.0/
                            http://a.1x/                            | http://a.1x/
                            http://１.2.3.4/                         | http://1.2.3.4/
                            http://[::1]/                           | http://[::1]/
                            http://[2001:DB8:0:0:0:0:0:1]:80/       | http://[2001:db8::1]/
                            http://[1:0:0:2:0:0:0:3]:81/            | http://[1:0:0:2::3]:81/
                            http://[::ffff:1.2.3.4]/                | http://[::ffff:102:304]/
                            http://[1:2:3:4:5:6:7::]/               | http://[1:2:3:4:5:6:7:0]/
                            http://[::]/                            | http://[::]/
                            http://example.org./                    | http://example.org./
                    """)
    void aUrlIsResolvedAsBrowsersDo(String from, String expected) {
        Url url = new Url();
        assertEquals(Verdict.OK, resolve(url, from), from);
        assertEquals(expected, url.toString());
        Url again = new Url();
        assertEquals(Verdict.OK, parse(again, url.toString()));
        assertEquals(url.toString(), again.toString());
        assertEquals(url.hash(), again.hash());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            textBlock =
                    """
                    mailto:a@example.org NOT_HTTP
                    javascript:void(0) NOT_HTTP
                    data:text/html,x NOT_HTTP
                    ftp://example.org/ NOT_HTTP
                    httpx://example.org/ NOT_HTTP
                    a+b-c.1:x NOT_HTTP
                    http:// MALFORMED
                    http://? MALFORMED
                    // MALFORMED
                    http://user@/ MALFORMED
                    http://:80/ MALFORMED
                    http://example.org:x/ MALFORMED
                    http://example.org:65536/ MALFORMED
                    http://a<b/ MALFORMED
                    http://a%00b/ MALFORMED
                    http://a%25b/ MALFORMED
                    http://a%2/ MALFORMED
                    http://%FF/ MALFORMED
                    http://[::1 MALFORMED
                    http://[]/ MALFORMED
                    http://[:1]/ MALFORMED
                    http://[1:]/ MALFORMED
                    http://[1::2::3]/ MALFORMED
                    http://[1:2:3:4:5:6:7]/ MALFORMED
                    http://[1:2:3:4:5:6:7:8:9]/ MALFORMED
                    http://[1:2:3:4:5:6:7:8::]/ MALFORMED
                    http://[12345::]/ MALFORMED
                    http://[::1.2.3]/ MALFORMED
                    http://[::1.2.3.256]/ MALFORMED
                    http://[::1.2.3.04]/ MALFORMED
                    http://[::1%eth0]/ MALFORMED
                    http://1.2.3.4.5/ MALFORMED
                    http://256.256.256.256/ MALFORMED
                    http://1.2.3.08/ MALFORMED
                    http://0xffffffff1/ MALFORMED
                    http://1..2/ MALFORMED
                    """)
    void whatIsNoHttpUrlIsSaid(String from, Verdict expected) {
        Url url = new Url();
        assertEquals(expected, resolve(url, from));
        assertEquals(0, url.length());
    }

    @Test
    void tabsNewlinesAndBlankEndsAreDropped() {
        Url url = new Url();
        assertEquals(
                Verdict.OK, resolve(url, " \u0001\f ht\ntp:/\r/ex\tample.org/a\nb c \u0000\n"));
        assertEquals("http://example.org/ab%20c", url.toString());
    }

    @Test
    void aNulInThePathIsEncodedAndOneInTheHostRefused() {
        Url url = new Url();
        assertEquals(Verdict.OK, resolve(url, "a\0b"));
        assertEquals("http://example.org/foo/a%00b", url.toString());
        assertEquals(Verdict.MALFORMED, resolve(url, "http://a\0b/"));
    }

    @Test
    void aRelativeUrlNeedsABase() {
        Url url = new Url();
        assertEquals(Verdict.MALFORMED, parse(url, "/x"));
        assertEquals(Verdict.MALFORMED, parse(url, ""));
        assertEquals(Verdict.NOT_HTTP, parse(url, "example.org:80/"));
    }

    @Test
    void theLongestUrlIsOneAndALongerIsNot() {
        Url url = new Url();
        String prefix = "http://example.org/";
        String longest = prefix + "a".repeat(Url.LENGTH_MAX - prefix.length());
        assertEquals(Verdict.OK, parse(url, longest));
        assertEquals(longest, url.toString());
        assertEquals(Verdict.TOO_LONG, parse(url, longest + "a"));
        assertEquals(Verdict.TOO_LONG, parse(url, longest + "?"));
        assertEquals(Verdict.TOO_LONG, parse(url, longest.replace("aa", "/\u0001")));
        assertEquals(Verdict.TOO_LONG, parse(url, prefix + "?" + "<".repeat(Url.LENGTH_MAX)));
        assertEquals(Verdict.TOO_LONG, parse(url, "http://" + "a".repeat(Url.LENGTH_MAX)));
        assertEquals(Verdict.TOO_LONG, parse(url, prefix + "a".repeat(1_000_000)));
        assertEquals(Verdict.NOT_HTTP, parse(url, "data:" + "a".repeat(1_000_000)));
        assertEquals(Verdict.OK, parse(url, prefix + "#" + "a".repeat(1_000_000)));
    }

    @Test
    void thePlacesOfTheParts() {
        Url url = new Url();
        assertEquals(Verdict.OK, parse(url, "https://example.org:8443/a/b?q=1"));
        assertEquals("example.org", url.host());
        assertEquals(8443, url.port());
        assertEquals("/a/b?q=1", url.toString().substring(url.pathStart()));
        assertEquals("?q=1", url.toString().substring(url.queryStart()));
        assertEquals(true, url.isHttps());
        assertEquals(Verdict.OK, parse(url, "http://[::1]"));
        assertEquals("[::1]", url.host());
        assertEquals(80, url.port());
        assertEquals(url.length(), url.queryStart());
    }

    @Test
    void aSiteIsSchemeHostAndPort() {
        Url one = new Url();
        Url other = new Url();
        parse(one, "http://example.org/a");
        parse(other, "http://EXAMPLE.org:80/b?c");
        assertEquals(one.siteHash(), other.siteHash());
        assertEquals(true, one.isSameSite(other));
        parse(other, "https://example.org/a");
        assertNotEquals(one.siteHash(), other.siteHash());
        assertEquals(true, other.isSame(new Url().set(other)));
        parse(other, "http://example.org:81/a");
        assertNotEquals(one.siteHash(), other.siteHash());
    }

    @Test
    void aBaseIsAnotherUrl() {
        Url url = new Url();
        byte[] octets = {'x'};
        assertThrows(IllegalArgumentException.class, () -> url.resolve(new Url(), octets, 0, 1));
        parse(url, BASE);
        assertThrows(IllegalArgumentException.class, () -> url.resolve(url, octets, 0, 1));
    }

    private static Verdict resolve(Url url, String from) {
        Url base = new Url();
        assertEquals(Verdict.OK, parse(base, BASE));
        byte[] octets = from.getBytes(StandardCharsets.UTF_8);
        return url.resolve(base, octets, 0, octets.length);
    }

    static Verdict parse(Url url, String from) {
        byte[] octets = from.getBytes(StandardCharsets.UTF_8);
        return url.parse(octets, 0, octets.length);
    }
}
