package telegraph.bench.doors;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import telegraph.bench.load.Latencies;

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
    private static final int ROWS_A_STATEMENT = 1_000;

    private final String url;
    private CountDownLatch release = new CountDownLatch(0);

    private PointLoad(String url) {
        this.url = url;
    }

    /// @param arguments the address of the database, for JDBC
    public static void main(String[] arguments) throws Exception {
        PointLoad load = new PointLoad(arguments[0]);
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                switch (words[0]) {
                    case "fill" -> load.fill(Integer.parseInt(words[1]));
                    case "release" -> load.release.countDown();
                    case "scan" -> load.scan(Long.parseLong(words[1]));
                    default ->
                            load.run(
                                    Integer.parseInt(words[1]),
                                    Long.parseLong(words[2]),
                                    Long.parseLong(words[3]));
                }
            }
        }
    }

    private void fill(int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE foo (a INTEGER PRIMARY KEY, b CHAR(96))");
            for (int start = 0; start < rows; start += ROWS_A_STATEMENT) {
                StringBuilder insert = new StringBuilder("INSERT INTO foo VALUES ");
                for (int a = start; a < start + ROWS_A_STATEMENT; a++) {
                    insert.append(a == start ? "" : ", ")
                            .append('(')
                            .append(a)
                            .append(", 'row ")
                            .append(a % 1_009)
                            .append("')");
                }
                statement.execute(insert.toString());
            }
            if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                statement.execute("ANALYZE foo");
            }
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

    private void run(int threads, long warmMillis, long millis) throws Exception {
        AtomicBoolean measuring = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch done = new CountDownLatch(threads);
        release = new CountDownLatch(1);
        List<Looker> lookers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            lookers.add(new Looker(url, new Signs(measuring, ended, done, release), i));
        }
        lookers.forEach(looker -> looker.thread.start());
        Thread.sleep(warmMillis);
        measuring.set(true);
        long start = System.nanoTime();
        System.out.println("begin");
        Thread.sleep(millis);
        ended.set(true);
        double seconds = (System.nanoTime() - start) / 1e9;
        done.await();
        Latencies all = new Latencies();
        long lookups = 0;
        for (Looker looker : lookers) {
            all.add(looker.latencies);
            lookups += looker.lookups;
        }
        System.out.println(
                "end " + lookups + " " + seconds + " " + all.micros(0.5) + " " + all.micros(0.99));
    }

    /// When threads measure, stop, have stopped, and close their connections, which a server may
    /// have a process for whose times are wanted still.
    private record Signs(
            AtomicBoolean measuring,
            AtomicBoolean ended,
            CountDownLatch done,
            CountDownLatch release) {}

    /// One connection and its thread.
    private static final class Looker {
        private final String url;
        private final Signs signs;
        private final SplittableRandom random;
        private final Latencies latencies = new Latencies();
        private final Thread thread = new Thread(this::run);
        private long lookups;

        Looker(String url, Signs signs, long seed) {
            this.url = url;
            this.signs = signs;
            this.random = new SplittableRandom(seed);
        }

        private void run() {
            try (Connection connection = DriverManager.getConnection(url);
                    PreparedStatement select =
                            connection.prepareStatement("SELECT b FROM foo WHERE a = ?")) {
                while (!signs.ended().get()) {
                    boolean counts = signs.measuring().get();
                    long start = System.nanoTime();
                    select.setInt(1, random.nextInt(WireRun.ROWS));
                    try (ResultSet rows = select.executeQuery()) {
                        if (!rows.next() || rows.getString(1) == null) {
                            throw new IllegalStateException("a row is missing");
                        }
                    }
                    if (counts) {
                        latencies.add(System.nanoTime() - start);
                        lookups++;
                    }
                }
                signs.done().countDown();
                signs.release().await();
            } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
