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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
                    "SELECT t.id, u.a FROM t JOIN t u ON t.id = u.id ORDER BY 1 LIMIT 2",
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
                    "EXPLAIN SELECT t.id, u.a FROM t JOIN t u ON t.id = u.id ORDER BY 1 LIMIT 2",
                    "EXPLAIN SELECT v.*, t.a FROM v JOIN t ON t.id = v.id",
                    "SELECT 1 + 1");

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
                    }
                });
    }

    private static void live(Twins twins, Path home, RandomGenerator random)
            throws InterruptedException {
        twins.alike("CREATE TABLE moments (m TIMESTAMP WITH TIME ZONE)");
        twins.alike(
                "INSERT INTO moments VALUES ('2024-07-01 23:30:00+00'), ('2024-01-01 12:00:00+00')");
        file(home, random);
        table(twins, random);
        for (int turn = 0; turn < TURNS; turn++) {
            List<String> some =
                    random.ints(3, 0, QUERIES.size()).mapToObj(QUERIES::get).distinct().toList();
            for (String query : some) {
                twins.alike(query);
            }
            change(twins, home, random);
            for (String query : some) {
                twins.alike(query);
            }
        }
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
