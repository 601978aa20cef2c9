package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharsetsTest {
    @ParameterizedTest
    @CsvSource({
        "utf-8, UTF-8, käse 日本 😀",
        "windows-1252, windows-1252, käse € “x”",
        "iso-8859-1, windows-1252, käse",
        "latin2, iso-8859-2, łódź",
        "windows-1251, windows-1251, привет",
        "KOI8-R, koi8-r, привет",
        "iso-8859-9, windows-1254, ığş",
        "iso-8859-15, iso-8859-15, 5 €",
        "shift_jis, shift_jis, ソース表示",
        "EUC-JP, euc-jp, 日本語",
        "iso-2022-jp, iso-2022-jp, 日本語",
        "gb2312, gbk, 中文",
        "gb18030, gb18030, 中文😀",
        "big5, big5, 許功蓋",
        "euc-kr, euc-kr, 한국어",
        "utf-16le, utf-16le, käse 日本 😀",
        "utf-16be, utf-16be, käse 日本 😀"
    })
    void aPageIsReadInTheCharsetThatHttpNames(String label, String name, String words) {
        String page = "<title>" + words + "</title><a href='/" + words + "'>" + words + "</a>";
        Charset charset = Charset.forName(label);
        byte[] label0 = ("text/html; charset=\"" + label + "\"").getBytes(StandardCharsets.UTF_8);
        String known = Charsets.ofContentType(label0, 0, label0.length);
        Scanned scanned = Scanned.of(page.getBytes(charset), known, ScanOptions.USUAL);
        assertEquals(name.toLowerCase(), scanned.scanner().charset());
        assertEquals(words, scanned.title());
        assertEquals(List.of(words), scanned.anchors());
        assertEquals(words, scanned.text());
    }

    @Test
    void theMarkBeatsHttpWhichBeatsThePage() {
        String page = "\uFEFF<meta charset=koi8-r>ä";
        assertEquals("utf-8", charset(page.getBytes(StandardCharsets.UTF_8), "windows-1251"));
        assertEquals("utf-16be", charset(page.getBytes(StandardCharsets.UTF_16BE), "utf-8"));
        assertEquals("utf-16le", charset(page.getBytes(StandardCharsets.UTF_16LE), null));
        byte[] unmarked = page.substring(1).getBytes(StandardCharsets.UTF_8);
        assertEquals("windows-1251", charset(unmarked, "windows-1251"));
        assertEquals("koi8-r", charset(unmarked, null));
        assertEquals("windows-1252", charset(unmarked, "Latin1"));
        assertEquals("koi8-r", charset(unmarked, "klingon"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<meta charset=koi8-r> | koi8-r",
                "<META CharSet = 'KOI8-R' > | koi8-r",
                "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'> | koi8-r",
                "<meta content='text/html;charset = koi8-r;x' http-equiv=content-type>| koi8-r",
                "<meta content='text/html; charset=koi8-r'> | utf-8",
                "<!-- <meta charset=koi8-r> --><meta charset=big5> | big5",
                "<b title='<meta charset=koi8-r>'><meta charset=big5> | big5",
                "<meta charset=unknown><meta charset=big5> | big5",
                "<meta charset=utf-16> | utf-8",
                "<?xml version='1.0' encoding='iso-8859-2'?> | iso-8859-2",
                "<?xml version='1.0'?><meta charset=big5> | big5",
                "'' | utf-8",
                "é | utf-8"
            })
    void aPageMayNameItsCharset(String page, String name) {
        assertEquals(name, charset(page.getBytes(StandardCharsets.UTF_8), null));
    }

    @Test
    void whatNamesNothingIsUtf8OrElseWindows1252() {
        assertEquals("utf-8", charset("日本".getBytes(StandardCharsets.UTF_8), null));
        byte[] latin = "<title>k\u00E4se\u0080</title>".getBytes(StandardCharsets.ISO_8859_1);
        Scanned page = Scanned.of(latin, null, ScanOptions.USUAL);
        assertEquals("windows-1252", page.scanner().charset());
        assertEquals("käse€", page.title());
    }

    @Test
    void octetsOfCharactersThatLookLikeMarkupAreNone() {
        byte[] body = "<a href=x title=\"ソ\">表</a>".getBytes(Charset.forName("windows-31j"));
        Scanned page = Scanned.of(body, "shift_jis", ScanOptions.USUAL);
        assertEquals(List.of("表"), page.anchors());
        byte[] gbk = {'<', 'b', ' ', 't', '=', '"', (byte) 0x81, '"', '>', 'x', '"', '>', 'y'};
        assertEquals("x\">y", Scanned.of(gbk, "gbk", ScanOptions.USUAL).text());
    }

    @Test
    void halfAPairOfUtf16TakesNothingWithIt() {
        String half = "\uD83D<a href=x>y</a>";
        assertEquals(1, Scanned.of(bigEndian(half), "utf-16be", ScanOptions.USUAL).links().size());
    }

    /// The JDK's encoder would not write it.
    private static byte[] bigEndian(String text) {
        ByteBuffer octets = ByteBuffer.allocate(2 * text.length());
        text.chars().forEach(c -> octets.putChar((char) c));
        return octets.array();
    }

    @Test
    void theQueryOfALinkIsInTheCharsetOfThePageAndItsPathInUtf8() {
        byte[] cyrillic = "<a href='/ж?ж=ж&amp;&#228;#ж'>".getBytes(Charset.forName("koi8-r"));
        assertEquals(
                List.of("http://h/%D0%B6?%D6=%D6&%26%23228%3B a"),
                Scanned.of(cyrillic, "koi8-r", ScanOptions.USUAL).links());
        byte[] ascii = "<a href='?&auml;'>".getBytes(StandardCharsets.US_ASCII);
        assertEquals(
                List.of("http://h/dir/page?%E4 a"),
                Scanned.of(ascii, "latin1", ScanOptions.USUAL).links());
        assertEquals(
                List.of("http://h/dir/page?%C3%A4 a"),
                Scanned.of(ascii, "utf-8", ScanOptions.USUAL).links());
        byte[] wide = "<a href='?\u00E4'>".getBytes(StandardCharsets.UTF_16LE);
        assertEquals(
                List.of("http://h/dir/page?%C3%A4 a"),
                Scanned.of(wide, "utf-16", ScanOptions.USUAL).links());
    }

    @Test
    void aLabelIsAlwaysTheSameText() {
        byte[] one = "text/html;charset=LATIN1".getBytes(StandardCharsets.UTF_8);
        byte[] other = "text/html; x=y; Charset = iso-8859-1 ;z".getBytes(StandardCharsets.UTF_8);
        assertSame(
                Charsets.ofContentType(one, 0, one.length),
                Charsets.ofContentType(other, 0, other.length));
        byte[] none = "text/html; charset=".getBytes(StandardCharsets.UTF_8);
        assertNull(Charsets.ofContentType(none, 0, none.length));
        byte[] unknown = "text/html; charset=klingon".getBytes(StandardCharsets.UTF_8);
        assertNull(Charsets.ofContentType(unknown, 0, unknown.length));
    }

    private static String charset(byte[] body, String httpCharset) {
        return Scanned.of(body, httpCharset, ScanOptions.USUAL).scanner().charset();
    }
}
