package telegraph.crawler;

import java.time.Clock;
import java.util.random.RandomGenerator;
import telegraph.crawler.run.CrawlRun;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// A crawl under way.
///
/// ```java
/// CrawlOptions options = CrawlOptions.builder().seed("http://localhost:8000/").build();
/// try (Crawl crawl = Crawl.start(options, PageReceiver.NONE)) {
///     System.out.println(crawl.await());
/// }
/// ```
///
/// Threads: any.
public final class Crawl implements AutoCloseable {
    private final CrawlRun run;

    /// What is closed with the crawl.
    private final Runnable ownership;

    private Crawl(CrawlRun run, Runnable ownership) {
        this.run = run;
        this.ownership = ownership;
    }

    /// Starts a crawl on this machine's disk, network and clock, with memory of its own.
    ///
    /// @throws TelegraphException as the other [#start] does
    public static Crawl start(CrawlOptions options, PageReceiver receiver) {
        long bytes = options.limits().memoryBytes();
        MemoryManager memory = new MemoryManager(bytes);
        try {
            Region region = memory.query("crawl", bytes);
            CrawlPlace place =
                    new CrawlPlace(
                            Disk.FILES,
                            Ticker.SYSTEM,
                            Clock.systemUTC(),
                            region,
                            address -> true,
                            RandomGenerator.of("SecureRandom"));
            return new Crawl(CrawlRun.start(options, place, receiver), memory::close);
        } catch (RuntimeException | Error e) {
            memory.close();
            throw e;
        }
    }

    /// Starts a crawl, or goes on with the one in the directory.
    ///
    /// @throws TelegraphException if the directory cannot be used, another crawl uses it, or what
    ///   is in it began another way
    public static Crawl start(CrawlOptions options, CrawlPlace place, PageReceiver receiver) {
        return new Crawl(CrawlRun.start(options, place, receiver), () -> {});
    }

    /// Whether a crawl could not start for what was asked for, which makes no sense in itself or
    /// for what is in the directory, and not for what it met. A directory in use is nobody's
    /// mistake.
    public static boolean isMisuse(TelegraphException failure) {
        return failure.kind() == TelegraphException.Kind.INPUT
                && failure.state() != SqlState.OBJECT_IN_USE;
    }

    /// How it stands, at most a moment ago.
    public CrawlStatus status() {
        return run.status();
    }

    /// Asks it to end soon: fetches under way have a second, then they are left for the next start.
    public void stop() {
        run.stop();
    }

    /// Asks it to end at once: fetches under way are left for the next start.
    public void abandon() {
        run.abandon();
    }

    /// Waits for the end.
    public CrawlSummary await() throws InterruptedException {
        return run.await();
    }

    /// Stops and waits for the end.
    @Override
    public void close() {
        run.stop();
        run.awaitEnd();
        ownership.run();
    }
}
