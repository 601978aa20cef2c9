package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// `set_config` does what SET and SET LOCAL do, for settings of the protocol, for those that
/// Telegraph has too, and for its own; a rollback takes back what any of them did. Django begins
/// each conversation with it.
class SetConfigTest {
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new PostgresServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String set(Connection c, String name, String value, boolean local)
            throws SQLException {
        try (PreparedStatement call = c.prepareStatement("SELECT set_config(?, ?, ?)")) {
            call.setString(1, name);
            call.setString(2, value);
            call.setBoolean(3, local);
            try (ResultSet row = call.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    private static String told(Connection c, String query) throws SQLException {
        try (Statement statement = c.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void asSetDoes() throws SQLException {
        try (Connection c = server.connect()) {
            for (int i = 0; i < 7; i++) { // the driver names the statement from the fifth on
                String zone = i % 2 == 0 ? "Asia/Tokyo" : "UTC";
                assertEquals(zone, set(c, "timezone", zone, false));
                assertEquals(zone, told(c, "SHOW TimeZone"));
            }
            assertEquals(
                    "2024-01-01 09:00:00+09",
                    told(c, "SELECT (timestamptz '2024-01-01 00:00+00')::text"));
            assertEquals("5s", set(c, "statement_timeout", "5s", false));
            assertEquals("5s", told(c, "SHOW statement_timeout"));
            assertEquals("5s", told(c, "SHOW time_limit"));
            assertEquals("100", set(c, "row_limit", "100", false));
            assertEquals("100", told(c, "SHOW row_limit"));
        }
    }

    @Test
    void localUntilTheTransactionEnds() throws SQLException {
        try (Connection c = server.connect()) {
            c.setAutoCommit(false);
            assertEquals("nowhere", set(c, "search_path", "nowhere", true));
            assertEquals(null, told(c, "SELECT current_schema()"));
            assertEquals("UTC", set(c, "TimeZone", "UTC", true));
            c.commit();
            assertEquals("public", told(c, "SELECT current_schema()"));
            assertEquals("\"$user\", public", told(c, "SHOW search_path"));
            SQLException own =
                    assertThrows(SQLException.class, () -> set(c, "row_limit", "1", true));
            assertEquals("0A000", own.getSQLState());
            c.rollback();
        }
    }

    @Test
    void aRollbackTakesItBack() throws SQLException {
        try (Connection c = server.connect();
                Statement statement = c.createStatement()) {
            statement.execute("SET search_path = kept");
            statement.execute("BEGIN; SET search_path = one; SET TimeZone = 'Asia/Tokyo'");
            statement.execute("SAVEPOINT a");
            statement.execute("SET LOCAL search_path = two");
            statement.execute("SAVEPOINT b; SET search_path = three; SAVEPOINT c");
            set(c, "search_path", "four", false);
            assertEquals("four", told(c, "SHOW search_path"));
            statement.execute("ROLLBACK TO b");
            assertEquals("two", told(c, "SHOW search_path"));
            statement.execute("RELEASE b; ROLLBACK TO a");
            assertEquals("one", told(c, "SHOW search_path"));
            assertThrows(SQLException.class, () -> statement.execute("SELECT 1 / 0"));
            statement.execute("ROLLBACK");
            assertEquals("kept", told(c, "SHOW search_path"));
            assertEquals(null, told(c, "SELECT current_schema()"));
            statement.execute("BEGIN; SET search_path = public; SET LOCAL search_path = other");
            statement.execute("COMMIT");
            assertEquals("public", told(c, "SELECT current_schema()"));
            assertThrows(
                    SQLException.class,
                    () -> statement.execute("SET search_path = nowhere; SELECT 1 / 0"));
            assertEquals("public", told(c, "SHOW search_path"));
        }
    }

    @Test
    void whatThereIsNotIsRefused() throws SQLException {
        try (Connection c = server.connect()) {
            SQLException unknown =
                    assertThrows(SQLException.class, () -> set(c, "nothing", "1", false));
            assertEquals("42704", unknown.getSQLState());
            SQLException zone =
                    assertThrows(SQLException.class, () -> set(c, "TimeZone", "Nowhere", false));
            assertEquals("22023", zone.getSQLState());
            SQLException role = assertThrows(SQLException.class, () -> set(c, "role", "x", false));
            assertEquals("42704", role.getSQLState());
        }
    }
}
