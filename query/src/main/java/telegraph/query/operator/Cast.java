package telegraph.query.operator;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlCastFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.query.value.ArrayArguments;

/// Calcite's cast, of arrays to texts and back too.
public final class Cast extends SqlCastFunction {
    public static final Cast INSTANCE = new Cast();

    private Cast() {}

    /// The operator that a row expression has in its place.
    public SqlOperator standard() {
        return SqlStdOperatorTable.CAST;
    }

    /// By itself: the standard's way is to look for the cast of that name anew.
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
        return validateOperands(validator, scope, call);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        RelDataType from = binding.getOperandType(0);
        RelDataType to = binding.getOperandType(1);
        return ArrayArguments.isArray(from) != ArrayArguments.isArray(to)
                ? binding.getTypeFactory().createTypeWithNullability(to, from.isNullable())
                : super.inferReturnType(binding);
    }
}
