package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.World;
import telegraph.store.page.HookedDisk;
import telegraph.testkit.Threads;

/// A sandbox that is closed while somebody commits.
class ClosingTest {
    @TempDir Path directory;

    private final HookedDisk disk = new HookedDisk();

    private Telegraph open() {
        World here = World.system();
        World world =
                new World(
                        here.ticker(),
                        here.clock(),
                        here.chance(),
                        disk,
                        here.http(),
                        here.user(),
                        here.pid());
        return Telegraph.open(world, directory, directory, Map.of(), Map.of());
    }

    @Test
    void whatIsCommittedMeanwhileLasts() throws InterruptedException {
        Telegraph telegraph = open();
        assertNull(Answer.of(telegraph, "CREATE TABLE t (a INTEGER PRIMARY KEY)").error());
        Semaphore held = new Semaphore(0);
        CountDownLatch reached = new CountDownLatch(1);
        Session session = telegraph.session();
        Prepared insert = session.prepare("INSERT INTO t VALUES (1)");
        disk.onSync =
                _ -> {
                    reached.countDown();
                    held.acquireUninterruptibly(); // as a disk does
                };
        AtomicReference<Object> end = new AtomicReference<>();
        Thread inserting =
                new Thread(
                        () -> {
                            try {
                                end.set(insert.carryOut(false));
                            } catch (RuntimeException e) {
                                end.set(e);
                            }
                        },
                        "inserts");
        inserting.start();
        reached.await();
        Thread closing = new Thread(telegraph::close, "closes");
        closing.start();
        Threads.await("it waits", () -> closing.getState() == Thread.State.WAITING);
        held.release(Short.MAX_VALUE);
        inserting.join();
        closing.join();
        assertEquals(true, end.get());
        disk.onSync = _ -> {};
        try (Telegraph again = open()) {
            assertEquals("1", Answer.of(again, "SELECT count(*) FROM t").rows().getLast());
        }
    }
}
