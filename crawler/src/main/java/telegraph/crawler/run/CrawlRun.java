package telegraph.crawler.run;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import telegraph.crawler.CrawlLimits;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.CrawlSummary.End;
import telegraph.crawler.CrawlSummary.Missing;
import telegraph.crawler.PageReceiver;
import telegraph.crawler.dns.Resolver;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.journal.Closings;
import telegraph.crawler.journal.LastWords;
import telegraph.crawler.visit.CrawlRoom;
import telegraph.crawler.visit.Desk;
import telegraph.crawler.visit.Desks;
import telegraph.crawler.visit.KeptRobots;
import telegraph.crawler.visit.LoopInbox;
import telegraph.crawler.visit.Network;
import telegraph.crawler.visit.OwnNetwork;
import telegraph.crawler.visit.Probes;
import telegraph.crawler.visit.RobotsFetch;
import telegraph.crawler.visit.RulesRoom;
import telegraph.crawler.visit.SitemapOffers;
import telegraph.crawler.warc.WarcFiles;
import telegraph.crawler.warc.WarcOptions;
import telegraph.ground.TelegraphException;
import telegraph.ground.Uninterruptibly;
import telegraph.http.client.Client;
import telegraph.memory.Region;

/// One crawl from its start, or from where it was left, to its end.
///
/// Opening it reads the [CrawlState], puts together those who work on it, and starts the loop's
/// thread; all that it opened it closes at the end, in reverse order.
///
/// Threads: any.
public final class CrawlRun {
    private static final int SCANNER_BYTES = 1 << 20;

    private final Closings closings = new Closings();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CrawlPlace place;
    private final Thread thread;
    private final CrawlState state;
    private final CrawlLoop loop;
    private volatile CrawlSummary summary;

    private CrawlRun(CrawlOptions given, CrawlPlace place, PageReceiver receiver) {
        this.place = place;
        this.thread = Thread.ofPlatform().name("crawl").unstarted(this::run);
        try {
            CrawlRoom.demand(given, Runtime.getRuntime().maxMemory());
            state = CrawlState.open(given, place, receiver, closings);
            loop = assemble();
        } catch (RuntimeException | Error e) {
            closings.closeAll(e);
            throw e;
        }
    }

    /// Starts a crawl, or goes on with the one in the directory.
    public static CrawlRun start(CrawlOptions options, CrawlPlace place, PageReceiver receiver) {
        CrawlRun run = new CrawlRun(options, place, receiver);
        run.thread.start();
        return run;
    }

    private CrawlLoop assemble() {
        CrawlOptions options = state.options();
        Region region = state.region();
        Frontier frontier = state.frontier();
        Optional<WarcFiles> warc = warc(options);
        warc.ifPresent(files -> closings.add(files::close));
        Resolver resolver = Network.resolver(options, place, region);
        closings.add(resolver::close);
        Client client = Network.client(options, state.seeds(), place, region);
        int desks = desks(options.limits());
        region.charge((long) desks * SCANNER_BYTES);
        Sheets sheets = new Sheets(region, options.limits().recordBytes());
        LoopInbox inbox = new LoopInbox();
        FetchWork.Tools tools =
                new FetchWork.Tools(
                        options,
                        client,
                        new Desks(desks, () -> new Desk(state.rules())),
                        sheets,
                        inbox,
                        new RobotsFetch(client, options.manners(), place),
                        warc,
                        place.ticker(),
                        place.clock());
        Crew crew = new Crew(fetcher -> new FetchWork(fetcher, tools), CrawlRoom.fetchers(options));
        closings.add(crew::end);
        // Before the fetchers are awaited: it ends what they wait for.
        closings.add(client::close);
        RulesRoom room = RulesRoom.of(options.limits(), region, place.disk(), options.into());
        closings.add(room::close);
        KeptRobots kept = new KeptRobots(state.ledger().journal(), place.clock());
        Probes probes = new Probes(client, resolver, inbox, options.transport().connectTimeout());
        closings.add(probes::close);
        OwnNetwork network =
                new OwnNetwork(
                        probes,
                        frontier,
                        options.transport().networkWait(),
                        options.transport().proxy().isPresent());
        SiteBook sites = new SiteBook(options, frontier, room, kept);
        return new CrawlLoop(
                new CrawlLoop.Parts(
                        frontier,
                        resolver,
                        inbox,
                        sheets,
                        crew,
                        network,
                        sites,
                        new FetchTurns(
                                options,
                                sites,
                                crew,
                                state.ledger(),
                                new LastWords(options.limits(), region)),
                        state.ledger(),
                        options.scope().sitemaps()
                                ? Optional.of(new SitemapOffers(frontier, state.rules().filter()))
                                : Optional.empty(),
                        state.checkpoints(),
                        state.board(),
                        place.ticker()));
    }

    private Optional<WarcFiles> warc(CrawlOptions options) {
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
        state.region().charge(WarcFiles.HELD_BYTES);
        return Optional.of(
                WarcFiles.open(
                        place.disk(),
                        options.into(),
                        new WarcOptions(
                                place.clock(),
                                about,
                                place.chance(),
                                WarcOptions.FILE_BYTES,
                                WarcOptions.SYNC_BYTES)));
    }

    /// One for each processor and one that waits, as far as a sixteenth of the memory goes.
    private static int desks(CrawlLimits limits) {
        long room = limits.memoryBytes() / 16 / SCANNER_BYTES;
        return (int) Math.max(2, Math.min(room, Runtime.getRuntime().availableProcessors() + 1));
    }

    private void run() {
        End end = End.FAILED;
        Missing missing = Missing.NOTHING;
        Throwable failure = null;
        try {
            end = loop.run();
            state.checkpoints().finish();
            if (end == End.INCOMPLETE) {
                missing = loop.tell();
                end = loop.isStopping() ? End.STOPPED : end;
            }
            state.board().write(place.ticker().nanos(), 0, 0);
        } catch (InterruptedException e) {
            end = End.STOPPED;
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        CrawlStatus status = state.board().read();
        failure = closings.closeAll(failure);
        summary =
                new CrawlSummary(
                        failure == null ? end : End.FAILED,
                        status,
                        missing,
                        state.mirrors().told(),
                        Optional.ofNullable(failure).map(CrawlRun::told).or(loop::gaveUp));
        over.countDown();
    }

    private static TelegraphException told(Throwable failure) {
        return switch (failure) {
            case TelegraphException known -> known;
            case OutOfMemoryError full ->
                    TelegraphException.resource(
                            "what is fetched at once fits into the heap: cause="
                                    + full.getMessage()
                                    + " most="
                                    + Runtime.getRuntime().maxMemory()
                                    + ". Lower max-bytes or fetchers, or start with a larger -Xmx;"
                                    + " the crawl goes on where it was.",
                            full);
            default ->
                    TelegraphException.bug(
                            "a crawl goes on whatever comes: cause=" + failure, failure);
        };
    }

    public CrawlStatus status() {
        return state.board().read();
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
        Uninterruptibly.join(thread);
    }

    /// Waits for the end.
    public CrawlSummary await() throws InterruptedException {
        over.await();
        return summary;
    }
}
