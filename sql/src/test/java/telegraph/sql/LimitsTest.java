package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// A query that is stopped by a limit says by which, and takes nothing else with it.
@Timeout(600)
class LimitsTest {
    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws IOException {
        web = new FaultServer();
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"), folder, Map.of("spill_limit", "32MB"), Map.of());
        String numbers =
                IntStream.range(0, 20_000)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("\n", "n\n", "\n"));
        Files.writeString(folder.resolve("a.csv"), numbers);
        Files.writeString(folder.resolve("b.csv"), numbers);
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
    }

    private void stopped(String script, String... said) {
        try {
            Answer answer = Answer.of(telegraph, script);
            String error = String.valueOf(answer.error());
            for (String part : said) {
                assertTrue(error.contains(part), () -> "no " + part + " in " + error);
            }
            assertTrue(
                    answer.cause().kind() == TelegraphException.Kind.RESOURCE
                            || answer.cause().kind() == TelegraphException.Kind.CANCELLED,
                    () -> answer.cause().toString());
            assertEquals(0, telegraph.memoryUsed());
            assertEquals("[one, 1]", Answer.of(telegraph, "SELECT 1 AS one").rows().toString());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theMemoryLimitNamesItself() {
        stopped(
                "SET memory_limit = '2MB'; SELECT a.n, b.n FROM 'a.csv' a, 'b.csv' b ORDER BY"
                        + " a.n * b.n, a.n",
                "memory_limit",
                "2");
    }

    @Test
    void theRowLimitNamesItself() {
        stopped(
                "SET row_limit = 100; SELECT n FROM 'a.csv'",
                "row limit reached: row_limit=100. Raise row_limit");
    }

    @Test
    void aResultAsLongAsTheRowLimitIsNoFailure() throws InterruptedException {
        Answer answer =
                Answer.of(telegraph, "SET row_limit = 100; SELECT n FROM 'a.csv' LIMIT 100");
        assertEquals(101, answer.rows().size(), () -> String.valueOf(answer.error()));
    }

    @Test
    void theTimeLimitNamesItselfAndIsKept() {
        web.on("/a", Reply.hang());
        long before = System.nanoTime();
        String declared =
                "CREATE SOURCE s (a INTEGER) WITH (url = '"
                        + web.url("/a")
                        + "', format = 'json', timeout = '1h'); ";
        stopped(
                declared + "SET time_limit = '300ms'; SELECT * FROM s",
                "time limit reached: time_limit=300ms. Raise time_limit");
        stopped(
                "SET time_limit = '300ms'; SET report_interval = '1h'; SELECT * FROM s",
                "time limit reached");
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
        assertTrue(took < Threads.PATIENCE_MILLIS, "took " + took + " ms");
    }

    @Test
    void theTimeLimitHoldsWhileAFileIsLookedAt() {
        web.on("/a.csv", Reply.hang());
        stopped(
                "SET time_limit = '300ms'; SELECT * FROM '" + web.url("/a.csv") + "'",
                "time limit reached: time_limit=300ms");
    }

    @Test
    void aCrossJoinThatExplodesInTheRemainderIsBounded() throws IOException {
        // So many pairs that no machine is through with them in time.
        String many =
                IntStream.range(0, 300_000)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("\n", "n\n", "\n"));
        Files.writeString(folder.resolve("c.csv"), many);
        stopped(
                "SET memory_limit = '16MB'; SELECT a.n, sum(b.n) OVER (PARTITION BY a.n) FROM"
                        + " 'a.csv' a FULL JOIN 'b.csv' b ON true",
                "spill_limit");
        stopped(
                "SET time_limit = '500ms'; SELECT count(*) FROM 'c.csv' a LEFT JOIN 'c.csv' b ON"
                        + " a.n + b.n < 0",
                "time limit reached");
    }
}
