package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Prepared statements about one row, which need no plan.
class PreparedTest {
    @TempDir Path folder;
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.open(folder, Map.of("durability", "relaxed"), Map.of());
        session = telegraph.session();
        run(session, "CREATE TABLE foo (a INTEGER PRIMARY KEY, b CHAR(8), c NUMERIC(10, 2))");
    }

    @AfterEach
    void close() {
        session.close();
        long used = telegraph.memoryUsed();
        telegraph.close();
        assertEquals(0, used);
    }

    private static void run(Session session, String sql) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(sql, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            throw failed.cause();
        }
    }

    private static boolean carryOut(Prepared statement, Object... values) {
        for (int i = 0; i < values.length; i++) {
            statement.set(i + 1, values[i]);
        }
        return statement.carryOut(false);
    }

    /// Carries out a statement that must not need a plan.
    private int changed(String sql, Object... values) {
        Prepared statement = session.prepare(sql);
        assertTrue(carryOut(statement, values), "no plan is needed: " + sql);
        assertFalse(statement.isQuery());
        return statement.changed();
    }

    private String found(String sql, Object... values) {
        Prepared statement = session.prepare(sql);
        assertTrue(carryOut(statement, values), "no plan is needed: " + sql);
        assertTrue(statement.isQuery());
        return shown(statement);
    }

    private static String shown(Prepared statement) {
        if (!statement.hasRow()) {
            return "none";
        }
        PointRow row = statement.row();
        List<Object> values = new ArrayList<>();
        for (int c = 0; c < row.columns().size(); c++) {
            assertEquals(row.isNull(c), row.valueAt(c) == null);
            values.add(row.valueAt(c));
        }
        return values.toString();
    }

    @Test
    void aRowIsInsertedFoundChangedAndDeleted() {
        assertEquals(1, changed("INSERT INTO foo VALUES (?, ?, ?)", 1, "one", new BigDecimal("1")));
        assertEquals(1, changed("INSERT INTO foo (c, a) VALUES (2.505, ?)", 2));
        assertEquals("[1, one, 1.00]", found("SELECT * FROM foo WHERE a = ?", 1));
        assertEquals("[null, 2, 2.51]", found("SELECT b, a AS x, c FROM foo f WHERE f.a = 2"));
        assertEquals(1, changed("UPDATE foo SET b = ?, c = c + 1 WHERE a = ?", "uno", 1));
        assertEquals("[uno, 2.00]", found("SELECT b, c FROM foo WHERE a = ?", 1));
        assertEquals(1, changed("DELETE FROM foo WHERE a = 1"));
        assertEquals("none", found("SELECT * FROM foo WHERE a = ?", 1));
        assertEquals(0, changed("DELETE FROM foo WHERE a = 1"));
        assertEquals(0, changed("UPDATE foo SET b = NULL WHERE a = 1"));
    }

    @Test
    void generatedColumnsAreComputedAndTakeNoValue() throws InterruptedException {
        run(
                session,
                "CREATE TABLE g (a INTEGER PRIMARY KEY, b INTEGER, c INTEGER GENERATED ALWAYS AS"
                        + " (b * 2) STORED)");
        assertEquals(1, changed("INSERT INTO g VALUES (?, ?)", 1, 4));
        assertEquals("[1, 4, 8]", found("SELECT * FROM g WHERE a = ?", 1));
        assertEquals(1, changed("UPDATE g SET b = b + 1 WHERE a = ?", 1));
        assertEquals("[10]", found("SELECT c FROM g WHERE a = ?", 1));
        assertFalse(carryOut(session.prepare("INSERT INTO g VALUES (?, ?, ?)"), 2, 4, 8));
        assertFalse(carryOut(session.prepare("UPDATE g SET c = ? WHERE a = 1"), 8));
    }

    @Test
    void keysThatNoRowCanHaveFindNone() {
        assertEquals("none", found("SELECT * FROM foo WHERE a = ?", 1L << 40));
        assertEquals("none", found("SELECT * FROM foo WHERE a = ?", new BigDecimal("1.5")));
        assertEquals("none", found("SELECT * FROM foo WHERE a = ?", (Object) null));
        assertEquals("none", found("SELECT * FROM foo WHERE a = NULL"));
    }

    @Test
    void whatIsNotPlainlyOfItsColumnsTypeNeedsAPlan() {
        assertFalse(carryOut(session.prepare("SELECT * FROM foo WHERE a = ?"), "1"));
        assertFalse(carryOut(session.prepare("SELECT * FROM foo WHERE a = ?"), 1.0));
        assertFalse(carryOut(session.prepare("SELECT * FROM foo WHERE b = ?"), "1"));
        assertFalse(carryOut(session.prepare("SELECT * FROM foo WHERE a = ? AND b = ?"), 1, "1"));
        assertFalse(carryOut(session.prepare("SELECT nothing FROM foo WHERE a = ?"), 1));
        assertFalse(carryOut(session.prepare("SELECT * FROM nowhere WHERE a = ?"), 1));
        assertFalse(
                carryOut(session.prepare("UPDATE foo SET b = ? WHERE a = 1"), UUID.randomUUID()));
    }

    @Test
    void whatTheTablePromisesIsHeldTo() {
        changed("INSERT INTO foo (a) VALUES (1)");
        TelegraphException twice =
                assertThrows(
                        TelegraphException.class, () -> changed("INSERT INTO foo (a) VALUES (1)"));
        assertEquals(SqlState.UNIQUE_VIOLATION, twice.state());
        assertTrue(twice.getMessage().contains("Key (a)=(1) already exists"), twice.getMessage());
        assertEquals(
                SqlState.NOT_NULL_VIOLATION,
                assertThrows(
                                TelegraphException.class,
                                () -> changed("INSERT INTO foo (b) VALUES ('x')"))
                        .state());
        assertEquals(
                SqlState.TEXT_TOO_LONG,
                assertThrows(
                                TelegraphException.class,
                                () -> changed("UPDATE foo SET b = '123456789' WHERE a = 1"))
                        .state());
    }

    @Test
    void aFailedBlockTakesNoStatement() throws InterruptedException {
        run(session, "BEGIN");
        changed("INSERT INTO foo (a) VALUES (1)");
        assertThrows(TelegraphException.class, () -> changed("INSERT INTO foo (a) VALUES (1)"));
        assertEquals(TransactionState.FAILED, session.transactionState());
        assertEquals(
                SqlState.FAILED_TRANSACTION,
                assertThrows(
                                TelegraphException.class,
                                () -> found("SELECT * FROM foo WHERE a = ?", 1))
                        .state());
        assertFalse(session.commit());
        assertEquals("none", found("SELECT * FROM foo WHERE a = ?", 1));
    }

    @Test
    void aBlockIsBegunWhenAskedForAndEndsWithCommit() {
        Prepared insert = session.prepare("INSERT INTO foo (a) VALUES (?)");
        insert.set(1, 7L);
        assertTrue(insert.carryOut(true));
        assertEquals(TransactionState.OPEN, session.transactionState());
        session.rollback();
        assertEquals("none", found("SELECT * FROM foo WHERE a = 7"));
        assertTrue(insert.carryOut(true));
        assertTrue(session.commit());
        assertEquals(TransactionState.IDLE, session.transactionState());
        assertEquals("[7]", found("SELECT a FROM foo WHERE a = 7"));
    }

    @Test
    void aReadOnlyTransactionChangesNothing() throws InterruptedException {
        run(session, "BEGIN READ ONLY");
        assertEquals("none", found("SELECT a FROM foo WHERE a = 7"));
        assertEquals(
                SqlState.READ_ONLY_TRANSACTION,
                assertThrows(
                                TelegraphException.class,
                                () -> changed("INSERT INTO foo (a) VALUES (1)"))
                        .state());
    }

    @Test
    void definitionsMayChangeBetween() throws InterruptedException {
        Prepared all = session.prepare("SELECT * FROM foo WHERE a = ?");
        Prepared insert = session.prepare("INSERT INTO foo (a, b) VALUES (?, 'x')");
        try (Session other = telegraph.session()) {
            assertTrue(carryOut(insert, 1));
            assertTrue(carryOut(all, 1));
            assertEquals("[1, x, null]", shown(all));
            run(other, "ALTER TABLE foo ADD COLUMN d INTEGER DEFAULT 5");
            assertTrue(carryOut(all, 1));
            assertEquals("[1, x, null, 5]", shown(all));
            run(other, "ALTER TABLE foo DROP COLUMN b");
            assertTrue(carryOut(all, 1));
            assertEquals("[1, null, 5]", shown(all));
            assertFalse(carryOut(insert, 2), "there is no column b");
            run(other, "DROP TABLE foo");
            assertFalse(carryOut(all, 1));
            run(other, "CREATE TABLE foo (b TEXT, a BIGINT PRIMARY KEY)");
            assertTrue(carryOut(insert, 1));
            assertTrue(carryOut(all, 1));
            assertEquals("[x, 1]", shown(all));
        }
    }

    @Test
    void aDefinitionOfTheOwnTransactionIsUsedUntilItIsRolledBack() throws InterruptedException {
        Prepared all = session.prepare("SELECT * FROM foo WHERE a = ?");
        changed("INSERT INTO foo (a) VALUES (1)");
        run(session, "BEGIN");
        run(session, "ALTER TABLE foo ADD COLUMN d INTEGER DEFAULT 5");
        assertTrue(carryOut(all, 1));
        assertEquals("[1, null, null, 5]", shown(all));
        session.rollback();
        assertTrue(carryOut(all, 1));
        assertEquals("[1, null, null]", shown(all));
    }

    @Test
    void aKeyOfSeveralColumnsIsGivenInAnyOrder() throws InterruptedException {
        run(session, "CREATE TABLE pairs (x TEXT, y UUID, z DATE, n INTEGER, PRIMARY KEY (y, x))");
        UUID uuid = UUID.fromString("00000000-0000-0001-0000-00000000000a");
        changed("INSERT INTO pairs (x, y, n) VALUES (?, ?, ?)", "a\0b", uuid, 3);
        assertEquals("[3]", found("SELECT n FROM pairs WHERE x = ? AND y = ?", "a\0b", uuid));
        assertEquals(
                "[3]", found("SELECT n FROM pairs WHERE y = ? AND x = ?", uuid.toString(), "a\0b"));
        assertEquals("none", found("SELECT n FROM pairs WHERE x = ? AND y = ?", "a", uuid));
        assertFalse(carryOut(session.prepare("SELECT n FROM pairs WHERE y = ?"), uuid));
        assertFalse(
                carryOut(session.prepare("SELECT n FROM pairs WHERE y = ? AND y = ?"), uuid, uuid));
    }

    @Test
    void aMissingValueIsNamed() {
        Prepared statement = session.prepare("SELECT a FROM foo WHERE a = ?");
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> statement.carryOut(false));
        assertEquals(SqlState.UNDEFINED_PARAMETER, e.state());
    }

    @Test
    void aRowThatSomebodyIsChangingIsNotReadAtOnce() throws InterruptedException {
        changed("INSERT INTO foo VALUES (1, 'one', 1)");
        Prepared find = session.prepare("SELECT b FROM foo WHERE a = $1");
        find.set(1, 1);
        assertTrue(find.carryOutAtOnce());
        assertEquals("[one]", shown(find));
        try (Session other = telegraph.session()) {
            other.begin();
            run(other, "UPDATE foo SET b = 'two' WHERE a = 1");
            assertFalse(find.carryOutAtOnce(), "it would have to wait");
            find.set(1, 2);
            assertTrue(find.carryOutAtOnce(), "another row can be asked for");
            assertFalse(find.hasRow());
            other.commit();
        }
        find.set(1, 1);
        assertTrue(find.carryOutAtOnce());
        assertEquals("[two]", shown(find));
        assertFalse(session.prepare("DELETE FROM foo WHERE a = 1").carryOutAtOnce());
        run(session, "SET default_transaction_isolation = 'serializable'");
        assertFalse(find.carryOutAtOnce(), "a serializable read locks, and locks wait");
    }

    @Test
    void whoReadsForUpdateIsTheOnlyOneWhoInsertsOrChangesTheRow() throws Exception {
        changed("INSERT INTO foo VALUES (1, 'one', 0)");
        int rounds = 200;
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] =
                    Thread.ofVirtual()
                            .unstarted(() -> {
                                try (Session own = telegraph.session()) {
                                    count(own, rounds);
                                }
                            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(
                "[" + threads.length * rounds + ".00]", found("SELECT c FROM foo WHERE a = 2"));
    }

    @Test
    void whoDoesNotWaitForARowToUpdateGoesOnWithTheTransaction() {
        changed("INSERT INTO foo VALUES (1, 'one', 0)");
        Prepared find = session.prepare("SELECT c FROM foo WHERE a = $1");
        try (Session other = telegraph.session()) {
            other.begin();
            Prepared theirs = other.prepare("SELECT c FROM foo WHERE a = $1");
            theirs.set(1, 1);
            assertTrue(theirs.carryOutForUpdate(false));
            theirs.set(1, 3);
            assertTrue(theirs.carryOutForUpdate(false), "a row that is not there is locked too");
            session.begin();
            changed("INSERT INTO foo VALUES (2, 'two', 0)");
            for (int taken : new int[] {1, 3}) {
                find.set(1, taken);
                assertFalse(find.carryOutForUpdate(false));
            }
            find.set(1, 2);
            assertTrue(find.carryOutForUpdate(false));
            assertTrue(find.hasRow());
            session.commit();
            other.rollback();
        }
        assertEquals("[two]", found("SELECT b FROM foo WHERE a = 2"));
    }

    /// Adds one again and again, to a row that the first one inserts.
    private static void count(Session session, int rounds) {
        Prepared find = session.prepare("SELECT c FROM foo WHERE a = 2");
        Prepared insert = session.prepare("INSERT INTO foo VALUES (2, 'two', 1)");
        Prepared update = session.prepare("UPDATE foo SET c = $1 WHERE a = 2");
        for (int i = 0; i < rounds; i++) {
            session.begin();
            assertTrue(find.carryOutForUpdate(true));
            if (find.hasRow()) {
                BigDecimal known = (BigDecimal) find.row().valueAt(0);
                assertTrue(carryOut(update, known.add(BigDecimal.ONE)));
            } else {
                assertTrue(carryOut(insert));
            }
            session.commit();
        }
    }

    @Test
    void textsAreReadWhereTheyLie() {
        changed("INSERT INTO foo VALUES (1, 'äther', 1)");
        Prepared find = session.prepare("SELECT b FROM foo WHERE a = 1");
        assertTrue(carryOut(find));
        PointRow row = find.row();
        int start = row.start(0);
        assertEquals(
                "äther",
                new String(row.array(), start, row.end(0) - start, StandardCharsets.UTF_8));
    }

    @Test
    void theMomentOfAStatementNeedsNoPlanAndIsTheSameInAllOfIt() throws InterruptedException {
        run(session, "CREATE TABLE at (a INTEGER PRIMARY KEY, t TIMESTAMP, z TIMESTAMPTZ, d DATE)");
        Prepared insert =
                session.prepare(
                        "INSERT INTO at VALUES ($1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP,"
                                + " CURRENT_TIMESTAMP)");
        assertTrue(carryOut(insert, 1));
        Prepared find = session.prepare("SELECT t, z, d FROM at WHERE a = $1");
        assertTrue(carryOut(find, 1));
        java.time.Instant at = (java.time.Instant) find.row().valueAt(1);
        java.time.LocalDateTime local =
                java.time.LocalDateTime.ofInstant(at, java.time.ZoneId.systemDefault());
        assertEquals(local, find.row().valueAt(0));
        assertEquals(local.toLocalDate(), find.row().valueAt(2));
    }

    @Test
    void statementsAboutOneRowAreDescribedByTheirColumns() {
        Description find = session.prepare("SELECT b, c AS k FROM foo WHERE a = $1").describe();
        assertEquals(List.of("integer"), find.parameters());
        assertEquals(
                List.of("b character(8)", "k numeric(10,2)"),
                find.columns().orElseThrow().stream()
                        .map(column -> column.name() + " " + column.declared())
                        .toList());
        assertEquals(
                List.of("numeric", "bigint"),
                session.prepare("UPDATE foo SET c = c + $1 WHERE a = $2", List.of("", "bigint"))
                        .describe()
                        .parameters());
    }

    /// What a statement changes rows by is used again, and nothing of what it knew.
    @Test
    void aStatementThatIsCarriedOutAgainKnowsNothingOfTheLastTime() throws InterruptedException {
        run(session, "CREATE TABLE parent (a INTEGER PRIMARY KEY, x INTEGER)");
        run(
                session,
                "CREATE TABLE child (a INTEGER PRIMARY KEY, p INTEGER REFERENCES parent,"
                        + " t TIMESTAMP DEFAULT now())");
        run(session, "INSERT INTO parent VALUES (1, 1), (2, 2)");
        Prepared insert = session.prepare("INSERT INTO child (a, p) VALUES ($1, $2)");
        assertTrue(carryOut(insert, 1, 1));
        run(session, "DELETE FROM child");
        run(session, "DELETE FROM parent WHERE a = 1");
        TelegraphException e = assertThrows(TelegraphException.class, () -> carryOut(insert, 2, 1));
        assertEquals(SqlState.FOREIGN_KEY_VIOLATION, e.state());
        assertTrue(carryOut(insert, 3, 2), "it goes on after a failure");
        run(session, "BEGIN");
        assertTrue(carryOut(insert, 4, 2));
        run(session, "ROLLBACK");
        assertTrue(carryOut(insert, 5, 2));
        run(session, "ALTER TABLE child ADD COLUMN x INTEGER DEFAULT 7");
        assertTrue(carryOut(insert, 6, 2));
        assertEquals("[3, 5, 6]", shownKeys());
        assertEquals(7, answer("SELECT x FROM child WHERE a = 6"));
        assertEquals(
                2L,
                answer("SELECT count(DISTINCT t) FROM child WHERE a IN (3, 5)"),
                "each has a moment of its own");
        run(session, "ALTER TABLE parent ALTER COLUMN x TYPE TEXT");
        assertTrue(carryOut(insert, 7, 2), "the parent's rows lie elsewhere by now");
        run(session, "CREATE TABLE self (a INTEGER PRIMARY KEY, p INTEGER REFERENCES self)");
        Prepared own = session.prepare("INSERT INTO self VALUES ($1, $2)");
        assertTrue(carryOut(own, 1, null));
        assertThrows(TelegraphException.class, () -> carryOut(own, 2, 9));
        assertTrue(carryOut(own, 3, 1), "what failed is of no concern to the next");
    }

    private String shownKeys() throws InterruptedException {
        return rows("SELECT a FROM child ORDER BY a").stream()
                .map(row -> row[0])
                .toList()
                .toString();
    }

    private Object answer(String sql) throws InterruptedException {
        return rows(sql).getFirst()[0];
    }

    private List<Object[]> rows(String sql) throws InterruptedException {
        List<Object[]> rows = new ArrayList<>();
        session.start(
                        sql,
                        event -> {
                            if (event instanceof Event.Rows some) {
                                rows.addAll(some.rows());
                            }
                        })
                .join();
        return rows;
    }
}
