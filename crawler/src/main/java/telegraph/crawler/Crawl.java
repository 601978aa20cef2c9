package telegraph.crawler;

import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// A crawl under way.
///
/// Threads: any.
public final class Crawl implements AutoCloseable {
    private Crawl() {}

    /// Starts a crawl on this machine's disk, network and clock, with memory of its own.
    public static Crawl start(CrawlOptions options, PageReceiver receiver) {
        throw TelegraphException.of(SqlState.FEATURE_NOT_SUPPORTED, "nothing crawls: " + options);
    }

    /// Starts a crawl, or goes on with the one in the directory.
    ///
    /// @throws TelegraphException if the directory cannot be used or another crawl uses it
    public static Crawl start(CrawlOptions options, CrawlPlace place, PageReceiver receiver) {
        throw TelegraphException.of(SqlState.FEATURE_NOT_SUPPORTED, "nothing crawls: " + options);
    }

    public CrawlStatus status() {
        throw new IllegalStateException("nothing crawls");
    }

    /// Asks it to end soon: fetches under way have a second, then they are left for the next start.
    public void stop() {}

    /// Waits for the end.
    public CrawlSummary await() throws InterruptedException {
        throw new InterruptedException("nothing crawls");
    }

    /// Stops and waits for the end.
    @Override
    public void close() {}
}
