package telegraph.crawler.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.CrawlSummary.End;
import telegraph.crawler.Limits;
import telegraph.crawler.PageReceiver;
import telegraph.crawler.dns.Resolver;
import telegraph.crawler.extension.Modules;
import telegraph.crawler.fetch.Client;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.frontier.FrontierLimits;
import telegraph.crawler.frontier.FrontierPlace;
import telegraph.crawler.frontier.Origin;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.scope.LinkFilter;
import telegraph.crawler.url.Url;
import telegraph.crawler.warc.WarcFiles;
import telegraph.crawler.warc.WarcOptions;
import telegraph.memory.Disk;
import telegraph.memory.Region;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// One crawl from its start, or from where it was left, to its end.
///
/// Opening it takes the lock of the directory, goes on from the last checkpoint and the journal,
/// and starts the loop's thread; all that it opened it closes at the end, in reverse order.
///
/// Threads: any.
public final class CrawlRun {
    private static final String LOCK = "lock";
    private static final int SCANNER_BYTES = 1 << 20;

    /// Something to be closed at the end.
    private interface Closing {
        void close() throws InterruptedException, IOException;
    }

    private final Deque<Closing> closings = new ArrayDeque<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CrawlPlace place;
    private final Thread thread;
    private CrawlLoop loop;
    private Board board;
    private Mirrors mirrors;
    private Checkpoints checkpoints;
    private volatile CrawlSummary summary;

    private CrawlRun(CrawlPlace place) {
        this.place = place;
        this.thread = Thread.ofPlatform().name("crawl").unstarted(this::run);
    }

    /// Starts a crawl, or goes on with the one in the directory.
    public static CrawlRun start(CrawlOptions options, CrawlPlace place, PageReceiver receiver) {
        CrawlRun run = new CrawlRun(place);
        try {
            run.open(options, receiver);
        } catch (RuntimeException | Error e) {
            run.closeAll(e);
            throw e;
        }
        run.thread.start();
        return run;
    }

    private void open(CrawlOptions given, PageReceiver receiver) {
        Path directory = given.into();
        Disk disk = place.disk();
        lock(disk, directory);
        Manifest manifest = Manifest.agree(disk, given);
        CrawlOptions options = manifest.complete(given);
        List<Url> seeds = Seeds.parse(options.seeds());
        LinkFilter filter = LinkFilter.of(options.scope(), seeds);
        Modules modules = Modules.load(options.keeping().extensions());
        closings.push(modules::close);
        modules.columns().keep(disk, directory);
        Rules rules = Rules.of(options, filter, modules);
        Limits limits = options.limits();
        Region region = place.region().child("crawl");
        closings.push(region::close);
        Optional<WarcFiles> warc = warc(options, directory);
        warc.ifPresent(files -> closings.push(files::close));

        Optional<Checkpoint> last = Checkpoint.read(disk, directory, region);
        Tally tally = last.map(Checkpoint::tally).orElseGet(Tally::new);
        LongSet done = last.map(Checkpoint::done).orElseGet(() -> new LongSet(region));
        Frontier frontier =
                Frontier.open(
                        new FrontierPlace(
                                disk,
                                directory.resolve("frontier"),
                                region.child("frontier"),
                                place.ticker()),
                        frontierLimits(options),
                        last.map(Checkpoint::mark));
        closings.push(frontier::close);
        Origin seed = new Origin().seed();
        seeds.forEach(url -> frontier.offer(url, seed));

        mirrors = new Mirrors(options.limits(), region);
        List<String> moved = new ArrayList<>(last.map(Checkpoint::moved).orElse(List.of()));
        Seeds.parse(moved).forEach(filter::widen);
        PageEffects effects =
                new PageEffects(
                        frontier,
                        tally,
                        mirrors,
                        new PageEffects.Scope(filter, options.scope().nofollow(), moved));
        LogPosition end =
                Replay.run(
                        disk,
                        directory,
                        last.map(Checkpoint::journal).orElse(LogPosition.START),
                        region,
                        effects,
                        done,
                        place.ticker().nanos());
        tally.forgetRate();
        PageLog journal = PageLog.open(disk, directory, end, region);
        closings.push(journal::close);
        Ledger ledger =
                new Ledger(
                        new Ledger.Books(journal, effects, tally, done, moved),
                        rules,
                        receiver,
                        place.clock());
        long now = place.ticker().nanos();
        checkpoints =
                new Checkpoints(
                        new Checkpoints.Where(disk, directory),
                        limits,
                        frontier,
                        ledger,
                        last.map(Checkpoint::mark),
                        now);
        board = new Board(tally, frontier, region, now);
        assemble(options, rules, seeds, frontier, ledger, region, warc);
    }

    private void assemble(
            CrawlOptions options,
            Rules rules,
            List<Url> seeds,
            Frontier frontier,
            Ledger ledger,
            Region region,
            Optional<WarcFiles> warc) {
        Resolver resolver = Network.resolver(options, place, region);
        closings.push(resolver::close);
        Client client = Network.client(options, seeds, place, region);
        int desks = desks(options.limits());
        region.charge((long) desks * SCANNER_BYTES);
        Sheets sheets = new Sheets(region, options.limits().recordBytes());
        Inbox inbox = new Inbox();
        Crew crew =
                new Crew(
                        new FetchWork.Tools(
                                options,
                                client,
                                new Desks(desks, () -> new Desk(rules)),
                                sheets,
                                inbox,
                                new RobotsFetch(
                                        client,
                                        resolver,
                                        options.manners(),
                                        place.ticker(),
                                        place.clock()),
                                warc,
                                place.ticker(),
                                place.clock()),
                        Network.fetchers(options));
        closings.push(crew::end);
        // Before the fetchers are awaited: it ends what they wait for.
        closings.push(client::close);
        RulesRoom room = RulesRoom.of(options.limits(), region, place.disk(), options.into());
        closings.push(room::close);
        KeptRobots kept = new KeptRobots(ledger.journal(), place.clock());
        SiteBook sites = new SiteBook(options, frontier, room, kept);
        Turns turns = new Turns(options, frontier, sites, crew, ledger);
        loop =
                new CrawlLoop(
                        new CrawlLoop.Parts(
                                frontier,
                                resolver,
                                inbox,
                                sheets,
                                crew,
                                sites,
                                turns,
                                ledger,
                                options.scope().sitemaps()
                                        ? Optional.of(new SitemapOffers(frontier, rules.filter()))
                                        : Optional.empty(),
                                checkpoints,
                                board,
                                place.ticker()));
    }

    private Optional<WarcFiles> warc(CrawlOptions options, Path directory) {
        if (!options.keeping().warc()) {
            return Optional.empty();
        }
        Map<String, String> about =
                Map.of(
                        "software",
                        "Telegraph",
                        "format",
                        "WARC File Format 1.1",
                        "http-header-user-agent",
                        options.manners().userAgent(),
                        "robots",
                        options.manners().robots() ? "obey" : "ignore");
        return Optional.of(
                WarcFiles.open(
                        place.disk(),
                        directory,
                        new WarcOptions(
                                place.clock(), about, place.chance(), WarcOptions.FILE_BYTES)));
    }

    /// One for each processor and one that waits, as far as a sixteenth of the memory goes.
    private static int desks(Limits limits) {
        long room = limits.memoryBytes() / 16 / SCANNER_BYTES;
        return (int) Math.max(2, Math.min(room, Runtime.getRuntime().availableProcessors() + 1));
    }

    private static FrontierLimits frontierLimits(CrawlOptions options) {
        Limits limits = options.limits();
        int urls = (int) Math.min(Integer.MAX_VALUE, options.scope().hostPagesMax());
        FrontierLimits polite =
                FrontierLimits.of(limits.frontierBytes(), limits.sitesActive())
                        .withUrlsPerSite(urls);
        // Without a delay for an address there is no reason to ask it once at a time.
        return options.manners().addressDelay().isZero()
                ? polite.withRequestsPerAddress(options.transport().fetchers())
                : polite;
    }

    private void lock(Disk disk, Path directory) {
        try {
            disk.createDirectories(directory);
            Disk.Lock lock =
                    disk.lock(directory.resolve(LOCK))
                            .orElseThrow(() ->
                                    TelegraphException.of(
                                            SqlState.OBJECT_IN_USE,
                                            "one crawl at a time works in a directory: directory="
                                                    + directory));
            closings.push(lock::close);
        } catch (IOException e) {
            throw Disk.failure("a crawl has a directory it can write in", directory, e);
        }
    }

    private void run() {
        End end = End.FAILED;
        Throwable failure = null;
        try {
            end = loop.run();
            checkpoints.write(place.ticker().nanos());
        } catch (InterruptedException e) {
            end = End.STOPPED;
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        board.write(place.ticker().nanos(), 0, 0);
        CrawlStatus status = board.read();
        List<String> alike = mirrors.told();
        failure = closeAll(failure);
        summary =
                new CrawlSummary(
                        failure == null ? end : End.FAILED,
                        status,
                        alike,
                        Optional.ofNullable(failure).map(CrawlRun::told));
        over.countDown();
    }

    private static TelegraphException told(Throwable failure) {
        return failure instanceof TelegraphException known
                ? known
                : TelegraphException.bug(
                        "a crawl goes on whatever comes: cause=" + failure, failure);
    }

    /// Closes what was opened, the last first; returns the first failure.
    private Throwable closeAll(Throwable before) {
        Throwable first = before;
        while (!closings.isEmpty()) {
            try {
                closings.pop().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException | RuntimeException | Error e) {
                if (first == null) {
                    first = e;
                } else if (first != e) {
                    first.addSuppressed(e);
                }
            }
        }
        return first;
    }

    public CrawlStatus status() {
        return board.read();
    }

    /// Asks the crawl to end soon.
    public void stop() {
        loop.stop();
    }

    /// Asks the crawl to end at once: what is under way is not waited for.
    public void abandon() {
        loop.abandon();
    }

    /// Waits for the end, whoever interrupts: what the crawl uses is not to be closed before.
    public void awaitEnd() {
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
    }

    /// Waits for the end.
    public CrawlSummary await() throws InterruptedException {
        over.await();
        return summary;
    }
}
