package telegraph.query.predicate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.memory.Type.Kind;
import telegraph.query.function.Routine;
import telegraph.query.kernel.Comparison;
import telegraph.query.kernel.Constant;
import telegraph.query.kernel.DecimalMath;
import telegraph.query.kernel.TextMatch;
import telegraph.query.value.Texts;

/// Turns conditions into predicates that narrow a selection without a column of booleans between.
///
/// A condition is asked for being true or for being false; NOT exchanges the two, so NULL never
/// passes either way.
public final class Predicates {
    private final Function<RexNode, Expression> compile;

    public Predicates(Function<RexNode, Expression> compile) {
        this.compile = compile;
    }

    /// The rows in which the condition is `wanted`.
    public Predicate of(RexNode node, boolean wanted) {
        if (node instanceof RexCall call) {
            switch (call.getKind()) {
                case NOT -> {
                    return of(call.getOperands().getFirst(), !wanted);
                }
                case AND, OR -> {
                    return junction(call, (call.getKind() == SqlKind.AND) == wanted, wanted);
                }
                case IS_NULL, IS_NOT_NULL -> {
                    return new NullPredicate(
                            compile.apply(call.getOperands().getFirst()),
                            (call.getKind() == SqlKind.IS_NULL) == wanted);
                }
                case IS_TRUE, IS_FALSE -> {
                    if (wanted) {
                        return of(call.getOperands().getFirst(), call.getKind() == SqlKind.IS_TRUE);
                    }
                }
                default -> {
                    Optional<Predicate> plain =
                            Comparison.of(call.getKind())
                                    .flatMap(c -> comparison(call, c, wanted))
                                    .or(() -> like(call, wanted));
                    if (plain.isPresent()) {
                        return plain.get();
                    }
                }
            }
        }
        return new TruthPredicate(compile.apply(node), wanted);
    }

    private Predicate junction(RexCall call, boolean all, boolean wanted) {
        if (!all) {
            Optional<Predicate> membership = membership(call, wanted);
            if (membership.isPresent()) {
                return membership.get();
            }
        }
        List<Predicate> parts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            Predicate part = of(operand, wanted);
            Optional<RangePredicate> both =
                    all
                                    && part instanceof RangePredicate range
                                    && !parts.isEmpty()
                                    && parts.getLast() instanceof RangePredicate before
                            ? before.and(range)
                            : Optional.empty();
            if (both.isPresent()) {
                parts.set(parts.size() - 1, both.get());
            } else {
                parts.add(part);
            }
        }
        return parts.size() == 1 ? parts.getFirst() : new JunctionPredicate(all, parts);
    }

    private Optional<Predicate> like(RexCall call, boolean wanted) {
        List<RexNode> operands = call.getOperands();
        boolean isLike =
                call.getOperator() instanceof Routine routine && routine.getName().equals("$LIKE");
        if (!isLike
                || !(compile.apply(operands.get(1)) instanceof Constant pattern)
                || pattern.isNull()) {
            return Optional.empty();
        }
        Optional<String> escape = Optional.of("\\");
        if (operands.size() > 2) {
            escape =
                    compile.apply(operands.get(2)) instanceof Constant sign && !sign.isNull()
                            ? Optional.of(Texts.string(sign.vector(), 0))
                            : Optional.empty();
        }
        return escape.flatMap(
                        sign -> LikePredicate.Pattern.of(Texts.string(pattern.vector(), 0), sign))
                .map(simple ->
                        new LikePredicate(compile.apply(operands.getFirst()), simple, !wanted));
    }

    private Optional<Predicate> comparison(RexCall call, Comparison written, boolean wanted) {
        Expression left = compile.apply(call.getOperands().get(0));
        Expression right = compile.apply(call.getOperands().get(1));
        Comparison comparison = wanted ? written : written.negated();
        if (left instanceof Constant && !(right instanceof Constant)) {
            Expression exchanged = left;
            left = right;
            right = exchanged;
            comparison = comparison.mirrored();
        }
        Optional<Comparison.Domain> domain = Comparison.Domain.of(left.type(), right.type());
        if (domain.isEmpty()) {
            return Optional.empty();
        }
        if (right instanceof Constant constant && !constant.isNull()) {
            Optional<Predicate> range = range(domain.get(), comparison, left, constant);
            if (range.isPresent()) {
                return range;
            }
        }
        return Optional.of(new ComparisonPredicate(comparison, domain.get(), left, right));
    }

    private static Optional<Predicate> range(
            Comparison.Domain domain, Comparison comparison, Expression left, Constant right) {
        boolean equality = comparison == Comparison.EQ || comparison == Comparison.NE;
        if (domain == Comparison.Domain.TEXT && equality) {
            return Optional.of(
                    new TextPredicate(
                            left,
                            new TextMatch[] {TextMatch.of(right.vector(), 0)},
                            comparison == Comparison.NE,
                            left + " " + comparison.symbol + " " + right));
        }
        if (domain == Comparison.Domain.DECIMAL) {
            if (right.vector().isNaN(0)) {
                return Optional.empty();
            }
            return RangePredicate.ofExact(
                            left, comparison, DecimalMath.big(right.vector(), 0), right.toString())
                    .map(range -> range);
        }
        if (domain == Comparison.Domain.LONG) {
            long key = right.vector().longs[0];
            return Optional.of(RangePredicate.of(left, comparison, key, right.toString()));
        }
        if (domain == Comparison.Domain.DOUBLE && left.type().kind() == Kind.DOUBLE) {
            long key = Comparison.key(Comparison.real(right.vector(), 0));
            return Optional.of(RangePredicate.of(left, comparison, key, right.toString()));
        }
        return Optional.empty();
    }

    /// `x = 1 OR x = 2 …`, or asked for being false `x <> 1 AND x <> 2 …`, as one look-up.
    private Optional<Predicate> membership(RexCall call, boolean wanted) {
        SqlKind each = wanted ? SqlKind.EQUALS : SqlKind.NOT_EQUALS;
        if (call.getOperands().size() < 2) {
            return Optional.empty();
        }
        RexNode common = null;
        List<Constant> constants = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand.getKind() != each) {
                return Optional.empty();
            }
            List<RexNode> sides = ((RexCall) operand).getOperands();
            if (common != null && !common.equals(sides.get(0))
                    || !(compile.apply(sides.get(1)) instanceof Constant constant)
                    || constant.isNull()) {
                return Optional.empty();
            }
            common = sides.get(0);
            constants.add(constant);
        }
        return membership(compile.apply(common), constants, false);
    }

    private static Optional<Predicate> membership(
            Expression operand, List<Constant> constants, boolean negated) {
        Kind kind = operand.type().kind();
        if (kind == Kind.TEXT
                && constants.size() <= TextPredicate.CONSTANTS_MAX
                && constants.stream().allMatch(c -> c.type().kind() == Kind.TEXT)) {
            return Optional.of(
                    new TextPredicate(
                            operand,
                            constants.stream()
                                    .map(c -> TextMatch.of(c.vector(), 0))
                                    .toArray(TextMatch[]::new),
                            negated,
                            operand
                                    + (negated ? " NOT IN (" : " IN (")
                                    + constants.size()
                                    + " values)"));
        }
        boolean comparable =
                kind != Kind.DECIMAL
                        && constants.stream().allMatch(c -> alike(kind, c.type().kind()));
        return comparable
                ? Optional.of(
                        new MembershipPredicate(
                                operand,
                                MembershipPredicate.Members.of(operand.type(), constants),
                                negated))
                : Optional.empty();
    }

    private static boolean alike(Kind a, Kind b) {
        boolean whole =
                (a == Kind.INTEGER || a == Kind.BIGINT) && (b == Kind.INTEGER || b == Kind.BIGINT);
        return a == b || whole;
    }
}
