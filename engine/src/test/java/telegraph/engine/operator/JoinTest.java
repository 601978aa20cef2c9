package telegraph.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.ColumnRef;
import telegraph.engine.JoinSpec;
import telegraph.engine.Operators;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Random joins of all kinds give what nested loops give, whatever happens meanwhile.
class JoinTest {
    private static final int SEEDS = 45;

    /// How a join could be wrong.
    private enum Mistake {
        NONE,
        NULLS_EQUAL,
        NO_CONDITION,
        NOT_OUTER
    }

    /// A random join, both sides and what nested loops make of them.
    private record Case(JoinSpec spec, boolean keepLeft, Table left, Table right) {
        static Case random(RandomGenerator random, int rowsMax) {
            int keys = random.nextInt(4);
            boolean condition = keys == 0 || random.nextInt(3) == 0;
            List<Type> keyTypes = Table.randomTypes(random, keys);
            int values = random.nextInt(3) == 0 ? 4 : 1000;
            boolean manyPairs = keys == 0 || values == 4;
            int rows = 1 + random.nextInt(manyPairs ? Math.min(120, rowsMax) : rowsMax);
            Table left = side(random, keyTypes, random.nextInt(10) == 0 ? 0 : rows, values);
            Table right = side(random, keyTypes, random.nextInt(10) == 0 ? 0 : rows, values);
            int[] columns = IntStream.range(1, 1 + keys).toArray();
            JoinSpec.Kind[] kinds = JoinSpec.Kind.values();
            return new Case(
                    new JoinSpec(
                            kinds[random.nextInt(kinds.length)],
                            columns,
                            columns,
                            condition ? Optional.of(less()) : Optional.empty()),
                    random.nextBoolean(),
                    left,
                    right);
        }

        private static Table side(
                RandomGenerator random, List<Type> keyTypes, int rows, int values) {
            List<Type> types = new ArrayList<>();
            types.add(Type.INTEGER);
            types.addAll(keyTypes);
            types.add(Type.TEXT);
            Table table = Table.random(random, types, rows, values);
            for (List<Object> row : table.rows()) {
                row.set(0, random.nextInt(10) == 0 ? null : random.nextInt(1000));
            }
            return table;
        }

        private static JavaPredicate less() {
            return new JavaPredicate(
                    List.of(new ColumnRef(0, 0), new ColumnRef(1, 0)),
                    v -> v[0] != null && v[1] != null && (Integer) v[0] < (Integer) v[1]);
        }

        private boolean pair(List<Object> a, List<Object> b, Mistake mistake) {
            for (int column : spec.leftKeys()) {
                Object key = Table.canonical(a.get(column));
                boolean nothing = key == null && mistake != Mistake.NULLS_EQUAL;
                if (nothing || !Objects.equals(key, Table.canonical(b.get(column)))) {
                    return false;
                }
            }
            return spec.condition().isEmpty()
                    || mistake == Mistake.NO_CONDITION
                    || a.get(0) != null
                            && b.get(0) != null
                            && (Integer) a.get(0) < (Integer) b.get(0);
        }

        List<List<Object>> expected() {
            return expected(Mistake.NONE);
        }

        List<List<Object>> expected(Mistake mistake) {
            List<List<Object>> out = new ArrayList<>();
            boolean[] rightMatched = new boolean[right.rows().size()];
            boolean pairs = spec.kind() != JoinSpec.Kind.SEMI && spec.kind() != JoinSpec.Kind.ANTI;
            boolean outerLeft =
                    mistake != Mistake.NOT_OUTER
                            && (spec.kind() == JoinSpec.Kind.LEFT
                                    || spec.kind() == JoinSpec.Kind.FULL);
            boolean outerRight =
                    spec.kind() == JoinSpec.Kind.RIGHT || spec.kind() == JoinSpec.Kind.FULL;
            for (List<Object> a : left.rows()) {
                boolean matched = false;
                for (int r = 0; r < rightMatched.length; r++) {
                    if (pair(a, right.rows().get(r), mistake)) {
                        matched = true;
                        rightMatched[r] = true;
                        if (pairs) {
                            out.add(beside(a, right.rows().get(r)));
                        }
                    }
                }
                if (!pairs && matched == (spec.kind() == JoinSpec.Kind.SEMI)) {
                    out.add(a);
                } else if (outerLeft && !matched) {
                    out.add(beside(a, Collections.nCopies(right.types().size(), null)));
                }
            }
            for (int r = 0; outerRight && r < rightMatched.length; r++) {
                if (!rightMatched[r]) {
                    out.add(
                            beside(
                                    Collections.nCopies(left.types().size(), null),
                                    right.rows().get(r)));
                }
            }
            return out;
        }

        private static List<Object> beside(List<Object> a, List<Object> b) {
            List<Object> row = new ArrayList<>(a);
            row.addAll(b);
            return row;
        }

        OperatorDriver driver() {
            return new OperatorDriver(
                    List.of(left, right),
                    (in, region) ->
                            keepLeft
                                    ? Operators.joinKeepingLeft(spec, in.get(0), in.get(1), region)
                                    : Operators.join(spec, in.get(0), in.get(1), region));
        }

        @Override
        public String toString() {
            return spec.kind()
                    + " keys="
                    + spec.leftKeys().length
                    + " keepLeft="
                    + keepLeft
                    + " condition="
                    + spec.condition().isPresent()
                    + " types="
                    + left.types()
                    + " rows="
                    + left.rows().size()
                    + ","
                    + right.rows().size();
        }
    }

    @Test
    void joinsGiveWhatNestedLoopsGive() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Case join = Case.random(random, 400);
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
                    Case join = Case.random(random, 1500);
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
                                    Optional.of(Case.less()));
                    Case join =
                            new Case(spec, manyLeft, manyLeft ? many : few, manyLeft ? few : many);
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
        List<List<Object>> expected = made.stream().map(r -> Case.beside(r, r)).toList();
        List<List<Object>> actual = driver.rows(ordeal, Seeds.random(1));
        assertEquals(Table.bag(expected), Table.bag(actual));
        assertTrue(driver.spilled() > 0, "something was spilled");
    }

    @Test
    void eachMistakeWouldBeNoticed() {
        EnumSet<Mistake> noticed = EnumSet.of(Mistake.NONE);
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    Case join = Case.random(random, 100);
                    List<String> rows = Table.bag(join.driver().rows());
                    for (Mistake mistake : Mistake.values()) {
                        if (!rows.equals(Table.bag(join.expected(mistake)))) {
                            noticed.add(mistake);
                        }
                    }
                });
        assertEquals(EnumSet.allOf(Mistake.class), noticed);
    }

    @Test
    void anEndInBetweenLeavesNothing() {
        Seeds.run(
                20,
                (seed, random) -> {
                    Case join = Case.random(random, 1500);
                    join.driver()
                            .closeAfter(random.nextInt(3), Ordeal.hard(random, 256 << 10), random);
                    join.driver()
                            .cancelAfter(random.nextInt(4), Ordeal.hard(random, 256 << 10), random);
                });
    }
}
