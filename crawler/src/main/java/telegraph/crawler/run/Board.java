package telegraph.crawler.run;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.journal.CrawlCounts;
import telegraph.crawler.scope.Cut;
import telegraph.crawler.visit.OwnNetwork;
import telegraph.memory.Region;

/// Where the loop writes how the crawl stands, for all who want to know.
///
/// Threads: the loop writes, any reads.
final class Board {
    private static final long EVERY_NANOS = 100_000_000;

    private final CrawlCounts tally;
    private final Frontier frontier;
    private final Region region;
    private final long began;
    private final long pagesBefore;
    private volatile CrawlStatus status;
    private long next;
    private long pauseMax;
    private Duration away = Duration.ZERO;
    private String network = "";

    Board(CrawlCounts tally, Frontier frontier, Region region, long nowNanos) {
        this.tally = tally;
        this.frontier = frontier;
        this.region = region;
        this.began = nowNanos;
        this.pagesBefore = tally.pages();
        write(nowNanos, 0, 0);
    }

    CrawlStatus read() {
        return status;
    }

    /// Writes a new status if the last is a while old.
    void publish(long now, int busy, int resolving, OwnNetwork own) {
        if (now - next >= 0) {
            away = own.away(now);
            network = own.words(now);
            write(now, busy, resolving);
        }
    }

    /// A round of the loop took so long.
    void round(long nanos) {
        pauseMax = Math.max(pauseMax, nanos);
    }

    void write(long now, int busy, int resolving) {
        next = now + EVERY_NANOS;
        status =
                new CrawlStatus(
                        tally.rows(),
                        tally.pages(),
                        pagesBefore,
                        tally.answers(),
                        tally.bytes(),
                        tally.pagesPerSecond(now),
                        frontier.sites(),
                        frontier.queued() + frontier.pending(),
                        frontier.seen(),
                        tally.errors(),
                        frontier.aside(),
                        cuts(),
                        region.used(),
                        region.limit(),
                        busy,
                        waits(now, busy, resolving),
                        away,
                        Duration.ofNanos(pauseMax),
                        Duration.ofNanos(now - began));
    }

    private Map<String, Long> cuts() {
        Map<String, Long> cuts = new TreeMap<>(tally.cuts());
        if (frontier.dropped() > 0) {
            cuts.put(Cut.HOST_PAGES.label(), frontier.dropped());
        }
        return cuts;
    }

    private String waits(long now, int busy, int resolving) {
        if (!network.isEmpty()) {
            return network;
        }
        if (busy > 0) {
            return tally.pagesPerSecond(now) > 0
                    ? ""
                    : "waits for " + busy + (busy == 1 ? " host" : " hosts") + " to answer";
        }
        if (resolving > 0) {
            return "waits for the addresses of "
                    + resolving
                    + (resolving == 1 ? " host" : " hosts");
        }
        long wait = frontier.nextDueNanos() - now;
        return wait <= 0 || frontier.queued() == 0
                ? ""
                : String.format(
                        Locale.ROOT, "waits %.1f s until a host may be asked again", wait / 1e9);
    }
}
