package telegraph.bench.load;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// A database by its embedded JDBC driver: prepared statements, and a commit after each.
final class JdbcPeer implements Peer {
    private static final int TRIES_MAX = 10_000;
    private static final int ROWS_A_COMMIT = 10_000;

    private final Dialect dialect;
    private final String url;
    private final Connection keeper;

    /// What differs between databases.
    ///
    /// @param url where `%s` stands for a path
    /// @param create the statement that makes the table
    /// @param settings statements for each new connection
    /// @param commits what a commit waits for
    record Dialect(String url, String create, List<String> settings, String commits) {
        private static final String PLAIN = "CREATE TABLE foo (a INTEGER PRIMARY KEY, b CHAR(96))";

        static Dialect telegraph() {
            return new Dialect(
                    "jdbc:telegraph:%s", PLAIN, List.of(), "default: log forced, group commit");
        }

        static Dialect derby() {
            return new Dialect(
                    "jdbc:derby:%s;create=true",
                    "CREATE TABLE foo (a INTEGER NOT NULL PRIMARY KEY, b CHAR(96))",
                    List.of(),
                    "default: log written synchronously");
        }

        static Dialect h2() {
            return new Dialect(
                    "jdbc:h2:%s;DB_CLOSE_ON_EXIT=FALSE",
                    PLAIN,
                    List.of("SET WRITE_DELAY 0"),
                    "WRITE_DELAY 0: written at commit; never forced, for which it has no setting");
        }

        static Dialect hsqldb() {
            return new Dialect(
                    "jdbc:hsqldb:file:%s;hsqldb.tx=mvcc;hsqldb.write_delay=false;shutdown=true",
                    "CREATE CACHED TABLE foo (a INTEGER PRIMARY KEY, b CHAR(96))",
                    List.of(),
                    "write_delay=false: log forced; MVCC, cached table");
        }

        static Dialect sqlite() {
            return new Dialect(
                    "jdbc:sqlite:%s",
                    PLAIN,
                    List.of(
                            "PRAGMA journal_mode=WAL",
                            "PRAGMA synchronous=FULL",
                            "PRAGMA busy_timeout=30000",
                            "PRAGMA cache_size=-65536"),
                    "WAL, synchronous=FULL: log forced");
        }
    }

    JdbcPeer(Dialect dialect, Path directory) throws SQLException {
        this.dialect = dialect;
        this.url = String.format(dialect.url, directory.resolve("db"));
        this.keeper = connect();
    }

    private Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            for (String setting : dialect.settings) {
                statement.execute(setting);
            }
        }
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public String commits() {
        return dialect.commits;
    }

    @Override
    public void load(int rows) throws SQLException {
        try (Statement statement = keeper.createStatement()) {
            statement.execute(dialect.create);
        }
        keeper.commit();
        try (PreparedStatement insert =
                keeper.prepareStatement("INSERT INTO foo (a, b) VALUES (?, ?)")) {
            for (int a = 0; a < rows; a++) {
                insert.setInt(1, a);
                insert.setString(2, Text.of(a, 0));
                insert.executeUpdate();
                if (a % ROWS_A_COMMIT == 0) {
                    keeper.commit();
                }
            }
        }
        keeper.commit();
    }

    @Override
    public Client client() throws SQLException {
        return new JdbcClient(connect());
    }

    @Override
    public void close() throws SQLException {
        keeper.close();
    }

    private static final class JdbcClient implements Client {
        private final Connection connection;
        private final PreparedStatement select;
        private final PreparedStatement selectAll;
        private final PreparedStatement update;
        private final PreparedStatement insert;
        private final PreparedStatement delete;

        JdbcClient(Connection connection) throws SQLException {
            this.connection = connection;
            this.select = connection.prepareStatement("SELECT a FROM foo WHERE a = ?");
            this.selectAll = connection.prepareStatement("SELECT * FROM foo WHERE a = ?");
            this.update = connection.prepareStatement("UPDATE foo SET b = ? WHERE a = ?");
            this.insert = connection.prepareStatement("INSERT INTO foo (a, b) VALUES (?, ?)");
            this.delete = connection.prepareStatement("DELETE FROM foo WHERE a = ?");
            connection.commit();
        }

        @Override
        public long select(int a) throws SQLException {
            select.setInt(1, a);
            long sum = 0;
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getInt(1);
                }
            }
            connection.commit();
            return sum;
        }

        @Override
        public long selectAll(int a) throws SQLException {
            selectAll.setInt(1, a);
            long sum = 0;
            try (ResultSet rows = selectAll.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getInt(1) + rows.getString(2).length();
                }
            }
            connection.commit();
            return sum;
        }

        @Override
        public long update(int a, int version) throws SQLException {
            update.setString(1, Text.of(a, version));
            update.setInt(2, a);
            return change(update);
        }

        @Override
        public long insert(int a) throws SQLException {
            insert.setInt(1, a);
            insert.setString(2, Text.of(a, 0));
            return change(insert);
        }

        @Override
        public long delete(int a) throws SQLException {
            delete.setInt(1, a);
            return change(delete);
        }

        /// Some databases refuse a change when another is under way instead of waiting for it.
        private long change(PreparedStatement statement) throws SQLException {
            for (int tries = 1; ; tries++) {
                try {
                    int rows = statement.executeUpdate();
                    connection.commit();
                    return rows;
                } catch (SQLException e) {
                    connection.rollback();
                    if (tries == TRIES_MAX) {
                        throw e;
                    }
                }
            }
        }

        @Override
        public void close() throws SQLException {
            connection.rollback();
            connection.close();
        }
    }
}
