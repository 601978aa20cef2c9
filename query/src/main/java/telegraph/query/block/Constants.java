package telegraph.query.block;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Sarg;
import telegraph.engine.vector.Expression;
import telegraph.ground.TelegraphException;
import telegraph.memory.Decimals;
import telegraph.memory.Type;
import telegraph.query.compile.CatalogCalls;
import telegraph.query.compile.Compiler;
import telegraph.query.kernel.Constant;
import telegraph.query.value.Types;

/// Finds the columns that a block pins to one value or to a few, also by way of equal columns.
///
/// ```
/// a.x = 'N1' AND a.x = b.y              pins both
/// a.x = 'N1' OR a.x IN ('N2', 'N3')     to three values
/// (a.x = 'N1' AND a.z = 1) OR a.x = 'N2'    to two; a.z is free
/// ```
///
/// The conjuncts stay filters; what is found here only tells sources what to ask for. A column may
/// be pinned to no value at all, such as an INTEGER that must be 1.5.
public final class Constants {
    /// A longer list of values says too little to be worth so many requests, unless the source
    /// cannot be asked without.
    static final int VALUES_MAX = 1_000;

    private final RexBuilder rex;
    private final Compiler compiler;

    public Constants(RexBuilder rex, Compiler compiler) {
        this.rex = rex;
        this.compiler = compiler;
    }

    /// For each pinned column of the block the values it may have, each once, in the classes of
    /// `Batch.valueAt`.
    public Map<Integer, List<Object>> of(BlockSpec spec) {
        Pins pins = new Pins(spec, spec.conjuncts());
        spec.conjuncts().forEach(conjunct -> pins.add(conjunct, this));
        return pins.values();
    }

    /// What conjuncts pin that are looked at one after the other.
    ///
    /// Threads: one, until it has them all.
    static final class Pins {
        private final BitSet needed;
        private final BitSet neededClasses = new BitSet();
        private final int[] classes;
        private final Map<Integer, Set<Object>> byClass;

        /// @param closed all conjuncts by which columns may equal one another
        Pins(BlockSpec spec, List<RexNode> closed) {
            needed = needed(spec);
            classes = equalColumns(closed, spec.width());
            needed.stream().forEach(column -> neededClasses.set(classes[column]));
            byClass = new HashMap<>();
        }

        private Pins(Pins other) {
            needed = other.needed;
            neededClasses.or(other.neededClasses);
            classes = other.classes;
            byClass = new HashMap<>(other.byClass);
        }

        /// One that goes on from here on its own.
        Pins more() {
            return new Pins(this);
        }

        void add(RexNode conjunct, Constants by) {
            if (isNeverTrue(conjunct)) {
                neededClasses.stream().forEach(one -> byClass.put(one, Set.of()));
            }
            if (length(conjunct) > VALUES_MAX && needed.isEmpty()) {
                return;
            }
            by.pinned(conjunct)
                    .forEach((column, values) -> {
                        if (values.size() <= VALUES_MAX || neededClasses.get(classes[column])) {
                            byClass.merge(classes[column], values, Constants::both);
                        }
                    });
        }

        /// As [Constants#of].
        Map<Integer, List<Object>> values() {
            Map<Integer, List<Object>> all = new HashMap<>();
            for (int column = 0; column < classes.length && !byClass.isEmpty(); column++) {
                Set<Object> values = byClass.get(classes[column]);
                if (values != null && (values.size() <= VALUES_MAX || needed.get(column))) {
                    all.put(column, List.copyOf(values));
                }
            }
            return all;
        }
    }

    /// The columns without whose values a source of the block gives no rows.
    private static BitSet needed(BlockSpec spec) {
        BitSet columns = new BitSet();
        for (BlockSpec.Input input : spec.inputs()) {
            if (input.origin() instanceof BlockSpec.Origin.FromSource from
                    && !from.source().access().scan()) {
                for (int[] bind : from.source().access().binds()) {
                    Arrays.stream(bind).forEach(column -> columns.set(input.offset() + column));
                }
            }
        }
        return columns;
    }

    private static boolean isNeverTrue(RexNode condition) {
        return condition.isAlwaysFalse() || RexLiteral.isNullLiteral(RexUtil.removeCast(condition));
    }

    /// About how many values a condition lists.
    private static int length(RexNode condition) {
        return switch (condition.getKind()) {
            case OR -> ((RexCall) condition).getOperands().size();
            case SEARCH -> sarg((RexCall) condition).map(sarg -> sarg.pointCount).orElse(0);
            default -> 1;
        };
    }

    private static Optional<Sarg<?>> sarg(RexCall search) {
        return search.getOperands().get(1) instanceof RexLiteral literal
                ? Optional.ofNullable(literal.getValueAs(Sarg.class))
                : Optional.empty();
    }

    private static Set<Object> both(Set<Object> a, Set<Object> b) {
        Set<Object> common = new LinkedHashSet<>(a);
        common.retainAll(b);
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
                    && RenamingCasts.strip(call.getOperands().get(0)) instanceof RexInputRef left
                    && RenamingCasts.strip(call.getOperands().get(1)) instanceof RexInputRef right
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

    /// The columns of which a condition accepts only certain values, and these.
    public Map<Integer, Set<Object>> pinned(RexNode condition) {
        if (!(condition instanceof RexCall call)) {
            return Map.of();
        }
        return switch (call.getKind()) {
            case EQUALS -> {
                RexNode left = call.getOperands().get(0);
                RexNode right = call.getOperands().get(1);
                Map<Integer, Set<Object>> straight = equal(left, right);
                yield straight.isEmpty() ? equal(right, left) : straight;
            }
            case SEARCH -> searched(call);
            case AND -> {
                Map<Integer, Set<Object>> all = new HashMap<>();
                call.getOperands()
                        .forEach(part ->
                                pinned(part)
                                        .forEach((column, values) ->
                                                all.merge(column, values, Constants::both)));
                yield all;
            }
            case OR -> anyOf(call);
            default -> Map.of();
        };
    }

    /// What every alternative pins, to what any of them allows.
    private Map<Integer, Set<Object>> anyOf(RexCall or) {
        Map<Integer, Set<Object>> all = null;
        for (RexNode alternative : or.getOperands()) {
            if (isNeverTrue(alternative)) {
                continue;
            }
            Map<Integer, Set<Object>> pinned = pinned(alternative);
            if (all == null) {
                all = new HashMap<>();
                for (Map.Entry<Integer, Set<Object>> entry : pinned.entrySet()) {
                    all.put(entry.getKey(), new LinkedHashSet<>(entry.getValue()));
                }
            } else {
                all.keySet().retainAll(pinned.keySet());
                all.forEach((column, values) -> values.addAll(pinned.get(column)));
            }
            if (all.isEmpty()) {
                return all;
            }
        }
        return all == null ? Map.of() : all;
    }

    private Map<Integer, Set<Object>> equal(RexNode column, RexNode value) {
        return RenamingCasts.stripWidening(column) instanceof RexInputRef ref
                ? exactly(value, ref).map(values -> Map.of(ref.getIndex(), values)).orElse(Map.of())
                : Map.of();
    }

    private Map<Integer, Set<Object>> searched(RexCall search) {
        Sarg<?> sarg = sarg(search).orElse(null);
        if (sarg == null
                || !(RenamingCasts.stripWidening(search.getOperands().get(0))
                        instanceof RexInputRef ref)
                || !sarg.isPoints()
                || sarg.nullAs == RexUnknownAs.TRUE) {
            return Map.of();
        }
        RelDataType type = search.getOperands().get(1).getType();
        Set<Object> values = new LinkedHashSet<>();
        for (var range : sarg.rangeSet.asRanges()) {
            RexNode point = rex.makeLiteral(range.lowerEndpoint(), type, true, true);
            Optional<Set<Object>> value = exactly(point, ref);
            if (value.isEmpty()) {
                return Map.of();
            }
            values.addAll(value.get());
        }
        return Map.of(ref.getIndex(), values);
    }

    /// The values of a column that are equal to an expression: one, or none where the column's type
    /// has none such; empty if that cannot be told.
    private Optional<Set<Object>> exactly(RexNode node, RexInputRef column) {
        if (!isConstant(node)) {
            return Optional.empty();
        }
        if (RexLiteral.isNullLiteral(RexUtil.removeCast(node))) {
            return Optional.of(Set.of());
        }
        Type type = Types.physical(column.getType()).orElseThrow();
        if (isExact(type) && SqlTypeUtil.isNumeric(node.getType())) {
            return value(node).flatMap(number -> exactly(number, type));
        }
        return constant(node, column)
                .map(value -> Set.of(value instanceof Double d ? d + 0.0 : value));
    }

    private static Optional<Set<Object>> exactly(Object number, Type type) {
        if (Decimals.isNaN(number) && type.kind() == Type.Kind.DECIMAL) {
            return Optional.of(type.isShortDecimal() ? Set.of() : Set.of(number));
        }
        if (number instanceof Double d && type.kind() != Type.Kind.INTEGER) {
            // Compared as doubles, and several numbers of the type may be the same one.
            return Optional.empty();
        }
        if (number instanceof Double d && !Double.isFinite(d)) {
            return Optional.of(Set.of());
        }
        BigDecimal exact =
                (number instanceof Double d ? new BigDecimal(d) : new BigDecimal(number.toString()))
                        .stripTrailingZeros();
        if (exact.scale() > type.scale()) {
            return Optional.of(Set.of());
        }
        BigDecimal value = exact.setScale(type.scale());
        int bits = value.unscaledValue().bitLength();
        return Optional.of(
                switch (type.kind()) {
                    case INTEGER -> bits < Integer.SIZE ? Set.of(value.intValue()) : Set.of();
                    case BIGINT -> bits < Long.SIZE ? Set.of(value.longValue()) : Set.of();
                    default -> value.precision() <= type.precision() ? Set.of(value) : Set.of();
                });
    }

    private static boolean isExact(Type type) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, DECIMAL -> true;
            case BOOLEAN, DOUBLE, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> false;
        };
    }

    private static boolean isConstant(RexNode node) {
        return RelOptUtil.InputFinder.bits(node).isEmpty()
                && !RexUtil.containsCorrelation(node)
                && RexUtil.isDeterministic(node)
                && !CatalogCalls.areIn(node);
    }

    /// The value of an expression that reads no column, as a value of the column's type: a number
    /// is rounded.
    Optional<Object> constant(RexNode node, RexInputRef column) {
        Type type = Types.physical(column.getType()).orElseThrow();
        if (!isConstant(node)) {
            return Optional.empty();
        }
        RexNode typed = rex.ensureType(column.getType(), node, true);
        return Types.physical(typed.getType()).equals(Optional.of(type))
                ? value(typed)
                : Optional.empty();
    }

    private Optional<Object> value(RexNode constant) {
        if (!compiler.supports(constant)) {
            return Optional.empty();
        }
        Expression expression = compiler.expression(constant, i -> null);
        try {
            return Optional.ofNullable(Constant.valueOf(expression));
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
