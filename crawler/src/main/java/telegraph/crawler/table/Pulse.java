package telegraph.crawler.table;

import java.time.Duration;
import telegraph.crawler.Crawl;
import telegraph.engine.Meter;
import telegraph.engine.Ticker;

/// Sees to it, while a crawl runs for a query, that rows come in time, that the query knows what
/// the crawl waits for, and that the crawl ends when nobody wants more.
///
/// Threads: one of its own, which ends with [#close].
final class Pulse implements AutoCloseable {
    /// How long rows wait at most for others to fill their batch.
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final Ticker ticker;
    private final Crawl crawl;
    private final CrawlRows rows;
    private final Meter meter;
    private final Thread thread;
    private volatile boolean ended;

    private Pulse(Ticker ticker, Crawl crawl, CrawlRows rows, Meter meter) {
        this.ticker = ticker;
        this.crawl = crawl;
        this.rows = rows;
        this.meter = meter;
        this.thread = Thread.ofVirtual().name("crawl-pulse").unstarted(this::beat);
    }

    static Pulse start(Ticker ticker, Crawl crawl, CrawlRows rows, Meter meter) {
        Pulse pulse = new Pulse(ticker, crawl, rows, meter);
        pulse.thread.start();
        return pulse;
    }

    private void beat() {
        try {
            while (!ended && !rows.isEnough()) {
                ticker.sleep(PATIENCE);
                rows.flush();
                meter.waiting(crawl.status().waits());
            }
        } catch (InterruptedException nobodyWantsMore) {
            // So the crawl ends, as it does when enough rows came.
        }
        crawl.stop();
    }

    /// Ends the thread and waits for that.
    @Override
    public void close() {
        ended = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        meter.waiting("");
    }
}
