package telegraph.crawler.table;

import java.time.Duration;
import java.util.Optional;
import telegraph.crawler.Crawl;
import telegraph.engine.meter.Meter;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.ground.Uninterruptibly;

/// Sees to it, while a crawl runs for a query, that rows come in time, that the query knows what
/// the crawl waits for, and that the crawl ends when nobody wants more.
///
/// Threads: one of its own, which ends with [#close].
final class Pulse implements AutoCloseable {
    /// How long rows wait at most for others to fill their batch.
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private static final int BEATS_A_CHECK = 2;

    private final Ticker ticker;
    private final Crawl crawl;
    private final CrawlRows rows;
    private final Meter meter;
    private final Runnable check;
    private final Thread thread;
    private volatile boolean ended;
    private volatile TelegraphException failure;

    /// What a crawl for a query needs looked after.
    ///
    /// @param check of what it takes of the machine; throws if that is too much
    record Care(Ticker ticker, Meter meter, Runnable check) {}

    private Pulse(Care care, Crawl crawl, CrawlRows rows) {
        this.ticker = care.ticker();
        this.crawl = crawl;
        this.rows = rows;
        this.meter = care.meter();
        this.check = care.check();
        this.thread = Thread.ofVirtual().name("crawl-pulse").unstarted(this::beat);
    }

    static Pulse start(Care care, Crawl crawl, CrawlRows rows) {
        Pulse pulse = new Pulse(care, crawl, rows);
        pulse.thread.start();
        return pulse;
    }

    private void beat() {
        try {
            for (int beat = 1; !ended && !rows.isEnough(); beat++) {
                ticker.sleep(PATIENCE);
                rows.flush();
                meter.waiting(crawl.status().waits());
                if (beat % BEATS_A_CHECK == 0) {
                    check.run();
                }
            }
        } catch (InterruptedException nobodyWantsMore) {
            // So the crawl ends, as it does when enough rows came.
        } catch (TelegraphException e) {
            failure = e;
        }
        crawl.abandon();
    }

    /// Why the crawl was ended, if something was too much or failed here.
    Optional<TelegraphException> failure() {
        return Optional.ofNullable(failure);
    }

    /// Ends the thread and waits for that.
    @Override
    public void close() {
        ended = true;
        thread.interrupt();
        Uninterruptibly.join(thread);
        meter.waiting("");
    }
}
