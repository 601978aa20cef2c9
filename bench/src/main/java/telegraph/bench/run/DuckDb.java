package telegraph.bench.run;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import telegraph.bench.Outcome;

/// DuckDB in this process, the peer of the measurements, with as many threads as Telegraph has.
///
/// Threads: one.
public final class DuckDb implements AutoCloseable {
    private final Connection connection;

    public DuckDb(int threads) throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = " + threads);
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// The whole result of a query and the time until it was there.
    public Outcome ask(String sql) throws SQLException {
        long start = System.nanoTime();
        List<String> columns = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int width = result.getMetaData().getColumnCount();
            for (int c = 1; c <= width; c++) {
                columns.add(result.getMetaData().getColumnName(c));
            }
            while (result.next()) {
                Object[] row = new Object[width];
                for (int c = 0; c < width; c++) {
                    row[c] = result.getObject(c + 1);
                }
                rows.add(row);
            }
        }
        return new Outcome(columns, rows, (System.nanoTime() - start) / 1e6, 1, List.of());
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
