package telegraph.bench;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/// Tables of TPC-H in a folder, as CSV with a header and as Parquet in row groups of 10,000 rows.
///
/// ```
/// DIR ── tpch-1 ── lineitem.csv, lineitem.parquet, part.csv, …
/// ```
///
/// What is there is used again; what is not is made: CSV by the generator, Parquet from it by
/// DuckDB.
record TpchFiles(Path folder) {
    private static final int ROW_GROUP = 10_000;
    private static final List<TpchTable<?>> TABLES =
            List.of(TpchTable.LINE_ITEM, TpchTable.PART, TpchTable.SUPPLIER);

    /// How a table is kept.
    enum Format {
        CSV,
        PARQUET;

        String ending() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    static TpchFiles at(Path directory, double scale, DuckDb duck)
            throws IOException, SQLException {
        String number = scale == Math.rint(scale) ? "" + (long) scale : "" + scale;
        Path folder = Files.createDirectories(directory.resolve("tpch-" + number)).toAbsolutePath();
        for (TpchTable<?> table : TABLES) {
            Path csv = folder.resolve(table.getTableName() + ".csv");
            if (!Files.exists(csv)) {
                System.out.println("making " + csv);
                write(table, scale, csv);
            }
            Path parquet = folder.resolve(table.getTableName() + ".parquet");
            if (!Files.exists(parquet)) {
                Path unfinished = folder.resolve("unfinished");
                duck.execute(
                        "COPY (FROM '%s') TO '%s' (FORMAT parquet, ROW_GROUP_SIZE %d)"
                                .formatted(csv, unfinished, ROW_GROUP));
                Files.move(unfinished, parquet, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return new TpchFiles(folder);
    }

    long bytes(String table, Format format) throws IOException {
        return Files.size(folder.resolve(table + "." + format.ending()));
    }

    /// The text with `${lineitem}` and the like replaced by the quoted names of files.
    String in(String sql, Format format) {
        String text = sql;
        for (TpchTable<?> table : TABLES) {
            String name = table.getTableName();
            text =
                    text.replace(
                            "${" + name + "}",
                            "'" + folder.resolve(name + "." + format.ending()) + "'");
        }
        return text;
    }

    private static <E extends TpchEntity> void write(TpchTable<E> table, double scale, Path csv)
            throws IOException {
        Path unfinished = csv.resolveSibling("unfinished");
        try (Writer out = Files.newBufferedWriter(unfinished)) {
            out.write(
                    table.getColumns().stream()
                                    .map(column -> column.getColumnName())
                                    .collect(Collectors.joining(","))
                            + "\n");
            StringBuilder line = new StringBuilder();
            for (E row : table.createGenerator(scale, 1, 1)) {
                line.setLength(0);
                appendAsCsv(row.toLine(), line);
                out.append(line);
            }
        }
        Files.move(unfinished, csv, StandardCopyOption.ATOMIC_MOVE);
    }

    /// The generator's lines have a bar after each field; no field has a bar or a quote in it.
    private static void appendAsCsv(String line, StringBuilder out) {
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
