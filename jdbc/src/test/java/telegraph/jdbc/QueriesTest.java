package telegraph.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Queries through JDBC, without any table of the sandbox.
class QueriesTest {
    @TempDir Path folder;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:telegraph:" + folder.resolve("sandbox"));
    }

    @AfterEach
    void close() throws SQLException {
        long used = ((JdbcConnection) connection).memoryUsed();
        connection.close();
        assertEquals(0, used, "a query ended and memory is held");
    }

    /// A query with more rows than are kept between it and whoever reads them.
    private String endless() throws IOException {
        return "SELECT a.i FROM '%1$s' a, '%1$s' b".formatted(numbers());
    }

    private Path numbers() throws IOException {
        Path file = folder.resolve("numbers.csv");
        Files.write(file, IntStream.range(0, 3_000).mapToObj(i -> i == 0 ? "i" : "" + i).toList());
        return file;
    }

    private ResultSet one(String sql) throws SQLException {
        ResultSet result = connection.createStatement().executeQuery(sql);
        assertTrue(result.next());
        return result;
    }

    @Test
    void aQueryOverAFileGivesItsRows() throws Exception {
        Path file = folder.resolve("cities.csv");
        Files.writeString(file, "city,population\nLagos,15388000\nOslo,\nJakarta,10562088\n");
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery(
                                "SELECT city, population FROM '" + file + "' ORDER BY city")) {
            assertTrue(result.isBeforeFirst());
            assertTrue(result.next());
            assertEquals("Jakarta", result.getString("CITY"));
            assertEquals(10562088, result.getInt(2));
            assertEquals(1, result.getRow());
            assertTrue(result.next());
            assertTrue(result.next());
            assertEquals("Oslo", result.getString(1));
            assertEquals(0, result.getInt("population"));
            assertTrue(result.wasNull());
            assertNull(result.getObject(2));
            assertFalse(result.next());
            assertTrue(result.isAfterLast());
        }
    }

    @Test
    void eachTypeIsReadAsTheClassesThatFit() throws SQLException {
        ResultSet r =
                one(
                        """
                        SELECT TRUE, 7, 9000000000, 1.5E0, 12.50, 'text', DATE '2024-02-29',
                               TIME '23:59:58.5', TIMESTAMP '2024-02-29 01:02:03.004',
                               CAST('2024-02-29 01:02:03Z' AS timestamptz)
                        """);
        assertTrue(r.getBoolean(1));
        assertEquals("true", r.getString(1));
        assertEquals(7, r.getShort(2));
        assertEquals(7L, r.getObject(2, Long.class));
        assertEquals(9_000_000_000L, r.getLong(3));
        assertEquals(9_000_000_000L, r.getObject(3));
        assertEquals(1.5, r.getDouble(4));
        assertEquals(1, r.getInt(4));
        assertEquals(new BigDecimal("12.50"), r.getBigDecimal(5));
        assertEquals("12.50", r.getString(5));
        assertEquals("text", r.getObject(6));
        assertEquals(LocalDate.of(2024, 2, 29), r.getObject(7, LocalDate.class));
        assertEquals(Date.valueOf("2024-02-29"), r.getDate(7));
        assertEquals(LocalTime.of(23, 59, 58, 500_000_000), r.getObject(8, LocalTime.class));
        assertEquals(
                LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4_000_000),
                r.getObject(9, LocalDateTime.class));
        assertEquals(Timestamp.valueOf("2024-02-29 01:02:03.004"), r.getTimestamp(9));
        assertEquals("2024-02-29 01:02:03.004", r.getString(9));
        assertEquals(Instant.parse("2024-02-29T01:02:03Z"), r.getObject(10, Instant.class));
        assertEquals(OffsetDateTime.of(2024, 2, 29, 1, 2, 3, 0, ZoneOffset.UTC), r.getObject(10));
    }

    @Test
    void nanOfNumericIsThatOfDoubleAndNoBigDecimal() throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT CAST(? AS NUMERIC), CAST(? AS NUMERIC) + 1")) {
            statement.setObject(1, Double.NaN, Types.NUMERIC);
            statement.setDouble(2, Double.NaN);
            ResultSet r = statement.executeQuery();
            assertTrue(r.next());
            for (int column = 1; column <= 2; column++) {
                int at = column;
                assertEquals(Double.NaN, r.getObject(column));
                assertEquals(Double.NaN, r.getDouble(column));
                assertEquals("NaN", r.getString(column));
                String message =
                        assertThrows(SQLException.class, () -> r.getBigDecimal(at)).getMessage();
                assertTrue(message.contains("value=NaN"), message);
                assertThrows(SQLException.class, () -> r.getLong(at));
            }
        }
    }

    @Test
    void theShapeOfAResultIsTold() throws SQLException {
        ResultSetMetaData shape =
                one("SELECT 1 AS a, CAST(2 AS NUMERIC(10, 2)) AS \"B c\", 'x' AS d").getMetaData();
        assertEquals(3, shape.getColumnCount());
        assertEquals("a", shape.getColumnLabel(1));
        assertEquals(Types.INTEGER, shape.getColumnType(1));
        assertEquals("java.lang.Integer", shape.getColumnClassName(1));
        assertEquals("B c", shape.getColumnName(2));
        assertEquals(Types.NUMERIC, shape.getColumnType(2));
        assertEquals(10, shape.getPrecision(2));
        assertEquals(2, shape.getScale(2));
        assertEquals(Types.VARCHAR, shape.getColumnType(3));
        assertThrows(SQLException.class, () -> shape.getColumnType(4));
    }

    @Test
    void parametersOfEachClassComeBackAsTheyWent() throws SQLException {
        UUID uuid = UUID.fromString("00000000-0000-0001-0000-000000000002");
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1 - ?")) {
            statement.setInt(1, -5);
            statement.setLong(2, Long.MIN_VALUE);
            statement.setDouble(3, 1e300);
            statement.setBigDecimal(4, new BigDecimal("-12345678901234567890.12"));
            statement.setString(5, "it's \\ \"q\" -- ü ☃ ?");
            statement.setBoolean(6, false);
            statement.setObject(7, LocalDate.of(1999, 12, 31));
            statement.setObject(8, LocalTime.of(1, 2, 3));
            statement.setObject(9, LocalDateTime.of(1999, 12, 31, 23, 59, 59));
            statement.setObject(10, Instant.parse("1999-12-31T23:59:59Z"));
            statement.setBytes(11, new byte[] {0, 1, -1});
            statement.setObject(12, uuid);
            statement.setNull(13, Types.INTEGER);
            statement.setInt(14, -1);
            ResultSet r = statement.executeQuery();
            assertTrue(r.next());
            assertEquals(-5, r.getInt(1));
            assertEquals(Long.MIN_VALUE, r.getLong(2));
            assertEquals(1e300, r.getDouble(3));
            assertEquals(new BigDecimal("-12345678901234567890.12"), r.getBigDecimal(4));
            assertEquals("it's \\ \"q\" -- ü ☃ ?", r.getString(5));
            assertFalse(r.getBoolean(6));
            assertEquals(LocalDate.of(1999, 12, 31), r.getObject(7, LocalDate.class));
            assertEquals(LocalTime.of(1, 2, 3), r.getObject(8, LocalTime.class));
            assertEquals(
                    LocalDateTime.of(1999, 12, 31, 23, 59, 59),
                    r.getObject(9, LocalDateTime.class));
            assertEquals(Instant.parse("1999-12-31T23:59:59Z"), r.getObject(10, Instant.class));
            assertArrayEquals(new byte[] {0, 1, -1}, r.getBytes(11));
            assertEquals(uuid, r.getObject(12, UUID.class));
            assertNull(r.getString(13));
            assertEquals(2, r.getInt(14));
        }
    }

    @Test
    void aPreparedStatementIsCarriedOutAgainWithOtherValues() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ? * 2 AS twice")) {
            for (int i = 0; i < 5; i++) {
                statement.setInt(1, i);
                ResultSet r = statement.executeQuery();
                assertTrue(r.next());
                assertEquals(2 * i, r.getInt("twice"));
                assertFalse(r.next());
            }
            assertEquals("twice", statement.getMetaData().getColumnLabel(1));
            assertEquals(1, statement.getParameterMetaData().getParameterCount());
        }
    }

    @Test
    void aMissingParameterIsNamed() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?, ?")) {
            statement.setInt(1, 1);
            SQLException e = assertThrows(SQLException.class, statement::executeQuery);
            assertEquals("42P02", e.getSQLState());
            assertTrue(e.getMessage().contains("missing=2"), e.getMessage());
            assertThrows(SQLException.class, () -> statement.setInt(3, 1));
        }
    }

    @Test
    void aMistakeIsASyntaxErrorWithItsPlace() {
        SQLException e = assertThrows(SQLSyntaxErrorException.class, () -> one("SELECT frm 'x'"));
        assertTrue(e.getSQLState().startsWith("42"), e.getSQLState());
    }

    @Test
    void aValueThatDoesNotFitIsSaid() throws SQLException {
        ResultSet r = one("SELECT 3000000000, 'x'");
        assertEquals(
                "22003", assertThrows(SQLDataException.class, () -> r.getInt(1)).getSQLState());
        assertEquals(
                "22018", assertThrows(SQLDataException.class, () -> r.getInt(2)).getSQLState());
        assertThrows(SQLDataException.class, () -> r.getObject(2, LocalDate.class));
        assertThrows(SQLException.class, () -> r.getString("nowhere"));
        assertThrows(SQLException.class, () -> r.getString(3));
    }

    @Test
    void arraysAreListsAndNotParameters() throws SQLException {
        ResultSet r = one("SELECT ARRAY[1, 2]");
        assertEquals(List.of(1, 2), r.getObject(1));
        assertThrows(SQLFeatureNotSupportedException.class, () -> r.getArray(1));
        SQLException e =
                assertThrows(
                        SQLFeatureNotSupportedException.class,
                        () -> connection.createArrayOf("integer", new Object[] {1}));
        assertEquals("0A000", e.getSQLState());
    }

    @Test
    void moreRowsThanAskedForAreNotGiven() throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            ResultSet r = statement.executeQuery(endless());
            int rows = 0;
            while (r.next()) {
                rows++;
            }
            assertEquals(3, rows);
        }
    }

    @Test
    void closingAResultEndsItsQuery() throws Exception {
        try (Statement statement = connection.createStatement()) {
            ResultSet r = statement.executeQuery(endless());
            assertTrue(r.next());
            r.close();
            assertTrue(r.isClosed());
            assertThrows(SQLException.class, r::next);
            assertThrows(SQLException.class, () -> r.getInt(1));
        }
    }

    @Test
    void closingTheConnectionEndsWhatRuns() throws Exception {
        ResultSet r = one(endless());
        connection.close();
        assertThrows(SQLException.class, () -> r.getInt(1));
        assertThrows(SQLException.class, () -> connection.createStatement());
        connect();
    }

    @Test
    void aStatementThatTakesTooLongTimesOut() throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThrows(SQLTimeoutException.class, () -> statement.executeQuery(counted()).next());
        }
    }

    @Test
    void anotherThreadCancels() throws Exception {
        try (Statement statement = connection.createStatement()) {
            AtomicReference<SQLException> said = new AtomicReference<>();
            String question = counted();
            Thread asks = Thread.ofPlatform().start(() -> said.set(failure(statement, question)));
            while (asks.isAlive()) {
                statement.cancel();
                asks.join(20);
            }
            assertEquals("57014", said.get().getSQLState());
        }
    }

    /// A query that nobody waits for.
    private String counted() throws IOException {
        return "SELECT COUNT(*) FROM '%1$s' a, '%1$s' b, '%1$s' c, '%1$s' d".formatted(numbers());
    }

    private static SQLException failure(Statement statement, String question) {
        return assertThrows(SQLException.class, () -> statement.executeQuery(question).next());
    }

    @Test
    void twoResultsAreReadSideBySide() throws SQLException {
        ResultSet a = one("SELECT * FROM (VALUES (1), (2)) AS t (x) ORDER BY x");
        ResultSet b = one("SELECT * FROM (VALUES (3), (4)) AS t (x) ORDER BY x");
        assertEquals(1, a.getInt(1));
        assertEquals(3, b.getInt(1));
        assertTrue(a.next());
        assertTrue(b.next());
        assertEquals(2, a.getInt(1));
        assertEquals(4, b.getInt(1));
    }

    @Test
    void settingsInTheUrlHold() throws SQLException {
        connection.close();
        connection =
                DriverManager.getConnection(
                        "jdbc:telegraph:" + folder.resolve("sandbox") + "?row_limit=10");
        assertEquals("10", one("SHOW row_limit").getString(1));
    }

    @Test
    void anUnknownSettingIsAnErrorWithTheNearestName() {
        SQLException e =
                assertThrows(
                        SQLException.class,
                        () ->
                                DriverManager.getConnection(
                                        "jdbc:telegraph:"
                                                + folder.resolve("other")
                                                + "?row_limt=10"));
        assertTrue(e.getMessage().contains("row_limit"), e.getMessage());
    }

    @Test
    void connectionsOfOneProcessShareADirectory() throws SQLException {
        try (Connection second =
                DriverManager.getConnection(
                        "jdbc:telegraph:" + folder.resolve("x").resolve("..").resolve("sandbox"))) {
            connection.createStatement().execute("CREATE VIEW seven AS SELECT 7 AS n");
            ResultSet r = second.createStatement().executeQuery("SELECT n FROM seven");
            assertTrue(r.next());
            assertEquals(7, r.getInt(1));
        }
        assertTrue(connection.isValid(1));
    }

    @Test
    void whatIsMissingFromAResultIsAWarning() throws Exception {
        Path file = folder.resolve("odd.csv");
        Files.writeString(file, "a,b\n1,2\n3\n4,5\n");
        String rows = "read_csv('" + file + "', ignore_errors => true)";
        try (Statement statement = connection.createStatement()) {
            try (ResultSet result = statement.executeQuery("SELECT a FROM " + rows)) {
                int read = 0;
                while (result.next()) {
                    read++;
                }
                assertEquals(2, read);
                assertTrue(
                        statement.getWarnings().getMessage().contains("1 row could not be read"));
            }
            statement.executeUpdate("CREATE TABLE odd AS SELECT * FROM " + rows);
            assertTrue(statement.getWarnings().getMessage().contains("1 row could not be read"));
            statement.executeQuery("SELECT 1").close();
            assertNull(statement.getWarnings());
        }
    }
}
