package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.engine.Block;
import telegraph.engine.Execution;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.tuple.QueryGraph;
import telegraph.engine.vector.ColumnRef;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Threads;

/// Queries far from the usual: many filters, many inputs, no columns, matches by the million.
@Timeout(600)
class ExtremesTest {
    private static TestSource numbers(String name, int rows) {
        TestSource source = TestSource.integers(name, "id", "value");
        IntStream.range(0, rows).forEach(i -> source.row(i, i));
        return source;
    }

    @Test
    void seventyFiltersOnOneInputAllCount() throws InterruptedException {
        TestQuery query = new TestQuery().input(numbers("a", 100));
        for (int f = 0; f < 70; f++) {
            int dropped = f;
            query.filter(
                    TestPredicate.of(
                            "value <> " + f, v -> (Integer) v[0] != dropped, new ColumnRef(0, 1)));
        }
        assertEquals(30, query.all().rows().size());
    }

    @Test
    void filtersOverManySetsOfInputsAllCount() throws InterruptedException {
        TestQuery query = new TestQuery();
        for (int i = 0; i < 13; i++) {
            query.input(numbers("t" + i, 20));
            if (i > 0) {
                query.equal(0, 0, i, 0);
            }
        }
        int filters = 0;
        for (int left = 0; left < 13; left++) {
            for (int right = left + 1; right < 13; right++) {
                int dropped = filters++ % 20;
                query.filter(
                        TestPredicate.of(
                                "t" + left + " or t" + right + " <> " + dropped,
                                v -> (Integer) v[0] != dropped || (Integer) v[1] != dropped,
                                new ColumnRef(left, 1),
                                new ColumnRef(right, 1)));
            }
        }
        assertEquals(78, filters);
        assertEquals(0, query.all().rows().size());
    }

    @Test
    void moreInputsThanBitsAreRefused() {
        TestQuery query = new TestQuery();
        for (int i = 0; i <= QueryGraph.BITS_MAX; i++) {
            query.input(numbers("t" + i, 1));
        }
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, query.all()::rows);
        assertTrue(e.getMessage().contains("inputs=61"), e.getMessage());
    }

    @Test
    void rowsWithoutColumnsAreCounted() throws InterruptedException {
        TestQuery query = new TestQuery();
        for (TestSource source : List.of(numbers("a", 5000), numbers("b", 3))) {
            query.inputs.add(
                    new Block.Input(source.name(), source, new int[0], Map.of(), List.of()));
        }
        query.output = new Block.Output.Tuples(List.of());
        assertEquals(15_000, query.rows().size());
    }

    private static TestQuery hugeProduct(LongAdder pairs) {
        TestSource a = numbers("a", 400_000);
        TestSource b = numbers("b", 1_000_000);
        // All of b is there before a tuple of a looks for it.
        a.beforeBatch = at -> Thread.sleep(at == 0 ? 1500 : 0);
        return new TestQuery()
                .input(a)
                .input(b)
                .filter(
                        TestPredicate.of(
                                "never",
                                v -> {
                                    pairs.increment();
                                    return false;
                                },
                                new ColumnRef(0, 0),
                                new ColumnRef(1, 0)))
                .all();
    }

    @Test
    void aProductOfBillionsIsCancelledInTheMiddle() {
        try (MemoryManager memory = new MemoryManager(256L << 20);
                Region region = memory.query("test", 256L << 20)) {
            LongAdder pairs = new LongAdder();
            TestQuery query = hugeProduct(pairs);
            Execution execution =
                    Eddy.start(query.block(), query.context(region), RoutingRules.EXACT);
            Threads.await("it is in the middle", () -> pairs.sum() > 1_000_000);
            long before = System.nanoTime();
            execution.close();
            long took = (System.nanoTime() - before) / 1_000_000;
            assertTrue(took < Threads.PATIENCE_MILLIS, "millis=" + took);
            assertEquals(0, region.used());
        }
    }

    @Test
    void fewRowsOfAProductOfBillionsAreSoonEnough() throws InterruptedException {
        TestQuery query =
                new TestQuery().input(numbers("a", 400_000)).input(numbers("b", 400_000)).all();
        query.rowsWanted = 10;
        long before = System.nanoTime();
        assertEquals(10, query.rows().size());
        long took = (System.nanoTime() - before) / 1_000_000;
        assertTrue(took < Threads.PATIENCE_MILLIS, "millis=" + took);
    }

    @Test
    void aSourceThatCannotMakeAReaderFailsTheQuery() {
        AtomicInteger made = new AtomicInteger();
        TestSource form =
                new TestSource("form", TestSource.integers("f", "id", "value").schema().column(0)) {
                    @Override
                    public Reader lookup(LookupRequest request) {
                        if (made.incrementAndGet() == 3) {
                            throw TelegraphException.input("no reader for this value");
                        }
                        return super.lookup(request);
                    }
                };
        form.bind(false, new int[] {0});
        form.lookupsMax = 1;
        IntStream.range(0, 10).forEach(form::row);
        TestQuery query =
                new TestQuery().input(numbers("a", 10)).input(form).equal(0, 0, 1, 0).all();
        TelegraphException e = assertThrows(TelegraphException.class, query::rows);
        assertEquals("no reader for this value", e.getMessage());
    }
}
