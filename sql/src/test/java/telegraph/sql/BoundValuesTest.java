package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

/// A statement whose values go beside its tree answers as the text does that has them written in,
/// whatever the statement and the values are; what one of two sandboxes is told in the one way the
/// other is told in the other.
class BoundValuesTest {
    private static final int SEEDS = 1;
    private static final int ROUNDS = 250;

    private static final List<String> STATEMENTS =
            List.of(
                    "SELECT a, b FROM t WHERE a = ? ORDER BY 1",
                    "SELECT a FROM t WHERE a > ? AND (b = ? OR b IS NULL) ORDER BY 1 LIMIT ?",
                    "SELECT $2, a, $1 FROM t WHERE a < $2 ORDER BY a OFFSET $3",
                    "SELECT count(*) FROM t WHERE a BETWEEN $1 AND $2 OR b IN ($3, $4)",
                    "SELECT a FROM t WHERE a = ANY (ARRAY[?, ?, 3]) ORDER BY 1",
                    "SELECT CASE WHEN a = ? THEN ? ELSE b END FROM t ORDER BY a",
                    "SELECT a + ?, - ?, b || ? FROM t ORDER BY a",
                    "SELECT x.a FROM (SELECT a FROM t WHERE a > ?) x JOIN t y ON x.a = y.a + ? ORDER BY 1",
                    "WITH w AS (SELECT a FROM t WHERE a <= ?) SELECT sum(a) FROM w WHERE a <> ?",
                    "SELECT b, count(*) FROM t WHERE d < ? GROUP BY b HAVING count(*) > ? ORDER BY 1",
                    "SELECT a FROM t WHERE d = ? OR n > ? OR r < ? ORDER BY 1",
                    "SELECT a FROM t WHERE m >= ? ORDER BY 1",
                    "SELECT ?::integer, CAST(? AS text), a FROM t WHERE b LIKE ? ORDER BY a",
                    "SELECT lag(a, 1, ?) OVER (ORDER BY a) FROM t WHERE a > ? ORDER BY 1",
                    "VALUES (?, 1), (?, 2)",
                    "SELECT relname FROM pg_class WHERE relname = ? OR relname = ? ORDER BY 1",
                    "EXPLAIN SELECT a FROM t WHERE a = ? AND b > ?",
                    "INSERT INTO u VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = u.v || ? WHERE u.k <> ?",
                    "INSERT INTO u SELECT a + ?, b FROM t WHERE a < ? ON CONFLICT DO NOTHING",
                    "UPDATE u SET v = ? || v WHERE k > ? AND k < ? RETURNING k, v",
                    "UPDATE u SET v = ? FROM t WHERE t.a = u.k AND t.a > ?",
                    "DELETE FROM u WHERE k % 7 = ? AND v <> ?",
                    "MERGE INTO u USING t ON u.k = t.a + ? WHEN MATCHED AND t.a > ? THEN UPDATE SET v = ?"
                            + " WHEN NOT MATCHED THEN INSERT VALUES (t.a + ?, ?)",
                    "SELECT k, v FROM u WHERE k >= ? ORDER BY 1");

    @Test
    void areThoseOfTheTextThatHasThem() {
        Seeds.run(SEEDS, (_, random) -> tried(random));
    }

    private static void tried(RandomGenerator random) {
        int answered = 0;
        try (Telegraph one = opened();
                Telegraph other = opened();
                Session bound = one.session();
                Session text = other.session()) {
            for (int i = 0; i < ROUNDS; i++) {
                String statement = STATEMENTS.get(random.nextInt(STATEMENTS.size()));
                Prepared prepared = bound.prepare(statement);
                Prepared written = text.prepare(statement);
                boolean described = random.nextInt(4) > 0 && describes(prepared, written);
                List<Object> values = new ArrayList<>();
                for (int p = 1; p <= prepared.parameters(); p++) {
                    String type =
                            described ? prepared.describe().parameters().get(p - 1) : "integer";
                    Object value = value(type, random);
                    values.add(value);
                    prepared.set(p, value);
                    written.set(p, value);
                }
                List<String> found = answer(bound, prepared.bound().orElseThrow(), random);
                List<String> expected = answer(text, written.statement());
                assertEquals(expected, found, statement + " " + values);
                answered += found.getFirst().startsWith("failed") ? 0 : 1;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        assertTrue(answered > ROUNDS / 2, "answered=" + answered);
    }

    private static boolean describes(Prepared prepared, Prepared written) {
        try {
            return prepared.describe().equals(written.describe());
        } catch (telegraph.ground.TelegraphException e) {
            return false; // without types of its own a statement is told the values' own
        }
    }

    private static Telegraph opened() throws InterruptedException {
        Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        Answer made =
                Answer.of(
                        telegraph,
                        "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, d DATE, m TIMESTAMP,"
                                + " n NUMERIC(10, 2), r DOUBLE PRECISION);"
                                + "INSERT INTO t SELECT i, CASE WHEN i % 5 > 0 THEN 'b' || i % 4 END,"
                                + " DATE '2024-01-01' + i, TIMESTAMP '2024-01-01 00:00:00', i / 4.0, i * 0.5"
                                + " FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),"
                                + " (11), (12)) AS v (i);"
                                + "CREATE TABLE u (k INTEGER PRIMARY KEY, v TEXT);"
                                + "INSERT INTO u SELECT a, b FROM t WHERE a < 7");
        assertEquals(null, made.error());
        return telegraph;
    }

    private static Object value(String type, RandomGenerator random) {
        int small = random.nextInt(-3, 14);
        if (random.nextInt(12) == 0) {
            return null;
        }
        return switch (type) {
            case "smallint", "integer" -> random.nextInt(8) == 0 ? Integer.MIN_VALUE : small;
            case "bigint" -> random.nextInt(8) == 0 ? Long.MIN_VALUE : (long) small;
            case "numeric" -> BigDecimal.valueOf(small * 25L, 2);
            case "real", "double precision" -> random.nextInt(8) == 0 ? Double.NaN : small / 2.0;
            case "boolean" -> random.nextBoolean();
            case "date" -> LocalDate.of(2024, 1, 1).plusDays(small);
            case "time without time zone" -> LocalTime.of(1, 2, 3);
            case "timestamp without time zone" ->
                    LocalDateTime.of(2024, 1, 1, 0, 0).plusHours(small);
            case "timestamp with time zone" -> Instant.parse("2024-01-01T00:00:00Z");
            case "interval" -> Duration.ofSeconds(small, 500_000_000);
            default ->
                    List.of("b1", "b2", "it's", "b ", "", "t", "%1", "x\0y".substring(0, 1))
                            .get(random.nextInt(8));
        };
    }

    private static List<String> answer(
            Session session, BoundStatement bound, RandomGenerator random)
            throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(
                        "b" + random.nextInt(Integer.MAX_VALUE),
                        bound,
                        events::add,
                        java.io.InputStream.nullInputStream())
                .join();
        return lines(events);
    }

    private static List<String> answer(Session session, String text) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(text, events::add).join();
        return lines(events);
    }

    private static List<String> lines(List<Event> events) {
        List<String> lines = new ArrayList<>();
        for (Event event : events) {
            switch (event) {
                // What a parameter alone is called is not what a cast is called.
                case Event.Columns columns ->
                        lines.add(
                                columns.columns().stream()
                                        .map(ResultColumn::declared)
                                        .toList()
                                        .toString());
                case Event.Rows rows -> rows.rows().forEach(row -> lines.add(Arrays.toString(row)));
                case Event.Failed failed -> lines.add("failed " + failed.cause().state());
                case Event.End end -> lines.add(end.tag());
                default -> {}
            }
        }
        return lines.isEmpty() ? List.of("nothing") : lines;
    }
}
