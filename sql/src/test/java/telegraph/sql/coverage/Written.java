package telegraph.sql.coverage;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import telegraph.crawler.Rel;
import telegraph.crawler.extension.ExtraColumns;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.Part;
import telegraph.crawler.table.LogTable;
import telegraph.engine.Column;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.http.Octets;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Rows of a [Population] written to files, and the files as sources.
final class Written {
    private Written() {}

    static Source csv(Path file, List<Object[]> rows) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("g,c,x\n");
            for (Object[] row : rows) {
                String x =
                        row[2] == null
                                ? ""
                                : String.format(Locale.ROOT, "%.5f", 1_000 + (Double) row[2]);
                out.write(row[0] + "," + row[1] + "," + x + "\n");
            }
        }
        return open(file, FileFormat.CSV);
    }

    static Source ndjson(Path file, List<Object[]> rows) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Object[] row : rows) {
                String x = row[2] == null ? "" : ",\"x\":" + row[2];
                out.write("{\"g\":" + row[0] + ",\"c\":" + row[1] + x + "}\n");
            }
        }
        return open(file, FileFormat.NDJSON);
    }

    /// The rows in row groups of so many. No value is NULL.
    static Source parquet(Path file, List<Object[]> rows, int groupRows) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            new ParquetFile(out).write(rows, groupRows);
        }
        return open(file, FileFormat.PARQUET);
    }

    /// The pages of a crawl: `depth` is the group, `millis` are `c`, and `x` is of an extension.
    ///
    /// @param links how many links a page has
    static Source crawl(Path directory, List<Object[]> rows, ToIntFunction<Object[]> links)
            throws IOException {
        Files.createDirectories(directory);
        ExtraColumns extra = new ExtraColumns(List.of(new Column("x", Type.DOUBLE)));
        extra.keep(Disk.FILES, directory);
        byte[] link = "http://h.test/to".getBytes(StandardCharsets.UTF_8);
        PageRecord record = new PageRecord();
        Octets value = new Octets(64);
        try (MemoryManager memory = new MemoryManager(1 << 20);
                Region region = memory.query("written", 1 << 20);
                PageLog log = PageLog.open(Disk.FILES, directory, LogPosition.START, region)) {
            for (int i = 0; i < rows.size(); i++) {
                Object[] row = rows.get(i);
                byte[] url = ("http://h.test/" + i).getBytes(StandardCharsets.UTF_8);
                record.start(url, 0, url.length, (Integer) row[0]).time(i, (Integer) row[1]);
                for (int l = links.applyAsInt(row); l > 0; l--) {
                    record.link(link, 0, link.length, l, Rel.A, l % 3 > 0);
                }
                extra.write(new Object[] {row[2]}, value.clear());
                record.put(Part.EXTRA, value.array(), 0, value.length());
                log.append(record.octets());
            }
        }
        return LogTable.pages(Disk.FILES, directory);
    }

    private static Source open(Path file, FileFormat format) {
        return new FileSources(file.getParent(), RemoteFiles.NONE, () -> Reach.ALL)
                .open(file.getFileName().toString(), format, Map.of());
    }
}
