package telegraph.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who shares a sandbox with whom.
class SandboxesTest {
    private static final String MEMORY = "jdbc:telegraph::memory:";

    @TempDir Path folder;

    private static void put(Connection connection, int number) throws SQLException {
        connection
                .createStatement()
                .execute("CREATE TABLE IF NOT EXISTS n (i INTEGER PRIMARY KEY)");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO n VALUES (?)")) {
            insert.setInt(1, number);
            assertEquals(1, insert.executeUpdate());
        }
    }

    private static boolean has(Connection connection, int number) throws SQLException {
        try (PreparedStatement find = connection.prepareStatement("SELECT i FROM n WHERE i = ?")) {
            find.setInt(1, number);
            try (ResultSet result = find.executeQuery()) {
                return result.next();
            }
        }
    }

    @Test
    void aDirectoryKeepsItsTablesWhenTheLastConnectionCloses() throws SQLException {
        String url = "jdbc:telegraph:" + folder.resolve("kept");
        try (Connection connection = DriverManager.getConnection(url)) {
            put(connection, 7);
        }
        try (Connection connection = DriverManager.getConnection(url)) {
            assertTrue(has(connection, 7));
        }
    }

    @Test
    void aSandboxInMemoryWithoutANameIsOfOneConnection() throws SQLException {
        try (Connection one = DriverManager.getConnection(MEMORY);
                Connection other = DriverManager.getConnection(MEMORY)) {
            put(one, 1);
            assertThrows(SQLException.class, () -> has(other, 1));
        }
    }

    @Test
    void aSandboxInMemoryWithANameLastsAsLongAsAConnectionToIt() throws SQLException {
        try (Connection one = DriverManager.getConnection(MEMORY + "shared")) {
            put(one, 1);
            try (Connection other = DriverManager.getConnection(MEMORY + "shared")) {
                assertTrue(has(other, 1));
                put(other, 2);
            }
            assertTrue(has(one, 2));
        }
        try (Connection later = DriverManager.getConnection(MEMORY + "shared")) {
            assertThrows(SQLException.class, () -> has(later, 1));
        }
    }

    @Test
    void connectionsThatShareASandboxGiveTheSameSettings() throws SQLException {
        String url = "jdbc:telegraph:" + folder.resolve("settings");
        try (Connection one = DriverManager.getConnection(url + "?row_limit=10")) {
            Properties same = new Properties();
            same.setProperty("row_limit", "10");
            same.setProperty("user", "nobody");
            DriverManager.getConnection(url, same).close();
            SQLException e =
                    assertThrows(SQLException.class, () -> DriverManager.getConnection(url));
            assertTrue(e.getMessage().contains("row_limit"), e.getMessage());
            assertFalse(one.isClosed());
        }
        DriverManager.getConnection(url).close();
    }

    @Test
    void aSecondProcessIsRefused() throws Exception {
        String url = "jdbc:telegraph:" + folder.resolve("one");
        try (Connection connection = DriverManager.getConnection(url)) {
            put(connection, 1);
            Process second =
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Second.class.getName(),
                                    url)
                            .redirectErrorStream(true)
                            .start();
            String said =
                    new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(second.waitFor(120, TimeUnit.SECONDS));
            assertTrue(said.contains("53000 a sandbox is used by one process at a time"), said);
            assertTrue(said.contains("pid=" + ProcessHandle.current().pid()), said);
            assertTrue(has(connection, 1));
        }
    }

    /// Another process that wants the same sandbox.
    static final class Second {
        private Second() {}

        public static void main(String[] arguments) {
            try (Connection connection = DriverManager.getConnection(arguments[0])) {
                System.out.println("connected to " + connection);
            } catch (SQLException e) {
                System.out.println(e.getSQLState() + " " + e.getMessage());
            }
        }
    }

    @Test
    void anUrlOfAnotherDriverIsNotOurs() throws SQLException {
        Driver driver = new JdbcDriver();
        assertNull(driver.connect("jdbc:other:x", new Properties()));
        assertFalse(driver.acceptsURL("jdbc:other:x"));
        assertThrows(SQLException.class, () -> driver.connect("jdbc:telegraph:", new Properties()));
    }
}
