package telegraph.sql.coverage;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.engine.Source;
import telegraph.engine.Ticker;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.RemoteFiles;

/// Rows of a [Population] written to files, and the files as sources.
final class Written {
    private Written() {}

    static Source csv(Path file, List<Object[]> rows) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("g,c,x\n");
            for (Object[] row : rows) {
                String x = row[2] == null ? "" : String.format(Locale.ROOT, "%09.5f", row[2]);
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

    private static Source open(Path file, FileFormat format) {
        return new FileSources(file.getParent(), Ticker.SYSTEM, RemoteFiles.NONE)
                .open(file.getFileName().toString(), format, Map.of());
    }
}
