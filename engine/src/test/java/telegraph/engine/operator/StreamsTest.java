package telegraph.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.Operators;
import telegraph.engine.Slice;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.TestColumn;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// The operators that keep nothing: calc, limit, union and values.
class StreamsTest {
    private static final int SEEDS = 40;

    private static Ordeal ordeal(RandomGenerator random) {
        return random.nextInt(3) == 0
                ? Ordeal.hard(random, 256 << 10)
                : Ordeal.easy(new int[] {1, 7, 4096}[random.nextInt(3)]);
    }

    @Test
    void calcKeepsWhatTheConditionIsTrueFor() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    List<Type> types =
                            List.of(Type.INTEGER, Table.randomTypes(random, 1).getFirst());
                    Table table = Table.random(random, types, random.nextInt(5000));
                    JavaPredicate even =
                            new JavaPredicate(
                                    List.of(new ColumnRef(0, 0)),
                                    v -> v[0] != null && (Integer) v[0] % 2 == 0);
                    List<Expression> columns =
                            List.of(
                                    new TestColumn(new ColumnRef(0, 1), types.get(1)),
                                    new TestColumn(new ColumnRef(0, 0), Type.INTEGER));
                    List<List<Object>> expected = new ArrayList<>();
                    for (List<Object> row : table.rows()) {
                        if (row.getFirst() != null && (Integer) row.getFirst() % 2 == 0) {
                            expected.add(row.reversed());
                        }
                    }
                    OperatorDriver driver =
                            new OperatorDriver(
                                    List.of(table),
                                    (in, region) ->
                                            Operators.calc(
                                                    in.getFirst(),
                                                    Optional.of(even),
                                                    columns,
                                                    region));
                    assertEquals(expected, driver.rows(ordeal(random), random));
                    driver.closeAfter(random.nextInt(3), ordeal(random), random);
                    driver.cancelAfter(random.nextInt(3), ordeal(random), random);
                });
    }

    @Test
    void limitPassesOverAndEnds() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Table table = Table.random(random, Table.randomTypes(random, 2), 500);
                    Slice slice =
                            new Slice(
                                    random.nextInt(600),
                                    random.nextInt(4) == 0 ? Slice.ALL : random.nextInt(600));
                    OperatorDriver driver =
                            new OperatorDriver(
                                    List.of(table),
                                    (in, region) -> Operators.limit(in.getFirst(), slice, region));
                    List<List<Object>> expected =
                            table.rows().stream()
                                    .skip(slice.offset())
                                    .limit(slice.fetch())
                                    .toList();
                    assertEquals(expected, driver.rows(ordeal(random), random));
                    driver.closeAfter(random.nextInt(3), ordeal(random), random);
                    driver.cancelAfter(random.nextInt(3), ordeal(random), random);
                });
    }

    @Test
    void unionGivesOneStreamAfterTheOther() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    List<Type> types = Table.randomTypes(random, 2);
                    List<Table> tables = new ArrayList<>();
                    List<List<Object>> expected = new ArrayList<>();
                    for (int i = 0; i <= random.nextInt(4); i++) {
                        Table table = Table.random(random, types, random.nextInt(50));
                        tables.add(table);
                        expected.addAll(table.rows());
                    }
                    OperatorDriver driver =
                            new OperatorDriver(tables, (in, region) -> Operators.unionAll(in));
                    assertEquals(expected, driver.rows(ordeal(random), random));
                    driver.closeAfter(random.nextInt(3), ordeal(random), random);
                    driver.cancelAfter(random.nextInt(3), ordeal(random), random);
                });
    }

    @Test
    void streamsOfOtherTypesDoNotMeet() {
        Table left = new Table(List.of(Type.INTEGER), List.of());
        Table right = new Table(List.of(Type.BIGINT), List.of());
        OperatorDriver driver =
                new OperatorDriver(List.of(left, right), (in, region) -> Operators.unionAll(in));
        assertThrows(IllegalArgumentException.class, driver::rows);
    }

    @Test
    void valuesAreRows() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Table table = Table.random(random, Table.ALL_TYPES, random.nextInt(5000));
                    List<Object[]> rows = table.rows().stream().map(List::toArray).toList();
                    OperatorDriver driver =
                            new OperatorDriver(
                                    List.of(),
                                    (in, region) ->
                                            Operators.values(Table.ALL_TYPES, rows, region));
                    assertEquals(table.rows(), driver.rows());
                    driver.closeAfter(1, Ordeal.NONE, random);
                });
    }
}
