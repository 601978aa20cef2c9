package telegraph.bench.doors;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Scanner;

/// Clients of a server that speaks PostgreSQL's protocol, by pgjdbc, in a process of their own: as
/// many threads as connections, each looks up one row by its key after the other.
///
/// | it is told                | it says                                                        |
/// |---------------------------|----------------------------------------------------------------|
/// | `fill ROWS`               | `filled`                                                       |
/// | `run THREADS WARM MILLIS` | `begin`, and then `end LOOKUPS SECONDS P50 P99`, microseconds  |
/// | `release`                 | nothing; it closes the connections of that run               |
/// | `scan MILLIS`             | `scanning`, and then `end QUERIES`                             |
public final class PointLoad {
    private final String url;
    private final ClientThreads clients;

    private PointLoad(String url) {
        this.url = url;
        this.clients = new ClientThreads(url);
    }

    /// @param arguments the address of the database, for JDBC
    public static void main(String[] arguments) throws Exception {
        PointLoad load = new PointLoad(arguments[0]);
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                switch (words[0]) {
                    case "fill" -> load.fill(Integer.parseInt(words[1]));
                    case "release" -> load.clients.release();
                    case "scan" -> load.scan(Long.parseLong(words[1]));
                    default ->
                            load.clients.run(
                                    Integer.parseInt(words[1]),
                                    Long.parseLong(words[2]),
                                    Long.parseLong(words[3]),
                                    PointLoad::lookups);
                }
            }
        }
    }

    private void fill(int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE foo (a INTEGER PRIMARY KEY, b CHAR(96))");
            NumberedRows.insert(statement, "foo", rows, a -> a + ", 'row " + a % 1_009 + "'");
            NumberedRows.analyze(statement);
        }
        System.out.println("filled");
    }

    /// Asks for much, again and again, on one connection.
    private void scan(long millis) throws SQLException {
        long queries = 0;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            System.out.println("scanning");
            long end = System.nanoTime() + millis * 1_000_000;
            while (System.nanoTime() < end) {
                try (ResultSet rows =
                        statement.executeQuery(
                                "SELECT b, count(*), sum(a), max(a) FROM foo GROUP BY b"
                                        + " ORDER BY 2 DESC")) {
                    while (rows.next()) {
                        queries += rows.getLong(2) > 0 ? 0 : 1;
                    }
                }
                queries++;
            }
        }
        System.out.println("end " + queries);
    }

    private static ClientThreads.Task lookups(Connection connection) throws SQLException {
        PreparedStatement select = connection.prepareStatement("SELECT b FROM foo WHERE a = ?");
        return random -> {
            select.setInt(1, random.nextInt(WireRun.ROWS));
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next() || rows.getString(1) == null) {
                    throw new IllegalStateException("a row is missing");
                }
            }
        };
    }
}
