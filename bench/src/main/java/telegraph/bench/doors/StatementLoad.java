package telegraph.bench.doors;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.PGStatement;
import telegraph.bench.tpch.TpchQuery;

/// Clients of a server that speaks PostgreSQL's protocol, by pgjdbc, in a process of their own: as
/// many threads as connections, each asks one kind of statement after the other.
///
/// | it is told                     | it says                                                       |
/// |--------------------------------|---------------------------------------------------------------|
/// | `fill`                         | `filled`                                                      |
/// | `run KIND THREADS WARM MILLIS` | `begin`, and then `end TIMES SECONDS P50 P99`, microseconds   |
/// | `release`                      | nothing; it closes the connections of that run                |
/// | `explain`                      | `end FIRST AGAIN`, milliseconds of TPC-H's Q5                 |
public final class StatementLoad {
    private static final int SMALL = 1_000;
    private static final int CUSTOMERS = 10_000;
    private static final int ORDERS = 100_000;
    private static final int WORDS = 1_000;
    private static final int RANGE = 100;
    private static final int EXPLAINED = 11;

    private final String url;
    private final ClientThreads clients;
    private final AtomicInteger keys = new AtomicInteger();

    /// What is asked.
    public enum Kind {
        FILTER_AS_TEXT(
                "filter and aggregate over 1,000 rows, unprepared, its constant another each time"),
        FILTER("the same, prepared"),
        JOIN("join of two tables by keys, prepared"),
        RANGE("100 rows by a range of the key, aggregated, prepared"),
        INDEXED("10 rows by an index, prepared"),
        FIRST("ORDER BY key LIMIT 10 from a key on, prepared"),
        INSERT("INSERT, prepared"),
        UPDATE("UPDATE with an expression by the key, prepared"),
        UPSERT("INSERT … ON CONFLICT DO UPDATE, prepared");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    private StatementLoad(String url) {
        this.url = url;
        this.clients = new ClientThreads(url);
    }

    /// @param arguments the address of the database, for JDBC
    public static void main(String[] arguments) throws Exception {
        StatementLoad load = new StatementLoad(arguments[0]);
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                switch (words[0]) {
                    case "fill" -> load.fill();
                    case "release" -> load.clients.release();
                    case "explain" -> load.explain();
                    default -> {
                        Kind kind = Kind.valueOf(words[1]);
                        load.clients.run(
                                Integer.parseInt(words[2]),
                                Long.parseLong(words[3]),
                                Long.parseLong(words[4]),
                                connection -> load.task(kind, connection));
                    }
                }
            }
        }
    }

    private void fill() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String definition :
                    List.of(
                            "CREATE TABLE small (id INTEGER PRIMARY KEY, x INTEGER, name TEXT)",
                            "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)",
                            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, total BIGINT)",
                            "CREATE INDEX orders_customer ON orders (customer)",
                            "CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT, at TIMESTAMP)",
                            "CREATE TABLE counts (word INTEGER PRIMARY KEY, n INTEGER)")) {
                statement.execute(definition);
            }
            NumberedRows.insert(
                    statement,
                    "small",
                    SMALL,
                    i -> i + ", " + i * 7 % SMALL + ", 'name " + i + "'");
            NumberedRows.insert(
                    statement, "customers", CUSTOMERS, i -> i + ", 'customer " + i + "'");
            NumberedRows.insert(
                    statement,
                    "orders",
                    ORDERS,
                    i -> i + ", " + i % CUSTOMERS + ", " + i * 31 % 997);
            NumberedRows.analyze(statement);
        }
        System.out.println("filled");
    }

    private ClientThreads.Task task(Kind kind, Connection connection) throws SQLException {
        return switch (kind) {
            case FILTER_AS_TEXT -> {
                Statement statement = connection.createStatement();
                statement.unwrap(PGStatement.class).setPrepareThreshold(0);
                yield random -> {
                    try (ResultSet rows =
                            statement.executeQuery(
                                    "SELECT count(*), sum(x) FROM small WHERE x > "
                                            + random.nextInt(SMALL))) {
                        demand(rows, 1);
                    }
                };
            }
            case FILTER ->
                    asking(
                            connection.prepareStatement(
                                    "SELECT count(*), sum(x) FROM small WHERE x > ?"),
                            SMALL,
                            1);
            case JOIN ->
                    asking(
                            connection.prepareStatement(
                                    "SELECT o.id, c.name, o.total FROM orders o JOIN customers c"
                                            + " ON c.id = o.customer WHERE o.id = ?"),
                            ORDERS,
                            1);
            case RANGE -> {
                PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT count(*), sum(total) FROM orders"
                                        + " WHERE id BETWEEN ? AND ?");
                yield random -> {
                    int first = random.nextInt(ORDERS - RANGE);
                    select.setInt(1, first);
                    select.setInt(2, first + RANGE - 1);
                    try (ResultSet rows = select.executeQuery()) {
                        demand(rows, 1);
                    }
                };
            }
            case INDEXED ->
                    asking(
                            connection.prepareStatement(
                                    "SELECT id, total FROM orders WHERE customer = ?"),
                            CUSTOMERS,
                            ORDERS / CUSTOMERS);
            case FIRST ->
                    asking(
                            connection.prepareStatement(
                                    "SELECT id, total FROM orders WHERE id >= ? ORDER BY id LIMIT 10"),
                            ORDERS - RANGE,
                            10);
            case INSERT -> {
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO log VALUES (?, ?, now())");
                yield _ -> {
                    insert.setInt(1, keys.incrementAndGet());
                    insert.setString(2, "something happened");
                    demandOne(insert);
                };
            }
            case UPDATE -> {
                PreparedStatement update =
                        connection.prepareStatement(
                                "UPDATE orders SET total = total + ? WHERE id = ?");
                yield random -> {
                    update.setInt(1, random.nextInt(10));
                    update.setInt(2, random.nextInt(ORDERS));
                    demandOne(update);
                };
            }
            case UPSERT -> {
                PreparedStatement upsert =
                        connection.prepareStatement(
                                "INSERT INTO counts VALUES (?, 1) ON CONFLICT (word)"
                                        + " DO UPDATE SET n = counts.n + 1");
                yield random -> {
                    upsert.setInt(1, random.nextInt(WORDS));
                    demandOne(upsert);
                };
            }
        };
    }

    /// Asks with a number in the place of the one parameter.
    private static ClientThreads.Task asking(PreparedStatement select, int bound, int wanted) {
        return random -> {
            select.setInt(1, random.nextInt(bound));
            try (ResultSet rows = select.executeQuery()) {
                demand(rows, wanted);
            }
        };
    }

    private static void demand(ResultSet rows, int wanted) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        if (count != wanted) {
            throw new IllegalStateException("rows=" + count + " wanted=" + wanted);
        }
    }

    private static void demandOne(PreparedStatement change) throws SQLException {
        if (change.executeUpdate() != 1) {
            throw new IllegalStateException("one row is changed by each");
        }
    }

    /// The plan of a query of six tables, which need no rows for it.
    private void explain() throws Exception {
        List<Double> again = new ArrayList<>();
        double first = 0;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String table :
                    List.of(
                            "region (r_regionkey INTEGER, r_name TEXT)",
                            "nation (n_nationkey INTEGER, n_name TEXT, n_regionkey INTEGER)",
                            "supplier (s_suppkey INTEGER, s_nationkey INTEGER)",
                            "customer (c_custkey INTEGER, c_nationkey INTEGER)",
                            "tpch_orders (o_orderkey INTEGER, o_custkey INTEGER, o_orderdate DATE)",
                            "lineitem (l_orderkey INTEGER, l_suppkey INTEGER,"
                                    + " l_extendedprice NUMERIC(12, 2), l_discount NUMERIC(12, 2))")) {
                statement.execute("CREATE TABLE " + table);
            }
            String q5 = TpchQuery.of(5).sql().replaceAll("\\borders\\b", "tpch_orders");
            for (int i = 0; i < EXPLAINED; i++) {
                long start = System.nanoTime();
                try (ResultSet rows = statement.executeQuery("EXPLAIN " + q5)) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
                double millis = (System.nanoTime() - start) / 1e6;
                if (i == 0) {
                    first = millis;
                } else {
                    again.add(millis);
                }
            }
        }
        Collections.sort(again);
        System.out.println("end " + first + " " + again.get(again.size() / 2));
    }
}
