package telegraph.query.operator;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlNullifFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import telegraph.query.value.CommonType;

/// NULLIF, whose value has the type that the first operand is compared as: `nullif(7, 2.5) / 2` is
/// 3.5, as in PostgreSQL, whose `=` compares whole numbers of any length as they are and all other
/// numbers of two types as the wider. Calcite's has the type of the first operand.
///
/// Only the validator sees it, and [ExactBuilder] a cast. Any thread.
public final class Nullif extends SqlNullifFunction {
    static final Nullif INSTANCE = new Nullif();

    /// The first of two operands, as the type in which they are compared.
    public static final SqlFunction COMPARED =
            new SqlFunction(
                    "$COMPARED",
                    SqlKind.OTHER_FUNCTION,
                    Nullif::type,
                    null,
                    OperandTypes.ANY_ANY,
                    SqlFunctionCategory.SYSTEM);

    @Override
    public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
        List<SqlNode> operands = call.getOperandList();
        checkOperandCount(validator, getOperandTypeChecker(), call);
        SqlParserPos position = call.getParserPosition();
        return SqlCase.createSwitched(
                position,
                operands.getFirst(),
                SqlNodeList.of(operands.get(1)),
                SqlNodeList.of(SqlLiteral.createNull(position)),
                COMPARED.createCall(position, operands));
    }

    private static RelDataType type(SqlOperatorBinding binding) {
        RelDataType first = binding.getOperandType(0);
        RelDataType second = binding.getOperandType(1);
        RelDataTypeFactory types = binding.getTypeFactory();
        boolean whole = SqlTypeUtil.isIntType(first);
        if (CommonType.kind(first) != CommonType.Kind.NUMBER
                || CommonType.kind(second) != CommonType.Kind.NUMBER
                || whole && SqlTypeUtil.isIntType(second)) {
            return first;
        }
        RelDataType compared =
                SqlTypeUtil.isApproximateNumeric(second)
                        ? types.createSqlType(SqlTypeName.DOUBLE)
                        : whole ? types.decimalOf(first) : first;
        return types.createTypeWithNullability(compared, first.isNullable());
    }
}
