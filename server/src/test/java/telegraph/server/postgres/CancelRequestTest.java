package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static telegraph.server.postgres.PostgresServer.rows;
import static telegraph.server.postgres.PostgresServer.update;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/// Which statement a request to cancel is about, as PostgreSQL's own driver sends them.
class CancelRequestTest {
    private static final String ENDLESS =
            "SELECT count(*) FROM n a, n b, n c WHERE a.i + b.i + c.i < 0";

    private static PostgresServer postgres;

    @BeforeAll
    static void open() throws Exception {
        postgres = new PostgresServer();
        try (Connection own = postgres.connect()) {
            update(own, "CREATE TABLE n (i integer PRIMARY KEY)");
            String rows =
                    IntStream.range(0, 2_000)
                            .mapToObj(i -> "(" + i + ")")
                            .collect(Collectors.joining(",", "INSERT INTO n VALUES ", ""));
            assertEquals(2_000, update(own, rows));
        }
    }

    @AfterAll
    static void close() {
        postgres.close();
    }

    /// Requests that come while the answer to a cancelled statement is on its way are not about the
    /// next one. Many at once, so that the server's threads are held up between any two steps.
    @Test
    void requestsToCancelAreOverWhenTheyHaveReturned() throws Exception {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> ends = new ArrayList<>();
            for (int client = 0; client < 16; client++) {
                ends.add(
                        clients.submit(() -> {
                            cancelAgainAndAgain();
                            return null;
                        }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
    }

    private void cancelAgainAndAgain() throws Exception {
        try (Connection own = postgres.connect();
                Statement statement = own.createStatement();
                ExecutorService running = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 15; round++) {
                Future<SQLException> failure =
                        running.submit(() ->
                                assertThrows(SQLException.class, () -> statement.execute(ENDLESS)));
                while (!failure.isDone()) {
                    own.unwrap(PGConnection.class).cancelQuery();
                }
                assertEquals("57014", failure.get().getSQLState());
                assertEquals("1999000", rows(own, "SELECT sum(i) FROM n"));
            }
        }
    }
}
