package telegraph.bench.crawl;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Scanner;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.mark.FrontierPlace;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.http.url.Url;
import telegraph.memory.MemoryManager;

/// The frontier alone, as a crawl without a network uses it, until its input ends: URLs are taken
/// as if they had been fetched, and each leads to 30 others of all there are.
///
/// Says `done SEEN QUEUED SITES TAKEN QUEUEBYTES`.
public final class FrontierProcess {
    private static final int LINKS = 30;
    private static final int MARK_EVERY = 20_000;
    private static final int SITES_ACTIVE = 8_192;

    private final long urls;
    private final int hosts;
    private final Frontier frontier;
    private final Url url = new Url();
    private final Origin origin = new Origin();
    private final QueuedUrl taken = new QueuedUrl();
    private final byte[] text = new byte[128];
    private long chance = 1;

    private FrontierProcess(long urls, int hosts, Frontier frontier) {
        this.urls = urls;
        this.hosts = hosts;
        this.frontier = frontier;
    }

    /// @param arguments how many URLs there are, of how many hosts, how many to take, bytes for the
    ///   frontier, its directory
    public static void main(String[] arguments) throws UnknownHostException {
        long bytes = Long.parseLong(arguments[3]);
        try (MemoryManager memory = new MemoryManager(2 * bytes);
                Frontier frontier =
                        Frontier.open(
                                new FrontierPlace(
                                        Disk.FILES,
                                        Path.of(arguments[4]),
                                        memory.query("frontier", 2 * bytes),
                                        Ticker.SYSTEM),
                                FrontierLimits.of(bytes, SITES_ACTIVE),
                                Optional.empty())) {
            FrontierProcess process =
                    new FrontierProcess(
                            Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]), frontier);
            process.take(Long.parseLong(arguments[2]));
            frontier.flush();
            System.out.println(
                    "done "
                            + frontier.seen()
                            + " "
                            + frontier.queued()
                            + " "
                            + frontier.sites()
                            + " "
                            + arguments[2]
                            + " "
                            + frontier.queueBytes());
            try (Scanner lines = new Scanner(System.in)) {
                while (lines.hasNextLine()) {
                    lines.nextLine();
                }
            }
        }
    }

    private void take(long count) throws UnknownHostException {
        origin.seed();
        offer(0);
        frontier.flush();
        Optional<FrontierMark> last = Optional.empty();
        for (long taking = 0; taking < count; taking++) {
            Optional<VisitState> site = frontier.due(Ticker.SYSTEM.nanos());
            while (site.isEmpty()) {
                work();
                site = frontier.due(Ticker.SYSTEM.nanos());
            }
            visit(site.get());
            if (taking % MARK_EVERY == MARK_EVERY - 1) {
                FrontierMark mark = frontier.mark();
                last.ifPresent(frontier::forget);
                last = Optional.of(mark);
            }
        }
    }

    /// What brings sites in when none is due.
    private void work() throws UnknownHostException {
        Optional<VisitState> site = frontier.unresolved();
        if (site.isEmpty()) {
            frontier.flush();
        }
        while (site.isPresent()) {
            int host = Integer.parseInt(site.get().host().replaceAll("\\D", ""));
            byte[] octets = {127, (byte) (host >> 16), (byte) (host >> 8), (byte) host};
            frontier.resolved(site.get(), InetAddress.getByAddress(octets));
            site = frontier.unresolved();
        }
    }

    private void visit(VisitState site) {
        if (site.next(taken)) {
            site.finished();
            origin.depth(taken.origin().depth() + 1);
            origin.referrer().clear();
            origin.referrer().append(taken.url().array(), 0, taken.url().length());
            for (int link = 0; link < LINKS; link++) {
                offer(random());
            }
        }
        long now = Ticker.SYSTEM.nanos();
        frontier.release(site, now, now);
    }

    private long random() {
        // splitmix64
        chance += 0x9E3779B97F4A7C15L;
        long z = (chance ^ chance >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return Math.floorMod(z ^ z >>> 31, urls);
    }

    private void offer(long number) {
        int at = put("http://h", 0);
        at = put(number % hosts, at);
        at = put(".synth.test/d", at);
        at = put(number % 8, at);
        at = put("/p", at);
        at = put(number, at);
        at = put(".html", at);
        url.parse(text, 0, at);
        frontier.offer(url, origin);
    }

    private int put(String word, int at) {
        byte[] octets = word.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(octets, 0, text, at, octets.length);
        return at + octets.length;
    }

    private int put(long number, int at) {
        return put(Long.toString(number), at);
    }
}
