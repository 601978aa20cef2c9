package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.server.postgres.PostgresServer.rows;
import static telegraph.server.postgres.PostgresServer.update;

import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;
import org.postgresql.util.PGobject;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import telegraph.testkit.Threads;

/// PostgreSQL's own driver for Java, in the ways it speaks the protocol.
class JdbcTest {
    /// A query that would take for ever.
    private static final String ENDLESS =
            "SELECT count(*) FROM n a, n b, n c WHERE a.i + b.i + c.i < 0";

    private static PostgresServer postgres;
    private Connection c;

    @BeforeAll
    static void open() throws SQLException {
        postgres = new PostgresServer();
        try (Connection c = postgres.connect()) {
            update(c, "CREATE TABLE n (i integer PRIMARY KEY, text text)");
            try (PreparedStatement insert = c.prepareStatement("INSERT INTO n VALUES (?, ?)")) {
                for (int i = 0; i < 3_000; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "number " + i);
                    insert.addBatch();
                }
                assertEquals(3_000, insert.executeBatch().length);
            }
        }
    }

    @AfterAll
    static void nothingIsHeld() {
        postgres.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        c = postgres.connect();
        update(c, "CREATE TABLE t (id integer PRIMARY KEY, name varchar(20), price numeric(10,2))");
        update(c, "INSERT INTO t VALUES (1, 'one', 1.50), (2, 'two', NULL), (3, 'drei', 3)");
    }

    @AfterEach
    void disconnect() throws SQLException {
        if (!c.getAutoCommit()) {
            c.rollback();
            c.setAutoCommit(true);
        }
        update(c, "DROP TABLE t");
        c.close();
    }

    private static String state(SQLException e) {
        return e.getSQLState();
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
    void everyModeOfTheDriverGetsTheSameRows(String mode) throws SQLException {
        try (Connection other = postgres.connect("preferQueryMode", mode)) {
            for (int round = 0; round < 7; round++) {
                assertEquals(
                        "1 one 1.50; 2 two null; 3 drei 3.00",
                        rows(other, "SELECT * FROM t ORDER BY id"));
                assertEquals("6", rows(other, "SELECT sum(id) FROM t"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "5", "-1"})
    void aPreparedStatementIsTheSameHoweverOftenItRuns(String threshold) throws SQLException {
        try (Connection other = postgres.connect("prepareThreshold", threshold);
                PreparedStatement find =
                        other.prepareStatement("SELECT name, price, id FROM t WHERE id = ?")) {
            for (int round = 0; round < 10; round++) {
                for (int id = 1; id <= 4; id++) {
                    find.setInt(1, id);
                    try (ResultSet found = find.executeQuery()) {
                        assertEquals(id <= 3, found.next());
                        if (id <= 3) {
                            assertEquals(id, found.getInt(3));
                            assertEquals(id == 2, found.getBigDecimal(2) == null);
                        }
                        assertFalse(found.next());
                    }
                }
            }
        }
    }

    @Test
    void enumsAreTextsOfATypeOfTheirOwn() throws SQLException {
        update(c, "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')");
        try {
            update(c, "CREATE TABLE f (id integer PRIMARY KEY, m mood)");
            try (PreparedStatement insert = c.prepareStatement("INSERT INTO f VALUES (?, ?)")) {
                insert.setInt(1, 1);
                insert.setObject(2, "sad", Types.OTHER);
                insert.executeUpdate();
                insert.setInt(1, 2);
                PGobject happy = new PGobject();
                happy.setType("mood");
                happy.setValue("happy");
                insert.setObject(2, happy);
                insert.executeUpdate();
                insert.setInt(1, 3);
                insert.setNull(2, Types.OTHER);
                insert.executeUpdate();
                insert.setInt(1, 4);
                insert.setObject(2, "angry", Types.OTHER);
                PSQLException e = assertThrows(PSQLException.class, insert::executeUpdate);
                assertEquals("22P02", e.getSQLState());
            }
            for (int i = 0;
                    i < 7;
                    i++) { // from the fifth time on prepared at the server, in binary
                try (PreparedStatement ask =
                        c.prepareStatement("SELECT m FROM f WHERE m > ?::mood ORDER BY m")) {
                    ask.setString(1, "sad");
                    ResultSet result = ask.executeQuery();
                    assertEquals("mood", result.getMetaData().getColumnTypeName(1));
                    assertTrue(result.next());
                    assertEquals("happy", result.getString(1));
                    assertEquals("happy", result.getObject(1));
                    assertFalse(result.next());
                }
                try (PreparedStatement ask =
                        c.prepareStatement("SELECT id FROM f WHERE m = ? ORDER BY id")) {
                    ask.setObject(1, "sad", Types.OTHER);
                    ResultSet result = ask.executeQuery();
                    assertTrue(result.next());
                    assertEquals(1, result.getInt(1));
                }
            }
            try (PreparedStatement ask = c.prepareStatement("SELECT m FROM f WHERE id = ?")) {
                ask.setInt(1, 2);
                ResultSet result = ask.executeQuery();
                assertTrue(result.next());
                assertEquals("happy", result.getString(1));
            }
            assertEquals("{sad,ok,happy}", rows(c, "SELECT enum_range(NULL::mood)"));
            CopyManager copies = c.unwrap(PGConnection.class).getCopyAPI();
            assertEquals(
                    2, copies.copyIn("COPY f FROM STDIN", new StringReader("5\tok\n6\t\\N\n")));
            StringWriter out = new StringWriter();
            copies.copyOut("COPY (SELECT m FROM f WHERE m IS NOT NULL ORDER BY m) TO STDOUT", out);
            assertEquals("sad\nok\nhappy\n", out.toString());
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        } finally {
            update(c, "DROP TABLE IF EXISTS f");
            update(c, "DROP TYPE mood");
        }
    }

    @Test
    void aBrokenPromiseIsToldInFields() throws SQLException {
        update(c, "CREATE SCHEMA promises");
        update(
                c,
                "CREATE TABLE promises.a (id integer PRIMARY KEY, n integer NOT NULL CHECK (n > 0))");
        update(c, "CREATE TABLE promises.b (a integer CONSTRAINT known REFERENCES promises.a)");
        update(c, "INSERT INTO promises.a VALUES (1, 1)");
        assertEquals(
                "23505 duplicate key value violates unique constraint \"a_pkey\""
                        + " | Key (id)=(1) already exists. | promises a null a_pkey",
                broken("INSERT INTO promises.a VALUES (1, 1)"));
        assertEquals(
                "23514 new row for table \"promises.a\" violates check constraint \"a_n_check\""
                        + " | null | promises a null a_n_check",
                broken("INSERT INTO promises.a VALUES (2, 0)"));
        assertEquals(
                "23502 null value in column \"n\" of table \"promises.a\" violates not-null"
                        + " constraint | null | promises a n null",
                broken("INSERT INTO promises.a VALUES (2, NULL)"));
        assertEquals(
                "23503 insert or update on table \"promises.b\" violates foreign key constraint"
                        + " \"known\" | Key (a)=(7) is not present in table \"promises.a\"."
                        + " | promises b null known",
                broken("INSERT INTO promises.b VALUES (7)"));
        update(c, "DROP SCHEMA promises CASCADE");
    }

    private String broken(String statement) {
        PSQLException failure = assertThrows(PSQLException.class, () -> update(c, statement));
        ServerErrorMessage told = failure.getServerErrorMessage();
        return told.getSQLState()
                + " "
                + told.getMessage()
                + " | "
                + told.getDetail()
                + " | "
                + String.join(
                        " ",
                        told.getSchema(),
                        told.getTable(),
                        told.getColumn(),
                        told.getConstraint());
    }

    @Test
    void aPointReadSeesWhatOthersHaveCommittedAndNoMore() throws SQLException {
        try (PreparedStatement find = c.prepareStatement("SELECT name FROM t WHERE id = ?");
                Connection other = postgres.connect()) {
            find.setInt(1, 1);
            for (int i = 0; i < 10; i++) {
                other.setAutoCommit(false);
                try (Statement change = other.createStatement()) {
                    change.executeUpdate("UPDATE t SET name = 'n" + i + "' WHERE id = 1");
                }
                CompletableFuture<String> seen =
                        CompletableFuture.supplyAsync(() -> {
                            try (ResultSet found = find.executeQuery()) {
                                found.next();
                                return found.getString(1);
                            } catch (SQLException e) {
                                throw new AssertionError(e);
                            }
                        });
                other.commit();
                seen.join();
                try (ResultSet found = find.executeQuery()) {
                    found.next();
                    assertEquals("n" + i, found.getString(1));
                }
            }
        }
    }

    @Test
    void aStatementPreparedBeforeItsTableChangedIsPreparedAgain() throws SQLException {
        try (Connection other = postgres.connect("prepareThreshold", "1", "autosave", "always");
                PreparedStatement find = other.prepareStatement("SELECT * FROM t WHERE id = ?")) {
            find.setInt(1, 1);
            for (int round = 0; round < 3; round++) {
                try (ResultSet found = find.executeQuery()) {
                    assertEquals("1 one 1.50", rows(found));
                }
            }
            update(c, "ALTER TABLE t ADD COLUMN more text DEFAULT 'x'");
            try (ResultSet found = find.executeQuery()) {
                assertEquals("1 one 1.50 x", rows(found));
            }
        }
    }

    @Test
    void changesTellHowManyRowsTheyChanged() throws SQLException {
        assertEquals(1, update(c, "INSERT INTO t VALUES (4, 'vier', 4)"));
        assertEquals(2, update(c, "UPDATE t SET price = 9 WHERE id > 2"));
        assertEquals(1, update(c, "UPDATE t SET price = 9 WHERE id = 2"));
        assertEquals(0, update(c, "DELETE FROM t WHERE id = 99"));
        assertEquals(4, update(c, "DELETE FROM t"));
    }

    @Test
    void aTransactionIsSeenByOthersWhenItIsCommitted() throws SQLException {
        c.setAutoCommit(false);
        update(c, "INSERT INTO t VALUES (10, 'ten', 0)");
        c.rollback();
        assertEquals("3", rows(c, "SELECT count(*) FROM t"));
        update(c, "INSERT INTO t VALUES (11, 'eleven', 0)");
        c.commit();
        try (Connection other = postgres.connect()) {
            assertEquals("11", rows(other, "SELECT max(id) FROM t"));
        }
    }

    @Test
    void anErrorFailsTheTransactionUntilItsEndOrASavepoint() throws SQLException {
        c.setAutoCommit(false);
        update(c, "INSERT INTO t VALUES (4, 'vier', 4)");
        Savepoint before = c.setSavepoint("before");
        assertEquals(
                "23505",
                state(
                        assertThrows(
                                SQLException.class,
                                () -> update(c, "INSERT INTO t VALUES (1, 'again', 0)"))));
        assertEquals("25P02", state(assertThrows(SQLException.class, () -> rows(c, "SELECT 1"))));
        c.rollback(before);
        assertEquals("4", rows(c, "SELECT count(*) FROM t"));
        update(c, "INSERT INTO t VALUES (5, 'five', 5)");
        c.releaseSavepoint(before);
        c.commit();
        assertEquals("5", rows(c, "SELECT count(*) FROM t"));
    }

    @Test
    void theIsolationLevelIsWhatWasSaid() throws SQLException {
        assertEquals(Connection.TRANSACTION_READ_COMMITTED, c.getTransactionIsolation());
        c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        assertEquals(Connection.TRANSACTION_SERIALIZABLE, c.getTransactionIsolation());
        c.setReadOnly(true);
        c.setAutoCommit(false);
        assertEquals(
                "25006", state(assertThrows(SQLException.class, () -> update(c, "DELETE FROM t"))));
        c.rollback();
        c.setReadOnly(false);
    }

    @Test
    void aBatchIsOneTransaction() throws SQLException {
        try (PreparedStatement insert = c.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
            for (int id : new int[] {10, 11, 12, 1, 13}) {
                insert.setInt(1, id);
                insert.setString(2, "b");
                insert.setBigDecimal(3, BigDecimal.ONE);
                insert.addBatch();
            }
            BatchUpdateException e = assertThrows(BatchUpdateException.class, insert::executeBatch);
            assertEquals("23505", e.getSQLState());
        }
        assertEquals("3", rows(c, "SELECT count(*) FROM t"), "all or nothing");
        try (Statement several = c.createStatement()) {
            several.addBatch("INSERT INTO t VALUES (20, 'a', 1)");
            several.addBatch("UPDATE t SET price = 2 WHERE id = 20");
            several.addBatch("DELETE FROM t WHERE id > 1");
            assertArrayEquals(new int[] {1, 1, 3}, several.executeBatch());
        }
        assertEquals("1 one 1.50", rows(c, "SELECT * FROM t"));
    }

    @Test
    void statementsOfOneTextAreOneTransaction() throws SQLException {
        try (Connection other = postgres.connect("preferQueryMode", "simple");
                Statement several = other.createStatement()) {
            assertThrows(
                    SQLException.class,
                    () ->
                            several.execute(
                                    "INSERT INTO t VALUES (10, 'a', 1); SELECT nothing; SELECT 1"));
            assertEquals("3", rows(c, "SELECT count(*) FROM t"));
            several.execute(
                    "INSERT INTO t VALUES (10, 'a', 1); COMMIT; INSERT INTO t VALUES (11, 'b', 1)");
            assertEquals("5", rows(c, "SELECT count(*) FROM t"));
            assertThrows(
                    SQLException.class,
                    () ->
                            several.execute(
                                    "BEGIN; DELETE FROM t; COMMIT; DELETE FROM n; SELECT 1/0"));
            assertEquals("0", rows(c, "SELECT count(*) FROM t"));
            assertEquals("3000", rows(c, "SELECT count(*) FROM n"));
        }
    }

    @Test
    void rowsComeInPiecesOfTheFetchSizeAndOtherStatementsInBetween() throws SQLException {
        c.setAutoCommit(false);
        try (Statement all = c.createStatement()) {
            all.setFetchSize(7);
            int count = 0;
            try (ResultSet rows = all.executeQuery("SELECT i, text FROM n ORDER BY i")) {
                while (rows.next()) {
                    assertEquals(count++, rows.getInt(1));
                    if (count == 100) {
                        update(c, "UPDATE t SET price = 7 WHERE id = 1");
                        assertEquals("6", rows(c, "SELECT sum(id) FROM t"));
                    }
                }
            }
            assertEquals(3_000, count);
            try (ResultSet rows = all.executeQuery("SELECT i FROM n ORDER BY i")) {
                assertTrue(rows.next());
            }
            try (ResultSet rows = all.executeQuery("SELECT i FROM n ORDER BY i")) {
                assertTrue(rows.next());
                c.commit();
                assertEquals("7.00", rows(c, "SELECT price FROM t WHERE id = 1"));
            }
        }
    }

    @Test
    void aLargeResultMakesWayForOtherStatementsOfItsTransaction() throws SQLException {
        c.setAutoCommit(false);
        try (Statement all = c.createStatement()) {
            all.setFetchSize(7);
            int count = 0;
            String large = "SELECT a.i, b.i FROM n a, n b WHERE b.i < 50";
            try (ResultSet rows = all.executeQuery(large)) {
                while (rows.next()) {
                    if (++count == 20) {
                        assertEquals("6", rows(c, "SELECT sum(id) FROM t"));
                        update(c, "SET statement_timeout = 100000");
                        update(c, "UPDATE t SET price = 8 WHERE id = 1");
                    }
                }
            }
            assertEquals(150_000, count);
            c.commit();
            update(c, "SET statement_timeout = 0");
            c.commit();
        }
    }

    @Test
    void theMostRowsOfAStatementAreThatMany() throws SQLException {
        try (Statement some = c.createStatement()) {
            some.setMaxRows(5);
            try (ResultSet rows = some.executeQuery("SELECT i FROM n ORDER BY i")) {
                assertEquals("0; 1; 2; 3; 4", rows(rows));
            }
        }
    }

    @Test
    void rowsOfAChangeComeBackAlsoWhenFewAreWanted() throws SQLException {
        try (Statement change = c.createStatement()) {
            change.setMaxRows(1);
            try (ResultSet rows = change.executeQuery("DELETE FROM t RETURNING id")) {
                assertTrue(rows.next());
                assertFalse(rows.next());
            }
        }
        assertEquals("0", rows(c, "SELECT count(*) FROM t"));
    }

    @Test
    void valuesOfEachTypePassBothWaysInBothForms() throws SQLException {
        for (String mode : new String[] {"0", "-1"}) { // text until the fifth time, binary at once
            try (Connection other =
                            postgres.connect("prepareThreshold", mode.equals("0") ? "0" : "-1");
                    PreparedStatement echo =
                            other.prepareStatement(
                                    "SELECT ?::int, ?::bigint, ?::numeric(10,3), ?::text, ?::boolean,"
                                            + " ?::double precision, ?::date, ?::timestamp")) {
                echo.setInt(1, -5);
                echo.setLong(2, 1L << 40);
                echo.setBigDecimal(3, new BigDecimal("12.345"));
                echo.setString(4, "ä'\\x");
                echo.setBoolean(5, true);
                echo.setDouble(6, 0.1);
                echo.setDate(7, java.sql.Date.valueOf("2024-02-29"));
                echo.setTimestamp(8, java.sql.Timestamp.valueOf("2024-02-29 12:34:56.789"));
                try (ResultSet back = echo.executeQuery()) {
                    assertTrue(back.next());
                    assertEquals(-5, back.getInt(1));
                    assertEquals(1L << 40, back.getLong(2));
                    assertEquals(0, new BigDecimal("12.345").compareTo(back.getBigDecimal(3)));
                    assertEquals("ä'\\x", back.getString(4));
                    assertTrue(back.getBoolean(5));
                    assertEquals(0.1, back.getDouble(6));
                    assertEquals(java.sql.Date.valueOf("2024-02-29"), back.getDate(7));
                    assertEquals(
                            java.sql.Timestamp.valueOf("2024-02-29 12:34:56.789"),
                            back.getTimestamp(8));
                }
                for (int place = 1; place <= 8; place++) {
                    echo.setNull(place, Types.OTHER);
                }
                try (ResultSet back = echo.executeQuery()) {
                    assertTrue(back.next());
                    for (int place = 1; place <= 8; place++) {
                        assertNull(back.getObject(place));
                    }
                }
            }
        }
    }

    @Test
    void nanOfNumericPassesBothWaysInBothForms() throws Exception {
        update(c, "CREATE TABLE nan (id integer PRIMARY KEY, a numeric, b numeric(30,2))");
        PGobject nan = new PGobject();
        nan.setType("numeric");
        nan.setValue("NaN");
        try {
            for (String threshold : new String[] {"0", "-1"}) {
                try (Connection other = postgres.connect("prepareThreshold", threshold);
                        PreparedStatement put =
                                other.prepareStatement("INSERT INTO nan VALUES (?, ?, ?)");
                        PreparedStatement find =
                                other.prepareStatement(
                                        "SELECT a, b, a + ? FROM nan WHERE id = ? AND a = ?")) {
                    put.setInt(1, Integer.parseInt(threshold));
                    put.setObject(2, nan);
                    put.setDouble(3, Double.NaN);
                    assertEquals(1, put.executeUpdate());
                    find.setBigDecimal(1, BigDecimal.ONE);
                    find.setInt(2, Integer.parseInt(threshold));
                    find.setObject(3, nan);
                    try (ResultSet back = find.executeQuery()) {
                        assertTrue(back.next());
                        for (int column = 1; column <= 3; column++) {
                            assertEquals(Double.NaN, back.getObject(column));
                            assertEquals("NaN", back.getString(column));
                        }
                    }
                }
            }
            try (PreparedStatement add =
                            c.prepareStatement("UPDATE nan SET a = a + ? WHERE id = ?");
                    PreparedStatement find =
                            c.prepareStatement("SELECT a, b FROM nan WHERE id = ?")) {
                for (int i = 0; i < 7; i++) { // by the server's own form after some
                    add.setInt(1, 1);
                    add.setInt(2, 0);
                    assertEquals(1, add.executeUpdate());
                    find.setInt(1, 0);
                    try (ResultSet back = find.executeQuery()) {
                        assertTrue(back.next());
                        assertEquals(Double.NaN, back.getObject(1));
                        assertEquals(Double.NaN, back.getObject(2));
                    }
                }
            }
            CopyManager copy = new CopyManager(c.unwrap(BaseConnection.class));
            copy.copyIn("COPY nan FROM STDIN", new StringReader("5\tNaN\t1.5\n6\t2\tnan\n"));
            StringWriter back = new StringWriter();
            copy.copyOut("COPY (SELECT * FROM nan WHERE id > 4 ORDER BY id) TO STDOUT", back);
            assertEquals("5\tNaN\t1.50\n6\t2\tNaN\n", back.toString());
            java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
            copy.copyOut(
                    "COPY (SELECT id + 10, a, b FROM nan WHERE id > 4) TO STDOUT (FORMAT binary)",
                    bytes);
            copy.copyIn(
                    "COPY nan FROM STDIN (FORMAT binary)",
                    new java.io.ByteArrayInputStream(bytes.toByteArray()));
            assertEquals("5", rows(c, "SELECT count(*) FROM nan WHERE a = 'NaN' OR id = 16"));
        } finally {
            update(c, "DROP TABLE nan");
        }
    }

    @Test
    void theShapeOfAStatementIsKnownBeforeItRuns() throws SQLException {
        try (PreparedStatement find =
                c.prepareStatement("SELECT id, name, price FROM t WHERE id = ? AND name = ?")) {
            assertEquals(2, find.getParameterMetaData().getParameterCount());
            assertEquals(Types.INTEGER, find.getParameterMetaData().getParameterType(1));
            ResultSetMetaData shape = find.getMetaData();
            assertEquals(3, shape.getColumnCount());
            assertEquals("name", shape.getColumnName(2));
            assertEquals(Types.VARCHAR, shape.getColumnType(2));
            assertEquals(20, shape.getPrecision(2));
            assertEquals("numeric", shape.getColumnTypeName(3));
            assertEquals(10, shape.getPrecision(3));
            assertEquals(2, shape.getScale(3));
        }
    }

    @Test
    void anErrorTellsItsCodeItsPlaceItsHintAndItsQuery() {
        PSQLException e = assertThrows(PSQLException.class, () -> rows(c, "SELECT\n  nane FROM t"));
        assertEquals("42703", e.getSQLState());
        assertEquals("unknown column \"nane\"", e.getServerErrorMessage().getMessage());
        assertEquals("Did you mean \"name\"?", e.getServerErrorMessage().getHint());
        assertEquals(10, e.getServerErrorMessage().getPosition());
        assertEquals("ERROR", e.getServerErrorMessage().getSeverity());
    }

    @Test
    void aQueryIsCancelledFromOutside() throws Exception {
        try (Statement endless = c.createStatement()) {
            CompletableFuture<SQLException> failure =
                    CompletableFuture.supplyAsync(
                            () -> assertThrows(SQLException.class, () -> endless.execute(ENDLESS)));
            Threads.await("a query runs", () -> postgres.telegraph().memoryUsed() > 0);
            endless.cancel();
            assertEquals("57014", state(failure.join()));
        }
        assertEquals("6", rows(c, "SELECT sum(id) FROM t"));
    }

    @Test
    void aStatementIsDescribedInTheTimeItWasGiven() throws Exception {
        try (Statement limit = c.createStatement()) {
            limit.execute("SET statement_timeout = 100");
        }
        String wide =
                // To describe so many takes far longer.
                IntStream.range(0, 50_000)
                        .mapToObj(i -> "id + " + i)
                        .collect(Collectors.joining(", ", "SELECT ", " FROM t"));
        try (PreparedStatement prepared = c.prepareStatement(wide)) {
            SQLException failure = assertThrows(SQLException.class, prepared::getMetaData);
            assertEquals("57014", state(failure));
            assertTrue(failure.getMessage().contains("within 100 ms"), failure.getMessage());
        }
        try (Statement limit = c.createStatement()) {
            limit.execute("RESET statement_timeout");
        }
        assertEquals("6", rows(c, "SELECT sum(id) FROM t"));
    }

    @Test
    void aStatementIsCancelledWhileItIsDescribed() throws Exception {
        String wide =
                // To describe so many takes far longer than anybody waits here.
                IntStream.range(0, 50_000)
                        .mapToObj(i -> "id + " + i)
                        .collect(Collectors.joining(", ", "SELECT ", " FROM t"));
        try (PreparedStatement prepared = c.prepareStatement(wide)) {
            CompletableFuture<SQLException> failure =
                    CompletableFuture.supplyAsync(
                            () -> assertThrows(SQLException.class, prepared::getMetaData));
            Threads.await(
                    "it hears",
                    () -> {
                        try {
                            c.unwrap(PGConnection.class).cancelQuery();
                        } catch (SQLException e) {
                            throw new AssertionError(e);
                        }
                        return failure.isDone();
                    });
            assertEquals("57014", state(failure.join()));
        }
        assertEquals("6", rows(c, "SELECT sum(id) FROM t"));
    }

    @Test
    void aStatementHasNoMoreTimeThanItWasGiven() throws SQLException {
        try (Statement limit = c.createStatement()) {
            limit.execute("SET statement_timeout = 2000");
            assertEquals(
                    "57014", state(assertThrows(SQLException.class, () -> limit.execute(ENDLESS))));
            assertEquals("2000", rows(c, "SHOW statement_timeout"));
            limit.execute("RESET statement_timeout");
            limit.setQueryTimeout(1);
            assertEquals(
                    "57014", state(assertThrows(SQLException.class, () -> limit.execute(ENDLESS))));
        }
        assertEquals("6", rows(c, "SELECT sum(id) FROM t"));
    }

    @Test
    void theDriverIsToldOfParametersThatChange() throws SQLException {
        try (Connection other = postgres.connect("ApplicationName", "a test")) {
            assertEquals("a test", other.getClientInfo("ApplicationName"));
            assertEquals("a test", rows(other, "SHOW application_name"));
            update(other, "SET application_name TO 'another'");
            assertEquals("another", other.getClientInfo("ApplicationName"));
            assertEquals("UTF8", rows(other, "SHOW client_encoding"));
            SQLException e =
                    assertThrows(
                            SQLException.class, () -> update(other, "SET datestyle = 'German'"));
            assertEquals("22023", e.getSQLState());
            update(other, "SET TIME ZONE 'America/New_York'");
            assertEquals(
                    "2024-01-01 07:00:00-05",
                    rows(other, "SELECT CAST('2024-01-01 12:00:00+00' AS timestamptz)"));
            assertEquals(
                    "2024-03-09 12:00:00-05; 2024-03-10 12:00:00-04",
                    rows(
                            other,
                            "SELECT d FROM generate_series('2024-03-09 12:00-05'::timestamptz,"
                                    + " '2024-03-10 12:00-04', '1 day') AS d"));
        }
        try (Connection other = postgres.connect("options", "-c statement_timeout=90s")) {
            assertEquals("90s", rows(other, "SHOW statement_timeout"));
            assertEquals("90s", rows(other, "SHOW time_limit"));
        }
        assertThrows(SQLException.class, () -> postgres.connect("options", "-c no_such_thing=3s"));
    }

    @Test
    void aWarningReachesTheClient() throws SQLException {
        try (Statement statement = c.createStatement()) {
            statement.execute("ROLLBACK");
            assertEquals(
                    "there is no transaction in progress", statement.getWarnings().getMessage());
            assertEquals("25P01", statement.getWarnings().getSQLState());
        }
    }

    @Test
    void anEmptyStatementIsNone() throws SQLException {
        try (Statement statement = c.createStatement()) {
            assertFalse(statement.execute(""));
            assertFalse(statement.execute(" -- nothing"));
            assertFalse(statement.execute(";"));
        }
    }

    @Test
    void aCursorGoesThroughItsRows() throws SQLException {
        c.setAutoCommit(false);
        update(c, "DECLARE all_rows CURSOR FOR SELECT i FROM n ORDER BY i");
        assertEquals("0", rows(c, "FETCH all_rows"));
        assertEquals("1; 2; 3", rows(c, "FETCH FORWARD 3 FROM all_rows"));
        update(c, "MOVE 2990 IN all_rows");
        update(c, "UPDATE t SET price = 0 WHERE id = 1");
        assertEquals("2994; 2995; 2996; 2997; 2998; 2999", rows(c, "FETCH ALL FROM all_rows"));
        assertEquals("", rows(c, "FETCH ALL FROM all_rows"));
        update(c, "CLOSE all_rows");
        SQLException e = assertThrows(SQLException.class, () -> rows(c, "FETCH all_rows"));
        assertEquals("34000", e.getSQLState());
        c.rollback();
        update(c, "DECLARE kept CURSOR WITH HOLD FOR SELECT i FROM n ORDER BY i");
        c.commit();
        assertEquals("0; 1", rows(c, "FETCH 2 FROM kept"));
        c.commit();
        update(c, "DECLARE lost CURSOR WITH HOLD FOR SELECT a.i FROM n a, n b");
        c.rollback();
        SQLException gone = assertThrows(SQLException.class, () -> rows(c, "FETCH lost"));
        assertEquals("34000", gone.getSQLState());
        c.rollback();
        assertEquals("2; 3", rows(c, "FETCH 2 FROM kept"));
        c.setAutoCommit(true);
        update(c, "CLOSE ALL");
        e = assertThrows(SQLException.class, () -> update(c, "DECLARE d CURSOR FOR SELECT 1"));
        assertEquals("25P01", e.getSQLState());
    }

    @Test
    void rowsAreCopiedInAndOut() throws Exception {
        CopyManager copy = new CopyManager(c.unwrap(BaseConnection.class));
        StringBuilder lines = new StringBuilder();
        for (int i = 100; i < 20_100; i++) {
            lines.append(i).append(",\"a, b\",").append(i).append(".5\n");
        }
        assertEquals(
                20_000,
                copy.copyIn(
                        "COPY t FROM STDIN WITH (FORMAT csv)", new StringReader(lines.toString())));
        StringWriter back = new StringWriter();
        assertEquals(
                20_000,
                copy.copyOut(
                        "COPY (SELECT id, name, price FROM t WHERE id >= 100 ORDER BY id)"
                                + " TO STDOUT WITH (FORMAT csv)",
                        back));
        assertEquals(lines.toString().replace(".5\n", ".50\n"), back.toString());
        SQLException e =
                assertThrows(
                        SQLException.class,
                        () -> copy.copyIn("COPY t FROM STDIN", new StringReader("x\tb\t1\n")));
        assertEquals("22P02", e.getSQLState());
        assertEquals("20003", rows(c, "SELECT count(*) FROM t"));
    }

    @Test
    void aWithThatChangesRowsIsPreparedAndDoneAsAWhole() throws SQLException {
        update(c, "CREATE TABLE live (id INTEGER PRIMARY KEY, v NUMERIC(9, 2))");
        update(c, "CREATE TABLE dead (id INTEGER PRIMARY KEY, v NUMERIC(9, 2))");
        update(c, "INSERT INTO live SELECT g, g * 1.5 FROM generate_series(1, 4) g");
        try (PreparedStatement move =
                        c.prepareStatement(
                                "WITH d AS (DELETE FROM live WHERE id < ? RETURNING id, v * ? AS v)"
                                        + " INSERT INTO dead SELECT * FROM d WHERE v > ?");
                PreparedStatement ask =
                        c.prepareStatement(
                                "WITH d AS (DELETE FROM live WHERE id = ? RETURNING v) SELECT v + ?"
                                        + " AS x FROM d")) {
            assertEquals("x", ask.getMetaData().getColumnName(1));
            assertEquals("numeric", ask.getMetaData().getColumnTypeName(1));
            move.setInt(1, 3);
            move.setInt(2, 2);
            move.setInt(3, 4);
            assertEquals(1, move.executeUpdate());
            assertEquals("2 6.00", rows(c, "SELECT * FROM dead"));
            ask.setInt(1, 4);
            ask.setInt(2, 1);
            try (ResultSet rows = ask.executeQuery()) {
                assertTrue(rows.next());
                assertEquals("7.00", rows.getString(1));
            }
        }
        SQLException twice =
                assertThrows(
                        SQLException.class,
                        () ->
                                update(
                                        c,
                                        "WITH d AS (DELETE FROM live RETURNING *) INSERT INTO dead"
                                                + " SELECT * FROM d UNION ALL SELECT * FROM d"));
        assertEquals("23505", twice.getSQLState());
        assertEquals("3", rows(c, "SELECT id FROM live"));
    }

    @Test
    void discardAllForgetsWhatWasPreparedAndSet() throws SQLException {
        update(c, "SET time_limit = '7s'");
        update(c, "SET TimeZone = 'Asia/Tokyo'");
        update(c, "PREPARE p AS SELECT 1");
        update(c, "DISCARD ALL");
        assertEquals("0", rows(c, "SHOW time_limit"));
        SQLException e = assertThrows(SQLException.class, () -> rows(c, "EXECUTE p"));
        assertEquals("26000", e.getSQLState());
    }

    @Test
    void whatPrepareNamesHasPlacesOfItsOwn() throws SQLException {
        for (String mode : List.of("simple", "extended")) {
            try (Connection own = postgres.connect("preferQueryMode", mode)) {
                update(own, "PREPARE more (integer) AS SELECT $1 + 1");
                assertEquals("5", rows(own, "EXECUTE more (4)"));
            }
        }
    }

    @Test
    void whatIsMissingFromAResultIsANotice(@TempDir Path folder) throws Exception {
        Path sandbox = folder.resolve("sandbox");
        try (PostgresServer files = new PostgresServer(sandbox);
                Connection other = files.connect();
                Statement statement = other.createStatement()) {
            Path file = Files.createDirectories(sandbox.resolve("files")).resolve("odd.csv");
            Files.writeString(file, "a,b\n1,2\n3\n4,5\n");
            String sql = "SELECT a FROM read_csv('" + file + "', ignore_errors => true)";
            assertEquals("1; 4", rows(statement.executeQuery(sql)));
            String said = statement.getWarnings().getMessage();
            assertTrue(said.contains("1 row could not be read, and is missing"), said);
        }
    }

    /// What a change behind WITH gives is read in part, and what it did lasts.
    @Test
    void aChangeBehindWithIsAChange() throws SQLException {
        String more =
                "WITH m AS (SELECT CAST(? AS integer) AS more) UPDATE t SET name = name || more FROM"
                        + " m RETURNING id";
        c.setAutoCommit(false);
        try (PreparedStatement update = c.prepareStatement(more)) {
            update.setInt(1, 7);
            update.setFetchSize(1);
            try (ResultSet changed = update.executeQuery()) {
                assertTrue(changed.next());
            }
        }
        c.commit();
        try (Statement s = c.createStatement();
                ResultSet names = s.executeQuery("SELECT count(*) FROM t WHERE name LIKE '%7'")) {
            assertTrue(names.next());
            assertEquals(3, names.getInt(1));
        }
        try (Statement s = c.createStatement()) {
            assertEquals(
                    2,
                    s.executeUpdate(
                            "WITH m AS (SELECT 2 AS i) DELETE FROM t USING m WHERE id >= i"));
        }
    }
}
