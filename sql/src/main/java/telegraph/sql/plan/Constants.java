package telegraph.sql.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Sarg;
import telegraph.engine.Expression;
import telegraph.engine.Vector;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;
import telegraph.sql.expression.Compiler;
import telegraph.sql.expression.Types;

/// Finds the columns that a block pins to one value or to a few, also by way of equal columns.
///
/// `a.x = 'N1' AND a.x = b.y` pins both. The conjuncts stay filters; what is found here only tells
/// sources what to ask for.
final class Constants {
    /// A longer list of values says too little to be worth so many requests.
    static final int VALUES_MAX = 1_000;

    private final RexBuilder rex;
    private final Compiler compiler;

    Constants(RexBuilder rex, Compiler compiler) {
        this.rex = rex;
        this.compiler = compiler;
    }

    /// For each pinned column of the block the values it may have, in the classes of
    /// `Batch.valueAt`.
    Map<Integer, List<Object>> of(List<RexNode> conjuncts, int width) {
        int[] classes = equalColumns(conjuncts, width);
        Map<Integer, List<Object>> byClass = new HashMap<>();
        for (RexNode conjunct : conjuncts) {
            Pinned pinned = pinned(conjunct);
            if (pinned != null && pinned.values.size() <= VALUES_MAX) {
                byClass.merge(classes[pinned.column], pinned.values, Constants::both);
            }
        }
        Map<Integer, List<Object>> all = new HashMap<>();
        for (int column = 0; column < width; column++) {
            List<Object> values = byClass.get(classes[column]);
            if (values != null) {
                all.put(column, values);
            }
        }
        return all;
    }

    private record Pinned(int column, List<Object> values) {}

    private static List<Object> both(List<Object> a, List<Object> b) {
        List<Object> common = new ArrayList<>(a);
        Set<Object> other = new HashSet<>(b);
        common.removeIf(value -> !other.contains(value));
        return common;
    }

    /// For each column the least column it must equal; columns of different types never share a
    /// class.
    static int[] equalColumns(List<RexNode> conjuncts, int width) {
        int[] parent = new int[width];
        Arrays.setAll(parent, i -> i);
        for (RexNode conjunct : conjuncts) {
            if (conjunct instanceof RexCall call
                    && call.getKind() == SqlKind.EQUALS
                    && Casts.strip(call.getOperands().get(0)) instanceof RexInputRef left
                    && Casts.strip(call.getOperands().get(1)) instanceof RexInputRef right
                    && Types.physical(left.getType()).equals(Types.physical(right.getType()))) {
                int a = root(parent, left.getIndex());
                int b = root(parent, right.getIndex());
                parent[Math.max(a, b)] = Math.min(a, b);
            }
        }
        int[] classes = new int[width];
        Arrays.setAll(classes, i -> root(parent, i));
        return classes;
    }

    private static int root(int[] parent, int column) {
        int at = column;
        while (parent[at] != at) {
            at = parent[at];
        }
        return at;
    }

    private Pinned pinned(RexNode conjunct) {
        if (!(conjunct instanceof RexCall call)) {
            return null;
        }
        return switch (call.getKind()) {
            case EQUALS -> {
                Pinned straight = equal(call.getOperands().get(0), call.getOperands().get(1));
                yield straight != null
                        ? straight
                        : equal(call.getOperands().get(1), call.getOperands().get(0));
            }
            case SEARCH -> searched(call);
            default -> null;
        };
    }

    private Pinned equal(RexNode column, RexNode value) {
        return Casts.stripWidening(column) instanceof RexInputRef ref
                ? constant(value, ref).map(v -> new Pinned(ref.getIndex(), List.of(v))).orElse(null)
                : null;
    }

    private Pinned searched(RexCall search) {
        if (!(Casts.stripWidening(search.getOperands().get(0)) instanceof RexInputRef ref)
                || !(search.getOperands().get(1) instanceof RexLiteral literal)) {
            return null;
        }
        Sarg<?> sarg = literal.getValueAs(Sarg.class);
        if (sarg == null
                || !sarg.isPoints()
                || sarg.pointCount > VALUES_MAX
                || sarg.nullAs == RexUnknownAs.TRUE) {
            return null;
        }
        List<Object> values = new ArrayList<>();
        for (var range : sarg.rangeSet.asRanges()) {
            RexNode point = rex.makeLiteral(range.lowerEndpoint(), literal.getType(), true, true);
            Optional<Object> value = constant(point, ref);
            if (value.isEmpty()) {
                return null;
            }
            values.add(value.get());
        }
        return new Pinned(ref.getIndex(), values);
    }

    /// The value of an expression that reads no column, as a value of the column's type.
    Optional<Object> constant(RexNode node, RexInputRef column) {
        if (!RelOptUtil.InputFinder.bits(node).isEmpty()
                || RexUtil.containsCorrelation(node)
                || !RexUtil.isDeterministic(node)) {
            return Optional.empty();
        }
        Type type = Types.physical(column.getType()).orElseThrow();
        RexNode typed = rex.ensureType(column.getType(), node, true);
        if (!Types.physical(typed.getType()).equals(Optional.of(type))
                || !compiler.supports(typed)) {
            return Optional.empty();
        }
        Expression expression = compiler.expression(typed, i -> null);
        try {
            Vector vector = expression.evaluate((ref, selection, count) -> null, new int[] {0}, 1);
            return Optional.ofNullable(vector.valueAt(0));
        } catch (TelegraphException e) {
            if (e.kind() == TelegraphException.Kind.INPUT) {
                // No value of the column, or none at all: the filter will say what is wrong with
                // it.
                return Optional.empty();
            }
            throw e;
        }
    }
}
