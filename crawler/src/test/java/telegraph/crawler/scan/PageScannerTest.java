package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.crawler.Rel;

class PageScannerTest {
    @Test
    void eachElementThatLeadsSomewhereIsALink() {
        Scanned page =
                Scanned.html(
                        """
                        <html><head><link rel=stylesheet href=s.css><link rel="Canonical" href=c>
                        <meta http-equiv=Refresh content="5; URL = 'r?x'">
                        <body><a href=a>A</a><map><area href="b" rel=nofollow></map>
                        <frame src=f><iframe src='i'>in <a href=no>it</a></iframe><img src=g.png>
                        <a rel="sponsored ugc" HREF = /u >U</A><form action=no></form>
                        """);
        assertEquals(
                List.of(
                        "http://h/dir/c link",
                        "http://h/dir/r?x meta_refresh",
                        "http://h/dir/a a",
                        "http://h/dir/b area nofollow",
                        "http://h/dir/f frame",
                        "http://h/dir/i frame",
                        "http://h/dir/g.png img",
                        "http://h/u a sponsored ugc"),
                page.links());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!-- <a href=x>x</a> -->",
                "<!-- > <a href=x>x</a> --!>",
                "<!-- -- > -> <a href=x>",
                "<!doctype html <a href=x>",
                "<![CDATA[ <a href=x>",
                "<?php <a href=x>",
                "</ <a href=x>",
                "<script>document.write('<a href=x>x</a>')</script>",
                "<script><!-- <script> </script> <a href=x> --></script>",
                "<script><!-- <script> </script> <a href=x> </script>",
                "<SCRIPT></scripty><a href=x></Script >",
                "<style>a:after { content: '<a href=x>' }</style>",
                "<textarea><a href=x></textarea>",
                "<title><a href=x></title>",
                "<xmp><a href=x></xmp>",
                "<noembed><a href=x></noembed>",
                "<noframes><a href=x></noframes>",
                "<plaintext></plaintext><a href=x>",
                "<template><a href=x><template></template><a href=y></template>",
                "<template><a href=x>",
                "<b title='<a href=x>'>",
                "<b title=\"<a href=x>\">",
                "<b title='\"' alt=\"<a href=x>\">",
                "<a title='<a href=x>' name=n>",
                "<a data-href=x>",
                "<a xlink:href=x>",
                "<a ping=x>",
                "<a href=data:text/html,x>",
                "<svg></svg><a xlink:href=x>",
                "<a href",
                "<a href=x",
                "<a href='x",
                "<a href='x>",
                "<abbr href=x>",
                "< a href=x>",
                "<a/xhref/x>",
                "<a href=javascript:x() >",
                "<a href=mailto:x@y >",
                "<a href='http://'>"
            })
    void aDecoyIsNoLink(String decoy) {
        assertEquals(List.of(), Scanned.html(decoy).links());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a href=x>",
                "<A HREF='x'>x</A>",
                "<a\nhref\t=\f\"x\"/>",
                "<a/href=x>",
                "<a href=x href=y>",
                "<a title=<a href=x>",
                "<a 'b' href=x>",
                "<a =\"b href=x>",
                "<a b=c\"d href=x e>",
                "<a b='c'href=x>",
                "<a href=&#120;>",
                "<!--><a href=x>-->",
                "<!---><a href=x>-->",
                "<!----><a href=x>",
                "<script></script><a href=x>",
                "<script/><!-- <script> --></script><a href=x>",
                "<script><!-- </script><a href=x>",
                "<script>if (a<b) c('<!--')</script><a href=x>",
                "</><a href=x>",
                "<<a href=x>",
                "<style></styl></style><a href=x>",
                "<template></template><a href=x>",
                "<noscript><a href=x></noscript>",
                "<svg><a href=x>",
                "<svg><a xlink:href=x>",
                "<svg><a xlink:href=/no href=x>",
                "<a href='\nx\n'>",
                "<base><a href=x>",
                "<base href=http://h/dir/><base href=/no/><a href=x>",
                "<base href=mailto:no><a href=x>"
            })
    void aLinkIsOneHoweverItIsWritten(String link) {
        assertEquals(List.of("http://h/dir/x a"), Scanned.html(link).links());
    }

    @Test
    void theFirstBaseHolds() {
        Scanned page = Scanned.html("<base href=../up/?q><base href=/no/><a href=x><a href=?y>");
        assertEquals(List.of("http://h/up/x a", "http://h/up/?y a"), page.links());
    }

    @Test
    void referencesInAttributesAreThoseOfBrowsers() {
        Scanned page =
                Scanned.html(
                        "<a href='?a=1&amp;b=2&copy=3&amp=4&lang=5&not;&para&x&#38;&#x26;&notit;'>");
        assertEquals(
                List.of("http://h/dir/page?a=1&b=2&copy=3&amp=4&lang=5%C2%AC%C2%B6&x&&&notit; a"),
                page.links());
        assertEquals(List.of("http://h/a%EF%BF%BDb a"), Scanned.html("<a href=/a\0b>").links());
    }

    @Test
    void theAnchorIsTheTextInTheLink() {
        Scanned page =
                Scanned.html(
                        "<a href=x> one\n<b>t</b>wo <!-- no --> <p>three&nbsp;&amp;<a href=y>"
                                + "<img alt=z></a> no<a href=z>"
                                + "é".repeat(200));
        assertEquals(List.of("one two three &", "", "é".repeat(128)), page.anchors());
    }

    @Test
    void titleAndTextAreWhatAReaderSees() {
        Scanned page =
                Scanned.html(
                        """
                        <html><head><title> A &lt;b&gt;
                         title </title><style>no</style><script>no</script></head>
                        <body><h1>Head</h1>in<b>li</b>ne<br>line<table><td>1<td>2</table>
                        <title>second</title> &eacute;&eacute &unknown; &#x1F600; &#150; a &amp b
                        <noscript>plain</noscript><textarea>no</textarea> x < y <!-- no -->
                        """);
        assertEquals("A <b> title", page.title());
        assertEquals("Head inline line 1 2 éé &unknown; 😀 – a & b plain x < y", page.text());
    }

    @Test
    void brokenUtf8IsReplacedInText() {
        byte[] body = {'a', (byte) 0xC3, 'b', (byte) 0xE2, (byte) 0x82, ' ', (byte) 0xFF, 0, 'c'};
        Scanned page = Scanned.of(body, "utf-8", ScanOptions.USUAL);
        assertEquals("a\uFFFDb\uFFFD\uFFFD \uFFFD c", page.text());
    }

    @Test
    void textIsCutAtTheLimitBetweenCharacters() {
        ScanOptions options = new ScanOptions(Rel.PAGES, 10);
        byte[] body = "<p>abc défé<p>x".getBytes(StandardCharsets.UTF_8);
        assertEquals("abc défé", Scanned.of(body, null, options).text());
        byte[] longer = "<p>abc déféé<p>x".getBytes(StandardCharsets.UTF_8);
        assertEquals("abc défé", Scanned.of(longer, null, options).text());
        byte[] word = "<p>abcdefghijklm".getBytes(StandardCharsets.UTF_8);
        assertEquals("abcdefghij", Scanned.of(word, null, options).text());
        assertEquals("", Scanned.of(word, null, ScanOptions.LINKS).text());
    }

    @Test
    void metaRobotsAreRead() {
        Scanned page = Scanned.html("<meta name=Robots content='NoIndex, nofollow'>");
        assertTrue(page.scanner().noindex());
        assertTrue(page.scanner().nofollow());
        page = Scanned.html("<meta name=robots content=none>");
        assertTrue(page.scanner().noindex());
        assertTrue(page.scanner().nofollow());
        page = Scanned.html("<meta name=other content=none><meta name=robots content=all>");
        assertFalse(page.scanner().noindex());
        assertFalse(page.scanner().nofollow());
    }

    @Test
    void aMetaMaySpeakToThisRobotAlone() {
        String page =
                "<meta name=OurBot content=noindex><meta name=ourbot2 content=nofollow>"
                        + "<meta name=googlebot content=none>";
        Scanned scanned =
                Scanned.of(
                        page.getBytes(StandardCharsets.UTF_8),
                        null,
                        new ScanOptions(Rel.PAGES, 0, "ourbot"));
        assertTrue(scanned.scanner().noindex());
        assertFalse(scanned.scanner().nofollow());
        assertFalse(Scanned.html(page).scanner().noindex());
    }

    @Test
    void imagesAreThoseOfTheSourceSetToo() {
        Scanned page =
                Scanned.html(
                        "<img src=a srcset='b 480w,c(x,y) 2x, /d, e 1x (1,2), f,,g'>"
                                + "<picture><source srcset=\"h, i 2x\"></picture>"
                                + "<img srcset=''><img srcset=' , '><source src=no>");
        List<String> expected =
                List.of("dir/a", "dir/b", "dir/c(x,y)", "d", "dir/e", "dir/f,,g", "dir/h", "dir/i");
        assertEquals(
                expected.stream().map(path -> "http://h/" + path + " img").toList(), page.links());
        byte[] same = "<img src=a srcset=b>".getBytes(StandardCharsets.UTF_8);
        assertEquals(List.of(), Scanned.of(same, null, ScanOptions.USUAL).links());
    }

    @Test
    void plainTextHasNoLinks() {
        Scanned page = Scanned.html("<a href=x><title>t</title>");
        page.scan("a <a href=y>\n &amp; b".getBytes(StandardCharsets.UTF_8), null, false);
        assertEquals(List.of(), page.links());
        assertEquals("", page.title());
        assertEquals("a <a href=y> &amp; b", page.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5; url=x",
                "5;URL='x'",
                "0,x",
                " 5 x",
                "5; \"x\"y",
                ".5;url = x",
                "5;url=\"x"
            })
    void aRefreshLeadsSomewhere(String content) {
        Scanned page = Scanned.html("<meta http-equiv=refresh content='" + quoted(content) + "'>");
        assertEquals(List.of("http://h/dir/x meta_refresh"), page.links());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5;", "5; url=", "x", "; url=x", "5url=x", ""})
    void aRefreshWithoutUrlLeadsNowhere(String content) {
        Scanned page = Scanned.html("<meta http-equiv=refresh content='" + quoted(content) + "'>");
        assertEquals(List.of(), page.links());
    }

    private static String quoted(String content) {
        return content.replace("'", "&#39;");
    }
}
