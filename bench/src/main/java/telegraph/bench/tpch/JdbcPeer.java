package telegraph.bench.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchTable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// DuckDB over files, or H2 over tables in memory with indexes on keys, by JDBC.
///
/// Threads: one.
final class JdbcPeer implements Peer {
    /// H2 joins by index or not at all fast, so it gets one for each key that queries join by.
    private static final List<String> KEYS =
            List.of(
                    "lineitem(l_orderkey)",
                    "lineitem(l_partkey, l_suppkey)",
                    "orders(o_orderkey)",
                    "orders(o_custkey)",
                    "customer(c_custkey)",
                    "part(p_partkey)",
                    "partsupp(ps_partkey, ps_suppkey)",
                    "supplier(s_suppkey)",
                    "nation(n_nationkey)",
                    "region(r_regionkey)");

    private final Connection connection;
    private final boolean h2;

    private JdbcPeer(String url, boolean h2) throws SQLException {
        this.connection = DriverManager.getConnection(url);
        this.h2 = h2;
    }

    static Peer duckDb(int threads) throws SQLException {
        JdbcPeer peer = new JdbcPeer("jdbc:duckdb:", false);
        peer.execute("SET threads = " + threads);
        return peer;
    }

    static Peer h2() throws SQLException {
        return new JdbcPeer("jdbc:h2:mem:tpch;LOCK_MODE=0", true);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void open(TpchTables data, TpchTables.Format format) throws SQLException {
        if (!h2) {
            for (String view : data.views(format, TpchTables.Dialect.DUCKDB)) {
                execute(view);
            }
            return;
        }
        for (TpchTable<?> table : TpchTable.getTables()) {
            execute(
                    "CREATE TABLE %s(%s) AS SELECT * FROM CSVREAD('%s')"
                            .formatted(
                                    table.getTableName(),
                                    columns(table),
                                    data.folder().resolve(table.getTableName() + ".csv")));
        }
        for (int k = 0; k < KEYS.size(); k++) {
            execute("CREATE INDEX key" + k + " ON " + KEYS.get(k));
        }
        execute("ANALYZE");
    }

    private static String columns(TpchTable<?> table) {
        List<String> columns = new ArrayList<>();
        for (TpchColumn<?> column : table.getColumns()) {
            columns.add(column.getColumnName() + " " + TpchTables.type(column));
        }
        return columns.stream().collect(Collectors.joining(", "));
    }

    @Override
    public List<Object[]> ask(String sql, int seconds) throws SQLException, TooLong {
        List<Object[]> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(seconds);
            try (ResultSet result = statement.executeQuery(sql)) {
                int width = result.getMetaData().getColumnCount();
                while (result.next()) {
                    Object[] row = new Object[width];
                    for (int c = 0; c < width; c++) {
                        row[c] = result.getObject(c + 1);
                    }
                    rows.add(row);
                }
            }
        } catch (SQLTimeoutException e) {
            throw new TooLong(e);
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
