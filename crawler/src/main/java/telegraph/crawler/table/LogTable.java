package telegraph.crawler.table;

import java.nio.file.Path;
import java.util.function.Function;
import telegraph.crawler.extension.ExtraColumns;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;
import telegraph.engine.Access;
import telegraph.engine.LookupRequest;
import telegraph.engine.Reader;
import telegraph.engine.ScanRequest;
import telegraph.engine.Schema;
import telegraph.engine.Sink;
import telegraph.engine.Source;
import telegraph.memory.Disk;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// The pages or links of a crawl that lies in a directory, as far as it has come.
///
/// Threads: any.
public final class LogTable implements Source {
    private static final int PAGES_A_LOOK = 64;

    private final String name;
    private final Disk disk;
    private final Path directory;
    private final Schema schema;
    private final Function<int[], PageRows> rows;

    private LogTable(
            String name, Disk disk, Path directory, Schema schema, Function<int[], PageRows> rows) {
        this.name = name;
        this.disk = disk;
        this.directory = directory;
        this.schema = schema;
        this.rows = rows;
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
                Tables.pages(extra),
                columns -> Tables.pageRows(extra, columns));
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
                Tables.links(),
                Tables::linkRows);
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
        return schema;
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
    public Reader scan(ScanRequest request) {
        return sink -> {
            sink.meter().bytesTotal(PageLog.bytes(disk, directory));
            try (RowsOut out = new RowsOut(sink, request.rowsWanted());
                    PageLogReader log =
                            PageLogReader.open(disk, directory, LogPosition.START, sink.memory())) {
                read(log, rows.apply(request.columns()), sink, out);
                out.flush();
            }
            sink.meter().addUnit();
        };
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
