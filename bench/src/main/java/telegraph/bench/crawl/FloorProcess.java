package telegraph.bench.crawl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.crawler.scan.PageScanner;
import telegraph.crawler.scan.ScanOptions;
import telegraph.http.url.Url;

/// The least that fetching can cost: raw sockets on virtual threads ask for pages whose URLs are
/// known, until its input ends.
///
/// A line `go` makes it fetch every page of the web once; it answers `done PAGES FRESH`. The pages
/// of a host are asked for one after another, and so many hosts at once as there are fetchers.
///
/// | way            | does                                                                        |
/// |----------------|-----------------------------------------------------------------------------|
/// | `kept`         | one connection for a host                                                   |
/// | `connect`      | one connection for a page                                                   |
/// | `kept_scan`    | as `kept`, and scans for links, which it resolves, hashes, keeps in memory   |
/// | `connect_scan` | as `connect`, and scans likewise                                            |
public final class FloorProcess {
    private static final int BUFFER = 64 << 10;
    private static final int LENGTH_START = 16;

    private final int port;
    private final int hosts;
    private final int pages;
    private final int fetchers;
    private final boolean connects;
    private final boolean scans;
    private final AtomicInteger nextHost = new AtomicInteger();
    private final AtomicLong fetched = new AtomicLong();
    private final AtomicLong fresh = new AtomicLong();
    private SeenSet seen;

    private FloorProcess(String[] arguments) {
        port = Integer.parseInt(arguments[0]);
        hosts = Integer.parseInt(arguments[1]);
        pages = Integer.parseInt(arguments[2]);
        fetchers = Integer.parseInt(arguments[3]);
        connects = arguments[4].startsWith("connect");
        scans = arguments[4].endsWith("scan");
    }

    /// @param arguments the port, hosts, pages of each, fetchers, the way
    public static void main(String[] arguments) throws InterruptedException {
        FloorProcess floor = new FloorProcess(arguments);
        System.out.println("ready");
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                lines.nextLine();
                floor.round();
                System.out.println("done " + floor.fetched.get() + " " + floor.fresh.get());
            }
        }
    }

    private void round() throws InterruptedException {
        nextHost.set(0);
        fetched.set(0);
        fresh.set(0);
        seen = new SeenSet(Integer.highestOneBit(hosts * pages) << 2);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < fetchers; i++) {
            threads.add(Thread.ofVirtual().start(this::fetch));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void fetch() {
        Fetcher fetcher = new Fetcher();
        for (int host = nextHost.getAndIncrement();
                host < hosts;
                host = nextHost.getAndIncrement()) {
            try {
                fetcher.host(host);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final class Fetcher {
        private final byte[] buffer = new byte[BUFFER];
        private final PageScanner scanner = new PageScanner(ScanOptions.LINKS);
        private final Url base = new Url();

        void host(int host) throws IOException {
            Socket socket = connect(host);
            try {
                for (int page = 0; page < pages; page++) {
                    if (connects && page > 0) {
                        socket.close();
                        socket = connect(host);
                    }
                    page(host, page, socket);
                }
            } finally {
                socket.close();
            }
        }

        private Socket connect(int host) throws IOException {
            Socket socket = new Socket(address(host), port);
            socket.setTcpNoDelay(true);
            return socket;
        }

        private void page(int host, int page, Socket socket) throws IOException {
            String path = path(page);
            String authority = "h" + host + ".synth.test:" + port;
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            int filled = 0;
            int head = -1;
            int whole = Integer.MAX_VALUE;
            while (filled < whole) {
                int count = in.read(buffer, filled, buffer.length - filled);
                if (count < 0) {
                    throw new IOException("a page ended early: octets=" + filled);
                }
                filled += count;
                if (head < 0) {
                    head = headEnd(filled);
                    whole = head < 0 ? whole : head + bodyLength(head);
                }
            }
            fetched.incrementAndGet();
            if (scans) {
                byte[] url = ("http://" + authority + path).getBytes(StandardCharsets.ISO_8859_1);
                base.parse(url, 0, url.length);
                System.arraycopy(buffer, head, buffer, 0, whole - head);
                scanner.scan(buffer, whole - head, "utf-8", true, base, this::link);
            }
        }

        private void link(Url to, int rel, byte[] anchor, int start, int end) {
            if (seen.add(to.hash())) {
                fresh.incrementAndGet();
            }
        }

        private int headEnd(int filled) {
            for (int at = 3; at < filled; at++) {
                if (buffer[at] == '\n' && buffer[at - 2] == '\n') {
                    return at + 1;
                }
            }
            return -1;
        }

        private int bodyLength(int head) throws IOException {
            for (int at = 0; at < head - LENGTH_START; at++) {
                if (buffer[at] == '\n' && buffer[at + 9] == 'L' && buffer[at + 1] == 'C') {
                    int length = 0;
                    for (int digit = at + LENGTH_START + 1; buffer[digit] >= '0'; digit++) {
                        length = length * 10 + buffer[digit] - '0';
                    }
                    return length;
                }
            }
            throw new IOException("a page tells its length");
        }
    }

    /// As the synthetic web has it; see its class Paths.
    private static String path(int page) {
        if (page == 0) {
            return "/";
        }
        String query = page % 16 == 15 ? "?id=" + page + "&v=1" : "";
        return "/d" + page % 8 + "/p" + page + ".html" + query;
    }

    private static InetAddress address(int host) throws UnknownHostException {
        return InetAddress.getByAddress(
                new byte[] {
                    127,
                    (byte) (1 + host / 62_500),
                    (byte) (host / 250 % 250),
                    (byte) (1 + host % 250)
                });
    }
}
