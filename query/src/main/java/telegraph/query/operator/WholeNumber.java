package telegraph.query.operator;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;

/// `floor` and `ceil` of a number: of integers doubles, as PostgreSQL has it, so that `ceil(n) / 4`
/// is no division of integers; of decimals decimals.
///
/// Any thread.
public final class WholeNumber extends SqlFunction {
    public static final WholeNumber FLOOR = new WholeNumber(SqlStdOperatorTable.FLOOR);
    public static final WholeNumber CEIL = new WholeNumber(SqlStdOperatorTable.CEIL);

    private final SqlFunction standard;

    private WholeNumber(SqlFunction standard) {
        super(
                standard.getName(),
                SqlKind.OTHER_FUNCTION,
                null,
                null,
                OperandTypes.NUMERIC,
                SqlFunctionCategory.NUMERIC);
        this.standard = standard;
    }

    /// By itself: the standard's way is to look for the function of that name anew.
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
        return validateOperands(validator, scope, call);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        RelDataType of = binding.getOperandType(0);
        if (of.getSqlTypeName() == SqlTypeName.DECIMAL) {
            return standard.inferReturnType(binding);
        }
        RelDataTypeFactory types = binding.getTypeFactory();
        return types.createTypeWithNullability(
                types.createSqlType(SqlTypeName.DOUBLE), of.isNullable());
    }

    /// A call in a plan: one of the standard's function, or the number itself where it is whole.
    public static RexNode converted(SqlRexContext context, SqlCall call) {
        RexNode number = context.convertExpression(call.operand(0));
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        RexBuilder rex = context.getRexBuilder();
        RexNode same =
                type.getSqlTypeName() == SqlTypeName.DOUBLE ? rex.makeCast(type, number) : number;
        return SqlTypeUtil.isIntType(number.getType())
                ? same
                : rex.makeCall(type, ((WholeNumber) call.getOperator()).standard, List.of(same));
    }
}
