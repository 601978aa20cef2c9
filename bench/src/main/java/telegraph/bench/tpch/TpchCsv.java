package telegraph.bench.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Collectors;

/// Tables of TPC-H as CSV with a header, made by the generator.
public final class TpchCsv {
    private TpchCsv() {}

    /// The folder below `directory` for what is kept at one scale.
    ///
    /// @param kind what is kept there
    public static Path folder(Path directory, String kind, double scale) throws IOException {
        String number = scale == Math.rint(scale) ? "" + (long) scale : "" + scale;
        return Files.createDirectories(directory.resolve(kind + "-" + number)).toAbsolutePath();
    }

    /// Makes the file of a table, whole or not at all.
    public static <E extends TpchEntity> void write(TpchTable<E> table, double scale, Path csv)
            throws IOException {
        Path unfinished = csv.resolveSibling("unfinished");
        try (Writer out = Files.newBufferedWriter(unfinished)) {
            out.write(
                    table.getColumns().stream()
                                    .map(TpchColumn::getColumnName)
                                    .collect(Collectors.joining(","))
                            + "\n");
            StringBuilder line = new StringBuilder();
            for (E row : table.createGenerator(scale, 1, 1)) {
                line.setLength(0);
                append(row.toLine(), line);
                out.append(line);
            }
        }
        Files.move(unfinished, csv, StandardCopyOption.ATOMIC_MOVE);
    }

    /// The generator's lines have a bar after each field; no field has a bar or a quote in it.
    private static void append(String line, StringBuilder out) {
        int start = 0;
        for (int bar = line.indexOf('|'); bar >= 0; bar = line.indexOf('|', start)) {
            boolean quoted = line.substring(start, bar).indexOf(',') >= 0;
            out.append(start == 0 ? "" : ",").append(quoted ? "\"" : "");
            out.append(line, start, bar).append(quoted ? "\"" : "");
            start = bar + 1;
        }
        out.append('\n');
    }
}
