package telegraph.query.operator;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.CommonType;
import telegraph.query.value.Parameter;

/// `||` as PostgreSQL has it: Calcite's, of a text and what is none, of bytes, and of arrays and
/// their elements; beside bytes, or an array, a bare literal is one too.
///
/// Only the validator sees this operator. When [ExactBuilder] makes a row expression of one, it
/// becomes Calcite's operator or a [Routine].
public final class JoinOperator extends SqlBinaryOperator {
    private static final SqlBinaryOperator STANDARD = SqlStdOperatorTable.CONCAT;
    public static final JoinOperator INSTANCE = new JoinOperator();

    private JoinOperator() {
        super(
                STANDARD.getName(),
                STANDARD.getKind(),
                STANDARD.getLeftPrec() / 2,
                true,
                JoinOperator::type,
                InferTypes.RETURN_TYPE,
                new Operands());
    }

    private static RelDataType type(SqlOperatorBinding binding) {
        List<RelDataType> operands = binding.collectOperandTypes();
        Optional<RelDataType> array = operands.stream().filter(ArrayArguments::isArray).findFirst();
        if (array.isPresent()) {
            return ArrayArguments.arrayOf(array.get().getComponentType(), binding.getTypeFactory());
        }
        if (operands.stream().noneMatch(ByteaLiterals::isBytea)) {
            return STANDARD.inferReturnType(binding);
        }
        RelDataTypeFactory types = binding.getTypeFactory();
        return types.createTypeWithNullability(
                ByteaLiterals.type(types), operands.stream().anyMatch(RelDataType::isNullable));
    }

    /// The operator to put into a row expression over these operands.
    public static SqlOperator executable(List<RexNode> operands) {
        boolean first = ArrayArguments.isArray(operands.getFirst().getType());
        boolean last = ArrayArguments.isArray(operands.getLast().getType());
        if (first || last) {
            return Functions.own(
                    first && last ? "ARRAY_CAT" : first ? "ARRAY_APPEND" : "ARRAY_PREPEND");
        }
        return operands.stream().anyMatch(operand -> ByteaLiterals.isBytea(operand.getType()))
                ? Functions.own("$CONCAT_BYTEA")
                : STANDARD;
    }

    private record Operands() implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            if (binding.collectOperandTypes().stream().anyMatch(ArrayArguments::isArray)) {
                boolean fits = ArrayArguments.unify(binding, place -> joined(binding, place));
                if (!fits && throwOnFailure) {
                    throw binding.newValidationSignatureError();
                }
                return fits;
            }
            if (!ByteaLiterals.isBeside(binding)) {
                show(binding);
                return STANDARD.getOperandTypeChecker().checkOperandTypes(binding, throwOnFailure);
            }
            ByteaLiterals.read(binding);
            boolean bytea = true;
            for (int i = 0; i < binding.getOperandCount(); i++) {
                bytea &= Parameter.BYTEA.accepts(binding.getOperandType(i));
            }
            if (!bytea && throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return bytea;
        }

        /// What stands beside an array: one too if it is a bare literal or NULL, else an element.
        private static Parameter joined(SqlCallBinding binding, int place) {
            return ArrayArguments.isArray(binding.getOperandType(place))
                            || ArrayArguments.isUnknown(binding, place)
                    ? Parameter.LIST
                    : Parameter.ELEMENT;
        }

        /// Makes texts of what stands beside texts.
        private static void show(SqlCallBinding binding) {
            List<CommonType.Kind> kinds =
                    binding.collectOperandTypes().stream().map(CommonType::kind).toList();
            if (!kinds.contains(CommonType.Kind.TEXT)) {
                return;
            }
            RelDataType text = binding.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
            for (int i = 0; i < kinds.size(); i++) {
                switch (kinds.get(i)) {
                    case TEXT, OTHER -> {} // stays, or is refused
                    default ->
                            binding.getCall()
                                    .setOperand(
                                            i,
                                            CommonType.cast(
                                                    binding.operand(i),
                                                    text,
                                                    binding.getValidator(),
                                                    binding.getScope()));
                }
            }
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return STANDARD.getOperandCountRange();
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return STANDARD.getAllowedSignatures() + "\n<BYTEA> || <BYTEA>";
        }
    }
}
