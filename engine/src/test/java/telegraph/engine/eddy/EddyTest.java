package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Bindability;
import telegraph.engine.Block;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.TestColumn;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;

/// Whole blocks, from sources to rows.
class EddyTest {
    private static TestSource numbers(String name, int count) {
        TestSource source = TestSource.integers(name, "id", "value");
        IntStream.range(0, count).forEach(i -> source.row(i, i % 7));
        return source;
    }

    private static List<List<Object>> sorted(List<List<Object>> rows) {
        return rows.stream().sorted(Comparator.comparing(Object::toString)).toList();
    }

    @Test
    void oneInputIsFilteredAndProjected() throws InterruptedException {
        TestQuery query =
                new TestQuery()
                        .input(numbers("n", 10_000))
                        .filter(
                                TestPredicate.of(
                                        "value = 3", v -> v[0].equals(3), new ColumnRef(0, 1)))
                        .all();
        List<List<Object>> rows = query.rows();
        assertEquals(IntStream.range(0, 10_000).filter(i -> i % 7 == 3).count(), rows.size());
        assertTrue(rows.stream().allMatch(r -> r.get(1).equals(3)));
    }

    @Test
    void twoScansAreJoined() throws InterruptedException {
        TestQuery query =
                new TestQuery()
                        .input(numbers("a", 5_000))
                        .input(numbers("b", 7))
                        .equal(0, 1, 1, 0)
                        .all();
        List<List<Object>> rows = query.rows();
        assertEquals(5_000, rows.size());
        assertTrue(rows.stream().allMatch(r -> r.get(1).equals(r.get(2))));
    }

    @Test
    void rowsBehindAFormAreLookedUpOnceForEachValue() throws InterruptedException {
        TestSource form = numbers("form", 100).bind(false, new int[] {0});
        TestQuery query =
                new TestQuery().input(numbers("a", 5_000)).input(form).equal(0, 1, 1, 0).all();
        assertEquals(5_000, query.rows().size());
        assertEquals(7, form.lookups.size());
        assertEquals(7, form.lookups.stream().map(l -> l.values()).distinct().count());
    }

    @Test
    void constantsOpenAForm() throws InterruptedException {
        TestSource form = numbers("form", 100).bind(false, new int[] {0});
        TestQuery query = new TestQuery().input(form, Map.of(0, List.of(3, 5, 3, 200))).all();
        assertEquals(List.of(List.of(3, 3), List.of(5, 5)), sorted(query.rows()));
        assertEquals(3, form.lookups.size());
    }

    @Test
    void aFormNobodyBindsIsRefusedByName() {
        TestSource form = numbers("planes", 10).bind(false, new int[] {0});
        TestQuery query = new TestQuery().input(form).input(numbers("a", 3)).all();
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Bindability.check(query.block()));
        assertEquals(
                "source \"planes\" needs id: give it a constant (id = …) or join it to a column",
                e.getMessage());
        assertEquals(0, form.lookups.size());
    }

    @Test
    void inputsThatNothingConnectsAreCrossed() throws InterruptedException {
        TestQuery query = new TestQuery().input(numbers("a", 70)).input(numbers("b", 90)).all();
        assertEquals(70 * 90, query.rows().stream().distinct().count());
    }

    @Test
    void groupsAreCountedAndSummed() throws InterruptedException {
        TestQuery query = new TestQuery().input(numbers("a", 10_000));
        query.output =
                new Block.Output.Groups(
                        List.of(TestColumn.integer(0, 1)),
                        List.of(new int[] {0}),
                        List.of(
                                aggregate(Aggregate.Function.COUNT, Optional.empty()),
                                aggregate(
                                        Aggregate.Function.SUM,
                                        Optional.of(TestColumn.integer(0, 0)))));
        List<List<Object>> rows = sorted(query.rows());
        assertEquals(7, rows.size());
        long sum = IntStream.range(0, 10_000).filter(i -> i % 7 == 2).asLongStream().sum();
        assertEquals(List.of(2, 1429L, sum), rows.get(2));
    }

    @Test
    void aGrandAggregateOfNothingHasOneRow() throws InterruptedException {
        TestQuery query = new TestQuery().input(numbers("a", 0));
        query.output =
                new Block.Output.Groups(
                        List.of(),
                        List.of(new int[] {}),
                        List.of(
                                aggregate(Aggregate.Function.COUNT, Optional.empty()),
                                aggregate(
                                        Aggregate.Function.SUM,
                                        Optional.of(TestColumn.integer(0, 0)))));
        assertEquals(List.of(java.util.Arrays.asList(0L, null)), query.rows());
    }

    private static Aggregate aggregate(
            Aggregate.Function function, Optional<telegraph.engine.vector.Expression> argument) {
        return new Aggregate(function, argument, false, Optional.empty(), new int[0], Type.BIGINT);
    }

    @Test
    void orderedRowsKeepTheirOrderAndStopWhenEnough() throws InterruptedException {
        TestSource source = numbers("a", 100_000);
        source.batchRows = 100;
        TestQuery query = new TestQuery().input(source).all();
        query.ordered = true;
        query.rowsWanted = 250;
        List<List<Object>> rows = query.rows();
        assertEquals(
                IntStream.range(0, 250).boxed().toList(),
                rows.stream().map(r -> r.get(0)).toList());
    }

    @Test
    void aSourceHearsOfALimitOnlyIfEachOfItsRowsCounts() throws InterruptedException {
        TestSource plain = numbers("plain", 100);
        TestQuery query = new TestQuery().input(plain).all();
        query.rowsWanted = 5;
        assertEquals(5, query.rows().size());
        assertEquals(5, plain.lastScan.rowsWanted());

        TestSource filtered = numbers("filtered", 100);
        TestQuery filtering =
                new TestQuery()
                        .input(filtered)
                        .filter(
                                TestPredicate.of(
                                        "value = 6", v -> v[0].equals(6), new ColumnRef(0, 1)))
                        .all();
        filtering.rowsWanted = 5;
        assertEquals(5, filtering.rows().size());
        assertEquals(-1, filtered.lastScan.rowsWanted());
    }

    @Test
    void moreFiltersThanBitsAreAllApplied() throws InterruptedException {
        TestQuery query = new TestQuery().input(numbers("a", 200)).all();
        for (int f = 0; f < 130; f++) {
            int gone = f;
            TestPredicate filter =
                    TestPredicate.of("id <> " + f, v -> !v[0].equals(gone), new ColumnRef(0, 0));
            query.filter(f % 3 == 0 ? filter.throwing() : filter);
        }
        assertEquals(70, query.rows().size());
    }

    @Test
    void aReaderThatFailsFailsTheQuery() {
        TestSource source = numbers("a", 10);
        source.beforeBatch =
                at -> {
                    throw new java.io.IOException("connection reset");
                };
        TestQuery query = new TestQuery().input(source).all();
        TelegraphException e = assertThrows(TelegraphException.class, query::rows);
        assertEquals("source \"a\" cannot be read: connection reset", e.getMessage());
    }
}
