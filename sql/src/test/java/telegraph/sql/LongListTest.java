package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.SqlState;

/// A list after IN may be as long as a program makes it, and means what a short one does.
@Timeout(600)
class LongListTest {
    private Telegraph telegraph;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        assertNull(
                Answer.of(
                                telegraph,
                                "CREATE TABLE t (id integer, i integer, b bigint, d double"
                                        + " precision, n numeric(10, 1), s text); INSERT INTO t"
                                        + " VALUES (1, 1, 1, 1, 1, '1'), (2, 7, 5000000000, 7.5,"
                                        + " 7.5, '7'), (3, NULL, NULL, NULL, NULL, NULL), (4, -3,"
                                        + " -3, -3, -3.0, '-3'), (5, 9000, 9000, 9000, 9000.0,"
                                        + " 'x')")
                        .error());
    }

    @AfterEach
    void close() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private String answer(String query) throws InterruptedException {
        Answer answer = Answer.of(telegraph, query);
        return answer.error() == null
                ? answer.rows().stream().skip(1).collect(Collectors.joining(" "))
                : answer.cause().state().name();
    }

    /// A list that holds 1, -3 and 5000000000 among many that are nowhere.
    private static String list(int count) {
        return IntStream.range(0, count - 3)
                .mapToObj(i -> Integer.toString(100_000 + i))
                .collect(Collectors.joining(", ", "(1, -3, 5000000000, ", ")"));
    }

    @Test
    void aMillionValuesAreOneLook() throws InterruptedException {
        assertEquals(
                "1 4", answer("SELECT id FROM t WHERE i IN " + list(1_000_000) + " ORDER BY id"));
        assertEquals(
                "2 5",
                answer("SELECT id FROM t WHERE i NOT IN " + list(1_000_000) + " ORDER BY id"));
    }

    @Test
    void aLongListMeansWhatAShortOneDoes() throws InterruptedException {
        List<String> queries =
                List.of(
                        "SELECT id FROM t WHERE i IN $ ORDER BY id",
                        "SELECT id FROM t WHERE b IN $ ORDER BY id",
                        "SELECT id FROM t WHERE d IN $ ORDER BY id",
                        "SELECT id FROM t WHERE n IN $ ORDER BY id",
                        "SELECT id FROM t WHERE s IN $ ORDER BY id",
                        "SELECT id FROM t WHERE i + 1 NOT IN $ ORDER BY id",
                        "SELECT id FROM t WHERE b NOT IN $ AND d > 0 ORDER BY id",
                        "SELECT id FROM t WHERE b IN $ OR id = 3 ORDER BY id",
                        "SELECT id FROM t WHERE NOT (b IN $ AND id > 1) ORDER BY id",
                        "SELECT id, b IN $ AS y FROM t ORDER BY id",
                        "SELECT id, b NOT IN $ AS y FROM t ORDER BY id",
                        "SELECT id, CASE WHEN b IN $ THEN 'in' ELSE 'out' END AS y FROM t ORDER BY id",
                        "SELECT b, count(*) FROM t GROUP BY b HAVING b IN $ ORDER BY b",
                        "SELECT count(*) FROM t a JOIN t c ON a.id = c.id AND a.b IN $",
                        "SELECT a.id FROM t a LEFT JOIN t c ON a.id = c.id WHERE c.b NOT IN $ ORDER BY a.id",
                        "SELECT sum(CASE WHEN b IN $ THEN 1 ELSE 0 END) FROM t",
                        "SELECT id FROM t WHERE NULL IN $",
                        "SELECT id FROM t WHERE 1 IN $ AND id = 2",
                        "WITH w AS (SELECT * FROM t WHERE b IN $) SELECT count(*) FROM w",
                        "SELECT id FROM t WHERE b IN $ AND b IN $ ORDER BY id",
                        "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM t u WHERE u.id = t.id AND u.b IN $) ORDER BY id");
        for (String query : queries) {
            assertEquals(
                    answer(query.replace("$", list(20))),
                    answer(query.replace("$", list(6_000))),
                    query);
        }
    }

    @Test
    void changesHaveLongListsToo() throws InterruptedException {
        assertEquals("", answer("UPDATE t SET s = 'found' WHERE b IN " + list(6_000)));
        assertEquals("1 2 4", answer("SELECT id FROM t WHERE s = 'found' ORDER BY id"));
        assertEquals("", answer("DELETE FROM t WHERE b NOT IN " + list(6_000)));
        assertEquals("1 2 3 4", answer("SELECT id FROM t ORDER BY id"));
        assertEquals("", answer("CREATE VIEW v AS SELECT id FROM t WHERE b IN " + list(6_000)));
        assertEquals("1 2 4", answer("SELECT id FROM v ORDER BY id"));
    }

    @Test
    void otherListsStayConditions() throws InterruptedException {
        String texts =
                IntStream.range(0, 5_000)
                        .mapToObj(i -> "'" + i + "'")
                        .collect(Collectors.joining(", ", "(", ")"));
        assertEquals("1 2", answer("SELECT id FROM t WHERE s IN " + texts + " ORDER BY id"));
        assertEquals("4 5", answer("SELECT id FROM t WHERE s NOT IN " + texts + " ORDER BY id"));
        String mixed = list(6_000).replace("(1,", "(1, NULL,");
        assertEquals("1 2 4", answer("SELECT id FROM t WHERE b IN " + mixed + " ORDER BY id"));
        assertEquals("", answer("SELECT id FROM t WHERE b NOT IN " + mixed));
    }

    /// Against the same numbers in Java.
    @Test
    void randomListsFindWhatTheyHold() throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String rows =
                IntStream.range(0, 2_000)
                        .mapToObj(i -> "(" + i + ")")
                        .collect(Collectors.joining(", "));
        assertEquals("", answer("CREATE TABLE r (x integer); INSERT INTO r VALUES " + rows));
        for (int round = 0; round < 3; round++) {
            List<Integer> held =
                    IntStream.range(0, 4_097 + random.nextInt(3_000))
                            .mapToObj(i -> random.nextInt(6_000) - 2_000)
                            .toList();
            String list =
                    held.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
            long found = held.stream().filter(x -> x >= 0 && x < 2_000).distinct().count();
            assertEquals(
                    found + " " + (2_000 - found),
                    answer("SELECT count(*) FROM r WHERE x IN " + list)
                            + " "
                            + answer("SELECT count(*) FROM r WHERE x NOT IN " + list),
                    "seed=" + seed);
        }
    }

    @Test
    void manyTextsAreATableToo() throws InterruptedException {
        String texts =
                IntStream.range(0, 100_000)
                        .mapToObj(i -> "'" + i + "'")
                        .collect(Collectors.joining(", ", "(", ")"));
        assertEquals("1 2", answer("SELECT id FROM t WHERE s IN " + texts + " ORDER BY id"));
        assertEquals("4 5", answer("SELECT id FROM t WHERE s NOT IN " + texts + " ORDER BY id"));
    }

    @Test
    void tooLongAListOfOtherThingsIsRefusedWithItsPlace() throws InterruptedException {
        String mixed =
                IntStream.range(0, 50_000)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ", "(", ", NULL)"));
        Answer answer = Answer.of(telegraph, "SELECT id FROM t WHERE i IN " + mixed);
        assertEquals(SqlState.TOO_COMPLEX, answer.cause().state(), answer.error());
        assertTrue(
                answer.error().startsWith("a list after IN is too long at 1:26"), answer.error());
    }

    @Test
    void aCaseOfThousandsOfBranchesRuns() throws InterruptedException {
        String branches =
                IntStream.range(0, 20_000)
                        .mapToObj(i -> "WHEN i = " + i + " THEN 'v" + i + "'")
                        .collect(Collectors.joining(" ", "CASE ", " END"));
        assertEquals("v1 v7   v9000", answer("SELECT " + branches + " AS y FROM t ORDER BY id"));
    }
}
