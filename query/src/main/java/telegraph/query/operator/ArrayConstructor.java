package telegraph.query.operator;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlArrayValueConstructor;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.CommonType;

/// `ARRAY[a, b]`, whose bare literals are of the type of the other elements.
public final class ArrayConstructor extends SqlArrayValueConstructor {
    public static final ArrayConstructor INSTANCE = new ArrayConstructor();

    private ArrayConstructor() {}

    /// The operator that a row expression has in its place.
    public SqlOperator standard() {
        return SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR;
    }

    /// By itself: the standard's way is to look for the operator of that name anew.
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
        return validateOperands(validator, scope, call);
    }

    /// Any element may be NULL: an array is of one type with one of other elements.
    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        RelDataTypeFactory types = binding.getTypeFactory();
        List<RelDataType> known =
                binding.collectOperandTypes().stream()
                        .filter(type -> type.getSqlTypeName() != SqlTypeName.NULL)
                        .toList();
        RelDataType element =
                known.isEmpty()
                        ? super.inferReturnType(binding).getComponentType()
                        : types.leastRestrictive(known);
        return types.createTypeWithNullability(ArrayArguments.arrayOf(element, types), false);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        List<SqlNode> elements = binding.operands();
        List<RelDataType> types = binding.collectOperandTypes();
        List<RelDataType> known =
                IntStream.range(0, elements.size())
                        .filter(i -> !CommonType.isUnknown(elements.get(i), types.get(i)))
                        .mapToObj(types::get)
                        .toList();
        Optional<RelDataType> common = CommonType.of(known, binding.getTypeFactory());
        if (common.isPresent()) {
            for (int i = 0; i < elements.size(); i++) {
                binding.getCall()
                        .setOperand(
                                i,
                                CommonType.read(
                                        elements.get(i),
                                        common.get(),
                                        binding.getValidator(),
                                        binding.getScope()));
            }
        }
        return super.checkOperandTypes(binding, throwOnFailure);
    }
}
