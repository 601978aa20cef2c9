package telegraph.bench.growth;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The series that both servers go through.
public final class AllSeries {
    private static final int PRIME = 1_000_003;

    private AllSeries() {}

    public static List<Series> all() {
        return List.of(
                new Series(
                        "rows",
                        "rows of a table",
                        List.of(10_000, 100_000, 1_000_000),
                        AllSeries::rows),
                new Series(
                        "columns",
                        "columns of a table",
                        List.of(10, 100, 1_000),
                        AllSeries::columns),
                new Series("catalog", "tables", List.of(100, 1_000, 10_000), AllSeries::catalog),
                new Series(
                        "statement",
                        "parts of a statement",
                        List.of(10, 100, 1_000),
                        AllSeries::statement),
                new Series(
                        "value",
                        "characters of a text",
                        List.of(1_000, 100_000, 10_000_000),
                        AllSeries::value),
                new Series(
                        "result",
                        "rows of a result",
                        List.of(1_000, 10_000, 100_000, 1_000_000),
                        AllSeries::result),
                new Series(
                        "connections",
                        "connections that are idle",
                        List.of(10, 90),
                        AllSeries::connections));
    }

    private static void rows(Server server, int size, Samples into) throws SQLException {
        String table = "rows_" + size;
        server.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, c INTEGER, name TEXT)");
        into.once(
                "COPY in",
                () ->
                        server.copy(
                                table,
                                size,
                                i -> i + "\t" + (long) i * 7_919 % PRIME + "\tname " + i + "\n"));
        into.once("CREATE INDEX", () -> server.execute("CREATE INDEX ON " + table + " (c)"));
        if (server.isOurs()) {
            into.once("CHECK TABLE", () -> server.execute("CHECK TABLE " + table));
        }
        int middle = size / 2;
        List<String> queries =
                List.of(
                        "a row by its key|SELECT name FROM %s WHERE id = " + middle,
                        "100 rows by a range of the key|SELECT count(*), sum(c) FROM %s WHERE id BETWEEN "
                                + middle
                                + " AND "
                                + (middle + 99),
                        "a row by an index|SELECT name FROM %s WHERE c = "
                                + (long) middle * 7_919 % PRIME,
                        "first 10 by the key|SELECT id FROM %s ORDER BY id LIMIT 10",
                        "first 10 by an index|SELECT id FROM %s ORDER BY c LIMIT 10",
                        "greatest key|SELECT max(id) FROM %s",
                        "count and sum|SELECT count(*), sum(c) FROM %s",
                        "100 groups|SELECT c %% 100, count(*) FROM %s GROUP BY c %% 100",
                        "sort, last 10|SELECT name FROM %s ORDER BY name DESC, c LIMIT 10");
        for (String query : queries) {
            String[] parts = query.split("\\|");
            String sql = String.format(parts[1], table);
            into.time(parts[0], () -> server.ask(sql));
        }
    }

    private static void columns(Server server, int size, Samples into) throws SQLException {
        String table = "columns_" + size;
        String declared = list(size, i -> "c" + i + " INTEGER");
        into.once(
                "CREATE TABLE",
                () -> server.execute("CREATE TABLE " + table + " (" + declared + ")"));
        String line =
                IntStream.range(0, size)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("\t", "", "\n"));
        server.copy(table, 100, _ -> line);
        into.time("all of 100 rows", () -> server.ask("SELECT * FROM " + table));
        into.time("one of its columns", () -> server.ask("SELECT sum(c3) FROM " + table));
    }

    private static void catalog(Server server, int size, Samples into) throws SQLException {
        Connection connection = server.connection();
        int there = 0;
        for (int before = 100; before < size; before *= 10) {
            there = before;
        }
        connection.setAutoCommit(false);
        for (int i = there; i < size; i++) {
            server.execute("CREATE TABLE table_" + i + " (id INTEGER PRIMARY KEY, name TEXT)");
            if (i % 500 == 499) {
                connection.commit();
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        int[] more = {0};
        into.time(
                "one CREATE TABLE",
                () ->
                        server.execute(
                                "CREATE TABLE more_"
                                        + size
                                        + "_"
                                        + more[0]++
                                        + " (id INTEGER PRIMARY KEY)"));
        String name = "table_" + size / 2;
        into.time(
                "a name in pg_class",
                () -> server.ask("SELECT oid FROM pg_class WHERE relname = '" + name + "'"));
        into.time(
                "what \\d asks first",
                () ->
                        server.ask(
                                "SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_class c LEFT JOIN"
                                        + " pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relname"
                                        + " OPERATOR(pg_catalog.~) '^("
                                        + name
                                        + ")$' COLLATE pg_catalog.default AND"
                                        + " pg_catalog.pg_table_is_visible(c.oid) ORDER BY 2, 3"));
        into.time(
                "a row by its key", () -> server.ask("SELECT name FROM " + name + " WHERE id = 1"));
    }

    private static void statement(Server server, int size, Samples into) throws SQLException {
        server.execute("CREATE TABLE IF NOT EXISTS parts (a INTEGER, b INTEGER)");
        into.time(
                "rows of VALUES",
                () -> server.ask("VALUES " + list(size, i -> "(" + i + ", 'v" + i + "')")));
        into.time(
                "IN list",
                () ->
                        server.ask(
                                "SELECT count(*) FROM parts WHERE a IN ("
                                        + list(size, i -> "" + i * 3)
                                        + ")"));
        into.time(
                "terms of AND",
                () ->
                        server.ask(
                                "SELECT count(*) FROM parts WHERE "
                                        + IntStream.range(0, size)
                                                .mapToObj(i -> "a <> " + i)
                                                .collect(Collectors.joining(" AND "))));
        into.time(
                "columns of SELECT",
                () -> server.ask("SELECT " + list(size, i -> "a + " + i) + " FROM parts"));
        into.time(
                "branches of CASE",
                () ->
                        server.ask(
                                "SELECT CASE a "
                                        + IntStream.range(0, size)
                                                .mapToObj(i -> "WHEN " + i + " THEN " + i)
                                                .collect(Collectors.joining(" "))
                                        + " END FROM parts"));
    }

    private static void value(Server server, int size, Samples into) throws SQLException {
        server.execute("CREATE TABLE IF NOT EXISTS texts (id INTEGER PRIMARY KEY, what TEXT)");
        String text = "text ".repeat(size / 5);
        int[] next = {size * 20 / 1_000};
        try (PreparedStatement insert =
                server.connection().prepareStatement("INSERT INTO texts VALUES (?, ?)")) {
            into.time(
                    "INSERT",
                    () -> {
                        insert.setInt(1, next[0]++);
                        insert.setString(2, text);
                        insert.executeUpdate();
                    });
        }
        into.time("SELECT", () -> server.ask("SELECT what FROM texts WHERE id = " + (next[0] - 1)));
    }

    private static void result(Server server, int size, Samples into) throws SQLException {
        String table = "results_" + size;
        server.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, c INTEGER, name TEXT)");
        server.copy(table, size, i -> i + "\t" + i % 97 + "\tname " + i + "\n");
        into.time("SELECT *", () -> server.ask("SELECT * FROM " + table));
    }

    private static void connections(Server server, int size, Samples into) throws SQLException {
        List<Connection> idle = new ArrayList<>();
        try {
            while (idle.size() < size) {
                idle.add(server.another());
            }
            into.time("SELECT 1 beside them", () -> server.ask("SELECT 1"));
            into.time(
                    "one more, and SELECT 1",
                    () -> {
                        try (Connection more = server.another();
                                Statement asking = more.createStatement()) {
                            asking.execute("SELECT 1");
                        }
                    });
        } finally {
            for (Connection one : idle) {
                one.close();
            }
        }
    }

    private static String list(int size, IntFunction<String> part) {
        return IntStream.range(0, size).mapToObj(part).collect(Collectors.joining(", "));
    }
}
