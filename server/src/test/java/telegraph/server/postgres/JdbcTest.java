package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static telegraph.server.postgres.PostgresServer.rows;
import static telegraph.server.postgres.PostgresServer.update;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// PostgreSQL's own driver for Java, in the ways it speaks the protocol.
class JdbcTest {
    private static PostgresServer postgres;

    @BeforeAll
    static void open() throws SQLException {
        postgres = new PostgresServer();
        try (Connection c = postgres.connect()) {
            update(c, "CREATE TABLE t (id integer PRIMARY KEY, name text, price numeric(10,2))");
            update(c, "INSERT INTO t VALUES (1, 'one', 1.50), (2, 'two', NULL), (3, 'drei', 3)");
        }
    }

    @AfterAll
    static void nothingIsHeld() {
        postgres.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
    void everyModeOfTheDriverGetsTheSameRows(String mode) throws SQLException {
        try (Connection c = postgres.connect("preferQueryMode", mode)) {
            assertEquals(
                    "1 one 1.50; 2 two null; 3 drei 3.00", rows(c, "SELECT * FROM t ORDER BY id"));
            assertEquals("6", rows(c, "SELECT sum(id) FROM t"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "5", "-1"})
    void aPreparedStatementIsTheSameHoweverOftenItRuns(String threshold) throws SQLException {
        try (Connection c = postgres.connect("prepareThreshold", threshold);
                PreparedStatement find =
                        c.prepareStatement("SELECT name, price, id FROM t WHERE id = ?")) {
            for (int round = 0; round < 10; round++) {
                for (int id = 1; id <= 4; id++) {
                    find.setInt(1, id);
                    try (ResultSet found = find.executeQuery()) {
                        assertEquals(id <= 3, found.next());
                        if (id <= 3) {
                            assertEquals(id, found.getInt(3));
                            assertEquals(id == 2, found.getBigDecimal(2) == null);
                        }
                    }
                }
            }
        }
    }
}
