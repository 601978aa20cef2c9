package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Threads;

/// Expressions that make long texts, or look through them: what they make counts, none is longer
/// than allowed, and a statement that is stopped does not finish its batch first.
@Timeout(600)
class LongTextsTest {
    private static final String MANY =
            " FROM 'd.csv' a, 'd.csv' b, 'd.csv' c, 'd.csv' e, 'd.csv' f";

    /// So little memory that a batch of the texts is several times as much.
    private static final String SMALL = "SET memory_limit = '32MB'; ";

    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(
                folder.resolve("d.csv"),
                "x,t\n1,t1\n2,t2\n3,t3\n4,t4\n5,t5\n6,t6\n7,t7\n8,t8\n9,t9\n10,t10\n");
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private Answer answer(String script) throws InterruptedException {
        return Answer.of(telegraph, script);
    }

    /// Cancels a statement once `running` says that it is at work, and wants it to end long before
    /// it would be through with a batch.
    private void cancelled(String sql, java.util.function.Predicate<Query> running)
            throws InterruptedException {
        assertNull(answer("EXPLAIN " + sql).error());
        AtomicReference<Event> last = new AtomicReference<>();
        try (Session session = telegraph.session()) {
            Query query = session.start(sql, last::set);
            Threads.await("it is at work: " + sql, () -> running.test(query));
            long before = System.nanoTime();
            query.cancel();
            query.join();
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
            assertTrue(took < 10_000, "took " + took + " ms: " + sql);
        }
        Event.Failed failed = assertInstanceOf(Event.Failed.class, last.get(), sql);
        assertEquals(TelegraphException.Kind.CANCELLED, failed.cause().kind(), sql);
        assertEquals(0, telegraph.memoryUsed(), sql);
    }

    @Test
    void whatALoopMakesCountsWhileItRunsAndItHearsThatItIsCancelled() throws InterruptedException {
        for (String made :
                List.of(
                        "upper(repeat('xy', 4000000) || a.t)",
                        "repeat('xy', 4000000) || a.t",
                        "lpad(a.x::text, 8000000, 'ab')",
                        "rpad(a.x::text, 8000000, 'ab')",
                        "replace(repeat('x', 2000000), 'x', 'ab' || a.t)",
                        "translate(repeat('xy', 4000000), 'x', a.x::text)",
                        "regexp_replace(repeat('xy', 500000), 'x', 'ab' || a.t, 'g')",
                        "concat(repeat('xy', 4000000), a.t)",
                        "concat_ws(',', repeat('xy', 4000000), a.x)",
                        "format('%s %s', repeat('xy', 4000000), a.x)",
                        "quote_literal(repeat('xy', 4000000) || a.t)",
                        "to_char(a.x, repeat('9', 4000000))",
                        "json_array(repeat('xy', 4000000), a.x)")) {
            cancelled(
                    "SELECT sum(length(s)) FROM (SELECT " + made + " AS s" + MANY + ") q",
                    query -> query.memory() > 1 << 20);
        }
    }

    @Test
    void textsThatAreKeptCountToo() throws InterruptedException {
        String texts = "(SELECT repeat('xy', 400000) || a.t AS s, a.x" + MANY + ") q";
        for (String kept :
                List.of(
                        "SELECT s FROM " + texts + " ORDER BY s DESC",
                        "SELECT max(s), min(s) FROM " + texts,
                        "SELECT s, count(*) FROM " + texts + " GROUP BY s",
                        "SELECT rank() OVER (ORDER BY s) FROM " + texts,
                        "SELECT length(string_agg(s, ',')) FROM " + texts + " GROUP BY x",
                        "SELECT cardinality(array_agg(s)) FROM " + texts)) {
            cancelled(kept, query -> query.memory() > 1 << 20);
        }
    }

    @Test
    void aLongLookHears() throws InterruptedException {
        String text = "(SELECT repeat('ab', 4000000) || a.t AS s, a.x" + MANY + ") q";
        for (String look :
                List.of(
                        "strpos(s, repeat('ab', 2000000) || 'c')",
                        "length(split_part(s, repeat('ab', 2000000) || 'c', 2))",
                        "length(split_part(s, 'a', -2))",
                        "length(replace(s, repeat('ab', 2000000) || 'c', ''))",
                        "length(ltrim(s, repeat('b', 1000000) || 'a'))",
                        "length(translate(s, repeat('c', 1000000) || 'a', 'b'))",
                        "CASE WHEN s LIKE '%' || repeat('ab', 200000) || 'c%' THEN 1 ELSE 0 END",
                        "CASE WHEN s LIKE '%abac%' THEN 1 ELSE 0 END",
                        "CASE WHEN s ~ '(ab)*c' THEN 1 ELSE 0 END",
                        "regexp_count(s, 'a')",
                        "CASE WHEN s = repeat('ab', 4000000) || '3' THEN 1 ELSE 0 END",
                        "length(md5(s))")) {
            long[] since = {System.nanoTime()};
            cancelled(
                    "SELECT sum(" + look + ") FROM " + text,
                    query -> {
                        since[0] = query.memory() == 0 ? System.nanoTime() : since[0];
                        return System.nanoTime() - since[0] > 300_000_000L;
                    });
        }
    }

    @Test
    void aTimeLimitIsHeardWithinABatch() throws InterruptedException {
        long before = System.nanoTime();
        Answer answer =
                answer(
                        "SET time_limit = '1s'; SELECT sum(length(s)) FROM (SELECT"
                                + " repeat('xy', 4000000) || a.t AS s"
                                + MANY
                                + ") q");
        assertTrue(answer.error().contains("time limit reached"), answer::error);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
        assertTrue(took < 20_000, "took " + took + " ms");
    }

    @Test
    void aTextThatIsTooLongIsRefusedBeforeItIsMade() throws InterruptedException {
        for (Map.Entry<String, String> refused :
                Map.ofEntries(
                                Map.entry(
                                        "repeat('x', 60000000)", "function=repeat bytes=60000000"),
                                Map.entry("repeat('ü', 9000000)", "function=repeat bytes=18000000"),
                                Map.entry("repeat('abc', 9223372036854775807)", "function=repeat"),
                                Map.entry("lpad('a', 20000000)", "function=lpad bytes=20000000"),
                                Map.entry(
                                        "rpad('a', 20000000, 'ü')", "function=rpad bytes=39999999"),
                                Map.entry(
                                        "replace(repeat('x', 16000000), 'x', repeat('y', 200))",
                                        "function=replace"),
                                Map.entry(
                                        "repeat('x', 10000000) || repeat('y', 10000000)",
                                        "function=|| bytes=20000000"),
                                Map.entry(
                                        "concat(repeat('x', 10000000), repeat('y', 10000000))",
                                        "function=concat bytes=20000000"),
                                Map.entry(
                                        "concat_ws('-', repeat('x', 10000000), repeat('y', 9000000))",
                                        "function=concat_ws bytes=19000001"),
                                Map.entry(
                                        "format('%1$s%1$s', repeat('x', 10000000))",
                                        "function=format bytes=20000000"),
                                Map.entry(
                                        "regexp_replace(repeat('x', 1000000), 'x', 'abcdefghijklmnopqrst',"
                                                + " 'g')",
                                        "function=regexp_replace"),
                                Map.entry(
                                        "json_array(repeat('\"', 9000000))",
                                        "function=json_array bytes=18000004"))
                        .entrySet()) {
            for (String place : List.of("", " FROM 'd.csv' WHERE x = 1")) {
                Answer answer = answer("SELECT length(" + refused.getKey() + ")" + place);
                String error = String.valueOf(answer.error());
                assertTrue(
                        error.contains(refused.getValue()), () -> refused.getKey() + ": " + error);
                assertTrue(error.contains("text_limit=16777216. Raise text_limit"), error);
                assertEquals(SqlState.PROGRAM_LIMIT, answer.cause().state());
            }
        }
        Answer more = answer("SET text_limit = '64MB'; SELECT length(repeat('x', 60000000)) AS n");
        assertEquals(List.of("n", "60000000"), more.rows(), more::error);
        Answer less = answer("SET text_limit = '1KB'; SELECT repeat('x', 1025)");
        assertEquals(SqlState.PROGRAM_LIMIT, less.cause().state(), less::error);
    }

    @Test
    void aBatchTakesAsManyRowsAsItsTextsHaveRoomFor() throws InterruptedException {
        String texts =
                " FROM (SELECT repeat('xy', 5000 * a.x) || b.t AS s, a.x, b.x AS y, c.x AS z FROM"
                        + " 'd.csv' a, 'd.csv' b, 'd.csv' c) q ";
        assertIsOne(55_002_100, "SELECT sum(length(s)) AS n" + texts);
        assertIsOne(55_002_100, "SELECT sum(length(s || '')) AS n" + texts);
        assertIsOne(
                190,
                "SELECT count(*) AS n"
                        + texts
                        + "WHERE upper(s) = repeat('XY', 5000 * x) || 'T7' OR reverse(s) LIKE '8t%'"
                        + " AND x > 1");
        assertIsOne(
                100,
                "SELECT count(*) AS n FROM (SELECT max(s) AS m, y, z"
                        + texts
                        + "GROUP BY y, z) g WHERE length(m) > 90000");
        assertIsOne(100, "SELECT count(*) AS n FROM (SELECT s, count(*)" + texts + "GROUP BY s) g");
        Answer rows = answer(SMALL + "SELECT s, x, y" + texts);
        assertEquals(1_001, rows.rows().size(), rows::error);
        for (String row : rows.rows().subList(1, 1_001)) {
            String[] fields = row.split(",");
            int x = Integer.parseInt(fields[1]);
            assertEquals("xy".repeat(5_000 * x) + "t" + fields[2], fields[0]);
        }
    }

    private void assertIsOne(long number, String sql) throws InterruptedException {
        Answer answer = answer(SMALL + sql);
        assertEquals(List.of("n", Long.toString(number)), answer.rows(), answer::error);
    }

    @Test
    void whatIsMoreThanTheMemoryIsRefused() throws InterruptedException {
        Answer answer =
                answer(
                        "SET memory_limit = '8MB'; SELECT length(repeat('x', 9000000) || t) FROM"
                                + " 'd.csv'");
        assertTrue(answer.error().contains("memory limit reached"), answer::error);
        assertTrue(answer.error().contains("expressions"), answer::error);
        assertEquals(TelegraphException.Kind.RESOURCE, answer.cause().kind());
    }

    @Test
    void whatAnAggregateGathersCountsAndATextOfItIsNoLongerThanOthers()
            throws InterruptedException {
        String texts =
                " FROM (SELECT repeat('xy', 50000) || a.t AS s FROM 'd.csv' a, 'd.csv' b, 'd.csv' c) q";
        for (String gathered :
                List.of("string_agg(s, ',')", "array_agg(s)", "array_agg(s ORDER BY s DESC)")) {
            Answer answer = answer(SMALL + "SELECT " + gathered + texts);
            String error = String.valueOf(answer.error());
            assertTrue(error.contains("memory limit reached"), () -> gathered + ": " + error);
        }
        String few =
                " FROM (SELECT repeat('xy', 5000 * a.x) || a.t AS s FROM 'd.csv' a, 'd.csv' b) q";
        Answer joined =
                answer("SET text_limit = '1MB'; SELECT length(string_agg(s, ',')) AS n" + few);
        assertTrue(joined.error().contains("function=string_agg bytes=5500309"), joined::error);
        assertTrue(joined.error().contains("text_limit=1048576"), joined::error);
    }

    @Test
    void aNumberOfSixteenMillionDigitsIsNotRead() throws InterruptedException {
        for (String type : List.of("bigint", "numeric", "double precision")) {
            for (String end : List.of("", "x")) {
                Answer answer =
                        answer(
                                "SELECT CAST(repeat('9', 10000000 + x) || '"
                                        + end
                                        + "' AS "
                                        + type
                                        + ") FROM 'd.csv'");
                assertTrue(answer.error().length() < 1_000, type);
                assertEquals(TelegraphException.Kind.INPUT, answer.cause().kind(), answer::error);
            }
        }
        Answer moment =
                answer(
                        "SELECT CAST('2020-01-01 ' || repeat(' ', 10000000 + x) || 'x' AS"
                                + " TIMESTAMP) FROM 'd.csv'");
        assertTrue(moment.error().startsWith("invalid value for TIMESTAMP"), moment::error);
        assertTrue(moment.error().length() < 1_000);
    }
}
