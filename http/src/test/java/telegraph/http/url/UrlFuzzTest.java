package telegraph.http.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.http.url.Url.Verdict;
import telegraph.testkit.Seeds;

class UrlFuzzTest {
    private static final String[] PIECES = {
        "http", "https", "HTTP", "ftp", ":", ":", "/", "/", "//", "\\", "@", "?", "#", "[", "]",
        "::1", "1.2.3.4", "0x7f", "256", ".", "..", "%2e", "%", "%00", "example", "EXAMPLE", ".org",
        "80", "443", "65536", "a", "b", "é", "日本", "\u00AD", "\u3002", "xn--", " ", "\t", "\n",
        "\0", "<", "\"", "'", "|", "^", "`", "~", "-", "_", "+", ",", ";", "=", "&"
    };

    /// Of these `java.net.URI` makes what browsers make, as long as dots do not lead out of the
    /// root.
    private static final String[] PLAIN = {
        "a", "b", "c.d", "e-f_g", "~h", "i=j&k", "%20", "%C3%A9", "l;m", "n,o", "p+q", "1", "(x)",
        "$"
    };

    private static final String BASE = "http://example.org/a/b/c/d/e/f/g?h";

    private final Url base = new Url();
    private final Url url = new Url();
    private final Url again = new Url();

    @Test
    void anyPiecesMakeANormalUrlOrNone() {
        parse(base, BASE);
        int[] found = new int[Verdict.values().length];
        Seeds.run(
                8_000,
                (seed, random) -> {
                    StringBuilder text = new StringBuilder(random.nextBoolean() ? "http://" : "");
                    for (int i = random.nextInt(8); i >= 0; i--) {
                        text.append(PIECES[random.nextInt(PIECES.length)]);
                    }
                    found[check(text.toString().getBytes(StandardCharsets.UTF_8)).ordinal()]++;
                });
        assertTrue(found[Verdict.OK.ordinal()] > 1_500, "ok=" + found[Verdict.OK.ordinal()]);
        assertTrue(found[Verdict.MALFORMED.ordinal()] > 400);
    }

    @Test
    void anyOctetsMakeANormalUrlOrNone() {
        parse(base, BASE);
        Seeds.run(
                8_000,
                (seed, random) -> {
                    byte[] octets = new byte[random.nextInt(40)];
                    random.nextBytes(octets);
                    check(octets);
                    byte[] host =
                            ("http://" + new String(octets, StandardCharsets.ISO_8859_1))
                                    .getBytes(StandardCharsets.ISO_8859_1);
                    check(host);
                });
    }

    private Verdict check(byte[] octets) {
        Verdict verdict = url.resolve(base, octets, 0, octets.length);
        if (verdict != Verdict.OK) {
            assertEquals(0, url.length());
            return verdict;
        }
        assertTrue(url.hostStart() >= 7);
        assertTrue(url.hostStart() < url.hostEnd());
        assertTrue(url.hostEnd() <= url.pathStart());
        assertTrue(url.pathStart() < url.queryStart());
        assertTrue(url.queryStart() <= url.length());
        assertTrue(url.length() <= Url.LENGTH_MAX);
        assertTrue(url.port() >= 0 && url.port() <= 65_535);
        String text = url.toString();
        assertEquals('/', text.charAt(url.pathStart()));
        assertTrue(text.chars().allMatch(c -> c > ' ' && c < 127), text);
        assertTrue(!text.contains("#"), text);
        assertEquals(Verdict.OK, parse(again, text), text);
        assertEquals(text, again.toString());
        assertEquals(url.port(), again.port());
        assertEquals(url.hostEnd(), again.hostEnd());
        assertEquals(url.pathStart(), again.pathStart());
        assertEquals(url.queryStart(), again.queryStart());
        return verdict;
    }

    @Test
    void plainReferencesResolveAsTheyDoInTheJdk() {
        parse(base, BASE);
        URI jdkBase = URI.create(BASE);
        Seeds.run(
                8_000,
                (seed, random) -> {
                    String reference = reference(random);
                    byte[] octets = reference.getBytes(StandardCharsets.UTF_8);
                    assertEquals(Verdict.OK, url.resolve(base, octets, 0, octets.length));
                    String expected = jdkBase.resolve(reference).normalize().toString();
                    if (expected.lastIndexOf('/') < "http://".length()) {
                        expected += "/";
                    }
                    assertEquals(expected, url.toString(), reference);
                });
    }

    /// At most six segments up.
    private static String reference(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        int kind = random.nextInt(4);
        if (kind == 0) {
            text.append("http://h").append(random.nextInt(9)).append(".example:8080/");
        } else if (kind == 1) {
            text.append("/");
        } else {
            for (int up = random.nextInt(4); up > 0; up--) {
                text.append(random.nextBoolean() ? "../" : "./");
            }
        }
        for (int segment = random.nextInt(5); segment > 0; segment--) {
            text.append(PLAIN[random.nextInt(PLAIN.length)]).append('/');
            if (random.nextInt(5) == 0) {
                text.append("../");
            }
        }
        text.append(PLAIN[random.nextInt(PLAIN.length)]);
        if (random.nextInt(3) == 0) {
            text.append('?').append(PLAIN[random.nextInt(PLAIN.length)]).append("/../x");
        }
        return text.toString();
    }

    private static Verdict parse(Url url, String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        return url.parse(octets, 0, octets.length);
    }
}
