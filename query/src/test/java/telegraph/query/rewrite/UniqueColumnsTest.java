package telegraph.query.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.junit.jupiter.api.Test;
import telegraph.query.translate.TypeSystem;

/// What is said to be unique, beside the rows of random plans, which are worked out as they are
/// made.
final class UniqueColumnsTest {
    private static final JoinRelType[] JOINS = {
        JoinRelType.INNER,
        JoinRelType.LEFT,
        JoinRelType.RIGHT,
        JoinRelType.FULL,
        JoinRelType.SEMI,
        JoinRelType.ANTI
    };

    private static final List<Object> NONE = Arrays.asList(null, null);

    private final RelOptCluster cluster = Optimizers.cluster(TypeSystem.factory());
    private final Random random = new Random(19);

    /// A plan and the rows that it gives.
    private record Known(RelNode plan, List<List<Object>> rows) {}

    @Test
    void whatIsUniqueIsSoInTheRows() {
        int unique = 0;
        for (int i = 0; i < 3_000; i++) {
            Known known = any(4);
            int width = known.plan().getRowType().getFieldCount();
            Metadata asked = new Metadata();
            for (int bits = 0; bits < 1 << width; bits++) {
                ImmutableBitSet columns =
                        ImmutableBitSet.fromBitSet(BitSet.valueOf(new long[] {bits}));
                if (asked.areColumnsUnique(known.plan(), columns)) {
                    unique++;
                    List<List<Object>> parts =
                            known.rows().stream().map(row -> part(row, columns)).toList();
                    assertEquals(
                            parts.size(),
                            new HashSet<>(parts).size(),
                            () -> columns + " of " + RelOptUtil.toString(known.plan()));
                }
            }
        }
        assertTrue(unique > 5_000, "unique=" + unique);
    }

    private static List<Object> part(List<Object> row, ImmutableBitSet columns) {
        List<Object> part = new ArrayList<>();
        columns.forEach(column -> part.add(row.get(column)));
        return part;
    }

    /// A plan of at least two columns, whose rows are often alike.
    private Known any(int depth) {
        RelBuilder b = RelFactories.LOGICAL_BUILDER.create(cluster, null);
        return depth == 0 ? values(b) : over(b, two(b, any(depth - 1)), depth);
    }

    private Known over(RelBuilder b, Known in, int depth) {
        b.push(in.plan());
        return switch (random.nextInt(8)) {
            case 0 -> grouped(b, in);
            case 1 ->
                    new Known(
                            b.filter(b.equals(b.field(1), b.literal(2))).build(),
                            in.rows().stream().filter(row -> isTwo(row.get(1))).toList());
            case 2 ->
                    new Known(
                            b.project(b.field(1), b.field(0)).build(),
                            in.rows().stream().map(List::reversed).toList());
            case 3 -> limited(b, in);
            case 4, 5 -> joined(b, in, two(b, any(depth - 1)));
            default -> both(b, in, two(b, any(depth - 1)));
        };
    }

    private Known values(RelBuilder b) {
        List<List<Object>> rows = new ArrayList<>();
        Object[] all = new Object[2 * (1 + random.nextInt(4))];
        for (int i = 0; i < all.length; i += 2) {
            all[i] = 1 + random.nextInt(2);
            all[i + 1] = 1 + random.nextInt(3);
            rows.add(List.of(all[i], all[i + 1]));
        }
        return new Known(b.values(new String[] {"n", "m"}, all).build(), rows);
    }

    private static Known two(RelBuilder b, Known known) {
        RelNode plan = b.push(known.plan()).project(b.field(0), b.field(1)).build();
        return new Known(plan, known.rows().stream().map(row -> row.subList(0, 2)).toList());
    }

    private static boolean isTwo(Object value) {
        return Integer.valueOf(2).equals(value);
    }

    private Known limited(RelBuilder b, Known in) {
        int rows = random.nextInt(3);
        return new Known(b.limit(0, rows).build(), in.rows().stream().limit(rows).toList());
    }

    /// By the first column with how many there are, or by both.
    private Known grouped(RelBuilder b, Known in) {
        if (random.nextBoolean()) {
            return new Known(
                    b.aggregate(b.groupKey(0, 1)).build(), in.rows().stream().distinct().toList());
        }
        List<List<Object>> groups = new ArrayList<>();
        for (Object key : new LinkedHashSet<>(in.rows().stream().map(List::getFirst).toList())) {
            long count = in.rows().stream().filter(row -> Objects.equals(key, row.get(0))).count();
            groups.add(Arrays.asList(key, (int) count));
        }
        RelNode plan =
                b.aggregate(b.groupKey(0), b.count(false, "c"))
                        .project(b.field(0), b.cast(b.field(1), SqlTypeName.INTEGER))
                        .build();
        return new Known(random.nextBoolean() ? plan : plan.getInput(0), groups);
    }

    /// By the first column of one and the second of the other, where NULL is equal to nothing.
    private Known joined(RelBuilder b, Known left, Known right) {
        JoinRelType type = JOINS[random.nextInt(JOINS.length)];
        List<List<Object>> rows = new ArrayList<>();
        Set<Integer> met = new HashSet<>();
        for (List<Object> one : left.rows()) {
            List<Integer> others =
                    IntStream.range(0, right.rows().size())
                            .filter(i -> one.get(0) != null)
                            .filter(i -> one.get(0).equals(right.rows().get(i).get(1)))
                            .boxed()
                            .toList();
            met.addAll(others);
            boolean kept =
                    switch (type) {
                        case SEMI -> !others.isEmpty();
                        case ANTI -> others.isEmpty();
                        default -> false;
                    };
            if (kept) {
                rows.add(one);
            } else if (type.projectsRight()) {
                others.forEach(i -> rows.add(pair(one, right.rows().get(i))));
                if (others.isEmpty() && type.generatesNullsOnRight()) {
                    rows.add(pair(one, NONE));
                }
            }
        }
        for (int i = 0; i < right.rows().size() && type.generatesNullsOnLeft(); i++) {
            if (!met.contains(i)) {
                rows.add(pair(NONE, right.rows().get(i)));
            }
        }
        b.push(right.plan());
        RelNode plan = b.join(type, b.equals(b.field(2, 0, 0), b.field(2, 1, 1))).build();
        return new Known(plan, rows);
    }

    private static List<Object> pair(List<Object> left, List<Object> right) {
        List<Object> pair = new ArrayList<>(left);
        pair.addAll(right);
        return pair;
    }

    private Known both(RelBuilder b, Known left, Known right) {
        b.push(right.plan());
        List<List<Object>> rows = new ArrayList<>(left.rows());
        return switch (random.nextInt(4)) {
            case 0 -> {
                rows.addAll(right.rows());
                yield new Known(b.union(true).build(), rows);
            }
            case 1 -> {
                rows.addAll(right.rows());
                yield new Known(b.union(false).build(), rows.stream().distinct().toList());
            }
            case 2 -> {
                rows.retainAll(right.rows());
                yield new Known(b.intersect(false).build(), rows.stream().distinct().toList());
            }
            default -> {
                rows.removeAll(right.rows());
                yield new Known(b.minus(false).build(), rows.stream().distinct().toList());
            }
        };
    }
}
