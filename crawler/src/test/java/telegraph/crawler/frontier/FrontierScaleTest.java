package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.mark.FrontierPlace;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.mark.QueuedUrl;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.http.Octets;
import telegraph.http.url.Hashes;
import telegraph.http.url.Url;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// A web far larger than the frontier's memory: page `i` leads to the pages `10·i + 1` to `10·i +
/// 10` and to twenty that were found before, most of them popular ones.
final class FrontierScaleTest {
    private static final int FRESH_LINKS = 10;
    private static final int OTHER_LINKS = 20;
    private static final int POPULAR = 1_000;
    private static final int MARKS = 8;
    private static final byte[] SCHEME = "http://h".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DOMAIN = ".synth.test/page/".getBytes(StandardCharsets.US_ASCII);
    private static final int NUMBER_AT = "/page/".length();

    @TempDir private Path directory;

    private final Url url = new Url();
    private final Octets octets = new Octets(128);
    private final Origin origin = new Origin();
    private final QueuedUrl queued = new QueuedUrl();
    private final BitSet came = new BitSet();
    private int urls;
    private int hosts;
    private long random = 1;
    private Frontier frontier;

    @Test
    void aWebOfThreeHundredThousandUrlsGoesThroughFourMegabytes() throws UnknownHostException {
        crawl(300_000, 8_000, FrontierLimits.of(FrontierLimits.MEMORY_MIN, 512));
    }

    @Test
    @Tag("slow")
    void aWebOfTenMillionUrlsOnAHundredThousandHostsGoesThroughSixtyFourMegabytes()
            throws UnknownHostException {
        crawl(10_000_000, 100_000, FrontierLimits.of(64 << 20, 8_192));
    }

    private void crawl(int pages, int sites, FrontierLimits limits) throws UnknownHostException {
        urls = pages;
        hosts = sites;
        try (MemoryManager memory = new MemoryManager(limits.memoryBytes())) {
            try (Region region = memory.query("crawl", limits.memoryBytes())) {
                FrontierPlace place =
                        new FrontierPlace(Disk.FILES, directory, region, Ticker.SYSTEM);
                frontier = Frontier.open(place, limits, Optional.empty());
                offer(0);
                Optional<FrontierMark> mark = Optional.empty();
                for (int part = 1; part <= MARKS; part++) {
                    visitUntil((long) urls * part / MARKS);
                    FrontierMark next = frontier.mark();
                    mark.ifPresent(frontier::forget);
                    mark = Optional.of(next);
                    if (part % 3 == 0) {
                        frontier.close();
                        frontier = Frontier.open(place, limits, mark);
                    }
                }
                assertTrue(frontier.isEmpty());
                assertEquals(urls, came.cardinality());
                assertEquals(urls, frontier.seen());
                frontier.close();
            }
            assertEquals(0, memory.used());
        }
    }

    private void visitUntil(long count) throws UnknownHostException {
        byte[] address = {127, 0, 0, 0};
        while (came.cardinality() < count) {
            for (Optional<VisitState> next = frontier.unresolved();
                    next.isPresent();
                    next = frontier.unresolved()) {
                int hash = (int) next.get().hash();
                address[1] = (byte) hash;
                address[2] = (byte) (hash >>> 8);
                address[3] = (byte) (hash >>> 16);
                frontier.resolved(next.get(), InetAddress.getByAddress(address));
            }
            Optional<VisitState> due = frontier.due(Ticker.SYSTEM.nanos());
            if (due.isEmpty()) {
                frontier.flush();
            }
            for (int visits = 0; due.isPresent(); visits++) {
                visit(due.get());
                due = visits < 1_000 ? frontier.due(Ticker.SYSTEM.nanos()) : Optional.empty();
            }
        }
    }

    private void visit(VisitState site) {
        for (int i = 0; i < 4 && site.next(queued); i++) {
            site.finished();
            int page = page(queued.url());
            assertFalse(came.get(page));
            came.set(page);
            origin.seed().depth(queued.origin().depth() + 1);
            origin.referrer().append(queued.url().array(), 0, queued.url().length());
            long first = (long) page * FRESH_LINKS + 1;
            for (int link = 0; link < FRESH_LINKS && first + link < urls; link++) {
                offer((int) first + link);
            }
            for (int link = 0; link < OTHER_LINKS && first < urls; link++) {
                int below = (int) first;
                offer(random(link % 4 == 0 ? below : Math.min(POPULAR, below)));
            }
        }
        long now = Ticker.SYSTEM.nanos();
        frontier.release(site, now, now);
    }

    private void offer(int page) {
        octets.clear().append(SCHEME, 0, SCHEME.length);
        append(Integer.toUnsignedLong((int) Hashes.mix(page)) % hosts);
        octets.append(DOMAIN, 0, DOMAIN.length);
        append(page);
        url.parse(octets.array(), 0, octets.length());
        frontier.offer(url, origin);
    }

    private void append(long number) {
        if (number >= 10) {
            append(number / 10);
        }
        octets.append((byte) ('0' + number % 10));
    }

    private static int page(Url from) {
        int page = 0;
        for (int i = from.pathStart() + NUMBER_AT; i < from.length(); i++) {
            page = page * 10 + from.array()[i] - '0';
        }
        return page;
    }

    private int random(int below) {
        random = Hashes.mix(random + 0x9E3779B97F4A7C15L);
        return (int) ((random >>> 33) * below >>> 31);
    }
}
