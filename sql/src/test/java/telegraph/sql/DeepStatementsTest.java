package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Statements as long and as deep as programs write them run; deeper ones are refused with their
/// place, and no stack is ever at its end.
@Timeout(600)
class DeepStatementsTest {
    private static final int MANY = 10_000;

    private Telegraph telegraph;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        Answer made =
                Answer.of(
                        telegraph,
                        "CREATE TABLE t (x integer, b boolean); INSERT INTO t VALUES (1, true), (2,"
                                + " false), (3, null)");
        assertNull(made.error());
    }

    @AfterEach
    void close() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private static String joined(int count, String operator, IntFunction<String> term) {
        return IntStream.range(0, count).mapToObj(term).collect(Collectors.joining(operator));
    }

    private static String nested(int depth, String before, String inner, String after) {
        return before.repeat(depth) + inner + after.repeat(depth);
    }

    private String one(String query) throws InterruptedException {
        Answer answer = Answer.of(telegraph, query);
        assertNull(answer.error(), () -> query.substring(0, Math.min(60, query.length())));
        return String.join(" ", answer.rows().subList(1, answer.rows().size()));
    }

    private void refused(String place, String statement) throws InterruptedException {
        Answer answer = Answer.of(telegraph, statement);
        assertEquals(SqlState.TOO_COMPLEX, answer.cause().state(), answer.error());
        String said = answer.cause().getMessage();
        assertTrue(said.startsWith("the statement is nested too deep at " + place), said);
        assertTrue(said.endsWith("Split it, or put its values into a table"), said);
    }

    @Test
    void moreColumnsThanAResultHasAreRefusedBeforeTheyArePlanned() throws InterruptedException {
        String many = joined(MANY, ", ", i -> "x + " + i);
        for (String statement :
                List.of(
                        "SELECT " + many + " FROM t",
                        "SELECT 1 FROM (SELECT " + many + " FROM t) AS s",
                        "CREATE TABLE wide AS SELECT " + many + " FROM t")) {
            Answer answer = Answer.of(telegraph, statement);
            assertEquals(SqlState.TOO_MANY_COLUMNS, answer.cause().state(), answer.error());
            assertEquals(
                    "a SELECT may list 4096 columns, and this one lists 10000. Ask for some of"
                            + " them at a time",
                    answer.cause().getMessage());
        }
    }

    @Tag("slow")
    @Test
    void asManyColumnsAsAResultHasAreThere() throws InterruptedException {
        String all = joined(4_096, ", ", i -> "x + " + i);
        String row = one("SELECT " + all + " FROM t WHERE x = 2");
        assertEquals(joined(4_096, ",", i -> Integer.toString(2 + i)), row);
    }

    @Test
    void tenThousandConjunctsRun() throws InterruptedException {
        assertEquals(
                "1 2",
                one("SELECT x FROM t WHERE " + joined(MANY, " AND ", i -> "x <> " + (i + 3))));
    }

    @Test
    void tenThousandDisjunctsRun() throws InterruptedException {
        assertEquals(
                "2 3", one("SELECT x FROM t WHERE " + joined(MANY, " OR ", i -> "x = " + (i + 2))));
        assertEquals(
                "3",
                one(
                        "SELECT x FROM t WHERE "
                                + joined(MANY, " OR ", i -> "(x = " + (i + 2) + " AND x <> 2)")));
    }

    @Test
    void sumsAndTextsOfAThousandTermsRun() throws InterruptedException {
        assertEquals("1000 2000 3000", one("SELECT " + joined(1000, " + ", i -> "x") + " FROM t"));
        assertEquals("1000", one("SELECT " + joined(1000, " + ", i -> "1")));
        assertEquals("-997", one("SELECT " + joined(1000, " - ", i -> i == 0 ? "2" : "1")));
        assertEquals("1000", one("SELECT length(" + joined(1000, " || ", i -> "'a'") + ")"));
        assertEquals(
                "1 2 3", one("SELECT x FROM t ORDER BY " + joined(1000, " + ", i -> "x") + " + 0"));
    }

    @Test
    void aSumIsComputedFromLeftToRight() throws InterruptedException {
        String sum =
                "2147483647 - "
                        + joined(100, " - ", i -> "1")
                        + " + "
                        + joined(100, " + ", i -> "x");
        assertEquals("2147483647", one("SELECT " + sum + " FROM t WHERE x = 1"));
        Answer over =
                Answer.of(
                        telegraph,
                        "SELECT 2147483647 + " + joined(50, " + ", i -> "x") + " - 50 FROM t");
        assertEquals(SqlState.NUMBER_OUT_OF_RANGE, over.cause().state(), over.error());
        assertEquals(
                "1",
                one("SELECT 1e16::float8 " + "+ 1::float8 ".repeat(40) + "- 1e16::float8 + 1"));
    }

    /// Did each operator and each constant keep a batch of values, no heap had room for them.
    @Test
    @Tag("slow")
    void sumsOfTenThousandProductsRun() throws InterruptedException {
        assertEquals(
                "49985001 99970002 149955003",
                one("SELECT " + joined(9_999, " + ", i -> "x * " + i) + " FROM t"));
        assertEquals(
                "2".repeat(MANY),
                one("SELECT " + joined(MANY, " || ", i -> "x::text") + " FROM t WHERE x = 2"));
    }

    @Test
    @Tag("slow")
    void aLongChainOfTextsIsMadeByOneCall() throws InterruptedException {
        assertEquals(
                "10000 10000 10000",
                one("SELECT length(" + joined(MANY, " || ", i -> "x::text") + ") FROM t"));
    }

    @Test
    void unionsOfAThousandRun() throws InterruptedException {
        String all = joined(1000, " UNION ALL ", i -> "SELECT " + i + " AS x");
        assertEquals("1000,499500", one("SELECT count(*), sum(x) FROM (" + all + ") u"));
        String some = joined(1000, " UNION ", i -> "SELECT " + i % 10 + " AS x");
        assertEquals("10", one("SELECT count(*) FROM (" + some + ") u"));
    }

    @Test
    void aChainOfAThousandRuns() throws InterruptedException {
        assertEquals("1001 1002 1003", one("WITH " + chain("x + 1 AS x", "") + " ORDER BY x"));
        assertEquals("3", one("WITH " + chain("x", " WHERE x > 2 - 0")));
        assertEquals("3", one("WITH " + chain("x", " WHERE x IN (3, 5, 7) AND 1 = 1")));
        String below = "(WITH " + chain("x + 1 AS x", "") + ")";
        assertEquals("3006", one("SELECT sum(x) FROM " + below + " q"));
    }

    @Test
    void soManySelectsAreRefusedBeforeTheyArePlanned() throws InterruptedException {
        String sum = "SELECT sum(x) AS x FROM ";
        String doubled =
                "WITH a AS ("
                        + nested(20, sum + "(", sum + "t", ") s")
                        + ")"
                        + " SELECT count(*)"
                        + " FROM ";
        String all = joined(96, " UNION ALL ", i -> "SELECT x FROM a");
        Answer answer = Answer.of(telegraph, doubled + "(" + all + ") u");
        assertEquals(SqlState.TOO_COMPLEX, answer.cause().state(), answer.error());
        String said = answer.cause().getMessage();
        assertTrue(
                said.startsWith("a query may have 2000 SELECTs, once each WITH")
                        && said.contains("this one has 2113"),
                said);
    }

    private static String chain(String column, String where) {
        return "a0 AS (SELECT x FROM t)"
                + joined(
                        1000,
                        "",
                        i -> ", a%d AS (SELECT %s FROM a%d%s)".formatted(i + 1, column, i, where))
                + " SELECT x FROM a1000";
    }

    @Test
    void whatStandsInOneAnotherAHundredTimesRuns() throws InterruptedException {
        int n = 100;
        assertEquals("1", one("SELECT " + nested(n, "(", "1", ")")));
        assertEquals("1 1 1", one("SELECT " + nested(n, "abs(", "1", ")") + " FROM t"));
        assertEquals("1 2 3", one(nested(n, "SELECT x FROM (", "SELECT x FROM t", ") s")));
        assertEquals("1", one(nested(n, "SELECT (", "SELECT 1", ") AS y")));
        assertEquals(
                "0 5 5",
                one(
                        "SELECT "
                                + nested(n, "CASE WHEN x > 1 THEN ", "5", " ELSE 0 END")
                                + " FROM t"));
        assertEquals(
                "1 2 3", one(nested(n, "WITH a AS (", "SELECT x FROM t", ") SELECT * FROM a")));
        String chain =
                joined(n, "", i -> ", a" + (i + 1) + " AS (SELECT x + 1 AS x FROM a" + i + ")");
        assertEquals(
                "101 102 103",
                one("WITH a0 AS (SELECT x FROM t)" + chain + " SELECT * FROM a" + n));
        assertEquals("1 2 3", one("SELECT x" + "::integer".repeat(n) + " FROM t"));
        assertEquals("3", one("SELECT x FROM t WHERE " + "NOT ".repeat(n) + "x > 2"));
    }

    @Test
    void whatIsDeeperIsRefusedWithItsPlace() throws InterruptedException {
        refused("1:508", "SELECT " + nested(20_000, "(", "1", ")"));
        refused("2:508", "\nSELECT " + nested(501, "(", "1", ")"));
        refused(
                "1:",
                "SELECT " + nested(600, "CASE WHEN x > 1 THEN ", "5", " ELSE 0 END") + " FROM t");
        refused("1:", "SELECT " + "- ".repeat(50_000) + "1");
        refused("1:", "SELECT x FROM t WHERE " + "NOT ".repeat(50_000) + "x > 2");
        refused("1:", "SELECT " + joined(50_000, " + ", i -> "1"));
        refused("1:", "SELECT x FROM t WHERE " + joined(50_000, " OR ", i -> "x = 1"));
        refused("1:", joined(50_000, " UNION ALL ", i -> "SELECT 1"));
        refused("1:", "INSERT INTO t (x) SELECT " + nested(600, "abs(", "1", ")"));
        refused("1:", "CREATE VIEW v AS SELECT " + nested(600, "abs(", "1", ")"));
    }

    @Test
    void deepStatementsAreDescribedOnAnyThread() throws InterruptedException {
        String deep = "SELECT " + joined(2000, " + ", i -> "x") + " AS y FROM t";
        List<Description> found = new ArrayList<>();
        Thread small =
                Thread.ofVirtual()
                        .start(() -> {
                            try (Session session = telegraph.session()) {
                                found.add(session.prepare(deep).describe());
                            }
                        });
        small.join();
        assertEquals(1, found.size());
    }

    @Test
    void deepStatementsAreExplained() throws InterruptedException {
        String sum = joined(1000, " + ", i -> "x");
        assertTrue(one("EXPLAIN SELECT " + sum + " FROM t").contains("scan"));
        assertTrue(
                one("EXPLAIN ANALYZE SELECT x FROM t WHERE "
                                + joined(1000, " OR ", i -> "x = " + i))
                        .contains("scan"));
    }

    /// Against truth in three values, computed from left to right.
    @Test
    void groupingOfAndAndOrChangesNothing() throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> terms =
                List.of("b", "NOT b", "x > 1", "x < 3", "b IS NULL", "NULL", "TRUE", "FALSE");
        for (int round = 0; round < 20; round++) {
            boolean and = random.nextBoolean();
            int count = 10 + random.nextInt(60);
            // A constant that decides alone would leave little to see.
            int kinds = random.nextInt(4) == 0 ? terms.size() : 5;
            List<String> chosen =
                    IntStream.range(0, count)
                            .mapToObj(i -> terms.get(random.nextInt(kinds)))
                            .toList();
            String operator = and ? " AND " : " OR ";
            String written = String.join(operator, chosen);
            String folded =
                    "(".repeat(count - 1)
                            + chosen.getFirst()
                            + chosen.stream()
                                    .skip(1)
                                    .map(term -> operator + term + ")")
                                    .collect(Collectors.joining());
            List<Boolean> expected = new ArrayList<>();
            for (int x = 1; x <= 3; x++) {
                expected.add(
                        truth(
                                chosen,
                                x,
                                x == 1 ? Boolean.TRUE : x == 2 ? Boolean.FALSE : null,
                                and));
            }
            String query = "SELECT " + written + ", (" + folded + ") FROM t ORDER BY x";
            List<Object> got = new ArrayList<>();
            for (Object[] row : rows(query)) {
                got.add(row[0]);
                assertEquals(row[0], row[1], () -> "seed=" + seed + " " + query);
            }
            assertEquals(expected, got, () -> "seed=" + seed + " " + query);
            List<Object> kept = new ArrayList<>();
            rows("SELECT x FROM t WHERE " + written + " ORDER BY x")
                    .forEach(row -> kept.add(row[0]));
            List<Object> due = new ArrayList<>();
            for (int x = 1; x <= 3; x++) {
                if (Boolean.TRUE.equals(expected.get(x - 1))) {
                    due.add(x);
                }
            }
            assertEquals(due, kept, () -> "seed=" + seed + " " + query);
        }
    }

    private List<Object[]> rows(String query) throws InterruptedException {
        List<Object[]> rows = new ArrayList<>();
        List<TelegraphException> failed = new ArrayList<>();
        try (Session session = telegraph.session()) {
            session.start(
                            query,
                            event -> {
                                if (event instanceof Event.Rows more) {
                                    rows.addAll(more.rows());
                                } else if (event instanceof Event.Failed failure) {
                                    failed.add(failure.cause());
                                }
                            })
                    .join();
        }
        assertEquals(List.of(), failed);
        return rows;
    }

    private static Boolean truth(List<String> terms, int x, Boolean b, boolean and) {
        boolean unknown = false;
        for (String term : terms) {
            Boolean value =
                    switch (term) {
                        case "b" -> b;
                        case "NOT b" -> b == null ? null : !b;
                        case "x > 1" -> x > 1;
                        case "x < 3" -> x < 3;
                        case "b IS NULL" -> b == null;
                        case "NULL" -> null;
                        default -> term.equals("TRUE");
                    };
            if (value == null) {
                unknown = true;
            } else if (value != and) {
                return !and;
            }
        }
        return unknown ? null : and;
    }
}
