package telegraph.crawler.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.crawler.CrawlLimits;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.PageReceiver;
import telegraph.crawler.extension.Modules;
import telegraph.crawler.frontier.Frontier;
import telegraph.crawler.journal.Checkpoint;
import telegraph.crawler.journal.Checkpoints;
import telegraph.crawler.journal.Closings;
import telegraph.crawler.journal.CrawlCounts;
import telegraph.crawler.journal.JournalReplay;
import telegraph.crawler.journal.LinkRules;
import telegraph.crawler.journal.LongSet;
import telegraph.crawler.journal.Manifest;
import telegraph.crawler.journal.Mirrors;
import telegraph.crawler.journal.PageEffects;
import telegraph.crawler.journal.RowLedger;
import telegraph.crawler.journal.Scribe;
import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.FrontierPlace;
import telegraph.crawler.mark.Origin;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.scope.LinkFilter;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;
import telegraph.memory.Region;

/// All that a crawl knows, opened from its directory: empty, or as the last checkpoint and the
/// journal behind it have it.
///
/// | file or directory      | what it is                                              |
/// |------------------------|---------------------------------------------------------|
/// | `lock`                 | held while a crawl works in the directory               |
/// | `crawl.txt`            | what the crawl was begun with ([Manifest])              |
/// | `columns`              | the columns of extensions                               |
/// | `pages-000001.log`, …  | the page log, which is the journal                      |
/// | `frontier`             | the frontier's own files                                |
/// | `checkpoint`           | from where the next start goes on ([Checkpoint])        |
///
/// @param options with what the crawl was begun with in the place of what was not given
/// @param region where all memory of the crawl comes from
record CrawlState(
        CrawlOptions options,
        LinkRules rules,
        List<Url> seeds,
        Region region,
        Frontier frontier,
        RowLedger ledger,
        Mirrors mirrors,
        Checkpoints checkpoints,
        Board board) {
    private static final String LOCK = "lock";

    /// Opens the directory of a crawl; what is to be closed goes to `closings`, also if this
    /// throws.
    static CrawlState open(
            CrawlOptions given, CrawlPlace place, PageReceiver receiver, Closings closings) {
        Path directory = given.into();
        Disk disk = place.disk();
        lock(disk, directory, closings);
        CrawlOptions options = Manifest.agree(disk, given).complete(given);
        List<Url> seeds = Seeds.parse(options.seeds());
        LinkFilter filter = LinkFilter.of(options.scope(), seeds);
        Modules modules = Modules.load(options.keeping().extensions());
        closings.add(modules::close);
        modules.columns().keep(disk, directory);
        LinkRules rules = LinkRules.of(options, filter, modules);
        Region region = place.region().child("crawl");
        closings.add(region::close);

        Optional<Checkpoint> last = Checkpoint.read(disk, directory, region);
        CrawlCounts tally = last.map(Checkpoint::tally).orElseGet(CrawlCounts::new);
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
        closings.add(frontier::close);
        Origin seed = new Origin().seed();
        seeds.forEach(url -> frontier.offer(url, seed));

        Mirrors mirrors = new Mirrors(options.limits(), region);
        List<String> moved = new ArrayList<>(last.map(Checkpoint::moved).orElse(List.of()));
        Seeds.parse(moved).forEach(filter::widen);
        PageEffects effects =
                new PageEffects(
                        frontier,
                        tally,
                        mirrors,
                        new PageEffects.Scope(filter, options.scope().nofollow(), moved));
        long now = place.ticker().nanos();
        LogPosition from = last.map(Checkpoint::journal).orElse(LogPosition.START);
        LogPosition end;
        try (PageLogReader reader = PageLogReader.open(disk, directory, from, region)) {
            end = JournalReplay.run(reader, effects, done, now);
        }
        tally.forgetRate();
        PageLog journal = PageLog.open(disk, directory, end, region);
        closings.add(journal::close);
        RowLedger ledger =
                new RowLedger(
                        new RowLedger.Books(journal, effects, tally, done, moved),
                        rules,
                        receiver,
                        place.clock());
        Scribe scribe = new Scribe();
        closings.add(scribe::close);
        Checkpoints checkpoints =
                new Checkpoints(
                        new Checkpoints.Where(disk, directory, options.limits(), now),
                        new Checkpoints.Of(frontier, ledger, last.map(Checkpoint::mark)),
                        scribe);
        Board board = new Board(tally, frontier, region, now);
        return new CrawlState(
                options, rules, seeds, region, frontier, ledger, mirrors, checkpoints, board);
    }

    private static void lock(Disk disk, Path directory, Closings closings) {
        try {
            disk.createDirectories(directory);
            Disk.Lock lock =
                    disk.lock(directory.resolve(LOCK))
                            .orElseThrow(() ->
                                    TelegraphException.of(
                                            SqlState.OBJECT_IN_USE,
                                            "one crawl at a time works in a directory: directory="
                                                    + directory));
            closings.add(lock::close);
        } catch (IOException e) {
            throw Disk.failure("a crawl has a directory it can write in", directory, e);
        }
    }

    private static FrontierLimits frontierLimits(CrawlOptions options) {
        CrawlLimits limits = options.limits();
        int urls = (int) Math.min(Integer.MAX_VALUE, options.scope().hostPagesMax());
        FrontierLimits polite =
                FrontierLimits.of(limits.frontierBytes(), limits.sitesActive())
                        .withUrlsPerSite(urls);
        // Without a delay for an address there is no reason to ask it once at a time.
        return options.manners().addressDelay().isZero()
                ? polite.withRequestsPerAddress(options.transport().fetchers())
                : polite;
    }
}
