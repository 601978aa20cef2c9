package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import telegraph.http.url.Url;
import telegraph.http.url.Url.Verdict;

/// Random pages, made of pieces that open and close whatever they like, have the links that jsoup
/// finds.
///
/// jsoup builds the tree, this scanner does not; so pages have no elements in which a browser's
/// tree drops an `<a>`: `<select>`, `<frameset>`, and tables with links outside of cells are all
/// right, because what is moved out of a table is still a link. `<template>`, whose links jsoup has
/// in its tree, is left to [PageScannerTest].
class JsoupTest {
    private static final int PAGES = 8_000;

    private static final String[] PIECES = {
        "<a href=x>",
        "<a href='y'>",
        "<a href=\"z\">",
        "</a>",
        "<A HREF=/Q>",
        "<a  href = w >",
        "<a/href=v>",
        "<a href=\"u\"rel=nofollow>",
        "<a href=t/>",
        "<a name=n>",
        "<a href>",
        "<a href=''>",
        "<a x='<a href=no>' href=s>",
        "<a href=r href=no>",
        "<a HREF='&#x71;?a&amp;b'>",
        "<area href=p>",
        "<iframe src=o>",
        "</iframe>",
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<div class='>'>",
        "</div>",
        "<br/>",
        "<!--",
        "-->",
        "--!>",
        "<!-",
        "<!",
        "<!-->",
        "<!doctype x>",
        "<?",
        "</",
        "</ >",
        "<script>",
        "</script>",
        "</script ",
        "<script src=\"",
        "<style>",
        "</style>",
        "<textarea>",
        "</textarea>",
        "<title>",
        "</title>",
        "<noscript>",
        "</noscript>",
        "<xmp>",
        "</xmp>",
        "<noembed>",
        "</noembed>",
        "<table>",
        "<td>",
        "</table>",
        "\"",
        "'",
        ">",
        "<",
        "=",
        "/",
        " ",
        "\n",
        "&",
        "&amp;",
        "text",
        "<ul><li>",
        "</ul>",
        "<h1>",
        "</h1>",
        "<span title=\"",
        "<i",
        "--",
        "-",
        "]]>",
        "<form>",
        "<input value='",
        "<button>",
        "</button>"
    };

    private final Url url = new Url();
    private final Url base = new Url();

    @Test
    void pagesOfRandomPiecesHaveTheLinksThatJsoupFinds() {
        byte[] page = Scanned.PAGE.getBytes(StandardCharsets.UTF_8);
        base.parse(page, 0, page.length);
        int links = 0;
        for (long seed = 0; seed < PAGES; seed++) {
            Random random = new Random(seed);
            StringBuilder html = new StringBuilder("<html><body>");
            int pieces = 1 + random.nextInt(40);
            for (int i = 0; i < pieces; i++) {
                html.append(PIECES[random.nextInt(PIECES.length)]);
            }
            Set<String> expected = expected(html.toString());
            Set<String> found = new TreeSet<>();
            for (String link : Scanned.html(html.toString()).links()) {
                found.add(link.substring(0, link.indexOf(' ')));
            }
            assertEquals(expected, found, "seed=" + seed + " html=" + html);
            links += found.size();
        }
        assertTrue(links > PAGES, "links=" + links);
    }

    private Set<String> expected(String html) {
        Document document = Jsoup.parse(html, Scanned.PAGE);
        Set<String> links = new TreeSet<>();
        for (Element element : document.select("a[href], area[href], iframe[src]")) {
            String attribute = element.normalName().equals("iframe") ? "src" : "href";
            byte[] value = element.attr(attribute).getBytes(StandardCharsets.UTF_8);
            if (url.resolve(base, value, 0, value.length) == Verdict.OK) {
                links.add(url.toString());
            }
        }
        return links;
    }
}
