package telegraph.bench.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// All tables of TPC-H at one scale in a folder, with the types of the specification, as CSV with a
/// header and as Parquet.
///
/// ```
/// DIR ── scan-0.1 ── lineitem.csv, lineitem.parquet, part.csv, …
/// ```
///
/// What is there is used again; what is not is made: CSV by the generator, Parquet from it by
/// DuckDB, with its own choice of row groups, encodings and compression.
///
/// Threads: one.
public record TpchTables(Path folder) {
    /// How a table is kept.
    public enum Format {
        CSV,
        PARQUET;

        public String ending() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Whose words a view is written in.
    public enum Dialect {
        TELEGRAPH,
        DUCKDB
    }

    /// Somebody that runs statements.
    @FunctionalInterface
    public interface Statements {
        void execute(String sql) throws SQLException;
    }

    /// @param duck DuckDB, which writes Parquet
    public static TpchTables at(Path directory, double scale, Statements duck)
            throws IOException, SQLException {
        TpchTables data = new TpchTables(TpchCsv.folder(directory, "scan", scale));
        for (TpchTable<?> table : TpchTable.getTables()) {
            Path csv = data.file(table, Format.CSV);
            if (!Files.exists(csv)) {
                TpchCsv.write(table, scale, csv);
            }
            Path parquet = data.file(table, Format.PARQUET);
            if (!Files.exists(parquet)) {
                Path unfinished = parquet.resolveSibling("unfinished");
                duck.execute(
                        "COPY (%s) TO '%s' (FORMAT parquet)"
                                .formatted(
                                        data.select(table, Format.CSV, Dialect.DUCKDB),
                                        unfinished));
                Files.move(unfinished, parquet, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return data;
    }

    private Path file(TpchTable<?> table, Format format) {
        return folder.resolve(table.getTableName() + "." + format.ending());
    }

    public long bytes(Format format) throws IOException {
        long bytes = 0;
        for (TpchTable<?> table : TpchTable.getTables()) {
            bytes += Files.size(file(table, format));
        }
        return bytes;
    }

    /// Statements that make each table a view of its file.
    public List<String> views(Format format, Dialect dialect) {
        List<String> views = new ArrayList<>();
        for (TpchTable<?> table : TpchTable.getTables()) {
            views.add(
                    "CREATE OR REPLACE VIEW "
                            + table.getTableName()
                            + " AS "
                            + select(table, format, dialect));
        }
        return views;
    }

    private String select(TpchTable<?> table, Format format, Dialect dialect) {
        String file = "'" + file(table, format) + "'";
        return "SELECT * FROM "
                + switch (format) {
                    case PARQUET -> file;
                    case CSV ->
                            switch (dialect) {
                                case TELEGRAPH ->
                                        "read_csv(%s, header => true, columns => '{%s}')"
                                                .formatted(file, columns(table, "\""));
                                case DUCKDB ->
                                        "read_csv(%s, header = true, columns = {%s})"
                                                .formatted(file, columns(table, "'"));
                            };
                };
    }

    private static String columns(TpchTable<?> table, String quote) {
        return table.getColumns().stream()
                .map(column ->
                        quote + column.getColumnName() + quote + ":" + quote + type(column) + quote)
                .collect(Collectors.joining(","));
    }

    /// The SQL type of a column in the specification.
    public static String type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> "BIGINT";
            case INTEGER -> "INTEGER";
            case DATE -> "DATE";
            case DOUBLE -> "DECIMAL(15,2)";
            case VARCHAR -> "VARCHAR";
        };
    }
}
