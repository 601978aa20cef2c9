package telegraph.query.translate;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlCastFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;
import telegraph.memory.Type;

/// Lets a cast to NUMERIC without digits keep the digits that a number has: of `price::numeric` as
/// many as `price`, of `'2.55'::numeric` as many as are written, where the standard has none after
/// the point. And makes numbers of TRUE and FALSE where they are cast to one, of which Calcite
/// would ask the number in vain.
///
/// Threads: one.
final class NumericCasts extends SqlShuttle {
    private static final SqlCastFunction KEEPING =
            new SqlCastFunction() {
                /// By itself: the standard's way is to look for the cast of that name anew.
                @Override
                public RelDataType deriveType(
                        SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
                    call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
                    return validateOperands(validator, scope, call);
                }

                @Override
                public RelDataType inferReturnType(SqlOperatorBinding binding) {
                    RelDataType asked = super.inferReturnType(binding);
                    RelDataType from = binding.getOperandType(0);
                    if (binding.isOperandLiteral(0, false) && SqlTypeUtil.inCharFamily(from)) {
                        return literal(
                                binding.getOperandLiteralValue(0, String.class),
                                asked,
                                binding.getTypeFactory());
                    }
                    return SqlTypeUtil.isExactNumeric(from)
                            ? decimal(from, binding.getTypeFactory())
                            : asked;
                }
            };

    /// As many digits as the text of a literal has, if there is room for so many.
    private static RelDataType literal(
            String text, RelDataType otherwise, RelDataTypeFactory factory) {
        BigDecimal number;
        try {
            number = new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            return otherwise; // not a number, which the cast will say
        }
        int scale = Math.max(number.scale(), 0);
        int digits = Math.max(number.precision() - number.scale() + scale, scale);
        return digits > Type.DECIMAL_DIGITS_MAX
                ? otherwise
                : factory.createTypeWithNullability(
                        factory.createSqlType(SqlTypeName.DECIMAL, Math.max(digits, 1), scale),
                        otherwise.isNullable());
    }

    private static RelDataType decimal(RelDataType from, RelDataTypeFactory factory) {
        RelDataType exact =
                from.getSqlTypeName() == SqlTypeName.DECIMAL ? from : factory.decimalOf(from);
        return factory.createTypeWithNullability(exact, from.isNullable());
    }

    /// Whether a call is such a cast.
    static boolean keeps(SqlCall call) {
        return call.getOperator() == KEEPING;
    }

    static RexNode convert(SqlRexContext context, SqlCall call) {
        RexNode operand = context.convertExpression(call.operand(0));
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        return context.getRexBuilder().makeCast(call.getParserPosition(), type, operand);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlCall cast) || !Declarations.isCast(cast)) {
            return visited;
        }
        if (isTruth(cast.operand(0)) && isOf(SqlTypeName.INTEGER, cast)) {
            SqlLiteral truth = cast.operand(0);
            SqlNode number =
                    SqlLiteral.createExactNumeric(
                            truth.booleanValue() ? "1" : "0", truth.getParserPosition());
            return cast.getOperator().createCall(cast.getParserPosition(), number, cast.operand(1));
        }
        return isOf(SqlTypeName.DECIMAL, cast)
                ? KEEPING.createCall(cast.getParserPosition(), cast.getOperandList())
                : visited;
    }

    private static boolean isTruth(SqlNode node) {
        return node instanceof SqlLiteral literal && literal.getValue() instanceof Boolean;
    }

    private static boolean isOf(SqlTypeName type, SqlCall cast) {
        return cast.operand(1) instanceof SqlDataTypeSpec spec
                && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
                && basic.getTypeName().getSimple().equalsIgnoreCase(type.getName())
                && basic.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED;
    }
}
