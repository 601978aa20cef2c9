package telegraph.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Transactions through JDBC, as far as they need no table.
class TransactionsTest {
    @TempDir Path folder;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:telegraph:" + folder.resolve("sandbox"));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private String many() throws Exception {
        Path file = folder.resolve("numbers.csv");
        Files.write(file, IntStream.range(0, 3_000).mapToObj(i -> i == 0 ? "i" : "" + i).toList());
        return "SELECT a.i FROM '%1$s' a, '%1$s' b".formatted(file);
    }

    @Test
    void commitIsRefusedWithAutocommit() throws SQLException {
        assertTrue(connection.getAutoCommit());
        assertThrows(SQLException.class, () -> connection.commit());
        assertThrows(SQLException.class, () -> connection.rollback());
        assertThrows(SQLException.class, () -> connection.setSavepoint());
    }

    @Test
    void aFailedTransactionIsRolledBackAndCommitSaysSo() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            assertTrue(statement.execute("SELECT 1"));
            assertThrows(SQLException.class, () -> statement.execute("SELECT nothing"));
            SQLException failed =
                    assertThrows(SQLException.class, () -> statement.execute("SELECT 1"));
            assertEquals("25P02", failed.getSQLState());
            assertEquals(
                    "25P02",
                    assertThrows(SQLException.class, () -> connection.commit()).getSQLState());
            assertTrue(statement.execute("SELECT 1"));
            connection.commit();
        }
    }

    @Test
    void aResultThatIsClosedEarlyDoesNotFailItsTransaction() throws Exception {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            ResultSet result = statement.executeQuery(many());
            assertTrue(result.next());
            result.close();
            assertTrue(statement.execute("SELECT 1"));
            connection.commit();
        }
    }

    @Test
    void aResultStaysReadableWhenAnotherStatementOfTheTransactionBegins() throws Exception {
        connection.setAutoCommit(false);
        Path file = folder.resolve("few.csv");
        Files.write(file, IntStream.range(0, 6_000).mapToObj(i -> i == 0 ? "i" : "" + i).toList());
        try (Statement first = connection.createStatement();
                Statement second = connection.createStatement()) {
            ResultSet rows = first.executeQuery("SELECT i FROM '" + file + "'");
            long sum = 0;
            for (int i = 0; i < 10; i++) {
                assertTrue(rows.next());
                sum += rows.getInt(1);
            }
            ResultSet one = second.executeQuery("SELECT 1");
            assertTrue(one.next());
            while (rows.next()) {
                sum += rows.getInt(1);
            }
            assertEquals(5_999L * 6_000 / 2, sum);
        }
    }

    @Test
    void commitClosesWhatIsOpen() throws Exception {
        connection.setAutoCommit(false);
        ResultSet rows = connection.createStatement().executeQuery(many());
        assertTrue(rows.next());
        connection.commit();
        assertFalse(rows.next());
    }

    @Test
    void levelsOfIsolationAreSetBetweenTransactions() throws SQLException {
        for (int level :
                new int[] {
                    Connection.TRANSACTION_READ_UNCOMMITTED,
                    Connection.TRANSACTION_READ_COMMITTED,
                    Connection.TRANSACTION_REPEATABLE_READ,
                    Connection.TRANSACTION_SERIALIZABLE
                }) {
            connection.setTransactionIsolation(level);
            assertEquals(level, connection.getTransactionIsolation());
        }
        assertThrows(
                SQLFeatureNotSupportedException.class,
                () -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE));
        try (Statement statement = connection.createStatement();
                ResultSet r = statement.executeQuery("SHOW default_transaction_isolation")) {
            assertTrue(r.next());
            assertEquals("serializable", r.getString(1));
        }
        connection.setAutoCommit(false);
        connection.createStatement().execute("SELECT 1");
        assertThrows(
                SQLException.class,
                () -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED));
    }

    @Test
    void aStatementsOwnCommitIsSeenByTheConnection() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            statement.execute("COMMIT");
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        }
    }

    @Test
    void savepointsHaveNumbersOrNames() throws SQLException {
        connection.setAutoCommit(false);
        Savepoint one = new JdbcSavepoint(1, "");
        Savepoint named = new JdbcSavepoint(0, "mine");
        assertEquals(1, one.getSavepointId());
        assertEquals("mine", named.getSavepointName());
        assertThrows(SQLException.class, one::getSavepointName);
        assertThrows(SQLException.class, named::getSavepointId);
    }
}
