package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.Block;
import telegraph.engine.Execution;
import telegraph.engine.Routes;
import telegraph.engine.direct.DirectRun;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.vector.ColumnRef;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Seeds;

/// Blocks over a few rows at hand give what nested loops give, by whoever takes them; of more rows
/// an eddy gives it.
class DirectRunTest {
    private static final int SEEDS = 600;

    @Test
    void everyRandomQueryGivesWhatNestedLoopsGive() {
        AtomicInteger direct = new AtomicInteger();
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    RandomQuery query =
                            random.nextInt(3) == 0 ? RandomQuery.crowd(seed) : RandomQuery.of(seed);
                    query.under(RoutingRules.EXACT).atHand();
                    assertEquals(query.expected(), actual(query.query), query::toString);
                    direct.addAndGet(query.query.eddies == 0 ? 1 : 0);
                });
        assertTrue(direct.get() > SEEDS / 3, () -> "direct=" + direct);
    }

    private static List<String> actual(TestQuery query) throws InterruptedException {
        return query.rows().stream().map(Object::toString).sorted().toList();
    }

    /// @param rows how many
    private static TestSource numbers(String name, int rows) {
        TestSource source = TestSource.integers(name, "id", "a");
        IntStream.range(0, rows).forEach(id -> source.row(id, id % 10));
        source.key = new int[] {0};
        source.rowsKnown = OptionalLong.of(rows);
        source.atHand = true;
        source.bind(true, new int[] {0}, new int[] {1});
        return source;
    }

    private static TestQuery direct() {
        TestQuery query = new TestQuery();
        query.direct = true;
        return query;
    }

    @Test
    void aKeyIsLookedUpForEachTupleAndNoMore() throws InterruptedException {
        TestSource few = numbers("few", 20);
        TestSource many = numbers("many", 5_000);
        TestQuery query = direct().input(few).input(many).equal(0, 1, 1, 0).all();
        assertEquals(20, query.rows().size());
        assertEquals(0, query.eddies);
        assertEquals(10, many.lookups.size(), "each value once");
        assertEquals(0, many.scans.get());
        List<String> names = query.routes.modules().stream().map(Routes.Module::name).toList();
        assertEquals(List.of("source few", "lookup many(id)", "output"), names);
        assertEquals(20, query.routes.modules().getLast().rowsOut());
    }

    @Test
    void whatTurnsOutToBeLongIsDoneByAnEddyFromTheBeginning() throws InterruptedException {
        TestSource wrong = numbers("wrong", 3_000);
        wrong.rowsKnown = OptionalLong.of(10);
        TestQuery query = direct().input(wrong).all();
        assertEquals(3_000, query.rows().size());
        assertEquals(1, query.eddies);
    }

    @Test
    void pairsThatWouldBeManyAreNotTried() throws InterruptedException {
        TestQuery query = direct().input(numbers("a", 500)).input(numbers("b", 500)).all();
        assertEquals(250_000, query.rows().size());
        assertEquals(1, query.eddies);
    }

    @Test
    void noMoreRowsAreGivenThanAreWanted() throws InterruptedException {
        TestSource many = numbers("many", 1_000);
        TestQuery query = direct().input(many).all();
        query.rowsWanted = 7;
        assertEquals(7, query.rows().size());
        assertEquals(0, query.eddies);
        assertEquals(7, many.lastScan.rowsWanted());
    }

    @Test
    void asManyRowsAreReadAsPassWhatDropsThem() throws InterruptedException {
        TestPredicate fifth = TestPredicate.of("a = 4", v -> v[0].equals(4), new ColumnRef(0, 1));
        TestSource some = numbers("some", 900);
        TestQuery query = direct().input(some).filter(fifth).all();
        query.rowsWanted = 2;
        assertEquals(List.of(List.of(4, 4), List.of(14, 4)), query.rows());
        assertEquals(34, some.lastScan.rowsWanted(), "a few more are read than are wanted");
        query.rowsWanted = 20;
        assertEquals(20, query.rows().size());
        assertEquals(0, query.eddies);
        TestSource many = numbers("many", 1_000);
        TestQuery rare =
                direct().input(many)
                        .filter(
                                TestPredicate.of(
                                        "id = 999", v -> v[0].equals(999), new ColumnRef(0, 0)))
                        .all();
        rare.rowsWanted = 5;
        assertEquals(List.of(List.of(999, 9)), rare.rows(), "all were read");
    }

    @Test
    void aFilterThatFailsFailsTheQuery() {
        TestPredicate failing =
                TestPredicate.of(
                                "fails",
                                v -> {
                                    throw TelegraphException.input("division by zero");
                                },
                                new ColumnRef(0, 1))
                        .throwing();
        TestQuery query = direct().input(numbers("few", 20)).filter(failing).all();
        TelegraphException failure = assertThrows(TelegraphException.class, query::rows);
        assertEquals("division by zero", failure.getMessage());
        TestPredicate none = TestPredicate.of("none", v -> false, new ColumnRef(0, 0));
        TestQuery spared = direct().input(numbers("few", 20)).filter(failing).filter(none).all();
        assertEquals(List.of(), run(spared), "what cannot fail comes first");
    }

    private static List<List<Object>> run(TestQuery query) {
        try {
            return query.rows();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatIsReadWhenItIsCancelledIsInterruptedAndTheThreadIsNot() throws Exception {
        TestSource locked = numbers("locked", 20);
        CountDownLatch reading = new CountDownLatch(1);
        locked.beforeBatch =
                at -> {
                    reading.countDown();
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                };
        TestQuery query = direct().input(locked).all();
        Block block = query.block();
        try (MemoryManager memory = new MemoryManager(1L << 28);
                Region region = memory.query("test", 1L << 28);
                Execution execution =
                        DirectRun.of(block, query.context(region), () -> null).orElseThrow()) {
            Thread canceller =
                    Thread.startVirtualThread(() -> {
                        try {
                            reading.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        execution.cancel("enough");
                    });
            TelegraphException failure = assertThrows(TelegraphException.class, execution::take);
            assertEquals(TelegraphException.Kind.CANCELLED, failure.kind());
            assertEquals("enough", failure.getMessage());
            canceller.join();
            assertFalse(Thread.interrupted(), "the interrupt was for the reading");
        }
    }

    @Test
    void whatIsCancelledBeforeItBeginsReadsNothing() throws InterruptedException {
        TestSource few = numbers("few", 20);
        TestQuery query = direct().input(few).all();
        try (MemoryManager memory = new MemoryManager(1L << 28);
                Region region = memory.query("test", 1L << 28);
                Execution execution =
                        DirectRun.of(query.block(), query.context(region), () -> null)
                                .orElseThrow()) {
            execution.cancel("enough");
            assertThrows(TelegraphException.class, execution::take);
            assertNull(few.lastScan);
        }
    }

    @Test
    void groupsComeOfNoRows() throws InterruptedException {
        TestSource none = numbers("none", 0);
        List<List<Object>> rows = new ArrayList<>();
        Block block =
                new Block(
                        List.of(new Block.Input("none", none, new int[] {0}, Map.of(), List.of())),
                        List.of(),
                        List.of(),
                        new Block.Output.Groups(List.of(), List.of(new int[0]), List.of()));
        try (MemoryManager memory = new MemoryManager(1L << 28);
                Region region = memory.query("test", 1L << 28);
                Execution execution =
                        DirectRun.of(block, direct().context(region), () -> null).orElseThrow()) {
            for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                rows.addAll(TestQuery.rowsOf(batch));
                batch.unpin();
            }
        }
        assertEquals(List.of(List.of()), rows);
    }
}
