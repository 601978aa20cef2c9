package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.query.plan.PlanCache;
import telegraph.testkit.Seeds;

/// A query answered by a plan that was kept, and one that is planned anew, answer alike, whatever
/// has changed since: definitions, files, zones, users, settings.
class KeptPlansTest {
    private static final int SEEDS = 4;
    private static final int TURNS = 40;

    private static final List<String> TYPES =
            List.of("INTEGER", "SMALLINT", "TEXT", "VARCHAR(5)", "NUMERIC(9,2)");

    private static final List<String> QUERIES =
            List.of(
                    "SELECT * FROM t",
                    "SELECT a, count(*) FROM t GROUP BY a",
                    "SELECT a || 'x' FROM t WHERE id > 1",
                    "SELECT max(a), min(id) FROM t",
                    "SELECT t.id, u.a FROM t JOIN t u ON t.id = u.id ORDER BY 1, 2 LIMIT <n>",
                    "SELECT id FROM t ORDER BY id LIMIT <n> OFFSET <n>",
                    "SELECT id FROM t UNION ALL SELECT id + <n> FROM t ORDER BY 1 OFFSET <n>",
                    "SELECT id FROM t WHERE id >= (SELECT id FROM t ORDER BY id LIMIT 1 OFFSET <n>)",
                    "SELECT * FROM v",
                    "SELECT v.*, t.a FROM v JOIN t ON t.id = v.id",
                    "SELECT w.id FROM w WHERE NOT EXISTS (SELECT 1 FROM v WHERE v.id = w.id + 1)",
                    "SELECT * FROM 'f.csv'",
                    "SELECT f.x, t.a FROM 'f.csv' f LEFT JOIN t ON t.id = f.id",
                    "SELECT id, rank() OVER (ORDER BY id) FROM t",
                    "SELECT relname, relnatts FROM pg_catalog.pg_class WHERE relname IN ('t', 'v')",
                    "SELECT current_user, id FROM t",
                    "SELECT id FROM t WHERE current_user = 'ann'",
                    "SELECT CAST(TIMESTAMP WITH TIME ZONE '2024-07-01 12:00:00+00' AS TEXT), id FROM t",
                    "SELECT date_trunc('day', m) FROM moments",
                    "SELECT count(*) FROM moments WHERE m < now() AND m > now() - INTERVAL '1' DAY",
                    "SELECT id FROM t WHERE length(repeat('x', 2000)) > 1",
                    "SELECT id FROM t WHERE a = length(repeat('x', 2000)) - 1998",
                    "SELECT count(*) FROM u",
                    "SELECT a, b FROM t WHERE id = <n>",
                    "SELECT count(*), min(a) FROM t WHERE id BETWEEN <n> AND <n> AND b <> '<t>'",
                    "SELECT id = <n>, id + <n> FROM t WHERE id = <n> OR <n> > id AND <n> <= id",
                    "SELECT id FROM t WHERE id = <n> OR <n> = id OR id > <n>",
                    "SELECT id, b FROM t WHERE (id = <n> OR b = '<t>') AND (a <> <n> OR id < <n>)",
                    "SELECT id FROM t WHERE (id = <n> AND b > 'a') OR (id = <n> AND b < 'x')",
                    "SELECT id FROM t WHERE id > -<n> AND id - 3 < -<n>",
                    "SELECT id FROM t WHERE id IN (<n>, <n>, <n>) AND b NOT IN ('<t>', '<t>')",
                    "SELECT id FROM t WHERE a IN (<n>, <n>.5) OR b IN ('<t>', 'x')",
                    "SELECT id FROM t WHERE a > <n> ORDER BY id LIMIT <n>",
                    "SELECT id FROM t WHERE a = '<t>' AND '<t>' > b",
                    "SELECT id FROM t WHERE a < <n>.<n>5",
                    "SELECT t.id, u.b FROM t LEFT JOIN t u ON t.id = u.id AND u.b < '<t>' WHERE t.id < <n>",
                    "SELECT id FROM t WHERE id > (SELECT min(id) FROM t WHERE id > <n>) AND id <> <n>",
                    "WITH w AS (SELECT id FROM t WHERE id >= <n>) SELECT * FROM w, w v WHERE w.id < <n>",
                    "SELECT id % <n>9, count(*) FROM t WHERE <n> < id GROUP BY id % <n>9 ORDER BY 1",
                    "SELECT * FROM v WHERE id = <n>",
                    "SELECT x FROM 'f.csv' WHERE id = <n> AND y >= '<t>'",
                    "SELECT count(*) FROM pg_catalog.pg_class WHERE relname = '<t>' AND relnatts > <n>",
                    "UPDATE t SET b = b || '<t>' WHERE id = <n>",
                    "UPDATE t SET id = id + <n> WHERE b >= '<t>' AND id < <n>",
                    "DELETE FROM t WHERE id > <n> AND b = '<t>'",
                    "INSERT INTO t (id, b) SELECT id + <n>, '<t>' FROM t WHERE id = <n>",
                    "EXPLAIN SELECT a, b FROM t WHERE id = <n>",
                    "EXPLAIN SELECT a, b FROM t WHERE id > <n> AND b <> '<t>' AND id < <n>",
                    "EXPLAIN SELECT n FROM kinds WHERE n BETWEEN <n> AND <d> AND l = <n> LIMIT <n>",
                    "EXPLAIN SELECT t.id FROM t JOIN t u ON t.id = u.id AND t.id = <n> WHERE u.id < <n>",
                    "SELECT n FROM kinds WHERE k = '<u>'",
                    "SELECT d FROM kinds WHERE n < <d> AND d >= <n> AND <d> <= d",
                    "SELECT n FROM kinds WHERE n = <d>",
                    "SELECT n FROM kinds WHERE l > <d> AND s <> <d>",
                    "SELECT n FROM kinds WHERE c = '<t>' OR c <> '<t>'",
                    "SELECT n FROM kinds WHERE c <> '<t>'",
                    "SELECT c FROM kinds WHERE l <> <n> AND s > <n>",
                    "SELECT c FROM kinds WHERE day > '2024-01-0<n>' AND '<n>' >= l",
                    "SELECT l FROM kinds WHERE n BETWEEN <d> AND <n>.75 AND l BETWEEN <n>.5 AND <n>",
                    "SELECT l FROM kinds WHERE n NOT BETWEEN <n> AND <n>.10 AND l = <n>000000000",
                    "SELECT a.l FROM kinds a JOIN kinds b ON a.l < b.l + <n> AND b.c > '<t>' AND a.d < <n>",
                    "SELECT * FROM keyed WHERE id = <n>",
                    "SELECT id, b FROM keyed WHERE a = <n> AND b <> '<t>'",
                    "SELECT t.id, k.b, k.a + 1 FROM t JOIN keyed k ON k.id = t.id WHERE t.id = <n>",
                    "SELECT k.id, l.b FROM keyed k JOIN keyed l ON l.id = k.a + 1 AND l.b < '<t>' WHERE k.id < <n>",
                    "SELECT id FROM keyed WHERE id > <n> AND id < <n> ORDER BY id DESC LIMIT <n>",
                    "SELECT a, count(*), max(b || repeat('y', 2000)) FROM keyed WHERE id >= <n> GROUP BY a ORDER BY a",
                    "SELECT id, repeat(b, 600) FROM keyed WHERE length(repeat(b, 700)) > 1 AND id <> <n>",
                    "SELECT id, 6 / (a - 1) FROM keyed WHERE id >= <n>",
                    "SELECT id FROM keyed WHERE 6 / (a - 1) <> <n> AND id > <n> AND id < <n>",
                    "SELECT id, to_char(day, 'YYYY-MM-DD'), md5(b) FROM keyed WHERE id <= <n>",
                    "SELECT id, current_user, now() > m FROM keyed, moments WHERE id = <n>",
                    "SELECT id, date_trunc('day', at) FROM keyed WHERE at > '2024-01-01' AND a <> <n>",
                    "SELECT count(*) FILTER (WHERE b = 'x'), sum(a), sum(a) / 2 FROM keyed WHERE id BETWEEN <n> AND <n>",
                    "SELECT id FROM keyed WHERE b = '<t>' AND b > '<t>' OR id = <n>",
                    "SELECT id FROM keyed WHERE id = <n> AND id = <n>",
                    "WITH RECURSIVE r(i) AS (SELECT <n> UNION ALL SELECT t.id + 1 FROM r JOIN t ON t.id = i WHERE i < <n>0) SELECT i, <n> FROM r WHERE i > <n>",
                    "UPDATE keyed SET b = '<t>', a = <n> WHERE id = <n>",
                    "UPDATE keyed SET a = a + 1 WHERE id > <n> AND b <> '<t>'",
                    "EXPLAIN SELECT t.id, u.a FROM t JOIN t u ON t.id = u.id ORDER BY 1, 2 LIMIT 2",
                    "EXPLAIN SELECT v.*, t.a FROM v JOIN t ON t.id = v.id",
                    "SELECT 1 + 1");

    /// Two, one of them in three forms, and a text that is none.
    private static final List<String> UUIDS =
            List.of(
                    "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
                    "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
                    "{a0eebc999c0b4ef8bb6d6bb9bd380a11}",
                    "a0eebc99-9c0b",
                    "b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");

    @TempDir Path folder;

    /// The same sandbox twice: one plans each query anew.
    private final class Twins implements AutoCloseable {
        private final List<Telegraph> both = new ArrayList<>();
        private final List<Session> sessions = new ArrayList<>();

        Twins(Path home) {
            for (String bytes : List.of("0", "16MB")) {
                both.add(
                        Telegraph.open(
                                home.resolve("sandbox" + bytes),
                                home,
                                Map.of("plan_cache", bytes, "seed", "7", "workers", "1"),
                                Map.of()));
            }
            both.forEach(one -> sessions.add(one.session()));
        }

        void alike(String statement) throws InterruptedException {
            assertEquals(
                    described(sessions.getFirst(), statement),
                    described(sessions.getLast(), statement),
                    statement);
            assertEquals(
                    outcome(sessions.getFirst(), statement),
                    outcome(sessions.getLast(), statement),
                    statement);
        }

        void introduce(SessionClient client) {
            sessions.forEach(session -> session.introduce(client));
        }

        PlanCache plans(int of) {
            return both.get(of).sandbox().plans();
        }

        @Override
        public void close() {
            sessions.forEach(Session::close);
            for (Telegraph one : both) {
                assertEquals(0, one.memoryUsed());
                one.close();
            }
        }
    }

    private static List<String> outcome(Session session, String statement)
            throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            return List.of("failed: " + failed.cause().getMessage());
        }
        List<String> lines = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Event.Columns columns) {
                lines.add(columns.columns().toString());
            }
        }
        List<String> rows = new ArrayList<>(Answer.lines(events));
        Collections.sort(rows);
        lines.addAll(rows);
        return lines;
    }

    /// What a client is told that asks for a statement's columns before it is carried out.
    private static String described(Session session, String statement) {
        try {
            return session.prepare(statement, List.of()).describe().toString();
        } catch (TelegraphException e) {
            return e.getMessage();
        }
    }

    @Test
    void whateverHasChangedTheAnswerIsThatOfAPlanMadeAnew() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Path home = Files.createTempDirectory(folder, "twins");
                    try (Twins twins = new Twins(home)) {
                        live(twins, home, random);
                        assertEquals(0, twins.plans(0).bytes(), "none are kept where none may be");
                        assertTrue(twins.plans(1).taken() > TURNS / 4, "plans are used again");
                        long compiled = twins.plans(1).compiled();
                        assertTrue(compiled > TURNS / 10, () -> "and compiled: " + compiled);
                    }
                });
    }

    private static void live(Twins twins, Path home, RandomGenerator random)
            throws InterruptedException {
        twins.alike("CREATE TABLE moments (m TIMESTAMP WITH TIME ZONE)");
        twins.alike(
                "INSERT INTO moments VALUES ('2024-07-01 23:30:00+00'), ('2024-01-01 12:00:00+00')");
        twins.alike(
                "CREATE TABLE kinds (k UUID, n NUMERIC(9,2), d DOUBLE PRECISION, c CHAR(4), l BIGINT,"
                        + " s SMALLINT, day DATE)");
        twins.alike(
                "INSERT INTO kinds VALUES ('"
                        + UUIDS.getFirst()
                        + "', 1.10, 2.5, 'x', 2, 3, '2024-01-02'), ('"
                        + UUIDS.getLast()
                        + "', 3.75, 0.25, 'two', 4000000000, 1, '2024-01-04'),"
                        + " (NULL, 0, 4, '1', 0, 0, '2023-12-31')");
        twins.alike(
                "CREATE TABLE keyed (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, day DATE,"
                        + " at TIMESTAMP WITH TIME ZONE)");
        twins.alike(
                "INSERT INTO keyed VALUES (1, 1, 'x', '2024-01-02', '2024-07-01 23:30:00+00'),"
                        + " (2, NULL, 'one', NULL, '2024-01-01 12:00:00+00'), (3, 1, '2', '2024-02-03', NULL),"
                        + " (4, 0, 'z', '1999-12-31', '2023-01-01 12:00:00+00')");
        twins.alike("CREATE INDEX keyed_a ON keyed (a)");
        file(home, random);
        table(twins, random);
        for (int turn = 0; turn < TURNS; turn++) {
            List<String> some =
                    random.ints(3, 0, QUERIES.size()).mapToObj(QUERIES::get).distinct().toList();
            for (String query : some) {
                twins.alike(filled(query, random));
            }
            change(twins, home, random);
            for (String query : some) {
                twins.alike(filled(query, random));
            }
        }
    }

    /// The query with constants of its own in the places for numbers and texts.
    private static String filled(String query, RandomGenerator random) {
        return Pattern.compile("<([dntu])>")
                .matcher(query)
                .replaceAll(place ->
                        switch (place.group(1)) {
                            case "n" -> Integer.toString(random.nextInt(5));
                            case "d" ->
                                    oneOf(random, "0.5", "1.1", "1.10", "3.75", "12.25", "0.125");
                            case "u" -> oneOf(random, UUIDS);
                            default ->
                                    oneOf(
                                            random, "1", "x", "y", "x ", "z", "one", "two", "two  ",
                                            "v");
                        });
    }

    private static void change(Twins twins, Path home, RandomGenerator random)
            throws InterruptedException {
        switch (random.nextInt(10)) {
            case 0, 1 -> table(twins, random);
            case 2 ->
                    twins.alike(
                            random.nextBoolean()
                                    ? "ALTER TABLE t ADD COLUMN c INTEGER DEFAULT 5"
                                    : "ALTER TABLE t DROP COLUMN c");
            case 3, 4 -> views(twins, random);
            case 5 -> file(home, random);
            case 6 -> {
                String user = oneOf(random, "ann", "bob");
                String zone = oneOf(random, "UTC", "Asia/Tokyo", "America/New_York");
                twins.introduce(
                        new SessionClient(
                                user,
                                "db",
                                name ->
                                        name.equals("TimeZone")
                                                ? Optional.of(zone)
                                                : Optional.empty()));
            }
            case 7 -> twins.alike("SET text_limit = '" + oneOf(random, "1KB", "16MB") + "'");
            case 8 -> twins.alike("INSERT INTO moments VALUES (now())");
            default -> {
                twins.alike("BEGIN");
                twins.alike("INSERT INTO t (id) VALUES (7)");
                twins.alike(QUERIES.getFirst());
                twins.alike("ROLLBACK");
            }
        }
    }

    /// A table of other columns in an order of their own, with what stood on it.
    private static void table(Twins twins, RandomGenerator random) throws InterruptedException {
        twins.alike("DROP TABLE IF EXISTS t CASCADE");
        List<String> columns =
                new ArrayList<>(List.of("id INTEGER", "a " + oneOf(random, TYPES), "b TEXT"));
        if (random.nextInt(3) == 0) {
            Collections.rotate(columns, 1);
        }
        twins.alike("CREATE TABLE t (" + String.join(", ", columns) + ")");
        twins.alike("INSERT INTO t (id, a, b) VALUES (1, 1, 'x'), (2, 2, 'y'), (3, NULL, 'z')");
        views(twins, random);
    }

    private static void views(Twins twins, RandomGenerator random) throws InterruptedException {
        twins.alike("DROP VIEW IF EXISTS w");
        twins.alike("DROP VIEW IF EXISTS v");
        String columns = oneOf(random, "(id, p)", "(id, q)", "(q, id)");
        String of = oneOf(random, "id, a", "id, b", "a, id");
        twins.alike("CREATE VIEW v " + columns + " AS SELECT " + of + " FROM t");
        twins.alike("CREATE VIEW w AS SELECT * FROM v");
        if (random.nextBoolean()) {
            twins.alike("CREATE TABLE IF NOT EXISTS u (id INTEGER)");
        } else {
            twins.alike("DROP TABLE IF EXISTS u");
        }
    }

    private static void file(Path home, RandomGenerator random) {
        String names = oneOf(random, "id,x,y", "y,id,x", "id,y,x");
        String value = oneOf(random, "1", "one", "2024-01-01");
        String row = names.replaceAll("[xy]", value).replace("id", "2");
        try {
            Files.writeString(home.resolve("f.csv"), names + "\n" + row + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String oneOf(RandomGenerator random, String... values) {
        return oneOf(random, List.of(values));
    }

    private static String oneOf(RandomGenerator random, List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    @Test
    void manyMayAskTheSameAtOnceWhileADefinitionComesAndGoes() throws Exception {
        try (Twins twins = new Twins(folder);
                ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
            Telegraph telegraph = twins.both.getLast();
            Session changing = twins.sessions.getLast();
            List<String> versions =
                    List.of("SELECT 1 AS a, 'x' AS b", "SELECT 'y' AS b, 2 AS c, 1.5 AS d");
            outcome(changing, "CREATE VIEW s AS " + versions.getFirst());
            Set<List<String>> right =
                    versions.stream()
                            .map(version -> answer(changing, version))
                            .collect(Collectors.toSet());
            List<Future<Integer>> all = new ArrayList<>();
            for (int asker = 0; asker < 6; asker++) {
                Callable<Integer> asks =
                        () -> {
                            try (Session session = telegraph.session()) {
                                for (int i = 0; i < 100; i++) {
                                    List<String> rows =
                                            outcome(session, "SELECT * FROM s ORDER BY 1");
                                    assertTrue(right.contains(rows), rows.toString());
                                }
                                return 0;
                            }
                        };
                all.add(askers.submit(asks));
            }
            for (int i = 0; i < 40; i++) {
                outcome(changing, "BEGIN");
                outcome(changing, "DROP VIEW s");
                outcome(changing, "CREATE VIEW s AS " + versions.get(i % 2));
                assertEquals(List.of(), outcome(changing, "COMMIT"));
            }
            for (Future<Integer> one : all) {
                one.get();
            }
            assertTrue(twins.plans(1).taken() > 200, () -> "taken=" + twins.plans(1).taken());
        }
    }

    @Test
    void manyMayAskWithOtherConstantsAtOnce() throws Exception {
        try (Twins twins = new Twins(folder);
                ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
            Telegraph telegraph = twins.both.getLast();
            outcome(twins.sessions.getLast(), "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT)");
            outcome(
                    twins.sessions.getLast(),
                    IntStream.range(0, 100)
                            .mapToObj(i -> "(" + i + ", 'b" + i + "')")
                            .collect(Collectors.joining(", ", "INSERT INTO t VALUES ", "")));
            List<Future<Integer>> all = new ArrayList<>();
            for (int asker = 0; asker < 6; asker++) {
                int first = 7 * asker;
                Callable<Integer> asks =
                        () -> {
                            try (Session session = telegraph.session()) {
                                for (int i = first; i < first + 300; i++) {
                                    String asked = "SELECT b || 'c' FROM t WHERE id = " + i % 100;
                                    List<String> told = outcome(session, asked);
                                    assertTrue(told.contains("b" + i % 100 + "c"), told.toString());
                                }
                                return 0;
                            }
                        };
                all.add(askers.submit(asks));
            }
            for (Future<Integer> one : all) {
                one.get();
            }
            long compiled = twins.plans(1).compiled();
            assertTrue(compiled > 600, () -> "compiled=" + compiled);
        }
    }

    /// Such a condition may leave a constant to nobody.
    @Test
    void aConditionMayBecomeTrueByItsConstants() throws InterruptedException {
        try (Twins twins = new Twins(folder)) {
            for (Session session : twins.sessions) {
                outcome(session, "CREATE TABLE t (a NUMERIC, b NUMERIC)");
                outcome(session, "INSERT INTO t VALUES (1, NULL), (2, 5)");
            }
            for (int least : new int[] {-3, -4, -2, -3}) {
                String query =
                        "SELECT abs(t.b - (t.a - (2 * 1))) AS y FROM t FULL JOIN t u ON t.b = u.b"
                                + " WHERE coalesce((0 + -3), t.a) <= "
                                + least;
                twins.alike(query);
                assertEquals(
                        least < -3 ? 0 : 3,
                        outcome(twins.sessions.getLast(), query).stream()
                                .filter(line -> line.matches("5?|null"))
                                .count(),
                        query);
            }
        }
    }

    @Test
    void whatAPlanCompilesToIsCounted() throws InterruptedException {
        try (Twins twins = new Twins(folder)) {
            PlanCache plans = twins.plans(1);
            Session session = twins.sessions.getLast();
            outcome(session, "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT)");
            outcome(session, "SELECT * FROM t WHERE id = 1");
            long planned = plans.bytes();
            outcome(session, "SELECT * FROM t WHERE id = 2");
            long compiled = plans.bytes();
            assertTrue(compiled > planned, () -> planned + " bytes, then " + compiled);
            outcome(session, "SELECT * FROM t WHERE id = 3");
            assertEquals(compiled, plans.bytes(), "once");
            assertEquals(1, plans.compiled());
        }
    }

    private static List<String> answer(Session session, String query) {
        try {
            return outcome(session, query);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noMoreIsKeptThanMayBe() throws InterruptedException {
        long bytesMax = 1L << 20;
        try (Telegraph telegraph =
                        Telegraph.open(
                                folder.resolve("small"),
                                folder,
                                Map.of("plan_cache", "1MB"),
                                Map.of());
                Session session = telegraph.session()) {
            PlanCache plans = telegraph.sandbox().plans();
            for (int i = 0; i < 150; i++) {
                outcome(session, "SELECT x + " + i + " FROM (VALUES (1), (2)) t (x)");
                assertTrue(plans.bytes() <= bytesMax, () -> "bytes=" + plans.bytes());
            }
            assertTrue(plans.bytes() > bytesMax / 2, () -> "bytes=" + plans.bytes());
            assertEquals(0, plans.taken());
            outcome(session, "SELECT x + 149 FROM (VALUES (1), (2)) t (x)");
            assertEquals(1, plans.taken(), "the last are kept");
            outcome(session, "SELECT x + 0 FROM (VALUES (1), (2)) t (x)");
            assertEquals(1, plans.taken(), "the first are gone");
            String wide =
                    IntStream.range(0, 1_000)
                            .mapToObj(i -> "x + " + i)
                            .collect(
                                    Collectors.joining(
                                            ", ", "SELECT ", " FROM (VALUES (1)) t (x)"));
            outcome(session, wide);
            outcome(session, wide);
            assertEquals(1, plans.taken(), "what would take the place of many is not kept");
        }
    }
}
