package telegraph.crawler.scan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import telegraph.http.url.Hashes;
import telegraph.http.url.Url;

/// Scans the same pages again and again, and counts what is allocated.
class ScanGarbageTest {
    private static final int ROUNDS = 500;
    private static final String PAGE =
            """
            <html><head><title>Title &amp; more</title><base href="/base/"></head><body>
            <a href="a/../b?x=1&amp;y=%20">anchor <b>text</b></a> words, words &eacute; é
            <a href="http://other.example:8080/c#f" rel="nofollow">c</a>
            <a href="http://127.0.0.1/c#f">c</a><a href="http://[::1]/
            c">c</a><iframe src=//third.example/></iframe><!-- no --><script>no</script>
            """;

    private final PageScanner scanner = new PageScanner(ScanOptions.USUAL);
    private final Url base = new Url();
    private final LinkSink sink = (to, rel, anchor, start, end) -> this.sum += to.hash();
    private long sum;

    @Test
    void aPageLeavesNoGarbage() {
        byte[] url = "http://h/dir/page".getBytes(StandardCharsets.UTF_8);
        base.parse(url, 0, url.length);
        byte[] utf8 = PAGE.repeat(4).getBytes(StandardCharsets.UTF_8);
        byte[] latin = PAGE.repeat(4).getBytes(StandardCharsets.ISO_8859_1);
        byte[] japanese = PAGE.repeat(4).getBytes(Charset.forName("windows-31j"));
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = allocated();
            for (int round = 0; round < ROUNDS; round++) {
                scan(utf8, null);
                scan(utf8, "utf-8");
                scan(latin, "windows-1252");
                scan(japanese, "shift_jis");
            }
            least = Math.min(least, allocated() - before);
        }
        assertTrue(sum != 0);
        assertTrue(least <= ROUNDS * 200L, "a round=" + (double) least / ROUNDS);
    }

    private void scan(byte[] body, String charset) {
        scanner.scan(body, body.length, charset, true, base, sink);
        sum += scanner.simhash() ^ Hashes.of(body, 0, body.length);
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
    }
}
