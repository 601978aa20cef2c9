package telegraph.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What tools ask about a sandbox.
class MetaDataTest {
    @TempDir Path folder;
    private Connection connection;
    private DatabaseMetaData about;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:telegraph:" + folder);
        about = connection.getMetaData();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /// Some columns of all rows, with commas between.
    static List<String> lines(ResultSet result, String... columns) throws SQLException {
        List<String> lines = new ArrayList<>();
        while (result.next()) {
            List<String> fields = new ArrayList<>();
            for (String column : columns) {
                fields.add(result.getString(column));
            }
            lines.add(String.join(",", fields));
        }
        return lines;
    }

    @Test
    void viewsAreListedWithTheirColumns() throws SQLException {
        connection
                .createStatement()
                .execute("CREATE VIEW totals AS SELECT 1 AS id, 2.50 AS total, 'x' AS name");
        assertEquals(
                List.of("public,totals,VIEW"),
                lines(
                        about.getTables(null, null, "tot%", null),
                        "TABLE_SCHEM",
                        "TABLE_NAME",
                        "TABLE_TYPE"));
        assertEquals(List.of(), lines(about.getTables(null, null, "x%", null), "TABLE_NAME"));
        assertEquals(
                List.of(
                        "id," + Types.INTEGER + ",1",
                        "total," + Types.NUMERIC + ",2",
                        "name," + Types.VARCHAR + ",3"),
                lines(
                        about.getColumns(null, "public", "totals", "%"),
                        "COLUMN_NAME",
                        "DATA_TYPE",
                        "ORDINAL_POSITION"));
    }

    @Test
    void patternsStandForNames() {
        assertTrue(JdbcDatabaseMetaData.matches("a_c%", "abcdef"));
        assertTrue(JdbcDatabaseMetaData.matches(null, "anything"));
        assertTrue(JdbcDatabaseMetaData.matches("a\\_c", "a_c"));
        assertFalse(JdbcDatabaseMetaData.matches("a\\_c", "abc"));
        assertFalse(JdbcDatabaseMetaData.matches("a.c", "abc"));
    }

    @Test
    void typesAreListedOnce() throws SQLException {
        List<String> names = lines(about.getTypeInfo(), "TYPE_NAME");
        assertTrue(names.contains("uuid") && names.contains("numeric"), names.toString());
        assertEquals(names.stream().distinct().toList(), names);
    }

    @Test
    void itKnowsWhatItIs() throws SQLException {
        assertEquals("Telegraph", about.getDatabaseProductName());
        assertEquals("jdbc:telegraph:" + folder, about.getURL());
        assertTrue(about.supportsTransactions());
        assertTrue(about.nullsAreSortedHigh());
        assertEquals("\"", about.getIdentifierQuoteString());
    }
}
