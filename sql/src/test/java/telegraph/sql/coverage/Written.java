package telegraph.sql.coverage;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.engine.Source;
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

    private static Source open(Path file, FileFormat format) {
        return new FileSources(file.getParent(), RemoteFiles.NONE, () -> Reach.ALL)
                .open(file.getFileName().toString(), format, Map.of());
    }
}
