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
import java.sql.Statement;
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
    void aTableIsListedWithItsColumnsKeysAndIndexes() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE maker (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE)");
            statement.execute(
                    """
                    CREATE TABLE plane (
                      maker INTEGER REFERENCES maker ON DELETE CASCADE,
                      number BIGINT GENERATED ALWAYS AS IDENTITY,
                      price NUMERIC(10, 2) DEFAULT 1.5,
                      seen TIMESTAMP WITH TIME ZONE,
                      PRIMARY KEY (number, maker))
                    """);
            statement.execute("CREATE INDEX by_price ON plane (price, seen)");
        }
        assertEquals(
                List.of("public,maker,TABLE", "public,plane,TABLE"),
                lines(
                        about.getTables(null, "public", "%", new String[] {"TABLE"}),
                        "TABLE_SCHEM",
                        "TABLE_NAME",
                        "TABLE_TYPE"));
        assertEquals(
                List.of(
                        "maker,4,integer,10,NO,null,NO",
                        "number,-5,bigint,19,NO,null,YES",
                        "price,2,numeric,10,YES,1.5,NO",
                        "seen,2014,timestamp with time zone,29,YES,null,NO"),
                lines(
                        about.getColumns(null, null, "PLANE", null),
                        "COLUMN_NAME",
                        "DATA_TYPE",
                        "TYPE_NAME",
                        "COLUMN_SIZE",
                        "IS_NULLABLE",
                        "COLUMN_DEF",
                        "IS_AUTOINCREMENT"));
        assertEquals(
                List.of("maker,2,plane_pkey", "number,1,plane_pkey"),
                lines(
                        about.getPrimaryKeys(null, null, "plane"),
                        "COLUMN_NAME",
                        "KEY_SEQ",
                        "PK_NAME"));
        assertEquals(
                List.of(
                        "false,plane_pkey,1,number",
                        "false,plane_pkey,2,maker",
                        "true,by_price,1,price",
                        "true,by_price,2,seen"),
                lines(
                        about.getIndexInfo(null, null, "plane", false, true),
                        "NON_UNIQUE",
                        "INDEX_NAME",
                        "ORDINAL_POSITION",
                        "COLUMN_NAME"));
        List<String> key =
                List.of(
                        "maker,id,plane,maker,"
                                + DatabaseMetaData.importedKeyCascade
                                + ",maker_pkey");
        String[] columns = {
            "PKTABLE_NAME",
            "PKCOLUMN_NAME",
            "FKTABLE_NAME",
            "FKCOLUMN_NAME",
            "DELETE_RULE",
            "PK_NAME"
        };
        assertEquals(key, lines(about.getImportedKeys(null, null, "plane"), columns));
        assertEquals(key, lines(about.getExportedKeys(null, null, "maker"), columns));
        assertEquals(
                key,
                lines(about.getCrossReference(null, null, "maker", null, null, "plane"), columns));
        assertEquals(List.of(), lines(about.getExportedKeys(null, null, "plane"), columns));
        assertEquals(
                List.of("number", "maker").stream().sorted().toList(),
                lines(
                                about.getBestRowIdentifier(
                                        null, null, "plane", DatabaseMetaData.bestRowSession, true),
                                "COLUMN_NAME")
                        .stream()
                        .sorted()
                        .toList());
    }

    @Test
    void schemasAreListed() throws SQLException {
        connection.createStatement().execute("CREATE SCHEMA hangar");
        connection.createStatement().execute("CREATE TABLE hangar.x (a INTEGER)");
        assertEquals(
                List.of("hangar", "public", "telegraph"), lines(about.getSchemas(), "TABLE_SCHEM"));
        assertEquals(
                List.of("x"), lines(about.getTables(null, "hangar", null, null), "TABLE_NAME"));
    }

    @Test
    void patternsStandForNames() {
        assertTrue(SandboxListing.matches("a_c%", "abcdef"));
        assertTrue(SandboxListing.matches(null, "anything"));
        assertTrue(SandboxListing.matches("a\\_c", "a_c"));
        assertFalse(SandboxListing.matches("a\\_c", "abc"));
        assertFalse(SandboxListing.matches("a.c", "abc"));
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
