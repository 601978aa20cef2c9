package telegraph.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.JoinSpec;
import telegraph.engine.Operators;
import telegraph.engine.operator.JoinCase;
import telegraph.engine.operator.OperatorDriver;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.engine.operator.Table;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Random joins of all kinds give what nested loops give, whatever happens meanwhile.
class JoinTest {
    private static final int SEEDS = 45;

    @Test
    void joinsGiveWhatNestedLoopsGive() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 400);
                    for (int batchRows : new int[] {1, 7, 4096}) {
                        Ordeal easy = Ordeal.easy(batchRows);
                        assertEquals(
                                Table.bag(join.expected()),
                                Table.bag(join.driver().rows(easy, random)),
                                join::toString);
                    }
                });
    }

    @Test
    void joinsThatDoNotFitGiveWhatNestedLoopsGive() {
        long[] spilled = {0};
        Seeds.run(
                SEEDS / 3,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 1500);
                    OperatorDriver driver = join.driver();
                    assertEquals(
                            Table.bag(join.expected()),
                            Table.bag(driver.rows(Ordeal.hard(random, 256 << 10), random)),
                            join::toString);
                    spilled[0] += driver.spilled();
                });
        assertTrue(spilled[0] > 0, "something was spilled");
    }

    /// Rows of one key, or of none, cannot be dealt out: each part of them meets all others.
    @Test
    void rowsOfOneKeyAreJoinedInParts() {
        Seeds.run(
                12,
                (seed, random) -> {
                    boolean key = random.nextBoolean();
                    List<Type> types = List.of(Type.INTEGER, Type.INTEGER, Type.TEXT);
                    Table few = rowsOfOneKey(random, types, 20);
                    Table many = rowsOfOneKey(random, types, 900);
                    boolean manyLeft = random.nextBoolean();
                    int[] keys = key ? new int[] {1} : new int[0];
                    JoinSpec.Kind[] kinds = JoinSpec.Kind.values();
                    JoinSpec spec =
                            new JoinSpec(
                                    kinds[random.nextInt(kinds.length)],
                                    keys,
                                    keys,
                                    Optional.of(JoinCase.less()));
                    JoinCase join =
                            new JoinCase(
                                    spec, manyLeft, manyLeft ? many : few, manyLeft ? few : many);
                    OperatorDriver driver = join.driver();
                    assertEquals(
                            Table.bag(join.expected()),
                            Table.bag(driver.rows(Ordeal.hard(random, 256 << 10), random)),
                            join::toString);
                });
    }

    private static Table rowsOfOneKey(RandomGenerator random, List<Type> types, int rows) {
        List<List<Object>> made = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            made.add(List.of(random.nextInt(1000), 7, "some text ".repeat(15) + i));
        }
        return new Table(types, made);
    }

    @Test
    void partitionsThatAreTooLargeAreDealtOutAnew() {
        List<Type> types = List.of(Type.BIGINT, Type.TEXT);
        int rows = 12_000;
        List<List<Object>> made = new ArrayList<>();
        for (long i = 0; i < rows; i++) {
            made.add(List.of(i, "some text ".repeat(12) + i));
        }
        Table table = new Table(types, made);
        int[] keys = {0};
        JoinSpec spec = new JoinSpec(JoinSpec.Kind.FULL, keys, keys, Optional.empty());
        OperatorDriver driver =
                new OperatorDriver(
                        List.of(table, table),
                        (in, region) -> Operators.join(spec, in.get(0), in.get(1), region));
        Ordeal ordeal = new Ordeal(100, 4L << 20, 256 << 10, 0);
        List<List<Object>> expected = made.stream().map(r -> JoinCase.beside(r, r)).toList();
        List<List<Object>> actual = driver.rows(ordeal, Seeds.random(1));
        assertEquals(Table.bag(expected), Table.bag(actual));
        assertTrue(driver.spilled() > 0, "something was spilled");
    }

    @Test
    void eachMistakeWouldBeNoticed() {
        EnumSet<JoinCase.Mistake> noticed = EnumSet.of(JoinCase.Mistake.NONE);
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 100);
                    List<String> rows = Table.bag(join.driver().rows());
                    for (JoinCase.Mistake mistake : JoinCase.Mistake.values()) {
                        if (!rows.equals(Table.bag(join.expected(mistake)))) {
                            noticed.add(mistake);
                        }
                    }
                });
        assertEquals(EnumSet.allOf(JoinCase.Mistake.class), noticed);
    }

    @Test
    void anEndInBetweenLeavesNothing() {
        Seeds.run(
                20,
                (seed, random) -> {
                    JoinCase join = JoinCase.random(random, 1500);
                    join.driver()
                            .closeAfter(random.nextInt(3), Ordeal.hard(random, 256 << 10), random);
                    join.driver()
                            .cancelAfter(random.nextInt(4), Ordeal.hard(random, 256 << 10), random);
                });
    }
}
