package telegraph.sql.plan;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlCastFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;

/// Lets a cast to NUMERIC without digits keep the digits that a number has: of `price::numeric` as
/// many as `price`, where the standard has none after the point.
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
                    return SqlTypeUtil.isExactNumeric(from)
                            ? decimal(from, binding.getTypeFactory())
                            : asked;
                }
            };

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
        return visited instanceof SqlCall cast && Declarations.isCast(cast) && isFree(cast)
                ? KEEPING.createCall(cast.getParserPosition(), cast.getOperandList())
                : visited;
    }

    private static boolean isFree(SqlCall cast) {
        return cast.operand(1) instanceof SqlDataTypeSpec spec
                && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
                && basic.getTypeName().getSimple().equalsIgnoreCase(SqlTypeName.DECIMAL.getName())
                && basic.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED;
    }
}
