package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Threads;

/// A sandbox with more conversations than the store has room for transactions.
@Isolated("counts the threads of all statements")
class ManySessionsTest {
    private static final int SESSIONS = 3_000;

    @Test
    void idleConversationsHoldNothingOfTheStore() throws Exception {
        List<Session> sessions = new ArrayList<>();
        Telegraph telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        try (Session first = telegraph.session()) {
            done(first, "CREATE TABLE t (id INT PRIMARY KEY, n INT)");
            done(first, "INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0)");
        }
        Threads.await("the first statements' threads have ended", () -> Threads.alive("q") == 0);
        for (int i = 0; i < SESSIONS; i++) {
            Session session = telegraph.session();
            sessions.add(session);
            Prepared change = session.prepare("UPDATE t SET n = n + 1 WHERE id = $1");
            change.set(1, i % 4 + 1);
            assertTrue(change.carryOut(false));
            Prepared read = session.prepare("SELECT n FROM t WHERE id = $1");
            read.set(1, i % 4 + 1);
            assertTrue(read.carryOut(false));
            assertTrue(read.hasRow());
        }
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        assertEquals(0, Threads.alive("q"));
    }

    /// However close to the closing a session is asked for, none outlives it.
    @Test
    void noSessionOutlivesItsSandbox(@TempDir Path directory) throws Exception {
        for (int round = 0; round < 20; round++) {
            Telegraph telegraph = Telegraph.open(directory, directory, Map.of(), Map.of());
            List<Session> opened = Collections.synchronizedList(new ArrayList<>());
            Thread asking =
                    Thread.ofVirtual()
                            .start(() -> {
                                while (telegraph.isOpen()) {
                                    try {
                                        opened.add(telegraph.session());
                                    } catch (TelegraphException e) {
                                        assertEquals("the sandbox is closed", e.getMessage());
                                    }
                                }
                            });
            while (opened.size() < round) {
                Thread.onSpinWait();
            }
            telegraph.close();
            asking.join();
            assertThrows(TelegraphException.class, telegraph::session);
            for (Session session : opened) {
                List<Event> events = Collections.synchronizedList(new ArrayList<>());
                session.start("SELECT 1", events::add).join();
                assertInstanceOf(Event.Failed.class, events.getLast(), events::toString);
            }
        }
    }

    private static void done(Session session, String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        assertTrue(events.getLast() instanceof Event.End, events::toString);
    }
}
