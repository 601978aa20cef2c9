package telegraph.query.kernel;

import java.math.BigDecimal;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.query.function.Routine;
import telegraph.query.value.Numeric;

/// Tells which expressions can fail on some input.
public final class ThrowAnalysis extends RexVisitorImpl<Void> {
    private boolean throwing;

    private ThrowAnalysis() {
        super(true);
    }

    public static boolean of(RexNode node) {
        ThrowAnalysis throwing = new ThrowAnalysis();
        node.accept(throwing);
        return throwing.throwing;
    }

    @Override
    public Void visitCall(RexCall call) {
        throwing |= itself(call);
        return super.visitCall(call);
    }

    /// Whether the operator itself can fail, on operands that do not.
    static boolean itself(RexCall call) {
        if (call.getOperator() instanceof Routine routine) {
            boolean pattern = routine.getName().endsWith("LIKE");
            // A pattern that is known has been looked at when the query was compiled.
            return routine.isThrowing()
                    && !isCut(call)
                    && !(pattern && call.getOperands().get(1) instanceof RexLiteral);
        }
        return switch (call.getKind()) {
            case AND,
                    OR,
                    NOT,
                    CASE,
                    COALESCE,
                    NULLIF,
                    EQUALS,
                    NOT_EQUALS,
                    LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL,
                    IS_DISTINCT_FROM,
                    IS_NOT_DISTINCT_FROM,
                    IS_NULL,
                    IS_NOT_NULL,
                    IS_TRUE,
                    IS_NOT_TRUE,
                    IS_FALSE,
                    IS_NOT_FALSE,
                    SEARCH,
                    BETWEEN,
                    IN,
                    LIKE,
                    PLUS,
                    MINUS,
                    TIMES,
                    CHECKED_PLUS,
                    CHECKED_MINUS,
                    CHECKED_TIMES,
                    MINUS_PREFIX,
                    PLUS_PREFIX,
                    CHECKED_MINUS_PREFIX,
                    EXTRACT,
                    TRIM,
                    FLOOR,
                    CEIL,
                    POSITION,
                    GREATEST,
                    LEAST,
                    REINTERPRET ->
                    false;
            case DIVIDE, CHECKED_DIVIDE, MOD -> !nonZero(call.getOperands().get(1));
            case CAST -> narrows(call.getOperands().getFirst().getType(), call.getType());
            default ->
                    !HARMLESS.contains(
                            call.getOperator().getName().toUpperCase(java.util.Locale.ROOT));
        };
    }

    private static final Set<String> HARMLESS =
            Set.of(
                    "||",
                    "UPPER",
                    "LOWER",
                    "INITCAP",
                    "REPLACE",
                    "TRANSLATE",
                    "TRANSLATE3",
                    "REVERSE",
                    "LEFT",
                    "RIGHT",
                    "STARTS_WITH",
                    "CONCAT",
                    "CONCAT_WS",
                    "ABS",
                    "SIGN",
                    "ROUND",
                    "TRUNC",
                    "PI",
                    "CURRENT_DATE",
                    "CURRENT_TIMESTAMP",
                    "LOCALTIMESTAMP",
                    "CURRENT_TIME",
                    "LOCALTIME",
                    "CURRENT_USER",
                    "USER");

    /// Whether this is SUBSTRING from a known place for a known length, which fails for no text.
    private static boolean isCut(RexCall call) {
        boolean named = Set.of("SUBSTRING", "SUBSTR").contains(call.getOperator().getName());
        return named
                && call.getOperands().stream()
                        .skip(1)
                        .allMatch(operand ->
                                operand instanceof RexLiteral literal
                                        && SqlTypeUtil.isExactNumeric(literal.getType())
                                        && !literal.isNull())
                && (call.getOperands().size() < 3
                        || ((RexLiteral) call.getOperands().get(2))
                                        .getValueAs(BigDecimal.class)
                                        .signum()
                                >= 0);
    }

    private static boolean nonZero(RexNode node) {
        return node instanceof RexLiteral literal
                && literal.getValueAs(BigDecimal.class) instanceof BigDecimal divisor
                && divisor.signum() != 0;
    }

    /// Whether some value of one type is none of the other.
    public static boolean narrows(RelDataType from, RelDataType to) {
        if (SqlTypeUtil.inCharFamily(to) || from.getSqlTypeName() == SqlTypeName.NULL) {
            return false;
        }
        boolean losesNaN =
                Numeric.hasNaN(from) && SqlTypeUtil.isExactNumeric(to) && !Numeric.hasNaN(to);
        if (losesNaN) {
            return true;
        }
        if (from.getSqlTypeName() == to.getSqlTypeName()) {
            return to.getSqlTypeName() == SqlTypeName.DECIMAL
                    && to.getPrecision() - to.getScale() < from.getPrecision() - from.getScale();
        }
        if (SqlTypeUtil.isExactNumeric(from) && SqlTypeUtil.isNumeric(to)) {
            return SqlTypeUtil.isExactNumeric(to) && digits(to) < digits(from);
        }
        boolean moments = SqlTypeUtil.isDatetime(from) && SqlTypeUtil.isDatetime(to);
        return !moments && !(SqlTypeUtil.isInterval(from) && SqlTypeUtil.isInterval(to));
    }

    private static int digits(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            default -> type.getPrecision() - type.getScale();
        };
    }
}
