package telegraph.bench.doors;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Fills tables with rows that follow from their numbers.
final class NumberedRows {
    private static final int ROWS_A_STATEMENT = 1_000;

    private NumberedRows() {}

    /// @param count a multiple of a thousand
    /// @param row the values of a row, by its number
    static void insert(Statement statement, String table, int count, IntFunction<String> row)
            throws SQLException {
        for (int start = 0; start < count; start += ROWS_A_STATEMENT) {
            List<String> rows = new ArrayList<>();
            for (int i = start; i < start + ROWS_A_STATEMENT; i++) {
                rows.add("(" + row.apply(i) + ")");
            }
            statement.execute("INSERT INTO " + table + " VALUES " + String.join(", ", rows));
        }
    }

    /// Has PostgreSQL look at what there is now.
    static void analyze(Statement statement) throws SQLException {
        if (statement.getConnection().getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            statement.execute("ANALYZE");
        }
    }
}
