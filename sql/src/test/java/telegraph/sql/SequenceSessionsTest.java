package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Several sessions count up one sequence, some of them in vain, while another changes it: each
/// number is given once, and the next start goes on behind them.
@Timeout(600)
class SequenceSessionsTest {
    private static final int SESSIONS = 4;
    private static final int TRANSACTIONS = 12;
    private static final int ALTERATIONS = 8;

    @TempDir Path folder;
    private Telegraph telegraph;

    private void open() {
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"),
                        folder,
                        Map.of("store_cache", "4MB", "durability", "relaxed", "workers", "1"),
                        Map.of());
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        assertTrue(telegraph.sandbox().store().get().locks().isEmpty(), "no lock is left");
        telegraph.close();
    }

    private static List<String> done(Session session, String statement)
            throws InterruptedException {
        List<String> rows = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        for (Event event : events) {
            if (event instanceof Event.Failed failed) {
                throw new AssertionError(statement, failed.cause());
            }
            if (event instanceof Event.Rows more) {
                more.rows().forEach(row -> rows.add(String.valueOf(row[0])));
            }
        }
        return rows;
    }

    private Void count(Set<Long> given, int odd) throws InterruptedException {
        try (Session session = telegraph.session()) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                done(session, "BEGIN");
                List<String> rows = new ArrayList<>();
                rows.addAll(done(session, "SELECT nextval('s') FROM generate_series(1, 5) AS g"));
                rows.addAll(done(session, "INSERT INTO t (n) VALUES (1), (2) RETURNING id"));
                rows.addAll(done(session, "SELECT nextval('s')"));
                String last = rows.getLast();
                assertEquals(List.of(last), done(session, "SELECT currval('s')"));
                assertEquals(List.of(last), done(session, "SELECT lastval()"));
                for (String number : rows) {
                    assertTrue(given.add(Long.parseLong(number)), "twice: " + number);
                }
                done(session, (i + odd) % 3 == 0 ? "ROLLBACK" : "COMMIT");
            }
        }
        return null;
    }

    private Void alter() throws InterruptedException {
        try (Session session = telegraph.session()) {
            for (int i = 1; i <= ALTERATIONS; i++) {
                done(session, "ALTER SEQUENCE s CACHE " + i);
                done(session, "BEGIN");
                done(session, "ALTER SEQUENCE s RESTART WITH 1");
                assertEquals(List.of("1"), done(session, "SELECT nextval('s')"));
                done(session, "ROLLBACK");
            }
        }
        return null;
    }

    @Test
    void eachNumberIsGivenOnceWhateverBecomesOfWhoAsked() throws Exception {
        open();
        try (Session session = telegraph.session()) {
            done(session, "CREATE SEQUENCE s");
            done(session, "CREATE TABLE t (id BIGINT DEFAULT nextval('s'), n INTEGER)");
        }
        Set<Long> given = ConcurrentHashMap.newKeySet();
        List<Callable<Void>> all = new ArrayList<>(List.of(this::alter));
        for (int i = 0; i < SESSIONS; i++) {
            int odd = i;
            all.add(() -> count(given, odd));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(all.size())) {
            for (Future<Void> one : threads.invokeAll(all)) {
                one.get();
            }
        }
        assertEquals(SESSIONS * TRANSACTIONS * 8, given.size());
        long greatest = given.stream().mapToLong(Long::longValue).max().orElseThrow();
        telegraph.close();
        open();
        try (Session session = telegraph.session()) {
            assertEquals(
                    List.of(String.valueOf(greatest + 1)), done(session, "SELECT nextval('s')"));
        }
    }
}
