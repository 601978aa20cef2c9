package telegraph.engine.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import telegraph.engine.JoinSpec;
import telegraph.engine.Operators;
import telegraph.engine.vector.ColumnRef;
import telegraph.memory.Type;

/// A random join, both sides and what nested loops make of them.
public record JoinCase(JoinSpec spec, boolean keepLeft, Table left, Table right) {
    /// How a join could be wrong.
    public enum Mistake {
        NONE,
        NULLS_EQUAL,
        NO_CONDITION,
        NOT_OUTER
    }

    public static JoinCase random(RandomGenerator random, int rowsMax) {
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
        return new JoinCase(
                new JoinSpec(
                        kinds[random.nextInt(kinds.length)],
                        columns,
                        columns,
                        condition ? Optional.of(less()) : Optional.empty()),
                random.nextBoolean(),
                left,
                right);
    }

    private static Table side(RandomGenerator random, List<Type> keyTypes, int rows, int values) {
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

    public static JavaPredicate less() {
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
                || a.get(0) != null && b.get(0) != null && (Integer) a.get(0) < (Integer) b.get(0);
    }

    public List<List<Object>> expected() {
        return expected(Mistake.NONE);
    }

    public List<List<Object>> expected(Mistake mistake) {
        List<List<Object>> out = new ArrayList<>();
        boolean[] rightMatched = new boolean[right.rows().size()];
        boolean pairs = spec.kind() != JoinSpec.Kind.SEMI && spec.kind() != JoinSpec.Kind.ANTI;
        boolean outerLeft =
                mistake != Mistake.NOT_OUTER
                        && (spec.kind() == JoinSpec.Kind.LEFT || spec.kind() == JoinSpec.Kind.FULL);
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

    public static List<Object> beside(List<Object> a, List<Object> b) {
        List<Object> row = new ArrayList<>(a);
        row.addAll(b);
        return row;
    }

    public OperatorDriver driver() {
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
