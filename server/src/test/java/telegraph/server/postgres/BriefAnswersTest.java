package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.server.postgres.PostgresServer.update;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import telegraph.server.ServerOptions;
import telegraph.testkit.Threads;

/// Queries about a few rows, prepared and asked again, which the connection's own thread answers.
class BriefAnswersTest {
    private static final String RANGE = "SELECT count(*), sum(n) FROM t WHERE id BETWEEN ? AND ?";
    private static final int WARM = 12;

    private final List<String> journal = new CopyOnWriteArrayList<>();
    private PostgresServer postgres;
    private Connection own;

    @BeforeEach
    void open() throws SQLException {
        postgres =
                new PostgresServer(
                        Map.of("log_queries", "all"), ServerOptions.DEFAULT.withLog(journal::add));
        own = postgres.connect("prepareThreshold", "1");
        update(own, "CREATE TABLE t (id integer PRIMARY KEY, n integer, what text)");
        update(
                own,
                IntStream.range(0, 2_000)
                        .mapToObj(i -> "(" + i + ", " + i % 10 + ", 'w" + i + "')")
                        .collect(Collectors.joining(",", "INSERT INTO t VALUES ", "")));
    }

    @AfterEach
    void close() throws SQLException {
        own.close();
        postgres.close();
    }

    private static String ask(PreparedStatement query, int from, int to) throws SQLException {
        query.setInt(1, from);
        query.setInt(2, to);
        try (ResultSet rows = query.executeQuery()) {
            return PostgresServer.rows(rows);
        }
    }

    @Test
    void aRangeIsAnsweredWhateverItsLengthAndEachIsInTheJournal() throws SQLException {
        try (PreparedStatement query = own.prepareStatement(RANGE)) {
            for (int i = 0; i < WARM; i++) {
                assertEquals("10 45", ask(query, 10 * i, 10 * i + 9));
            }
            assertEquals("2000 9000", ask(query, 0, 5_000));
            assertEquals("0 null", ask(query, 7, 3));
            assertEquals("10 45", ask(query, 10, 19));
        }
        Threads.await(
                "all are written down",
                () ->
                        journal.stream()
                                        .filter(line ->
                                                line.contains("query-end")
                                                        && line.contains("FROM t WHERE id"))
                                        .count()
                                == WARM + 3);
        assertTrue(
                journal.stream().noneMatch(line -> line.contains("BETWEEN 0 AND")),
                "values are written down nowhere");
        long own = journal.stream().filter(BriefAnswersTest::isByItsOwnThread).count();
        assertEquals(WARM + 1, own, () -> "but for the first and the long one: " + journal);
    }

    @Test
    void textsOfTheSimpleProtocolAreAnsweredToo() throws SQLException {
        try (Connection simple = postgres.connect("preferQueryMode", "simple")) {
            for (int i = 0; i < WARM; i++) {
                String asked =
                        "SELECT count(*) FROM t WHERE id >= " + i + " AND id < " + (i + 10) + ";";
                assertEquals("10", PostgresServer.rows(simple, asked));
            }
        }
        Threads.await(
                "all are written down",
                () -> journal.stream().filter(BriefAnswersTest::isSimple).count() == WARM);
        long own =
                journal.stream()
                        .filter(BriefAnswersTest::isSimple)
                        .filter(line -> line.contains("\"memoryPeak\":0"))
                        .count();
        assertEquals(WARM - 1, own, () -> "but for the first: " + journal);
    }

    private static boolean isSimple(String line) {
        return line.contains("query-end") && line.contains("FROM t WHERE id >=");
    }

    /// Memory is counted of what has a turn and a thread of its own.
    private static boolean isByItsOwnThread(String line) {
        return line.contains("query-end")
                && line.contains("FROM t WHERE id")
                && line.contains("\"memoryPeak\":0");
    }

    @Test
    void valuesOfParametersAreWrittenDownNowhere() throws SQLException {
        own.setAutoCommit(false);
        try (PreparedStatement cursor =
                        own.prepareStatement(
                                "DECLARE c CURSOR FOR SELECT what FROM t WHERE what = ? AND n < ?");
                PreparedStatement change =
                        own.prepareStatement("UPDATE t SET what = ? WHERE n * 2 = ?")) {
            cursor.setString(1, "w77secret");
            cursor.setInt(2, 4_711);
            cursor.execute();
            assertEquals("", PostgresServer.rows(own, "FETCH ALL FROM c"));
            change.setString(1, "w77secret");
            change.setInt(2, 4_711);
            assertEquals(0, change.executeUpdate());
        }
        own.rollback();
        own.setAutoCommit(true);
        Threads.await(
                "they are written down",
                () ->
                        journal.stream()
                                        .filter(line -> line.contains("query-end"))
                                        .filter(line ->
                                                line.contains("DECLARE") || line.contains("UPDATE"))
                                        .count()
                                >= 2);
        assertTrue(
                journal.stream()
                        .noneMatch(line -> line.contains("secret") || line.contains("4711")),
                journal::toString);
    }

    @Test
    void changesAndDefinitionsAreSeenAtOnce() throws SQLException {
        try (PreparedStatement query = own.prepareStatement(RANGE);
                Connection other = postgres.connect()) {
            for (int i = 0; i < WARM; i++) {
                ask(query, 0, 9);
            }
            update(other, "UPDATE t SET n = 100 WHERE id = 3");
            assertEquals("10 142", ask(query, 0, 9));
            own.setAutoCommit(false);
            update(own, "DELETE FROM t WHERE id = 4");
            assertEquals("9 138", ask(query, 0, 9));
            own.rollback();
            own.setAutoCommit(true);
            assertEquals("10 142", ask(query, 0, 9));
            update(other, "DROP TABLE t");
            update(other, "CREATE TABLE t (n bigint, id integer)");
            update(other, "INSERT INTO t VALUES (5, 1)");
            assertEquals("1 5", ask(query, 0, 9));
        }
    }

    @Test
    void aValueThatFailsFailsTheStatementAndTheTransaction() throws SQLException {
        try (PreparedStatement query =
                own.prepareStatement("SELECT 10 / (n - ?) FROM t WHERE id = ? OR id = 1")) {
            for (int i = 0; i < WARM; i++) {
                ask(query, -5, 3);
            }
            assertEquals("22012", failure(query).getSQLState());
            own.setAutoCommit(false);
            ask(query, -5, 3);
            assertEquals("22012", failure(query).getSQLState());
            assertEquals(
                    "25P02",
                    assertThrows(SQLException.class, () -> ask(query, -5, 3)).getSQLState());
            own.rollback();
            assertEquals("1;1", ask(query, -5, 3).replace(" ", ""));
        }
    }

    private static SQLException failure(PreparedStatement query) {
        return assertThrows(SQLException.class, () -> ask(query, 1, 1));
    }

    @Test
    void whoWaitsForARowIsCancelledAndAsksAgain() throws Exception {
        try (PreparedStatement query = own.prepareStatement(RANGE);
                Connection other = postgres.connect();
                ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < WARM; i++) {
                ask(query, 0, 9);
            }
            other.setAutoCommit(false);
            update(other, "UPDATE t SET n = 100 WHERE id = 3");
            for (int round = 0; round < 5; round++) {
                Future<String> waiting =
                        asking.submit(() -> {
                            try {
                                return ask(query, 0, 9);
                            } catch (SQLException e) {
                                return e.getSQLState();
                            }
                        });
                while (!waiting.isDone()) {
                    own.unwrap(PGConnection.class).cancelQuery();
                    Thread.sleep(5);
                }
                assertEquals("57014", waiting.get());
                assertEquals("10 45", ask(query, 10, 19), "the next is not interrupted");
            }
            try (Statement limit = own.createStatement()) {
                limit.execute("SET statement_timeout = 300");
                assertEquals(
                        "57014",
                        assertThrows(SQLException.class, () -> ask(query, 0, 9)).getSQLState());
                limit.execute("SET statement_timeout = 0");
            }
            Future<String> waiting = asking.submit(() -> ask(query, 0, 9));
            other.commit();
            assertEquals("10 142", waiting.get());
        }
    }
}
