package telegraph.query.operator;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlExtractFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/// EXTRACT and DATE_PART, which take each unit of an interval: Calcite's take of one of its kinds
/// of them some, and of the other kind others.
///
/// Only the validator sees these.
///
/// Any thread.
public final class Extract extends SqlExtractFunction {
    public static final Extract EXTRACT = new Extract(SqlStdOperatorTable.EXTRACT, false);
    static final Extract DATE_PART = new Extract(SqlLibraryOperators.DATE_PART, true);

    private final SqlFunction standard;

    private Extract(SqlFunction standard, boolean texts) {
        super(standard.getName(), texts);
        this.standard = standard;
    }

    static List<Extract> all() {
        return List.of(EXTRACT, DATE_PART);
    }

    /// Whether one of these is in the place of a function.
    static boolean replaces(SqlOperator operator) {
        return operator == EXTRACT.standard || operator == DATE_PART.standard;
    }

    /// Calcite's own.
    public SqlFunction standard() {
        return standard;
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        return SqlTypeUtil.isInterval(binding.getOperandType(1))
                || super.checkOperandTypes(binding, throwOnFailure);
    }

    @Override
    public void validateCall(
            SqlCall call,
            SqlValidator validator,
            SqlValidatorScope scope,
            SqlValidatorScope operandScope) {
        SqlNode of = call.operand(1);
        if (!SqlTypeUtil.isInterval(validator.deriveType(operandScope, of))) {
            super.validateCall(call, validator, scope, operandScope);
            return;
        }
        call.getOperandList().forEach(operand -> operand.validateExpr(validator, operandScope));
        if (call.operand(0) instanceof SqlIntervalQualifier unit) {
            validator.validateTimeFrame(unit);
        }
    }
}
