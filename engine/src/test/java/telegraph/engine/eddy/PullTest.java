package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.Execution;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.meter.Progress;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.TestColumn;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Scans whose units workers read themselves: they give the same rows as others, end as others do,
/// and no reader stays open.
class PullTest {
    private static TestSource numbers(String name, int rows, int unitRows) {
        TestSource source = TestSource.integers(name, "id", "value");
        IntStream.range(0, rows).forEach(i -> source.row(i, i % 100));
        source.unitRows = unitRows;
        source.batchRows = 500;
        return source;
    }

    private static List<String> sorted(TestQuery query) throws InterruptedException {
        return query.rows().stream().map(Object::toString).sorted().toList();
    }

    private static void assertClosed(TestSource... sources) {
        for (TestSource source : sources) {
            assertEquals(0, source.lastMorsels.open.get(), "readers of " + source.name);
        }
    }

    @Test
    void twoWorkersGiveTheRowsOneGives() {
        Seeds.run(
                20,
                (seed, random) -> {
                    TestSource large = numbers("large", random.nextInt(30_000), 0);
                    TestSource small = numbers("small", random.nextInt(3_000), 0);
                    List<String> expected = null;
                    for (String policy : RoutingPolicy.NAMES) {
                        for (int workers = 1; workers <= 3; workers++) {
                            TestQuery query =
                                    new TestQuery()
                                            .input(large)
                                            .input(small)
                                            .equal(0, 0, 1, 1)
                                            .filter(
                                                    TestPredicate.of(
                                                            "value < 70",
                                                            v -> (Integer) v[0] < 70,
                                                            new ColumnRef(0, 1)))
                                            .all();
                            query.policy = policy;
                            query.workers = workers;
                            List<String> rows = sorted(query);
                            expected = expected == null ? rows : expected;
                            assertEquals(expected, rows, policy + " workers=" + workers);
                            large.unitRows = 1 + random.nextInt(20_000);
                            small.unitRows = 1 + random.nextInt(2_000);
                            large.batchRows = 1 + random.nextInt(5_000);
                        }
                    }
                    assertClosed(large, small);
                });
    }

    @Test
    void textsAreThoseOfTheirChunk() throws InterruptedException {
        TestSource words =
                new TestSource(
                        "words", new Column("id", Type.INTEGER), new Column("word", Type.TEXT));
        IntStream.range(0, 20_000)
                .forEach(i -> words.row(i, i % 7 == 0 ? null : "word number " + i));
        TestSource keys = numbers("keys", 20_000, 3_000);
        words.unitRows = 6_000;
        words.batchRows = 1_000;
        TestQuery query = new TestQuery().input(words).input(keys).equal(0, 0, 1, 0).all();
        List<List<Object>> rows = query.rows();
        assertEquals(20_000, rows.size());
        for (List<Object> row : rows) {
            int id = (Integer) row.get(0);
            assertEquals(id % 7 == 0 ? null : "word number " + id, row.get(1));
        }
        assertClosed(words, keys);
    }

    @Test
    void rowsThatAreStoredMayHaveMoreTextThanABatch() throws InterruptedException {
        TestSource words =
                new TestSource(
                        "words", new Column("id", Type.INTEGER), new Column("word", Type.TEXT));
        String large = "x".repeat(50_000);
        IntStream.range(0, 100).forEach(i -> words.row(i, large + i));
        words.unitRows = 100;
        TestSource keys = numbers("keys", 100, 100);
        TestQuery query = new TestQuery().input(words).input(keys).equal(0, 0, 1, 0).all();
        assertEquals(
                IntStream.range(0, 100).mapToObj(i -> large + i).sorted().toList(),
                query.rows().stream().map(r -> (String) r.get(1)).sorted().toList());
    }

    @Test
    void columnsAreDecodedWhereRowsAreLeft() throws InterruptedException {
        TestSource source =
                TestSource.integers("t", "id", "value", "a", "b", "c", "d", "e", "f", "g");
        IntStream.range(0, 10_000).forEach(i -> source.row(i, i % 100, 1, 2, 3, 4, 5, 6, 7));
        source.unitRows = 2_500;
        TestQuery query =
                new TestQuery()
                        .input(source)
                        .filter(
                                TestPredicate.of(
                                        "value = 5", v -> (Integer) v[0] == 5, new ColumnRef(0, 1)))
                        .all();
        assertEquals(100, query.rows().size());
        assertEquals(10_000 + 8 * 100, source.lastMorsels.filled.get());
    }

    @Test
    void aUnitThatFailsInTheMiddleFailsTheQuery() {
        for (int workers = 1; workers <= 2; workers++) {
            TestSource source = numbers("broken", 20_000, 5_000);
            source.beforeBatch =
                    row -> {
                        if (row == 2_500) {
                            throw new IOException("the disk is gone");
                        }
                    };
            TestQuery query = new TestQuery().input(source).all();
            query.workers = workers;
            TelegraphException e = assertThrows(TelegraphException.class, query::rows);
            assertEquals(TelegraphException.Kind.INPUT, e.kind());
            assertTrue(e.getMessage().contains("the disk is gone"), e.getMessage());
            assertTrue(e.getMessage().contains("broken"), e.getMessage());
            assertClosed(source);
        }
    }

    @Test
    void aColumnThatFailsWhenItIsDecodedFailsTheScan() {
        TestSource source =
                new TestSource("odd", new Column("id", Type.INTEGER), new Column("x", Type.TEXT));
        IntStream.range(0, 5_000)
                .forEach(i -> source.row(i % 10, (Object) (i == 4_000 ? 'x' : "x")));
        source.unitRows = 1_000;
        TestSource other = numbers("other", 10, 10);
        TestQuery query = new TestQuery().input(source).input(other).equal(0, 0, 1, 1).all();
        query.filter(TestPredicate.of("x", v -> v[0] != null, new ColumnRef(0, 1)));
        TelegraphException e = assertThrows(TelegraphException.class, query::rows);
        assertTrue(e.getMessage().contains("\"odd\""), e.getMessage());
        assertTrue(e.getMessage().contains("no such type"), e.getMessage());
        assertClosed(source);
    }

    @Test
    void aFilterThatThrowsIsNotTheSourcesFailure() {
        TestSource source = numbers("fine", 5_000, 1_000);
        TestPredicate broken =
                TestPredicate.of(
                                "10 / value",
                                v -> {
                                    throw TelegraphException.input("division by zero");
                                },
                                new ColumnRef(0, 1))
                        .throwing();
        TestQuery query = new TestQuery().input(source).filter(broken).all();
        TelegraphException e = assertThrows(TelegraphException.class, query::rows);
        assertEquals("division by zero", e.getMessage());
        assertClosed(source);
    }

    @Test
    void aCancelledScanEndsAtItsNextRows() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        TestSource source = numbers("endless", 100_000, 100_000);
        source.beforeBatch =
                row -> {
                    begun.countDown();
                    Thread.sleep(1);
                };
        try (MemoryManager memory = new MemoryManager(64L << 20);
                Region region = memory.query("test", 64L << 20)) {
            TestQuery query = new TestQuery().input(source).all();
            Execution execution =
                    Eddy.start(query.block(), query.context(region), RoutingRules.EXACT);
            begun.await();
            execution.cancel("enough");
            execution.close();
            assertClosed(source);
        }
    }

    @Test
    void aLimitEndsTheScan() throws InterruptedException {
        TestSource source = numbers("long", 1_000_000, 200_000);
        AtomicInteger chunks = new AtomicInteger();
        source.beforeBatch = row -> chunks.incrementAndGet();
        TestQuery query = new TestQuery().input(source).all();
        query.rowsWanted = 700;
        assertEquals(700, query.rows().size());
        assertTrue(chunks.get() < 100, "chunks=" + chunks.get());
        assertClosed(source);
    }

    @Test
    void rowsAndUnitsAreCountedAndSkippedOnesAreNotAwaited() throws InterruptedException {
        TestSource source = numbers("counted", 10_000, 0);
        TestSource units =
                new TestSource(
                        "units", new Column("id", Type.INTEGER), new Column("v", Type.INTEGER)) {
                    @Override
                    public telegraph.engine.source.Reader scan(
                            telegraph.engine.source.ScanRequest request) {
                        return sink -> {
                            TestMorsels morsels =
                                    morsels(
                                            List.of(
                                                    source.rows.subList(0, 4_000),
                                                    source.rows.subList(4_000, 7_000),
                                                    source.rows.subList(7_000, 10_000)),
                                            request.columns());
                            morsels.skipped = List.of(1);
                            sink.meter().rowsTotal(10_000);
                            sink.pull(morsels);
                        };
                    }
                };
        try (MemoryManager memory = new MemoryManager(64L << 20);
                Region region = memory.query("test", 64L << 20)) {
            TestQuery query = new TestQuery().input(units).all();
            try (Execution execution =
                    Eddy.start(query.block(), query.context(region), RoutingRules.EXACT)) {
                int rows = 0;
                for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                    rows += batch.rows();
                    batch.unpin();
                }
                assertEquals(7_000, rows);
                Progress progress = execution.progress().getFirst();
                assertEquals(7_000, progress.rows());
                assertEquals(3, progress.units());
                assertTrue(progress.done());
            }
        }
    }

    @Test
    void rowsThatWereAskedForGoBeforeTheRestOfAUnit() throws InterruptedException {
        TestSource driver = numbers("driver", 200_000, 200_000);
        TestSource form = TestSource.integers("form", "value", "x").bind(false, new int[] {0});
        IntStream.range(0, 100).forEach(i -> form.row(i, i));
        form.lookupsMax = 2;
        AtomicInteger last = new AtomicInteger();
        driver.beforeBatch = last::set;
        CountDownLatch first = new CountDownLatch(1);
        TestQuery query = new TestQuery().input(driver).input(form).equal(0, 1, 1, 0);
        query.filter(
                TestPredicate.of(
                        "seen",
                        v -> {
                            first.countDown();
                            return true;
                        },
                        new ColumnRef(1, 1)));
        query.output = new Block.Output.Tuples(List.of(TestColumn.integer(0, 0)));
        query.workers = 1;
        // The unit is so long that its end waits for the first answer.
        driver.beforeBatch =
                row -> {
                    if (row >= 100_000 && row < 100_500) {
                        last.set((int) first.getCount());
                    } else if (row < 100_000) {
                        Thread.sleep(0, 200_000);
                    }
                };
        assertEquals(200_000, query.rows().size());
        assertEquals(0, last.get(), "no answer was looked at before half the unit was read");
    }
}
