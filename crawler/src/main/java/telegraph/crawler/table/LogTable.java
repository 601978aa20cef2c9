package telegraph.crawler.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import telegraph.crawler.extension.ExtraColumns;
import telegraph.crawler.page.LogBlocks;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;
import telegraph.engine.Basis;
import telegraph.engine.source.Access;
import telegraph.engine.source.Frame;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The pages or links of a crawl that lies in a directory, as far as it has come.
///
/// If all of them are wanted they are read in blocks by the query's workers, and in random order
/// when a sample is asked for: then what lay there when the query began is what counts. A few are
/// read from the top.
///
/// Threads: any.
public final class LogTable implements Source {
    private static final int PAGES_A_LOOK = 64;

    private final String name;
    private final Disk disk;
    private final Path directory;
    private final Shape shape;

    /// What rows are like.
    ///
    /// @param onePerPage whether a page is one row
    /// @param rows makes rows of pages, with the columns of these indices
    private record Shape(Schema schema, boolean onePerPage, Function<int[], PageRows> rows) {}

    private LogTable(String name, Disk disk, Path directory, Shape shape) {
        this.name = name;
        this.disk = disk;
        this.directory = directory;
        this.shape = shape;
    }

    /// The pages of the crawl in `directory`.
    ///
    /// @throws TelegraphException of kind INPUT if there is none
    public static LogTable pages(Disk disk, Path directory) {
        demandCrawl(disk, directory);
        ExtraColumns extra = ExtraColumns.of(disk, directory);
        return new LogTable(
                "crawl_pages('" + directory + "')",
                disk,
                directory,
                new Shape(
                        CrawlTables.pages(extra),
                        true,
                        columns -> CrawlTables.pageRows(extra, columns)));
    }

    /// The links of the crawl in `directory`.
    ///
    /// @throws TelegraphException of kind INPUT if there is none
    public static LogTable links(Disk disk, Path directory) {
        demandCrawl(disk, directory);
        return new LogTable(
                "crawl_links('" + directory + "')",
                disk,
                directory,
                new Shape(CrawlTables.links(), false, CrawlTables::linkRows));
    }

    private static void demandCrawl(Disk disk, Path directory) {
        if (!PageLog.isIn(disk, directory)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT,
                    "there is no crawl in this directory: directory="
                            + directory
                            + ". Give the one that a crawl was told as `into`.");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return shape.schema();
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public OptionalLong sampledBytes() {
        long bytes = PageLog.bytes(disk, directory);
        return LogBlocks.areIn(bytes) ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            sink.meter().bytesTotal(PageLog.bytes(disk, directory));
            if (request.rowsWanted() < 0 || request.sampleSeed().isPresent()) {
                Optional<LogBlocks> blocks = LogBlocks.of(disk, directory);
                if (blocks.isPresent()) {
                    pull(blocks.get(), request, sink);
                    return;
                }
            }
            try (RowsOut out = new RowsOut(sink, request.rowsWanted());
                    PageLogReader log =
                            PageLogReader.open(disk, directory, LogPosition.START, sink.memory())) {
                read(log, shape.rows().apply(request.columns()), sink, out);
                out.flush();
            }
            sink.meter().addUnit();
        };
    }

    private void pull(LogBlocks blocks, ScanRequest request, Sink sink)
            throws IOException, InterruptedException {
        OptionalLong seed = request.sampleSeed();
        int[] order =
                seed.isPresent()
                        ? Frame.draw(blocks.count(), seed.getAsLong())
                        : IntStream.range(0, blocks.count()).toArray();
        sink.frame(
                new Frame(
                        seed.isPresent() ? Basis.SAMPLED : Basis.SO_FAR,
                        order.length,
                        shape.onePerPage() ? blocks.pagesMax() : -1,
                        blocks.even()));
        sink.meter().unitsTotal(order.length);
        sink.pull(new LogMorsels(blocks, order, () -> shape.rows().apply(request.columns()), sink));
    }

    static void read(PageLogReader log, PageRows rows, Sink sink, RowsOut out)
            throws InterruptedException {
        PageView page = new PageView();
        long read = 0;
        for (int i = 1; !out.isEnough() && log.next(); i++) {
            read += log.frameBytes();
            if (log.isPage()) {
                rows.put(log.page(page), out);
            }
            if (i % PAGES_A_LOOK == 0) {
                sink.meter().addBytes(read);
                read = 0;
            }
        }
        sink.meter().addBytes(read);
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a crawl is only scanned: directory=" + directory);
    }
}
