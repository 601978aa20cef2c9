package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;
import telegraph.http.url.Url;
import telegraph.http.url.Url.Verdict;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// Follows the links that the scanner finds in a synthetic web, and finds all its pages and no
/// others, with their titles.
class SyntheticPagesTest {
    private static final int HOSTS = 4;
    private static final int PAGES = 60;
    private static final List<PageKind> KINDS =
            List.of(
                    PageKind.BROKEN_HTML,
                    PageKind.BASE,
                    PageKind.META_REFRESH,
                    PageKind.META_NOFOLLOW,
                    PageKind.LATIN_1,
                    PageKind.WINDOWS_1251,
                    PageKind.SHIFT_JIS,
                    PageKind.UTF_16,
                    PageKind.UTF_8_MARKED,
                    PageKind.TEXT,
                    PageKind.NOT_FOUND,
                    PageKind.CALENDAR_TRAP,
                    PageKind.PATH_TRAP,
                    PageKind.ODD_LINKS);

    private final PageScanner scanner = new PageScanner(ScanOptions.USUAL);
    private final Map<String, Integer> answered = new HashMap<>();
    private final Map<String, String> titles = new HashMap<>();
    private final Set<String> charsets = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private final Queue<String> queue = new ArrayDeque<>();

    @Test
    void aCrawlByTheLinksThatAreFoundFindsAllPages() throws IOException {
        WebShape shape = WebShape.of(3, HOSTS, PAGES).withHostsPerAddress(0);
        for (PageKind kind : KINDS) {
            shape = shape.with(kind, 50);
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            offer(web.seed());
            while (!queue.isEmpty()) {
                page(queue.remove(), web.port());
            }
            assertEquals(List.of(), web.expected(Reach.ANY, web.seed()).difference(answered));
            int compared = 0;
            for (int host = 0; host < HOSTS; host++) {
                for (int page = 0; page < PAGES; page++) {
                    String title = titles.get(web.url(host, page));
                    if (title != null && title.startsWith("Page ") && !title.endsWith("of words")) {
                        assertEquals(web.title(host, page), title);
                        compared++;
                    }
                }
            }
            assertTrue(compared > HOSTS * PAGES / 2, "compared=" + compared);
        }
        assertEquals(
                Set.of("utf-8", "windows-1252", "windows-1251", "shift_jis", "utf-16be"), charsets);
    }

    private void offer(String url) {
        if (!SyntheticWeb.isWild(url) && seen.add(url)) {
            queue.add(url);
        }
    }

    private void page(String from, int port) throws IOException {
        Url url = new Url();
        byte[] octets = from.getBytes(StandardCharsets.US_ASCII);
        assertEquals(Verdict.OK, url.parse(octets, 0, octets.length));
        byte[] response = get(url, port);
        int body = bodyStart(response);
        String head = new String(response, 0, body, StandardCharsets.ISO_8859_1);
        answered.put(from, Integer.parseInt(head.substring(9, 12)));
        if (!head.contains("text/html")) {
            return;
        }
        int type = head.toLowerCase(Locale.ROOT).indexOf("content-type:");
        byte[] value =
                head.substring(type, head.indexOf('\r', type)).getBytes(StandardCharsets.UTF_8);
        byte[] page = Arrays.copyOfRange(response, body, response.length);
        Set<String> links = new HashSet<>();
        scanner.scan(
                page,
                page.length,
                Charsets.ofContentType(value, 0, value.length),
                true,
                url,
                (to, rel, a, start, end) -> links.add(to.toString()));
        titles.put(from, scanner.title().toString());
        charsets.add(scanner.charset());
        if (!scanner.nofollow()) {
            links.forEach(this::offer);
        }
    }

    private static byte[] get(Url url, int port) throws IOException {
        String path = url.toString().substring(url.pathStart());
        String request =
                "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                        .formatted(path, url.host());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().readAllBytes();
        }
    }

    private static int bodyStart(byte[] response) {
        for (int i = 4; ; i++) {
            if (response[i - 1] == '\n' && response[i - 3] == '\n') {
                return i;
            }
        }
    }
}
