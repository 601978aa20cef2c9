package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Statements about one row run while another session changes and replaces their table.
///
/// In every row b is ten times a, under every definition the table ever has, and no row is ever
/// missing from a table that is there; so whoever reads by a definition that is out of date, or a
/// container that is gone, is caught. Whoever writes by one leaves out an index that was made
/// meanwhile, which CHECK TABLE finds.
class PointsBesideDefinitionsTest {
    private static final int ROWS = 20;
    private static final int ROUNDS = 25;

    private volatile boolean done;

    /// What one thread saw.
    private record Seen(int found, int changed, int widths) {}

    @Test
    void everyRowIsReadByTheDefinitionItWasWrittenBy() throws Exception {
        try (Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());
                ExecutorService threads = Executors.newFixedThreadPool(3);
                Session session = telegraph.session()) {
            replace(session, false);
            List<Future<Seen>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int number = i;
                readers.add(threads.submit(() -> work(telegraph, number)));
            }
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    run(session, "ALTER TABLE t ADD COLUMN c" + round + " INTEGER DEFAULT 7");
                    if (round % 5 == 4) {
                        replace(session, true);
                    } else {
                        run(session, "ALTER TABLE t DROP COLUMN c" + round);
                    }
                    run(session, "CREATE INDEX by_n ON t (n)");
                    Thread.sleep(2); // others change rows beside the index
                    assertEquals(List.of(), run(session, "CHECK TABLE t"));
                    run(session, "DROP INDEX by_n");
                }
            } finally {
                done = true;
            }
            for (Future<Seen> reader : readers) {
                Seen seen = reader.get();
                assertTrue(seen.found() > ROUNDS, seen.toString());
                assertTrue(seen.changed() > 0, seen.toString());
                assertTrue(seen.widths() > 1, "no change of the definition was seen: " + seen);
            }
            assertEquals(0, telegraph.memoryUsed());
        }
    }

    private static void replace(Session session, boolean drop) throws InterruptedException {
        run(session, "BEGIN");
        if (drop) {
            run(session, "DROP TABLE t");
        }
        run(session, "CREATE TABLE t (b INTEGER NOT NULL, a INTEGER PRIMARY KEY, n INTEGER)");
        Prepared insert = session.prepare("INSERT INTO t (a, b, n) VALUES (?, ?, 0)");
        for (int a = 0; a < ROWS; a++) {
            insert.set(1, a);
            insert.set(2, 10L * a);
            assertTrue(insert.carryOut(false), "no plan is needed");
        }
        assertTrue(session.commit());
    }

    private Seen work(Telegraph telegraph, int number) {
        int found = 0;
        int changed = 0;
        int widest = 0;
        int narrowest = Integer.MAX_VALUE;
        try (Session session = telegraph.session()) {
            Prepared find = session.prepare("SELECT * FROM t WHERE a = ?");
            Prepared update = session.prepare("UPDATE t SET n = n + 1 WHERE a = ?");
            for (int i = number; !done; i++) {
                int a = i % ROWS;
                find.set(1, a);
                if (carriedOut(find)) {
                    assertTrue(find.hasRow(), "a row is always there: a=" + a);
                    List<String> names =
                            find.row().columns().stream().map(ResultColumn::name).toList();
                    assertEquals(10L * a, find.row().wholeAt(names.indexOf("b")));
                    assertEquals(a, find.row().wholeAt(names.indexOf("a")));
                    for (int c = 3; c < names.size(); c++) {
                        assertEquals(7, find.row().wholeAt(c), "the default of " + names.get(c));
                    }
                    widest = Math.max(widest, names.size());
                    narrowest = Math.min(narrowest, names.size());
                    found++;
                }
                update.set(1, a);
                if (i % 4 == number && carriedOut(update)) {
                    assertEquals(1, update.changed(), "a row is always there: a=" + a);
                    changed++;
                }
            }
        }
        return new Seen(found, changed, widest - narrowest + 1);
    }

    /// Whether it was carried out; not while it waits too long for the one who changes the table.
    private static boolean carriedOut(Prepared statement) {
        try {
            return statement.carryOut(false);
        } catch (TelegraphException e) {
            if (e.state() == SqlState.DEADLOCK || e.state() == SqlState.LOCK_NOT_AVAILABLE) {
                return false;
            }
            throw e;
        }
    }

    private static List<Object> run(Session session, String sql) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(sql, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            throw failed.cause();
        }
        List<Object> first = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Event.Rows rows) {
                rows.rows().forEach(row -> first.add(row[0]));
            }
        }
        return first;
    }
}
