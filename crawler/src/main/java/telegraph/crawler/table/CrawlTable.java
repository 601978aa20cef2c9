package telegraph.crawler.table;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import telegraph.crawler.Crawl;
import telegraph.crawler.CrawlLimits;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlSetting;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.KeptParts;
import telegraph.crawler.extension.ExtraColumns;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageColumn;
import telegraph.crawler.page.PageLogReader;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;

/// The pages of a crawl that a query starts and that ends with it.
///
/// Every scan is a crawl of its own, in a directory that is deleted at its end, unless the user
/// names one: then pages that lie there already come first, and the crawl goes on behind them. Only
/// what the query's columns need is kept of a page, unless the user says what to keep.
///
/// Threads: any.
public final class CrawlTable implements Source {
    /// What a crawl takes of the query's memory at most, if the user does not say: the rest is for
    /// what the query does with the rows.
    private static final int MEMORY_SHARE = 2;

    private static final long MEMORY_MIN = 16L << 20;

    /// A query is not to hang: whoever asked is told soon that there is no network.
    private static final Duration NETWORK_WAIT = Duration.ofMinutes(1);

    private final Wish wish;
    private final Around around;
    private final ExtraColumns extra;
    private final Schema schema;

    /// What is to be crawled.
    ///
    /// @param title what messages call it
    /// @param settings names and values, as users write them
    /// @param into the directory that the user named
    public record Wish(
            String title, List<Map.Entry<String, String>> settings, Optional<Path> into) {
        public Wish {
            settings = List.copyOf(settings);
        }

        boolean says(String name) {
            return settings.stream()
                    .anyMatch(setting -> CrawlSetting.of(setting.getKey()).key().equals(name));
        }

        /// A builder with all settings, in a directory.
        public CrawlOptions.Builder options(Path directory) {
            CrawlOptions.Builder options = CrawlOptions.builder();
            settings.forEach(setting -> options.set(setting.getKey(), setting.getValue()));
            return options.into(directory);
        }
    }

    /// What a crawl needs.
    ///
    /// @param place all of it, with memory of a query
    /// @param scratch directories for crawls that are not kept
    public record Around(Disk disk, Function<Region, CrawlPlace> place, CrawlScratch scratch) {}

    public CrawlTable(Wish wish, Around around, ExtraColumns extra) {
        this.wish = wish;
        this.around = around;
        this.extra = extra;
        this.schema = CrawlTables.pages(extra);
    }

    @Override
    public String name() {
        return wish.title();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Optional<String> told() {
        String options =
                Stream.concat(
                                wish.settings().stream(),
                                wish.into().stream()
                                        .map(into -> Map.entry("into", into.toString())))
                        .filter(option -> CrawlSetting.of(option.getKey()) != CrawlSetting.SEED)
                        .map(option ->
                                option.getKey()
                                        + " "
                                        + (CrawlSetting.of(option.getKey()).isSecret()
                                                ? "***"
                                                : option.getValue()))
                        .collect(Collectors.joining(", "));
        return options.isEmpty() ? Optional.empty() : Optional.of(options);
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            demandUnlimited(sink.meter().budget().requestsMax());
            if (wish.into().isPresent()) {
                read(request, wish.into().get(), sink, () -> {});
                return;
            }
            try (CrawlScratch.Place own = around.scratch().take()) {
                read(request, own.directory(), sink, own::demandRoom);
            }
        };
    }

    /// A crawl asks by a client of its own, for files of robots and names too, and counts pages.
    private void demandUnlimited(long requestsMax) {
        if (requestsMax > 0) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "requests_max does not bound a crawl: table="
                            + name()
                            + " requests_max="
                            + requestsMax
                            + ". Give it max_pages, and SET requests_max = 0.");
        }
    }

    private void read(ScanRequest request, Path directory, Sink sink, Runnable check)
            throws InterruptedException {
        PageRows rows = CrawlTables.pageRows(extra, request.columns());
        try (RowsOut out = new RowsOut(sink, request.rowsWanted())) {
            if (wish.into().isPresent()) {
                before(rows, directory, sink, out);
            }
            if (!out.isEnough()) {
                CrawlOptions options = options(request.columns(), directory, sink.memory());
                CrawlRows receiver = new CrawlRows(rows, sink, out);
                crawl(options, receiver, sink, check);
            }
        }
        sink.meter().addUnit();
    }

    /// The pages that lie in the directory already, without the log's tail: the crawl asks for what
    /// is there again.
    private void before(PageRows rows, Path directory, Sink sink, RowsOut out)
            throws InterruptedException {
        try (PageLogReader log =
                PageLogReader.open(around.disk(), directory, LogPosition.START, sink.memory())) {
            LogTable.read(log.leaveTail(), rows, sink, out);
        }
        out.flush();
    }

    private CrawlOptions options(int[] columns, Path directory, Region memory) {
        CrawlOptions.Builder options = wish.options(directory);
        if (!wish.says("keep")) {
            options.content(content(columns));
        }
        if (!wish.says("network-wait")) {
            options.networkWait(NETWORK_WAIT);
        }
        if (!wish.says("memory")) {
            long share = memory.room() / MEMORY_SHARE;
            options.limits(CrawlLimits.of(Math.clamp(share, MEMORY_MIN, CrawlLimits.MEMORY_BYTES)));
        }
        return options.build();
    }

    /// The least that has to be kept of a page for these columns; of one that stays, its text is.
    private KeptParts.Content content(int[] columns) {
        KeptParts.Content content =
                wish.into().isPresent() ? KeptParts.Content.TEXT : KeptParts.Content.NOTHING;
        for (int column : columns) {
            if (column == PageColumn.BODY.ordinal()) {
                return KeptParts.Content.BODY;
            }
            if (column == PageColumn.TEXT.ordinal()) {
                content = KeptParts.Content.TEXT;
            }
        }
        return content;
    }

    private void crawl(CrawlOptions options, CrawlRows rows, Sink sink, Runnable check)
            throws InterruptedException {
        try (Region memory = sink.memory().child("crawl")) {
            CrawlPlace place = around.place().apply(memory);
            Pulse.Care care = new Pulse.Care(place.ticker(), sink.meter(), check);
            try (Crawl crawl = Crawl.start(options, place, rows);
                    Sink.Registration _ = sink.closeOnCancel(crawl::abandon);
                    Pulse pulse = Pulse.start(care, crawl, rows)) {
                CrawlSummary summary = crawl.await();
                Optional<TelegraphException> failure = pulse.failure().or(summary::failure);
                if (failure.isPresent()) {
                    throw failure.get();
                }
                // The last look may have been before the last pages.
                check.run();
                rows.flush();
            }
        }
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a crawl is only scanned: source=" + name());
    }
}
