package telegraph.query.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.engine.Basis;
import telegraph.engine.Claim;
import telegraph.query.plan.GroupLineage;
import telegraph.query.plan.Plan;
import telegraph.query.plan.RemainderGuard;

/// Whether the conditions above a block, as those of HAVING, are decided by what is claimed of a
/// group's aggregates.
///
/// ```
/// avg(x) > 10     12.3 ± 1.0   true
///                  9.1 ± 0.5   false
///                 10.4 ± 1.0   open
/// ```
///
/// A comparison of numbers is its difference against zero, whose half-width [Gradients] gives; what
/// has no aggregate in it is what it is; all else is open. AND, OR and NOT of these are Kleene's.
///
/// Threads: one at a time.
final class ClaimedConditions {
    private enum Truth {
        FALSE,
        OPEN,
        TRUE;

        Truth not() {
            return values()[TRUE.ordinal() - ordinal()];
        }

        static Truth of(boolean value) {
            return value ? TRUE : FALSE;
        }
    }

    /// A condition whose leaves know their formula.
    private sealed interface Condition {}

    private record All(List<Condition> of) implements Condition {}

    private record Some(List<Condition> of) implements Condition {}

    private record Not(Condition of) implements Condition {}

    /// A difference compared with zero.
    private record Compared(SqlKind kind, int formula) implements Condition {}

    /// A condition of keys.
    private record Known(int formula) implements Condition {}

    private record Open() implements Condition {}

    private final RexBuilder rex;
    private final int keys;
    private final List<RexNode> formulas = new ArrayList<>();
    private final Condition condition;
    private final Gradients gradients;

    private ClaimedConditions(Plan plan, GroupLineage.Threaded threaded) {
        this.rex = threaded.block().getCluster().getRexBuilder();
        this.keys = threaded.keys();
        this.condition = new All(threaded.conditions().stream().map(this::condition).toList());
        this.gradients = new Gradients(plan, threaded, formulas);
    }

    /// Empty if no condition depends on an aggregate.
    static Optional<ClaimedConditions> of(Plan plan, GroupLineage.Threaded threaded) {
        return threaded.conditions().stream().allMatch(c -> isOfKeys(c, threaded.keys()))
                ? Optional.empty()
                : Optional.of(new ClaimedConditions(plan, threaded));
    }

    private static boolean isOfKeys(RexNode node, int keys) {
        return GroupLineage.references(node).stream().allMatch(column -> column < keys);
    }

    private Condition condition(RexNode node) {
        if (isOfKeys(node, keys)) {
            return new Known(formula(node));
        }
        if (!(node instanceof RexCall call)) {
            return new Open();
        }
        return switch (call.getKind()) {
            case AND -> new All(call.getOperands().stream().map(this::condition).toList());
            case OR -> new Some(call.getOperands().stream().map(this::condition).toList());
            case NOT -> new Not(condition(call.getOperands().getFirst()));
            case SEARCH -> condition(RexUtil.expandSearch(rex, null, call));
            case LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL,
                    EQUALS,
                    NOT_EQUALS ->
                    compared(call);
            default -> new Open();
        };
    }

    private Condition compared(RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (!SqlTypeUtil.isNumeric(left.getType()) || !SqlTypeUtil.isNumeric(right.getType())) {
            return new Open();
        }
        RexNode difference =
                rex.makeCall(SqlStdOperatorTable.MINUS, List.of(real(left), real(right)));
        return new Compared(call.getKind(), formula(difference));
    }

    private RexNode real(RexNode number) {
        return rex.ensureType(
                rex.getTypeFactory()
                        .createTypeWithNullability(
                                rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE),
                                number.getType().isNullable()),
                number,
                true);
    }

    private int formula(RexNode node) {
        formulas.add(node);
        return formulas.size() - 1;
    }

    /// Whether the claim of a group leaves open if it meets the conditions.
    ///
    /// @param row its keys and aggregates and an index
    boolean isOpen(Object[] row, Claim claim, RemainderGuard guard) {
        if (claim.basis() == Basis.EXACT) {
            return false;
        }
        if (IntStream.range(0, formulas.size()).noneMatch(f -> gradients.isClaimed(f, claim))) {
            return true;
        }
        Object[] values = gradients.values(row, guard);
        Gradients.Changes changes = gradients.of(row, claim, guard);
        return truth(condition, values, changes, claim) == Truth.OPEN;
    }

    private Truth truth(
            Condition condition, Object[] values, Gradients.Changes changes, Claim claim) {
        return switch (condition) {
            case All all ->
                    all.of().stream()
                            .map(one -> truth(one, values, changes, claim))
                            .min(Truth::compareTo)
                            .orElse(Truth.TRUE);
            case Some some ->
                    some.of().stream()
                            .map(one -> truth(one, values, changes, claim))
                            .max(Truth::compareTo)
                            .orElse(Truth.FALSE);
            case Not not -> truth(not.of(), values, changes, claim).not();
            case Known known -> Truth.of(Boolean.TRUE.equals(values[known.formula()]));
            case Compared compared -> compared(compared, values, changes, claim);
            case Open _ -> Truth.OPEN;
        };
    }

    private Truth compared(
            Compared compared, Object[] values, Gradients.Changes changes, Claim claim) {
        boolean claimed =
                values[compared.formula()] instanceof Number
                        && gradients.isClaimed(compared.formula(), claim);
        if (!claimed) {
            return Truth.OPEN;
        }
        double difference = ((Number) values[compared.formula()]).doubleValue();
        double error = changes.error(compared.formula(), claim);
        if (Double.isNaN(error) || error > 0 && Math.abs(difference) <= error) {
            return Truth.OPEN;
        }
        return Truth.of(
                switch (compared.kind()) {
                    case LESS_THAN -> difference < 0;
                    case LESS_THAN_OR_EQUAL -> difference <= 0;
                    case GREATER_THAN -> difference > 0;
                    case GREATER_THAN_OR_EQUAL -> difference >= 0;
                    case EQUALS -> difference == 0;
                    default -> difference != 0;
                });
    }
}
