package telegraph.engine.sort;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.Operators;
import telegraph.engine.Slice;
import telegraph.engine.SortKey;
import telegraph.engine.operator.OperatorDriver;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.engine.operator.Table;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Random rows of all types come out in the order plain Java gives them, whatever happens
/// meanwhile.
class SortTest {
    private static final int SEEDS = 30;

    private static OperatorDriver sort(Table table, List<SortKey> keys) {
        return new OperatorDriver(
                List.of(table), (in, region) -> Operators.sort(in.getFirst(), keys, region));
    }

    private static void check(Table table, List<SortKey> keys, List<List<Object>> rows) {
        assertEquals(Table.bag(table.rows()), Table.bag(rows));
        Comparator<List<Object>> order = Table.order(keys);
        for (int i = 1; i < rows.size(); i++) {
            assertTrue(
                    order.compare(rows.get(i - 1), rows.get(i)) <= 0,
                    () -> "order differs: keys=" + keys + " rows=" + rows);
        }
    }

    @Test
    void rowsComeOutInOrder() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    List<Type> types = Table.randomTypes(random, 1 + random.nextInt(4));
                    Table table = Table.random(random, types, random.nextInt(3000));
                    List<SortKey> keys =
                            Table.randomKeys(random, types.size(), 1 + random.nextInt(3));
                    for (int batchRows : new int[] {1, 7, 4096}) {
                        Ordeal easy = Ordeal.easy(batchRows);
                        check(table, keys, sort(table, keys).rows(easy, random));
                    }
                });
    }

    /// Of numbers that 64 bits have no room for a word says nothing, and so it must say nothing of
    /// the keys behind them either.
    @Test
    void wideDecimalsGoBeforeTheKeysBehindThem() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    List<List<Object>> rows = new ArrayList<>();
                    for (int i = 0; i < 500; i++) {
                        BigDecimal wide = BigDecimal.valueOf(1 + random.nextInt(9)).setScale(20);
                        rows.add(List.of(wide, random.nextInt(5), "t" + random.nextInt(3)));
                    }
                    Table table =
                            new Table(List.of(Type.decimal(38, 20), Type.INTEGER, Type.TEXT), rows);
                    List<SortKey> keys =
                            List.of(
                                    new SortKey(0, random.nextBoolean(), true),
                                    new SortKey(1, random.nextBoolean(), false),
                                    new SortKey(2, false, true));
                    check(table, keys, sort(table, keys).rows(Ordeal.easy(64), random));
                });
    }

    @Test
    void rowsThatDoNotFitComeOutInOrder() {
        long[] spilled = {0};
        Seeds.run(
                SEEDS / 3,
                (seed, random) -> {
                    List<Type> types = Table.randomTypes(random, 1 + random.nextInt(4));
                    Table table = Table.random(random, types, 8_000);
                    List<SortKey> keys =
                            Table.randomKeys(random, types.size(), 1 + random.nextInt(3));
                    OperatorDriver driver = sort(table, keys);
                    check(table, keys, driver.rows(Ordeal.hard(random, 512 << 10), random));
                    spilled[0] += driver.spilled();
                });
        assertTrue(spilled[0] > 0, "something was spilled");
    }

    @Test
    void moreRunsThanAreMergedAtOnceAreMergedInRounds() {
        Seeds.run(
                3,
                (seed, random) -> {
                    Table table =
                            Table.random(random, List.of(Type.BIGINT, Type.TEXT), 30_000, 5_000);
                    List<SortKey> keys = Table.randomKeys(random, 2, 2);
                    OperatorDriver driver = sort(table, keys);
                    check(
                            table,
                            keys,
                            driver.rows(new Ordeal(100, 4L << 20, 256 << 10, 3), random));
                    assertTrue(driver.spilled() > 0, "something was spilled");
                });
    }

    @Test
    void theOtherPlaceOfNullsWouldBeNoticed() {
        int[] noticed = {0};
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    List<Type> types = Table.randomTypes(random, 2);
                    Table table = Table.random(random, types, 100);
                    SortKey key = Table.randomKeys(random, 2, 1).getFirst();
                    SortKey other = new SortKey(key.column(), key.descending(), !key.nullsFirst());
                    List<List<Object>> rows = sort(table, List.of(key)).rows();
                    check(table, List.of(key), rows);
                    try {
                        check(table, List.of(other), rows);
                    } catch (AssertionError e) {
                        noticed[0]++;
                    }
                });
        assertTrue(noticed[0] > SEEDS / 2, "noticed=" + noticed[0]);
    }

    @Test
    void anEndInBetweenLeavesNothing() {
        Seeds.run(
                20,
                (seed, random) -> {
                    Table table = Table.random(random, Table.randomTypes(random, 3), 6_000);
                    List<SortKey> keys = Table.randomKeys(random, 3, 2);
                    sort(table, keys)
                            .closeAfter(random.nextInt(3), Ordeal.hard(random, 512 << 10), random);
                    sort(table, keys)
                            .cancelAfter(random.nextInt(3), Ordeal.hard(random, 512 << 10), random);
                });
    }

    private static OperatorDriver top(Table table, List<SortKey> keys, Slice slice) {
        return new OperatorDriver(
                List.of(table), (in, region) -> Operators.top(in.getFirst(), keys, slice, region));
    }

    /// The rows of the slice are peers, one by one, of those that sorting all gives.
    private static void checkTop(
            Table table, List<SortKey> keys, Slice slice, List<List<Object>> rows) {
        Comparator<List<Object>> order = Table.order(keys);
        List<List<Object>> all = table.rows().stream().sorted(order).toList();
        int start = (int) Math.min(slice.offset(), all.size());
        int end = (int) Math.min(slice.end(), all.size());
        assertEquals(end - start, rows.size());
        for (int i = start; i < end; i++) {
            assertEquals(0, order.compare(all.get(i), rows.get(i - start)), "keys=" + keys);
        }
        List<String> left = new java.util.ArrayList<>(Table.bag(table.rows()));
        Table.bag(rows).forEach(row -> assertTrue(left.remove(row), row));
    }

    @Test
    void theFirstRowsAreThoseOfAllInOrder() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    List<Type> types = Table.randomTypes(random, 1 + random.nextInt(4));
                    boolean large = random.nextInt(4) == 0;
                    Table table = Table.random(random, types, large ? 15_000 : 2_000);
                    List<SortKey> keys =
                            Table.randomKeys(random, types.size(), 1 + random.nextInt(3));
                    Slice slice =
                            new Slice(
                                    random.nextInt(20),
                                    random.nextInt(4) == 0
                                            ? random.nextInt(3000)
                                            : random.nextInt(10));
                    Ordeal ordeal =
                            random.nextBoolean()
                                    ? Ordeal.easy(new int[] {1, 7, 4096}[random.nextInt(3)])
                                    : Ordeal.hard(random, 512 << 10);
                    checkTop(table, keys, slice, top(table, keys, slice).rows(ordeal, random));
                    top(table, keys, slice).closeAfter(random.nextInt(2), ordeal, random);
                    top(table, keys, slice).cancelAfter(random.nextInt(4), ordeal, random);
                });
    }
}
