package telegraph.sql.plan;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/// Implicit conversions, without those that PostgreSQL refuses: a text that is no literal is not
/// taken for a number or a date, neither in a comparison nor in a sum.
///
/// `'3' = n` reads the literal as a number; `name = 3` would fail at the first name that is none,
/// perhaps after an hour of requests, so it is refused before the query runs.
final class StrictTexts extends TypeCoercionImpl {
    StrictTexts(RelDataTypeFactory types, SqlValidator validator) {
        super(types, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        requireOneKind(binding);
        return super.binaryComparisonCoercion(binding);
    }

    @Override
    public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
        requireOneKind(binding);
        return super.binaryArithmeticCoercion(binding);
    }

    private static void requireOneKind(SqlCallBinding binding) {
        boolean text = false;
        boolean other = false;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            RelDataType type = binding.getOperandType(i);
            if (SqlTypeUtil.inCharFamily(type)) {
                text |= !SqlUtil.isLiteral(binding.operand(i), true);
            } else {
                other |=
                        SqlTypeUtil.isNumeric(type)
                                || SqlTypeUtil.isBoolean(type)
                                || SqlTypeUtil.isDatetime(type);
            }
        }
        if (text && other) {
            throw binding.newValidationSignatureError();
        }
    }
}
