package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private HttpServer http;

    @BeforeEach
    void open() {
        http = new HttpServer();
    }

    @AfterEach
    void nothingIsHeld() {
        http.close();
    }

    private HttpResponse<String> in(String session, String sql) {
        return http.send(
                http.post(sql).header("accept", "text/csv").header("telegraph-session", session));
    }

    private String as(String user, String session, String sql) {
        String pair = Base64.getEncoder().encodeToString((user + ":").getBytes());
        return http.send(
                        http.post(sql)
                                .header("accept", "text/csv")
                                .header("authorization", "Basic " + pair)
                                .header("telegraph-session", session))
                .body();
    }

    @Test
    void aTransactionSpansTheRequestsOfASession() {
        in("one", "CREATE TABLE t (a int PRIMARY KEY)");
        in("one", "BEGIN");
        in("one", "INSERT INTO t VALUES (1)");
        assertEquals("n\n1\n", in("one", "SELECT count(*) AS n FROM t").body());
        in("one", "ROLLBACK");
        assertEquals("n\n0\n", http.query("text/csv", "SELECT count(*) AS n FROM t").body());
    }

    @Test
    void aSettingHoldsInItsSessionOnly() {
        in("one", "SET seed = 42");
        assertTrue(in("one", "SHOW seed").body().contains("42"));
        assertTrue(in("two", "SHOW seed").body().contains("0"));
    }

    @Test
    void aSessionBelongsToTheUserWhoTookItsName() {
        as("ada", "mine", "SET seed = 42");
        assertTrue(as("ada", "mine", "SHOW seed").contains("42"));
        assertTrue(!as("bob", "mine", "SHOW seed").contains("42"));
    }

    @Test
    void queriesKnowWhoAsks() {
        assertTrue(as("ada", "mine", "SELECT current_user AS who").contains("ada"));
        String nobody = http.query("text/csv", "SELECT current_user AS who").body();
        assertEquals("who\nanonymous\n", nobody);
    }

    @Test
    void ofTooManySessionsTheIdlestGoesUnlessItHasATransaction() {
        in("first", "BEGIN");
        in("second", "SET seed = 42");
        for (int i = 2; i <= KeptSessions.PER_USER_MAX; i++) {
            in("other" + i, "SELECT 1");
        }
        assertTrue(!in("second", "SHOW seed").body().contains("42"));
        HttpResponse<String> open = in("first", "SAVEPOINT there");
        assertEquals(200, open.statusCode(), open.body());
    }

    @Test
    void transactionsKeepTheirSessionsUntilThereIsNoRoom() {
        for (int i = 0; i < KeptSessions.PER_USER_MAX; i++) {
            in("s" + i, "BEGIN");
        }
        HttpResponse<String> refused = in("another", "SELECT 1");
        assertEquals(503, refused.statusCode());
        assertTrue(refused.body().contains("per user=" + KeptSessions.PER_USER_MAX));
        in("s0", "COMMIT");
        assertEquals(200, in("another", "SELECT 1").statusCode());
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        assertEquals(400, in("no blanks here", "SELECT 1").statusCode());
    }
}
