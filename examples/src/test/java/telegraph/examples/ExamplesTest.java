package telegraph.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each example prints what its comment says.
class ExamplesTest {
    @TempDir Path folder;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void helloQueryPrintsTwoCities() throws Exception {
        HelloQuery.run(folder, out);
        assertEquals(
                """
                [city, population]
                [Lagos, 15388000]
                [Jakarta, 10562088]
                SELECT 2
                """,
                printed());
    }

    @Test
    void ownSourceIsAskedOnceForEachNumber() throws Exception {
        OwnSource.run(out);
        assertEquals(
                """
                12 = 2 x 2 x 3
                13 = 13
                14 = 2 x 7
                factors was asked 3 times for 6 numbers
                """,
                printed());
    }

    @Test
    void ownRoutingPolicyTurnsTheFiltersRound() throws Exception {
        OwnRoutingPolicy.run(out);
        assertEquals(
                """
                first multiple of 100, then even
                1000 numbers came through
                """,
                printed());
    }

    @Test
    void eddyAdaptsFindsFiftyAndChangesItsRoute() throws Exception {
        EddyAdapts.run(folder, out);
        String printed = printed();
        assertTrue(printed.contains("customers known to both: 50\n"), printed);
        assertTrue(printed.contains(" go to "), "the route changed: " + printed);
    }

    @Test
    void crawlSyntheticWebGetsEveryPageOnce() throws Exception {
        CrawlSyntheticWeb.run(folder, out);
        String printed = printed();
        assertTrue(
                printed.matches(
                        """
                        pages by their depth: \\{0=1, 1=\\d+.*\\}
                        complete: 200 of 200 pages, none twice
                        \\[200, 1\\d\\d, 5\\]
                        \\[404, \\d+, \\d\\]
                        \\[200, 5\\]
                        """),
                printed);
    }

    @Test
    void storeTransactionsKeepTheSum() throws Exception {
        StoreTransactions.run(folder, out);
        assertEquals(
                """
                Ada 100, Bob 50
                Ada pays Bob 30: Ada 70, Bob 80
                Ada pays Bob 500: not enough, and nothing changed
                after a savepoint: Ada 69, Bob 80
                two at once: one of them is told DEADLOCK and tries again
                Ada 67, Bob 82
                """,
                printed());
    }

    @Test
    void crashAndRecoverFindsEverythingThatWasDone() throws Exception {
        CrashAndRecover.run(folder, out);
        assertEquals(
                """
                the child said 200 moves were done, and was killed
                the store has them all: true
                the coins in both purses are as many as before: true
                """,
                printed());
    }

    @Test
    void jdbcTablesMovesMoneyOnce() throws Exception {
        JdbcTables.run("jdbc:telegraph:" + folder.resolve("sandbox"), out);
        assertEquals(
                """
                alice has 60, bob has 40
                refused: Key (name)=(bob) already exists
                alice has 60, bob has 40
                average: 50
                """,
                printed());
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
