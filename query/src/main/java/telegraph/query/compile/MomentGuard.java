package telegraph.query.compile;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.function.Routine;
import telegraph.query.value.IntervalFunctions;
import telegraph.query.value.MomentLiterals;

/// Refuses to have Calcite's runtime compute with times and intervals: it takes them to be
/// milliseconds, and here they are microseconds ([Values]).
///
/// What only passes them on or compares them may stay, and so may sums of intervals; all else
/// [Exact] must have replaced by a [Routine].
final class MomentGuard extends RexVisitorImpl<Void> {
    private static final Set<SqlKind> PASSING =
            Set.of(
                    SqlKind.EQUALS,
                    SqlKind.NOT_EQUALS,
                    SqlKind.LESS_THAN,
                    SqlKind.LESS_THAN_OR_EQUAL,
                    SqlKind.GREATER_THAN,
                    SqlKind.GREATER_THAN_OR_EQUAL,
                    SqlKind.IS_DISTINCT_FROM,
                    SqlKind.IS_NOT_DISTINCT_FROM,
                    SqlKind.IS_NULL,
                    SqlKind.IS_NOT_NULL,
                    SqlKind.BETWEEN,
                    SqlKind.IN,
                    SqlKind.CASE,
                    SqlKind.COALESCE,
                    SqlKind.NULLIF,
                    SqlKind.ROW,
                    SqlKind.ARRAY_VALUE_CONSTRUCTOR,
                    SqlKind.ITEM,
                    SqlKind.FIELD_ACCESS,
                    SqlKind.DOT);

    private static final Set<SqlKind> ARITHMETIC =
            Set.of(
                    SqlKind.PLUS,
                    SqlKind.MINUS,
                    SqlKind.TIMES,
                    SqlKind.DIVIDE,
                    SqlKind.MINUS_PREFIX,
                    SqlKind.CHECKED_PLUS,
                    SqlKind.CHECKED_MINUS,
                    SqlKind.CHECKED_TIMES,
                    SqlKind.CHECKED_DIVIDE,
                    SqlKind.CHECKED_MINUS_PREFIX);

    /// Whose value comes from the query's data.
    private static final Set<String> NOW = Set.of("CURRENT_TIMESTAMP", "LOCALTIMESTAMP");

    private MomentGuard() {
        super(true);
    }

    /// @throws TelegraphException that names what Calcite's runtime would have computed
    static void demandReplaced(RexNode node) {
        node.accept(new MomentGuard());
    }

    /// @throws TelegraphException if an interval of days and one of hours are added, or one of both
    ///   is multiplied: of their parts one would run over into the other
    static void demandAlike(SqlKind kind, List<RexNode> operands) {
        if (operands.size() != 2) {
            return;
        }
        RelDataType a = operands.get(0).getType();
        RelDataType b = operands.get(1).getType();
        boolean added =
                switch (kind) {
                    case PLUS, MINUS ->
                            MomentLiterals.isDuration(a)
                                    && MomentLiterals.isDuration(b)
                                    && unlike(a, b);
                    case TIMES, DIVIDE -> isOfBoth(a) || isOfBoth(b);
                    default -> false;
                };
        if (added) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "Telegraph does not compute with days and hours in one interval: a day is not"
                            + " always 24 hours. Write it in hours, or add one after the other to a"
                            + " time");
        }
    }

    private static boolean unlike(RelDataType a, RelDataType b) {
        return !(IntervalFunctions.isOfHours(a) && IntervalFunctions.isOfHours(b)
                || IntervalFunctions.isOfDays(a) && IntervalFunctions.isOfDays(b));
    }

    private static boolean isOfBoth(RelDataType type) {
        return MomentLiterals.isDuration(type)
                && !IntervalFunctions.isOfHours(type)
                && !IntervalFunctions.isOfDays(type);
    }

    @Override
    public Void visitCall(RexCall call) {
        if (isOfTimes(call) && !mayStay(call)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "Telegraph does not compute "
                            + call.getOperator().getName().toLowerCase(Locale.ROOT)
                            + " of times and intervals: "
                            + call);
        }
        return super.visitCall(call);
    }

    private static boolean isOfTimes(RexCall call) {
        return MomentLiterals.isCounted(call.getType())
                || call.getOperands().stream()
                        .anyMatch(operand -> MomentLiterals.isCounted(operand.getType()));
    }

    private static boolean mayStay(RexCall call) {
        if (call.getOperator() instanceof Routine
                || PASSING.contains(call.getKind())
                || NOW.contains(call.getOperator().getName())) {
            return true;
        }
        if (call.getKind() == SqlKind.CAST) {
            RelDataType from = call.getOperands().getFirst().getType();
            return from.getSqlTypeName() == call.getType().getSqlTypeName()
                    || from.getSqlTypeName() == SqlTypeName.NULL
                    || MomentLiterals.isDuration(from) && MomentLiterals.isDuration(call.getType());
        }
        return ARITHMETIC.contains(call.getKind())
                && SqlTypeUtil.isInterval(call.getType())
                && call.getOperands().stream()
                        .noneMatch(operand -> SqlTypeUtil.isDatetime(operand.getType()));
    }
}
