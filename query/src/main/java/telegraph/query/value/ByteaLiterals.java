package telegraph.query.value;

import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/// Reads a bare literal as bytes where bytes stand beside it or are asked for: `b = 'abc'` is `b =
/// 'abc'::bytea`.
public final class ByteaLiterals {
    private ByteaLiterals() {}

    public static boolean isBytea(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.VARBINARY;
    }

    public static RelDataType type(RelDataTypeFactory types) {
        return types.createSqlType(SqlTypeName.VARBINARY);
    }

    /// Whether one of a call's operands is of bytes.
    public static boolean isBeside(SqlCallBinding binding) {
        for (int i = 0; i < binding.getOperandCount(); i++) {
            if (!(binding.operand(i) instanceof SqlNodeList)
                    && isBytea(binding.getOperandType(i))) {
                return true;
            }
        }
        return false;
    }

    /// Makes bytes of the literals among a call's operands; false if there are none.
    public static boolean read(SqlCallBinding binding) {
        boolean any = false;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            any |= read(binding, i);
        }
        return any;
    }

    /// Makes bytes of an operand that is a literal, or a list of them.
    public static boolean read(SqlCallBinding binding, int operand) {
        SqlNode node = binding.operand(operand);
        SqlValidator validator = binding.getValidator();
        if (node instanceof SqlNodeList list) {
            boolean any = false;
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof SqlCharStringLiteral literal) {
                    list.set(i, cast(literal, validator, binding.getScope()));
                    any = true;
                }
            }
            if (any) {
                validator.setValidatedNodeType(list, type(validator.getTypeFactory()));
            }
            return any;
        }
        if (!(node instanceof SqlCharStringLiteral literal)) {
            return false;
        }
        binding.getCall().setOperand(operand, cast(literal, validator, binding.getScope()));
        return true;
    }

    private static SqlNode cast(SqlNode literal, SqlValidator validator, SqlValidatorScope scope) {
        return CommonType.cast(literal, type(validator.getTypeFactory()), validator, scope);
    }

    /// The bytes of a literal, as they lie in a batch.
    public static String text(RexLiteral literal) {
        return Bytea.of(literal.getValueAs(ByteString.class).getBytes());
    }
}
