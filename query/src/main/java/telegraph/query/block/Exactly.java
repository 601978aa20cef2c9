package telegraph.query.block;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.memory.Type;
import telegraph.query.value.Numeric;
import telegraph.query.value.Types;

/// Writes the value of another type of numbers that is equal to a number, or NULL where the type
/// has none: what a source has to be asked for, so that its column is equal to the number.
///
/// ```
/// 5 as INTEGER → 5      4294967301 as INTEGER → NULL      1.5 as INTEGER → NULL
/// NaN as NUMERIC → NaN  NaN as NUMERIC(9, 2) → NULL
/// ```
///
/// Threads: any.
final class Exactly {
    private Exactly() {}

    /// The number as one of the type; empty if several values of the type may be equal to it, or if
    /// these are no numbers.
    static Optional<RexNode> as(RelDataType type, RexNode number, RexBuilder rex) {
        Type to = Types.physical(type).orElseThrow();
        RelDataType from = number.getType();
        boolean single =
                SqlTypeUtil.isExactNumeric(from)
                        || SqlTypeUtil.isApproximateNumeric(from) && to.kind() == Type.Kind.INTEGER;
        if (!SqlTypeUtil.isExactNumeric(type) || !single) {
            return Optional.empty();
        }
        RelDataType nullable = rex.getTypeFactory().createTypeWithNullability(type, true);
        RexNode nothing = rex.makeNullLiteral(nullable);
        RexNode converted = rex.makeAbstractCast(nullable, number, false);
        RexNode exact =
                rex.makeCall(
                        SqlStdOperatorTable.CASE,
                        rex.makeCall(SqlStdOperatorTable.EQUALS, converted, number),
                        converted,
                        nothing);
        RexNode inside =
                rex.makeCall(
                        SqlStdOperatorTable.AND,
                        rex.makeCall(
                                SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                                number,
                                rex.makeExactLiteral(least(to), type)),
                        rex.makeCall(
                                SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
                                number,
                                rex.makeExactLiteral(greatest(to), type)));
        // Converted only where that cannot fail.
        List<RexNode> branches = new ArrayList<>(List.of(inside, exact));
        if (Numeric.hasNaN(type) && Numeric.hasNaN(from)) {
            RexNode nan = rex.makeAbstractCast(nullable, rex.makeLiteral("NaN"), false);
            branches.add(rex.makeCall(SqlStdOperatorTable.EQUALS, number, nan));
            branches.add(nan);
        }
        branches.add(nothing);
        return Optional.of(rex.makeCall(SqlStdOperatorTable.CASE, branches));
    }

    private static BigDecimal greatest(Type type) {
        return switch (type.kind()) {
            case INTEGER -> BigDecimal.valueOf(Integer.MAX_VALUE);
            case BIGINT -> BigDecimal.valueOf(Long.MAX_VALUE);
            default ->
                    new BigDecimal(
                            BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE),
                            type.scale());
        };
    }

    private static BigDecimal least(Type type) {
        return switch (type.kind()) {
            case INTEGER -> BigDecimal.valueOf(Integer.MIN_VALUE);
            case BIGINT -> BigDecimal.valueOf(Long.MIN_VALUE);
            default -> greatest(type).negate();
        };
    }
}
