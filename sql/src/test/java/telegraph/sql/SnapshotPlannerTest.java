package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Planning takes steps in proportion to some small power of a statement's length, and a statement
/// that is being planned can be stopped like any other.
///
/// Where planning took twice as long with each branch or level, none of these would ever be
/// planned, so that their limit of time can be far above what they need.
@Timeout(600)
class SnapshotPlannerTest {
    private static final String TABLE = "'t.csv'";

    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws Exception {
        Files.writeString(folder.resolve("t.csv"), "x\n1\n2\n3\n");
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
    }

    @AfterEach
    void close() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private void planned(StatementShape shape) throws InterruptedException {
        Event last = ended(shape, telegraph.session(), Integer.MAX_VALUE);
        assertInstanceOf(Event.End.class, last, () -> shape + ": " + last);
    }

    /// How planning a statement ends, which is cancelled after so many milliseconds.
    private Event ended(StatementShape shape, Session session, int cancelMillis)
            throws InterruptedException {
        AtomicReference<Event> last = new AtomicReference<>();
        Query query = session.start("EXPLAIN " + shape.of(shape.size, TABLE), last::set);
        CountDownLatch ended = new CountDownLatch(1);
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        query.join();
                        ended.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        if (!ended.await(Math.min(cancelMillis, Threads.PATIENCE_MILLIS), TimeUnit.MILLISECONDS)) {
            query.cancel();
            assertTrue(
                    ended.await(Threads.PATIENCE_MILLIS, TimeUnit.MILLISECONDS),
                    () -> shape + " does not hear that it is cancelled");
        }
        return last.get();
    }

    @Test
    void branchesOfAUnionAreLookedAtOnceEach() throws InterruptedException {
        planned(StatementShape.UNION_BRANCHES);
        planned(StatementShape.UNIONS_GROUPED);
        planned(StatementShape.DIFFERENCES);
    }

    @Test
    void joinsDoNotDoubleWhatTheSizesOfTheirInputsCost() throws InterruptedException {
        planned(StatementShape.JOINS_OF_VALUES);
        planned(StatementShape.JOINS_OF_GROUPS);
        planned(StatementShape.MIXED_JOINS);
        planned(StatementShape.NESTED_EXISTS);
    }

    @Test
    void aStatementIsCancelledAtAnyMomentOfItsPlanning() {
        try (Session session = telegraph.session()) {
            Seeds.run(
                    30,
                    (seed, random) -> {
                        StatementShape[] all = StatementShape.values();
                        StatementShape shape = all[random.nextInt(all.length)];
                        Event last = ended(shape, session, random.nextInt(300));
                        if (last instanceof Event.Failed failed) {
                            assertTrue(
                                    failed.cause().kind() != TelegraphException.Kind.BUG,
                                    () -> shape + ": " + failed.cause());
                        }
                    });
        }
        assertNull(answer("SELECT count(*) FROM 't.csv'").error());
    }

    private Answer answer(String script) {
        try {
            return Answer.of(telegraph, script);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
