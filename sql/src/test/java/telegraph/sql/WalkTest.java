package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Going over a table in steps.
class WalkTest {
    @TempDir Path folder;
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.open(folder, Map.of("durability", "relaxed"), Map.of());
        session = telegraph.session();
        run("CREATE SCHEMA s");
        run("CREATE TABLE s.t (k TEXT PRIMARY KEY, v INTEGER)");
    }

    @AfterEach
    void close() {
        session.close();
        long used = telegraph.memoryUsed();
        telegraph.close();
        assertEquals(0, used);
    }

    private void run(String sql) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(sql, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            throw failed.cause();
        }
    }

    private void insert(String key, int value) {
        Prepared insert = session.prepare("INSERT INTO s.t VALUES ($1, $2)");
        insert.set(1, key);
        insert.set(2, value);
        assertTrue(insert.carryOut(false));
    }

    @Test
    void stepsGoOverAllRowsInOrderWhateverComesAndGoesMeanwhile() throws InterruptedException {
        for (int i = 999; i >= 0; i--) {
            insert("k%03d".formatted(i), i);
        }
        Walk walk = session.walk("s", "t", List.of("v", "k"));
        List<Object> seen = new ArrayList<>();
        String after = null;
        while (true) {
            List<Object[]> rows = walk.next(after, 7);
            if (rows.isEmpty()) {
                break;
            }
            rows.forEach(row -> seen.add(row[0]));
            after = (String) rows.getLast()[1];
            run("DELETE FROM s.t WHERE k = '" + after + "'");
            insert(after.replace('k', 'a'), -1);
        }
        assertEquals(1_000, seen.size());
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i, seen.get(i));
        }
    }

    @Test
    void keysThatBeginAlikeAreAllSeen() {
        List<String> keys = List.of("", "a", "a\0", "a\0b", "aa", "b", "ä", "\uffff", "😀");
        keys.forEach(key -> insert(key, 0));
        Walk walk = session.walk("s", "t", List.of("k"));
        List<Object> seen = new ArrayList<>();
        for (List<Object[]> rows = walk.next(null, 1);
                !rows.isEmpty();
                rows = walk.next(rows.getLast()[0], 1)) {
            seen.addAll(Arrays.asList(rows.getFirst()));
        }
        assertEquals(keys, seen);
    }

    @Test
    void numbersAndKeysOfSeveralColumnsAreWalkedOver() throws InterruptedException {
        run("CREATE TABLE n (a BIGINT, b BIGINT, PRIMARY KEY (a, b))");
        List<Long> firsts = List.of(Long.MIN_VALUE, -1L, 0L, 255L, Long.MAX_VALUE);
        for (long a : firsts) {
            run("INSERT INTO n VALUES (" + a + ", " + Long.MAX_VALUE + "), (" + a + ", 0)");
        }
        Walk walk = session.walk("public", "n", List.of("a"));
        List<Object> seen = new ArrayList<>();
        for (List<Object[]> rows = walk.next(null, 1);
                !rows.isEmpty();
                rows = walk.next(rows.getLast()[0], 1)) {
            seen.add(rows.getFirst()[0]);
        }
        assertEquals(firsts, seen);
    }

    @Test
    void whatCannotBeWalkedOverIsRefused() throws InterruptedException {
        run("CREATE TABLE bare (a INTEGER)");
        assertEquals(
                SqlState.INVALID_TABLE_DEFINITION,
                failure(session.walk("public", "bare", List.of())));
        assertEquals(SqlState.UNDEFINED_COLUMN, failure(session.walk("s", "t", List.of("other"))));
        assertEquals(SqlState.UNDEFINED_TABLE, failure(session.walk("s", "none", List.of())));
    }

    private static SqlState failure(Walk walk) {
        return assertThrows(TelegraphException.class, () -> walk.next(null, 1)).state();
    }
}
