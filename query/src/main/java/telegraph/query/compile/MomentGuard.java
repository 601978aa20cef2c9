package telegraph.query.compile;

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
import telegraph.query.value.MomentLiterals;

/// Refuses to have Calcite's runtime compute with times and intervals: it takes them to be
/// milliseconds, and here they are microseconds ([Values]).
///
/// What only passes them on or compares them may stay; all else [Exact] must have replaced by a
/// [Routine].
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

    /// Whose value comes from the query's data.
    private static final Set<String> NOW = Set.of("CURRENT_TIMESTAMP", "LOCALTIMESTAMP");

    private MomentGuard() {
        super(true);
    }

    /// @throws TelegraphException that names what Calcite's runtime would have computed
    static void demandReplaced(RexNode node) {
        node.accept(new MomentGuard());
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
        return isOfTimes(call.getType())
                || call.getOperands().stream().anyMatch(operand -> isOfTimes(operand.getType()));
    }

    private static boolean isOfTimes(RelDataType type) {
        return MomentLiterals.isCounted(type) || SqlTypeUtil.isInterval(type);
    }

    private static boolean mayStay(RexCall call) {
        boolean compares =
                call.isA(SqlKind.COMPARISON)
                        && call.getOperands().stream()
                                .anyMatch(operand -> SqlTypeUtil.isInterval(operand.getType()));
        if (call.getOperator() instanceof Routine
                || PASSING.contains(call.getKind()) && !compares
                || NOW.contains(call.getOperator().getName())) {
            return true;
        }
        if (call.getKind() == SqlKind.CAST) {
            RelDataType from = call.getOperands().getFirst().getType();
            return from.getSqlTypeName() == call.getType().getSqlTypeName()
                    || from.getSqlTypeName() == SqlTypeName.NULL;
        }
        return false;
    }
}
