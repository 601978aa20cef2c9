package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.ground.SqlState;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Deep and wide statements, and such over such: each is planned soon, or refused by name.
///
/// By default soon is what a crowded machine needs, which no exponential growth stays below; the
/// slow test limits what planning costs a core.
@Timeout(1_800)
@Isolated("finds a statement's thread by its name")
class SnapshotPlannerFuzzTest {
    private static final long CORE_MILLIS_MAX = 2_000;

    @TempDir Path folder;
    private Telegraph telegraph;
    private int planned;
    private int refused;

    @BeforeEach
    void open() throws Exception {
        Files.writeString(folder.resolve("t.csv"), "x\n1\n2\n3\n");
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
    }

    @AfterEach
    void close() {
        System.out.println("planned=" + planned + " refused=" + refused);
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    @Test
    void eachShapeIsPlannedOrRefusedByName() throws InterruptedException {
        try (Session session = telegraph.session()) {
            for (StatementShape shape : StatementShape.values()) {
                demandEnd(session, shape.name(), shape.of(shape.size, "'t.csv'"));
            }
        }
        assertTrue(planned > StatementShape.values().length * 3 / 4, "most are planned");
        assertTrue(refused > 0, "what would be written out 2^24 times is refused");
    }

    @Test
    void shapesOverShapesArePlannedOrRefusedByName() {
        try (Session session = telegraph.session()) {
            Seeds.run(25, (_, random) -> demandEnd(session, random));
        }
        assertTrue(planned >= refused, "most are planned");
    }

    @Tag("slow")
    @Test
    void noneTakesACoreForLong() throws InterruptedException {
        try (Session session = telegraph.session()) {
            for (StatementShape shape : StatementShape.values()) {
                demandEnd(session, shape.name(), shape.of(2, "'t.csv'"));
            }
            for (StatementShape shape : StatementShape.values()) {
                demandCheap(
                        shape.name(),
                        demandEnd(session, shape.name(), shape.of(shape.size, "'t.csv'")));
            }
            Seeds.run(
                    300, (seed, random) -> demandCheap("seed=" + seed, demandEnd(session, random)));
        }
    }

    private static void demandCheap(String what, long millis) {
        assertTrue(millis < CORE_MILLIS_MAX, () -> what + " took a core " + millis + " ms");
    }

    /// One shape over another.
    private long demandEnd(Session session, RandomGenerator random) throws InterruptedException {
        StatementShape[] all = StatementShape.values();
        StatementShape inner = all[random.nextInt(all.length)];
        StatementShape outer = all[random.nextInt(all.length)];
        // Mostly of a size that leaves something to be planned.
        int below = size(inner, random);
        int above = size(outer, random);
        String sql = outer.of(above, "(" + inner.of(below, "'t.csv'") + ") AS q");
        return demandEnd(session, outer + " " + above + " over " + inner + " " + below, sql);
    }

    private static int size(StatementShape shape, RandomGenerator random) {
        double share = random.nextDouble();
        return Math.max(2, (int) (shape.size * share * share));
    }

    /// Has a statement planned, and returns how long that took a core.
    private long demandEnd(Session session, String what, String sql) throws InterruptedException {
        AtomicReference<Event> last = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(1);
        Query query =
                session.start(
                        "EXPLAIN " + sql,
                        event -> {
                            last.set(event);
                            if (event instanceof Event.End || event instanceof Event.Failed) {
                                ended.countDown();
                            }
                        });
        long nanos = coreNanos(query, ended);
        if (ended.getCount() > 0) {
            query.cancel();
            throw new AssertionError(what + " is planned for ever");
        }
        query.join();
        if (last.get() instanceof Event.Failed failed) {
            refused++;
            assertEquals(
                    SqlState.TOO_COMPLEX,
                    failed.cause().state(),
                    () -> what + ": " + failed.cause().getMessage());
        } else {
            planned++;
        }
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /// What the statement costs its thread until it ends, or for as long as anybody waits.
    private static long coreNanos(Query query, CountDownLatch ended) throws InterruptedException {
        long id =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals(query.id()))
                        .mapToLong(Thread::threadId)
                        .findFirst()
                        .orElse(-1);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        // A thread carries one statement after another.
        long before = id >= 0 ? threads.getThreadCpuTime(id) : 0;
        long deadline = System.nanoTime() + Threads.PATIENCE_MILLIS * 1_000_000;
        long nanos = 0;
        while (!ended.await(5, TimeUnit.MILLISECONDS) && System.nanoTime() < deadline) {
            if (id >= 0) {
                nanos = Math.max(nanos, threads.getThreadCpuTime(id) - before);
            }
        }
        return nanos;
    }
}
