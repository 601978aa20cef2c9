package telegraph.crawler.scan;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import telegraph.crawler.Rel;
import telegraph.http.url.Url;

/// A page scanned for a test: links as lines, and the scanner to ask for the rest.
record Scanned(PageScanner scanner, List<String> links, List<String> anchors) {
    static final String PAGE = "http://h/dir/page";

    static Scanned html(String page) {
        return of(page.getBytes(StandardCharsets.UTF_8), null, new ScanOptions(-1, 65_536));
    }

    static Scanned of(byte[] body, String charset, ScanOptions options) {
        Scanned scanned =
                new Scanned(new PageScanner(options), new ArrayList<>(), new ArrayList<>());
        scanned.scan(body, charset, true);
        return scanned;
    }

    void scan(byte[] body, String charset, boolean isHtml) {
        links.clear();
        anchors.clear();
        Url base = new Url();
        byte[] url = PAGE.getBytes(StandardCharsets.UTF_8);
        base.parse(url, 0, url.length);
        scanner.scan(
                body,
                body.length,
                charset,
                isHtml,
                base,
                (to, rel, anchor, start, end) -> {
                    links.add(to + " " + words(rel));
                    anchors.add(new String(anchor, start, end - start, StandardCharsets.UTF_8));
                });
    }

    /// Where it was found, and then what is said of it.
    private static String words(int rel) {
        List<String> words = new ArrayList<>(Rel.names(rel & -Rel.A));
        words.addAll(Rel.names(rel & Rel.A - 1));
        return String.join(" ", words);
    }

    String text() {
        return scanner.text().toString();
    }

    String title() {
        return scanner.title().toString();
    }
}
