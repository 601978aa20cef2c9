package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.meter.Progress;
import telegraph.testkit.Seeds;

/// The first rows in an order that a key or an index has are those that sorting all rows brings,
/// the least and the greatest value those of all rows, and no more than these are read for them.
class SortedScanTest {
    private static final int ROWS = 1_500;

    /// Types of columns, and a value of each for a number.
    private static final Map<String, String> TYPES =
            Map.of(
                    "INTEGER", "%d",
                    "SMALLINT", "%d",
                    "BIGINT", "%d000000000",
                    "NUMERIC(9,2)", "%d.25",
                    "DOUBLE PRECISION", "%de-3",
                    "TEXT", "'t%d'",
                    "VARCHAR(9)", "'%d'",
                    "DATE", "DATE '2020-01-01' + %d",
                    "TIMESTAMP", "TIMESTAMP '2020-01-01 00:00:00' + INTERVAL '1' MINUTE * (%d)");

    @TempDir Path folder;

    private record Outcome(List<List<Object>> rows, long read) {}

    private static Outcome ask(Session session, String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        List<List<Object>> rows = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Event.Rows some) {
                for (Object[] row : some.rows()) {
                    List<Object> copy = new ArrayList<>();
                    for (Object value : row) {
                        copy.add(value);
                    }
                    rows.add(copy);
                }
            }
        }
        return switch (events.getLast()) {
            case Event.Failed failed -> throw failed.cause();
            case Event.End end ->
                    new Outcome(rows, end.progress().stream().mapToLong(Progress::rows).sum());
            default -> throw new AssertionError(events.getLast());
        };
    }

    @Test
    void theFirstRowsAreThoseOfAllRowsSorted() {
        Seeds.run(
                4,
                (seed, random) -> {
                    try (Telegraph telegraph =
                                    Telegraph.open(
                                            folder.resolve("s" + seed),
                                            folder,
                                            Map.of("durability", "relaxed"),
                                            Map.of());
                            Session session = telegraph.session()) {
                        fill(session, random);
                        long few = 0;
                        for (int i = 0; i < 40; i++) {
                            few += compare(session, random) ? 1 : 0;
                        }
                        long fewJoined = 0;
                        for (int i = 0; i < 20; i++) {
                            fewJoined += compareJoined(session, random) ? 1 : 0;
                        }
                        assertTrue(fewJoined > 5, "some are joined in order: " + fewJoined);
                        for (String column : List.of("c0", "c1", "c2")) {
                            compareEnds(session, column);
                        }
                        ask(session, "UPDATE t SET c1 = NULL");
                        compareEnds(session, "c1");
                        ask(session, "DELETE FROM t");
                        compareEnds(session, "c0");
                        assertTrue(few > 5, "some are read in order: " + few);
                        assertEquals(0, telegraph.memoryUsed());
                    }
                });
    }

    private static void fill(Session session, RandomGenerator random) throws InterruptedException {
        List<String> types = TYPES.keySet().stream().sorted().toList();
        List<String> chosen = random.ints(4, 0, types.size()).mapToObj(types::get).toList();
        ask(
                session,
                IntStream.range(0, 4)
                        .mapToObj(i -> "c" + i + " " + chosen.get(i))
                        .collect(
                                Collectors.joining(
                                        ", ",
                                        "CREATE TABLE t (",
                                        ", n INTEGER, PRIMARY KEY (c0, n))")));
        ask(session, "CREATE INDEX byc1 ON t (c1)");
        ask(session, "CREATE INDEX byc2c1 ON t (c2, c1)");
        List<String> rows = new ArrayList<>();
        for (int n = 0; n < ROWS; n++) {
            StringBuilder row = new StringBuilder("(");
            for (int c = 0; c < 4; c++) {
                int value = random.nextInt(-20, 20) * (c == 0 ? 1 : random.nextInt(1, 30));
                boolean isNull = c > 0 && random.nextInt(8) == 0;
                row.append(isNull ? "NULL" : TYPES.get(chosen.get(c)).formatted(value)).append(',');
            }
            rows.add(row.append(n).append(')').toString());
        }
        for (int from = 0; from < ROWS; from += 500) {
            ask(
                    session,
                    "INSERT INTO t VALUES " + String.join(",", rows.subList(from, from + 500)));
        }
        ask(session, "DELETE FROM t WHERE n % 7 = 3");
        ask(session, "CREATE TABLE u (n INTEGER PRIMARY KEY, d INTEGER)");
        ask(session, "CREATE TABLE w (m INTEGER, e INTEGER)");
        ask(session, "CREATE INDEX bym ON w (m)");
        ask(session, "INSERT INTO u SELECT n, n % 13 FROM t WHERE n % 5 <> 1");
        ask(session, "INSERT INTO w SELECT n % 700, n FROM t");
    }

    /// In the order of one input's key, and of the same values that are no key; whether few rows
    /// were read.
    private static boolean compareJoined(Session session, RandomGenerator random)
            throws InterruptedException {
        String joined =
                oneOf(
                        random,
                        "t JOIN u ON u.n = t.n",
                        "t JOIN u ON u.n = t.n AND u.d < 9",
                        "t, u, w WHERE u.n = t.n AND w.m = u.n",
                        "u JOIN t ON u.n = t.n JOIN w ON w.m = t.n AND t.n < 900",
                        "t JOIN u ON u.n = t.n WHERE t.n > 1490",
                        "t JOIN u ON u.d = t.n");
        String e = joined.contains("w") ? "w.e" : "0";
        String direction = oneOf(random, "", " DESC");
        String query =
                "SELECT t.c0, t.n, u.d, " + e + " FROM " + joined + " ORDER BY t.c0" + direction;
        String end = " LIMIT " + random.nextInt(1, 30) + oneOf(random, "", " OFFSET 5");
        String rest = joined.contains("w") ? ", 4" : ", 3";
        Outcome inOrder = ask(session, query + ", t.n" + direction + end);
        Outcome sorted = ask(session, query + ", t.n + 0" + direction + rest + end);
        // Rows of a join that are peers come in any order.
        assertEquals(keys(sorted), keys(inOrder), query + end);
        return inOrder.read < 500;
    }

    private static List<String> keys(Outcome outcome) {
        return outcome.rows.stream().map(row -> row.get(0) + " " + row.get(1)).toList();
    }

    /// By the ends of a key, and of the same rows where no key helps.
    private static void compareEnds(Session session, String column) throws InterruptedException {
        for (String what : List.of("min(%s)", "max(%s)", "max(%1$s), min(%1$s), max(%1$s)")) {
            String query = "SELECT " + what.formatted(column) + " FROM t";
            Outcome ends = ask(session, query);
            assertEquals(ask(session, query + " WHERE n > -1").rows, ends.rows, query);
            assertTrue(ends.read <= 2, () -> query + " read " + ends.read);
        }
        for (String query :
                List.of(
                        "SELECT min(%s), count(*) FROM t",
                        "SELECT max(%s) FILTER (WHERE n < 50) FROM t",
                        "SELECT min(%s), max(n) FROM t",
                        "SELECT max(%s) FROM t WHERE n %% 5 = 2",
                        "SELECT max(%s) FROM t GROUP BY n %% 3 ORDER BY 1")) {
            String one = query.formatted(column);
            assertEquals(
                    ask(
                                    session,
                                    one.replace(
                                            "FROM t",
                                            "FROM (SELECT * FROM t ORDER BY n + 0 LIMIT 9999) t"))
                            .rows,
                    ask(session, one).rows,
                    one);
        }
    }

    /// Whether few rows were read.
    private static boolean compare(Session session, RandomGenerator random)
            throws InterruptedException {
        List<String> by = new ArrayList<>(List.of("c0", "c1", "c2", "c3", "n"));
        String first = by.remove(random.nextInt(3));
        List<String> columns = new ArrayList<>(List.of(first));
        if (random.nextInt(3) > 0) {
            columns.add(
                    first.equals("c0") && random.nextInt(4) > 0
                            ? "n"
                            : first.equals("c2") && random.nextInt(4) > 0
                                    ? "c1"
                                    : by.get(random.nextInt(by.size())));
        }
        boolean same = random.nextInt(4) > 0;
        String direction = oneOf(random, "", " DESC");
        List<String> keys = new ArrayList<>();
        for (String column : columns) {
            keys.add(
                    column
                            + (same ? direction : oneOf(random, "", " DESC"))
                            + oneOf(random, "", "", "", "", " NULLS FIRST", " NULLS LAST"));
        }
        String where =
                oneOf(
                        random,
                        "",
                        "",
                        "",
                        " WHERE n > 100",
                        " WHERE c0 > (SELECT min(c0) FROM t)",
                        " WHERE c1 IS NOT NULL AND n % 3 = 1",
                        " WHERE n BETWEEN 5 AND 50");
        int fetch = random.nextInt(0, 40);
        int offset = random.nextInt(3) == 0 ? random.nextInt(60) : 0;
        String query =
                "SELECT n, "
                        + String.join(", ", columns)
                        + " FROM t"
                        + where
                        + " ORDER BY "
                        + String.join(", ", keys);
        Outcome all = ask(session, query);
        String limited = query + " LIMIT " + fetch + " OFFSET " + offset;
        Outcome some = ask(session, limited);
        int from = Math.min(offset, all.rows.size());
        List<List<Object>> wanted = all.rows.subList(from, Math.min(from + fetch, all.rows.size()));
        assertEquals(sortedBy(wanted), sortedBy(some.rows), limited);
        assertTrue(new HashSet<>(all.rows).containsAll(some.rows), limited);
        assertEquals(some.rows.size(), new HashSet<>(some.rows).size(), limited);
        if (some.read < ROWS / 4) {
            assertTrue(
                    !where.isEmpty() || some.read <= fetch + offset + 1,
                    () -> limited + " read " + some.read);
            return true;
        }
        return false;
    }

    /// What rows are sorted by: those that are alike may come in any order.
    private static List<List<Object>> sortedBy(List<List<Object>> rows) {
        return rows.stream().map(row -> row.subList(1, row.size())).toList();
    }

    private static String oneOf(RandomGenerator random, String... values) {
        return values[random.nextInt(values.length)];
    }

    @Test
    void oneValueOfAKeyOrdersNothing() throws InterruptedException {
        try (Telegraph telegraph =
                        Telegraph.open(folder.resolve("one"), folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            ask(session, "CREATE TABLE t (a INTEGER, b INTEGER, PRIMARY KEY (a, b))");
            ask(
                    session,
                    IntStream.range(0, 2_000)
                            .mapToObj(i -> "(" + i % 5 + ", " + i + ")")
                            .collect(Collectors.joining(",", "INSERT INTO t VALUES ", "")));
            Outcome some = ask(session, "SELECT b FROM t WHERE a = 3 ORDER BY b DESC LIMIT 2");
            assertEquals(List.of(List.of(1998), List.of(1993)), some.rows);
            assertTrue(some.read < 1_100, () -> "read " + some.read);
            Outcome two = ask(session, "SELECT a, b FROM t WHERE a IN (3, 1) ORDER BY b LIMIT 2");
            assertEquals(List.of(List.of(1, 1), List.of(3, 3)), two.rows);
            Outcome both =
                    ask(
                            session,
                            "SELECT a, b FROM t WHERE a IN (3, 1) ORDER BY a DESC, b DESC LIMIT 1");
            assertEquals(List.of(List.of(3, 1998)), both.rows);
        }
    }

    @Test
    void itEndsWhenEnoughRowsAreAccepted() throws InterruptedException {
        try (Telegraph telegraph =
                        Telegraph.open(folder.resolve("large"), folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            ask(session, "CREATE TABLE h (n INTEGER PRIMARY KEY)");
            ask(
                    session,
                    IntStream.range(0, 300)
                            .mapToObj(i -> "(" + i + ")")
                            .collect(Collectors.joining(",", "INSERT INTO h VALUES ", "")));
            ask(session, "CREATE TABLE large (id INTEGER PRIMARY KEY, x INTEGER)");
            ask(
                    session,
                    "INSERT INTO large SELECT a.n * 300 + b.n, (a.n * 300 + b.n) % 1000 FROM h a, h b");
            long read = Long.MAX_VALUE;
            for (int tries = 0; tries < 20 && read > 45_000; tries++) {
                // The scan may be far ahead before anybody looks at what it brought.
                Outcome few =
                        ask(session, "SELECT id FROM large WHERE x > 990 ORDER BY id DESC LIMIT 3");
                assertEquals(List.of(List.of(89_999), List.of(89_998), List.of(89_997)), few.rows);
                read = Math.min(read, few.read);
            }
            assertTrue(read <= 45_000, "read " + read);
        }
    }
}
