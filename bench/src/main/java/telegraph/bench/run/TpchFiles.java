package telegraph.bench.run;

import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import telegraph.bench.tpch.TpchCsv;
import telegraph.bench.tpch.TpchTables.Format;

/// Tables of TPC-H in a folder, as CSV with a header and as Parquet in row groups of 10,000 rows.
///
/// ```
/// DIR ── tpch-1 ── lineitem.csv, lineitem.parquet, part.csv, …
/// ```
///
/// What is there is used again; what is not is made: CSV by the generator, Parquet from it by
/// DuckDB.
public record TpchFiles(Path folder) {
    private static final int ROW_GROUP = 10_000;
    private static final List<TpchTable<?>> TABLES =
            List.of(TpchTable.LINE_ITEM, TpchTable.PART, TpchTable.SUPPLIER);

    public static TpchFiles at(Path directory, double scale, DuckDb duck)
            throws IOException, SQLException {
        Path folder = TpchCsv.folder(directory, "tpch", scale);
        for (TpchTable<?> table : TABLES) {
            Path csv = folder.resolve(table.getTableName() + ".csv");
            if (!Files.exists(csv)) {
                System.out.println("making " + csv);
                TpchCsv.write(table, scale, csv);
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

    public long bytes(String table, Format format) throws IOException {
        return Files.size(folder.resolve(table + "." + format.ending()));
    }

    /// The text with `${lineitem}` and the like replaced by the quoted names of files.
    public String in(String sql, Format format) {
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
}
