package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.source.Range;
import telegraph.engine.vector.ColumnRef;
import telegraph.memory.Type;

/// Which rows are stored: none that a complete input shows to be of no use, and none of a large
/// input while a smaller one comes as fast as it can.
class SemijoinTest {
    private static final int CUSTOMERS = 3_000;
    private static final int ORDERS = 40_000;
    private static final int ITEMS = 120_000;

    private final TestSource customers = table("customers", CUSTOMERS, i -> i % 10);
    private final TestSource orders = table("orders", ORDERS, i -> i % CUSTOMERS);
    private final TestSource items = table("items", ITEMS, i -> i / 3);

    /// What the second column of a row is.
    private interface Second {
        int of(int id);
    }

    private static TestSource table(String name, int rows, Second second) {
        TestSource source = TestSource.integers(name, "id", "second");
        IntStream.range(0, rows).forEach(i -> source.row(i, second.of(i)));
        source.rowsKnown = OptionalLong.of(rows);
        source.unitRows = 15_000;
        source.batchRows = 1_000;
        source.local = true;
        return source;
    }

    private TestQuery join(int segments) {
        return new TestQuery()
                .input(items)
                .input(orders)
                .input(customers)
                .equal(0, 1, 1, 0)
                .equal(1, 1, 2, 0)
                .filter(
                        TestPredicate.of(
                                "segment < " + segments,
                                v -> (Integer) v[0] < segments,
                                new ColumnRef(2, 1)))
                .all();
    }

    private static Routes.Module module(TestQuery query, String name) {
        return query.routes.modules().stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is missing"));
    }

    @Test
    void rowsWithoutAMatchInACompleteInputAreNotStored() throws InterruptedException {
        for (String policy : RoutingPolicy.NAMES) {
            for (int workers = 1; workers <= 2; workers++) {
                TestQuery query = join(1);
                query.policy = policy;
                query.workers = workers;
                assertEquals(ITEMS / 10, query.rows().size(), 300, policy);
                assertEquals(CUSTOMERS / 10, module(query, "build customers").rowsIn());
                long stored = module(query, "build orders").rowsIn();
                assertTrue(stored < ORDERS / 5, policy + " orders stored=" + stored);
                assertEquals(0, module(query, "build items").rowsIn(), policy);
                assertTrue(module(query, "probe orders").rowsIn() < ITEMS / 4, policy);
            }
        }
    }

    /// Orders are joined with the items of chosen customers only by way of the items, which name
    /// both.
    @Test
    void whatMustEqualAThirdColumnIsHeldAgainstTheKeysOfTheOther() throws InterruptedException {
        TestSource parts = table("parts", 3_000, i -> i % 10);
        TestSource offers = table("offers", 40_000, i -> i % 3_000);
        TestSource sold = table("sold", 120_000, i -> i % 3_000);
        TestQuery query =
                new TestQuery()
                        .input(sold)
                        .input(offers)
                        .input(parts)
                        .equal(0, 1, 1, 1)
                        .equal(0, 1, 2, 0)
                        .filter(
                                TestPredicate.of(
                                        "kind < 1", v -> (Integer) v[0] < 1, new ColumnRef(2, 1)));
        query.output = count();
        query.rows();
        long stored = module(query, "build offers").rowsIn();
        assertTrue(stored < 40_000 / 5, "offers stored=" + stored);
    }

    @Test
    void aSemijoinThatDropsNothingIsGivenUp() throws InterruptedException {
        TestQuery query = join(10);
        query.workers = 1;
        assertEquals(ITEMS, query.rows().size());
        long tried = module(query, "semijoin orders").rowsIn();
        assertTrue(tried < ITEMS / 10, "tried=" + tried);
    }

    @Test
    void aSemijoinThatComesToDropMuchIsTakenUpAgain() throws InterruptedException {
        // Of the first half of the items all have an order, of the second none.
        orders.rows.subList(ORDERS / 2, ORDERS).clear();
        orders.rowsKnown = OptionalLong.of(ORDERS / 2);
        items.unitRows = ITEMS;
        items.batchRows = 100;
        TestQuery query = join(10);
        query.workers = 1;
        assertEquals(ITEMS / 2, query.rows().size());
        long probing = module(query, "probe orders").rowsIn();
        assertTrue(probing < ITEMS * 3 / 4, "probing=" + probing);
    }

    @Test
    void readersAreToldBetweenWhichValuesKeysAre() throws InterruptedException {
        TestSource few = table("few", 2_000, i -> 7_000 + i);
        TestSource many = table("many", 60_000, i -> i);
        TestQuery query = new TestQuery().input(many).input(few).equal(0, 0, 1, 1).all();
        assertEquals(2_000, query.rows().size());
        Range keys = new Range(Optional.of(7_000), Optional.of(8_999));
        for (int unit = 0; unit < 4; unit++) {
            assertEquals(Optional.of(keys), many.lastMorsels.told.get(unit), "unit " + unit);
        }
    }

    @Test
    void aLargeInputWaitsForASmallerOneThatComesAsFastAsItCan() throws InterruptedException {
        TestSource slow = table("slow", 2_000, i -> i);
        slow.unitRows = 0;
        slow.batchRows = 100;
        slow.beforeBatch = at -> Thread.sleep(1);
        TestQuery query = new TestQuery().input(items).input(slow).equal(0, 1, 1, 0).all();
        assertEquals(6_000, query.rows().size());
        assertEquals(0, module(query, "build items").rowsIn());
    }

    @Test
    void aLargeInputDoesNotWaitForOneThatWaitsItself() throws InterruptedException {
        CountDownLatch read = new CountDownLatch(1);
        TestSource remote = table("remote", 2_000, i -> i);
        remote.local = false;
        remote.unitRows = 0;
        remote.beforeBatch = at -> read.await();
        items.beforeBatch =
                row -> {
                    if (row >= 10_000) {
                        read.countDown();
                    }
                };
        TestQuery query = new TestQuery().input(items).input(remote).equal(0, 1, 1, 0).all();
        assertEquals(6_000, query.rows().size());
        assertTrue(module(query, "build items").rowsIn() >= 10_000);
    }

    @Test
    void twoSamplesAreReadSideBySide() throws InterruptedException {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        UnitSource a = units("a", order);
        UnitSource b = units("b", order);
        TestQuery query = new TestQuery().input(a).input(b).equal(0, 0, 1, 0);
        query.output = count();
        query.workers = 1;
        assertEquals(List.of(List.of(2_000L)), query.rows());
        // The one that came first may have had a start.
        int first = Math.min(order.indexOf("a"), order.indexOf("b"));
        int second = Math.max(order.indexOf("a"), order.indexOf("b"));
        int ahead = 0;
        for (String one : order.subList(second, order.size() - second)) {
            ahead += one.equals(order.get(first)) ? 1 : -1;
            assertTrue(Math.abs(ahead) <= second + 2, order.toString());
        }
    }

    private static Block.Output.Groups count() {
        Aggregate all =
                new Aggregate(
                        Aggregate.Function.COUNT,
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        new int[0],
                        Type.BIGINT);
        return new Block.Output.Groups(List.of(), List.of(new int[0]), List.of(all));
    }

    private static UnitSource units(String name, List<String> order) {
        UnitSource source = new UnitSource(name, new Column("k", Type.INTEGER));
        for (int u = 0; u < 40; u++) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                rows.add(new Object[] {50 * u + i});
            }
            source.units.add(rows);
        }
        source.rowsKnown = OptionalLong.of(2_000);
        source.pulled = true;
        source.local = true;
        source.beforeUnit = u -> order.add(name);
        return source;
    }
}
