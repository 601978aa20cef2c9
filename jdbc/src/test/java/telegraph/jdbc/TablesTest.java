package telegraph.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.rowset.CachedRowSet;
import javax.sql.rowset.RowSetProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/// Tables through JDBC, each test in a sandbox in memory.
class TablesTest {
    private String url;
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void connect(TestInfo test) throws SQLException {
        url = "jdbc:telegraph::memory:" + test.getTestMethod().orElseThrow().getName();
        connection = DriverManager.getConnection(url);
        statement = connection.createStatement();
        statement.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance BIGINT NOT NULL)");
        statement.execute("INSERT INTO account VALUES (1, 100), (2, 100)");
    }

    @AfterEach
    void close() throws SQLException {
        long used = ((JdbcConnection) connection).memoryUsed();
        connection.close();
        assertEquals(0, used);
    }

    private static long balance(Connection of, int id) throws SQLException {
        try (PreparedStatement find =
                of.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
            find.setInt(1, id);
            try (ResultSet result = find.executeQuery()) {
                assertTrue(result.next());
                long balance = result.getLong(1);
                assertFalse(result.next());
                return balance;
            }
        }
    }

    private static int add(Connection to, int id, long amount) throws SQLException {
        try (PreparedStatement update =
                to.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
            update.setLong(1, amount);
            update.setInt(2, id);
            return update.executeUpdate();
        }
    }

    @Test
    void changesSayHowManyRows() throws SQLException {
        assertEquals(2, statement.executeUpdate("UPDATE account SET balance = balance + 1"));
        assertEquals(1, add(connection, 1, 5));
        assertEquals(0, add(connection, 9, 5));
        assertEquals(106, balance(connection, 1));
        assertFalse(statement.execute("DELETE FROM account WHERE id = 2"));
        assertEquals(1, statement.getUpdateCount());
        assertEquals(0, statement.executeUpdate("CREATE TABLE other (x INTEGER)"));
        assertThrows(SQLException.class, () -> statement.executeUpdate("SELECT * FROM account"));
        assertThrows(SQLException.class, () -> statement.executeQuery("DELETE FROM account"));
    }

    @Test
    void aTransactionIsSeenByOthersWhenItCommits() throws SQLException {
        try (Connection other = DriverManager.getConnection(url)) {
            connection.setAutoCommit(false);
            add(connection, 1, 11);
            connection.commit();
            assertEquals(111, balance(other, 1));
            add(connection, 1, 11);
            connection.rollback();
            assertEquals(111, balance(other, 1));
            add(connection, 1, 1);
            connection.setAutoCommit(true);
            assertEquals(112, balance(other, 1));
        }
    }

    @Test
    void aConnectionThatClosesRollsBack() throws SQLException {
        try (Connection other = DriverManager.getConnection(url)) {
            other.setAutoCommit(false);
            add(other, 1, 50);
        }
        assertEquals(100, balance(connection, 1));
    }

    @Test
    void savepointsUndoPartOfATransaction() throws SQLException {
        connection.setAutoCommit(false);
        add(connection, 1, 1);
        Savepoint unnamed = connection.setSavepoint();
        add(connection, 1, 10);
        Savepoint named = connection.setSavepoint("mine");
        add(connection, 1, 100);
        connection.rollback(named);
        assertEquals(111, balance(connection, 1));
        connection.rollback(unnamed);
        assertEquals(101, balance(connection, 1));
        assertThrows(SQLException.class, () -> connection.rollback(named));
    }

    @Test
    void afterAFailureASavepointMakesTheTransactionUsable() throws SQLException {
        connection.setAutoCommit(false);
        add(connection, 1, 1);
        Savepoint before = connection.setSavepoint();
        assertThrows(
                SQLIntegrityConstraintViolationException.class,
                () -> statement.executeUpdate("INSERT INTO account VALUES (1, 5)"));
        connection.rollback(before);
        connection.commit();
        assertEquals(101, balance(connection, 1));
    }

    @Test
    void aBatchOfValuesIsCarriedOutInOrder() throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
            for (int i = 10; i < 40; i++) {
                insert.setInt(1, i);
                insert.setLong(2, i);
                insert.addBatch();
            }
            int[] counts = insert.executeBatch();
            assertEquals(30, counts.length);
            assertEquals(1, counts[29]);
            assertEquals(39, balance(connection, 39));
            assertEquals(0, insert.executeBatch().length);
        }
    }

    @Test
    void aBatchStopsAtTheFirstFailureAndSaysHowFarItGot() throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO account VALUES (?, 0)")) {
            for (int id : new int[] {5, 6, 1, 7}) {
                insert.setInt(1, id);
                insert.addBatch();
            }
            BatchUpdateException e = assertThrows(BatchUpdateException.class, insert::executeBatch);
            assertArrayEquals(new int[] {1, 1}, e.getUpdateCounts());
            assertEquals("23505", e.getSQLState());
            assertTrue(e.getMessage().contains("statement 3 of the batch"), e.getMessage());
        }
        statement.addBatch("UPDATE account SET balance = 0");
        statement.addBatch("DELETE FROM account WHERE id = 5");
        assertArrayEquals(new int[] {4, 1}, statement.executeBatch());
    }

    @Test
    void generatedKeysAreGivenBack() throws SQLException {
        statement.execute(
                "CREATE TABLE note (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text TEXT)");
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO note (text) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 1; i <= 3; i++) {
                insert.setString(1, "note " + i);
                assertEquals(1, insert.executeUpdate());
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertTrue(keys.next());
                    assertEquals(i, keys.getLong(1));
                    assertEquals(i, keys.getLong("id"));
                }
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO note (text) VALUES (?)", new String[] {"id", "text"})) {
            for (String text : List.of("x", "y", "z")) {
                insert.setString(1, text);
                insert.addBatch();
            }
            assertArrayEquals(new int[] {1, 1, 1}, insert.executeBatch());
            try (ResultSet keys = insert.getGeneratedKeys()) {
                for (String text : List.of("x", "y", "z")) {
                    assertTrue(keys.next());
                    assertEquals(text, keys.getString("text"));
                }
                assertFalse(keys.next());
            }
            insert.setString(1, "alone");
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertTrue(keys.next());
                assertEquals("alone", keys.getString("text"));
                assertFalse(keys.next());
            }
        }
        statement.executeUpdate(
                "INSERT INTO note (text) VALUES ('a'), ('b') ", new String[] {"id", "text"});
        try (ResultSet keys = statement.getGeneratedKeys()) {
            assertTrue(keys.next());
            assertTrue(keys.next());
            assertEquals("b", keys.getString("text"));
            assertFalse(keys.next());
        }
        statement.executeUpdate("DELETE FROM note");
        assertFalse(statement.getGeneratedKeys().next());
    }

    @Test
    void returningIsAResultAndIsDoneWhenItComes() throws SQLException {
        assertTrue(statement.execute("UPDATE account SET balance = 7 RETURNING id, balance"));
        statement.getResultSet().close();
        assertEquals(7, balance(connection, 1));
        assertEquals(7, balance(connection, 2));
    }

    @Test
    void valuesOfEachTypeAreKept() throws SQLException {
        statement.execute(
                """
                CREATE TABLE kinds (
                  id UUID PRIMARY KEY, a BOOLEAN, b SMALLINT, c REAL, d DOUBLE PRECISION,
                  e NUMERIC(12, 3), f TEXT, g VARCHAR(4), h CHAR(4), i BYTEA, j DATE, k TIME,
                  l TIMESTAMP, m TIMESTAMP WITH TIME ZONE, n JSON)
                """);
        UUID id = UUID.fromString("12345678-1234-1234-1234-123456789abc");
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.setObject(1, id);
            insert.setBoolean(2, true);
            insert.setShort(3, (short) -7);
            insert.setFloat(4, 0.1f);
            insert.setDouble(5, 0.1);
            insert.setBigDecimal(6, new BigDecimal("123456.789"));
            insert.setString(7, "text with 'quotes' and ☃ ");
            insert.setString(8, "ab  ");
            insert.setString(9, "ab");
            insert.setBytes(10, new byte[] {0, 1, (byte) 0xff});
            insert.setObject(11, LocalDate.of(1582, 10, 4));
            insert.setObject(12, LocalTime.of(1, 2, 3, 4_000_000));
            insert.setTimestamp(13, Timestamp.valueOf("2024-02-29 01:02:03.004"));
            insert.setObject(14, OffsetDateTime.parse("2024-02-29T01:02:03+02:00"));
            insert.setString(15, "{\"a\": [1, 2]}");
            assertEquals(1, insert.executeUpdate());
        }
        for (String sql : List.of("SELECT * FROM kinds WHERE id = ?", "SELECT * FROM kinds")) {
            try (PreparedStatement find = connection.prepareStatement(sql)) {
                if (sql.endsWith("?")) {
                    find.setObject(1, id);
                }
                ResultSet r = find.executeQuery();
                assertTrue(r.next());
                assertEquals(id, r.getObject("id", UUID.class));
                assertTrue(r.getBoolean("a"));
                assertEquals(-7, r.getShort("b"));
                assertEquals(0.1f, r.getFloat("c"));
                assertEquals(0.1, r.getDouble("d"));
                assertEquals(new BigDecimal("123456.789"), r.getBigDecimal("e"));
                assertEquals("text with 'quotes' and ☃ ", r.getString("f"));
                assertEquals("ab  ", r.getString("g"));
                assertEquals("ab", r.getString("h"));
                assertArrayEquals(new byte[] {0, 1, (byte) 0xff}, r.getBytes("i"));
                assertEquals(LocalDate.of(1582, 10, 4), r.getObject("j", LocalDate.class));
                assertEquals(LocalTime.of(1, 2, 3, 4_000_000), r.getObject("k", LocalTime.class));
                assertEquals(
                        LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4_000_000),
                        r.getObject("l", LocalDateTime.class));
                assertEquals(
                        Instant.parse("2024-02-28T23:02:03Z"), r.getObject("m", Instant.class));
                assertEquals("{\"a\": [1, 2]}", r.getString("n"));
                assertFalse(r.next());
            }
        }
    }

    @Test
    void nullsAreKept() throws SQLException {
        statement.execute("CREATE TABLE maybe (id INTEGER PRIMARY KEY, n INTEGER, d DATE)");
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO maybe VALUES (?, ?, ?)")) {
            insert.setInt(1, 1);
            insert.setNull(2, Types.INTEGER);
            insert.setDate(3, (Date) null);
            insert.executeUpdate();
        }
        try (PreparedStatement find =
                connection.prepareStatement("SELECT n, d FROM maybe WHERE id = 1")) {
            ResultSet r = find.executeQuery();
            assertTrue(r.next());
            assertEquals(0, r.getInt(1));
            assertTrue(r.wasNull());
            assertNull(r.getDate(2));
            assertNull(r.getObject(1, Integer.class));
        }
    }

    @Test
    void failuresHaveTheClassesOfJdbc() {
        assertEquals("23505", state(SQLIntegrityConstraintViolationException.class, "(1, 0)"));
        assertEquals("23502", state(SQLIntegrityConstraintViolationException.class, "(3, NULL)"));
        assertEquals("22003", state(SQLDataException.class, "(30000000000, 0)"));
    }

    private String state(Class<? extends SQLException> type, String row) {
        return assertThrows(
                        type, () -> statement.executeUpdate("INSERT INTO account VALUES " + row))
                .getSQLState();
    }

    @Test
    void aReadOnlyConnectionChangesNothing() throws SQLException {
        connection.setReadOnly(true);
        SQLException e = assertThrows(SQLException.class, () -> add(connection, 1, 1));
        assertEquals("25006", e.getSQLState());
        assertEquals(100, balance(connection, 1));
        connection.setReadOnly(false);
        assertEquals(1, add(connection, 1, 1));
    }

    @Test
    void oneOfTwoThatWaitForEachOtherIsRolledBack() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<String> one = threads.submit(() -> transfer(both, 1, 2));
            Future<String> other = threads.submit(() -> transfer(both, 2, 1));
            List<String> outcomes = List.of(one.get(), other.get()).stream().sorted().toList();
            assertEquals(List.of("40P01", "done"), outcomes);
        }
        assertEquals(200, balance(connection, 1) + balance(connection, 2));
    }

    @Test
    void oneThatWaitsForALockIsCancelled() throws Exception {
        connection.setAutoCommit(false);
        add(connection, 1, 1);
        try (ExecutorService threads = Executors.newFixedThreadPool(1);
                Connection other = DriverManager.getConnection(url);
                PreparedStatement waits =
                        other.prepareStatement("UPDATE account SET balance = 0 WHERE id = 1")) {
            Future<String> outcome =
                    threads.submit(() -> {
                        try {
                            waits.executeUpdate();
                            return "done";
                        } catch (SQLException e) {
                            return e.getSQLState() + Thread.currentThread().isInterrupted();
                        }
                    });
            while (!outcome.isDone()) {
                waits.cancel();
                Thread.onSpinWait();
            }
            assertEquals("57014false", outcome.get());
            connection.commit();
            assertEquals(101, balance(other, 1));
            assertEquals(1, waits.executeUpdate());
        }
    }

    private String transfer(CountDownLatch both, int from, int to) throws Exception {
        try (Connection own = DriverManager.getConnection(url)) {
            own.setAutoCommit(false);
            add(own, from, -10);
            both.countDown();
            both.await();
            try {
                add(own, to, 10);
                own.commit();
                return "done";
            } catch (SQLTransactionRollbackException e) {
                own.rollback();
                return e.getSQLState();
            }
        }
    }

    @Test
    void aLargeTableIsReadWhileItComes() throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
            for (int i = 3; i <= 30_000; i++) {
                insert.setInt(1, i);
                insert.setLong(2, 1);
                insert.executeUpdate();
            }
        }
        connection.commit();
        long sum = 0;
        try (ResultSet r = statement.executeQuery("SELECT id, balance FROM account")) {
            while (r.next()) {
                sum += r.getLong(1);
                if (r.getInt(1) % 1_000 == 0) {
                    add(connection, r.getInt(1), 1);
                }
            }
        }
        connection.commit();
        assertEquals(30_000L * 30_001 / 2, sum);
        assertEquals(2, balance(connection, 30_000));
    }

    @Test
    void aRowSetOfTheJdkIsFilledFromAResult() throws SQLException {
        try (CachedRowSet rows = RowSetProvider.newFactory().createCachedRowSet();
                ResultSet r = statement.executeQuery("SELECT * FROM account ORDER BY id")) {
            rows.populate(r);
            assertEquals(2, rows.size());
            assertTrue(rows.absolute(2));
            assertEquals(100, rows.getLong("balance"));
            assertEquals("id", rows.getMetaData().getColumnName(1));
        }
    }

    @Test
    void aPreparedStatementOutlivesChangesOfItsTable() throws SQLException {
        try (PreparedStatement find =
                connection.prepareStatement("SELECT * FROM account WHERE id = ?")) {
            find.setInt(1, 1);
            assertEquals(2, columns(find));
            statement.execute("ALTER TABLE account ADD COLUMN note TEXT DEFAULT 'none'");
            assertEquals(3, columns(find));
            statement.execute("DROP TABLE account");
            assertThrows(SQLException.class, find::executeQuery);
            statement.execute("CREATE TABLE account (id BIGINT PRIMARY KEY)");
            assertFalse(find.executeQuery().next());
        }
    }

    private static int columns(PreparedStatement find) throws SQLException {
        try (ResultSet r = find.executeQuery()) {
            assertTrue(r.next());
            return r.getMetaData().getColumnCount();
        }
    }

    @Test
    void aChangeBehindWithIsAChange() throws SQLException {
        assertEquals(
                1,
                statement.executeUpdate(
                        "WITH m AS (SELECT 3 AS id) INSERT INTO account SELECT id, 5 FROM m"));
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "WITH m AS (SELECT CAST(? AS INTEGER) AS id) INSERT INTO account SELECT id,"
                                + " 6 FROM m",
                        Statement.RETURN_GENERATED_KEYS)) {
            insert.setInt(1, 4);
            assertEquals(1, insert.executeUpdate());
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertTrue(keys.next());
                assertEquals(4, keys.getInt("id"));
            }
        }
        // What it gives is read in part, and what it did lasts.
        statement.setMaxRows(1);
        try (ResultSet changed =
                statement.executeQuery(
                        "WITH m AS (SELECT 1 AS more) UPDATE account SET balance = balance + more"
                                + " FROM m RETURNING balance")) {
            assertTrue(changed.next());
        }
        assertEquals(101, balance(connection, 1));
        assertEquals(7, balance(connection, 4));
        statement.setMaxRows(0);
        assertEquals(
                1,
                statement.executeUpdate(
                        "WITH d AS (DELETE FROM account WHERE id = 4 RETURNING *) INSERT INTO"
                                + " account SELECT id + 1, balance FROM d"));
        try (ResultSet gone =
                statement.executeQuery(
                        "WITH d AS (DELETE FROM account WHERE id = 5 RETURNING *) SELECT balance"
                                + " FROM d")) {
            assertTrue(gone.next());
            assertEquals(7, gone.getInt(1));
        }
    }
}
