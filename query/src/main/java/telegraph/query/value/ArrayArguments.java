package telegraph.query.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.query.label.EnumType;

/// Brings the arrays and the elements that a function takes to one type, as PostgreSQL does: that
/// which takes all of them. A bare literal is read as what it stands for.
///
/// ```
/// array_append(ARRAY[1, 2], 2.5)    →   array_append(CAST(ARRAY[1, 2] AS NUMERIC ARRAY), 2.5)
/// a @> '{1}'                        →   a @> CAST('{1}' AS INTEGER ARRAY)
/// ```
public final class ArrayArguments {
    private ArrayArguments() {}

    public static boolean isArray(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.ARRAY;
    }

    /// An array of such elements, which may be NULL as it may be itself.
    public static RelDataType arrayOf(RelDataType element, RelDataTypeFactory types) {
        return types.createTypeWithNullability(
                types.createArrayType(types.createTypeWithNullability(element, true), -1), true);
    }

    /// What the codes of arrays have in common that are compared; the same for all that are none.
    public static String form(RelDataType type) {
        if (!isArray(type)) {
            return type instanceof EnumType one ? one.values().name().quoted() : "";
        }
        RelDataType element = type.getComponentType();
        return isArray(element) || element instanceof EnumType
                ? form(element) + "[]"
                : (SqlTypeUtil.isExactNumeric(element)
                                ? "EXACT"
                                : CommonType.kind(element) == CommonType.Kind.MOMENT
                                        ? element.getSqlTypeName().name()
                                        : CommonType.kind(element).name())
                        + "[]";
    }

    /// Brings a call's arguments to one type.
    ///
    /// @param parameters what the function takes at each place
    /// @return whether they have one
    public static boolean unify(SqlCallBinding binding, IntFunction<Parameter> parameters) {
        Optional<RelDataType> element = element(binding, parameters);
        if (element.isEmpty()) {
            return false;
        }
        RelDataTypeFactory types = binding.getTypeFactory();
        RelDataType one = types.createTypeWithNullability(element.get(), true);
        for (int i = 0; i < binding.getOperandCount(); i++) {
            switch (parameters.apply(i)) {
                case LIST -> cast(binding, i, arrayOf(one, types));
                case ELEMENT -> cast(binding, i, one);
                default -> {} // of a type of its own
            }
        }
        return true;
    }

    /// The type that takes all the elements.
    private static Optional<RelDataType> element(
            SqlCallBinding binding, IntFunction<Parameter> parameters) {
        List<RelDataType> known = new ArrayList<>();
        for (int i = 0; i < binding.getOperandCount(); i++) {
            RelDataType type = binding.getOperandType(i);
            Parameter parameter = parameters.apply(i);
            boolean isElement = parameter == Parameter.ELEMENT;
            if (!isElement && parameter != Parameter.LIST || isUnknown(binding, i)) {
                continue;
            }
            if (!isElement && !isArray(type)) {
                return Optional.empty();
            }
            known.add(isElement ? type : type.getComponentType());
        }
        if (known.isEmpty()) {
            return Optional.empty();
        }
        RelDataTypeFactory types = binding.getTypeFactory();
        return CommonType.of(known, types)
                .map(type ->
                        SqlTypeUtil.inCharFamily(type)
                                ? types.createSqlType(SqlTypeName.VARCHAR)
                                : type);
    }

    /// Whether it is a bare literal, or NULL.
    public static boolean isUnknown(SqlCallBinding binding, int operand) {
        return binding.operand(operand) instanceof SqlLiteral literal
                && (SqlUtil.isNullLiteral(literal, false)
                        || SqlTypeUtil.inCharFamily(binding.getOperandType(operand)));
    }

    private static void cast(SqlCallBinding binding, int operand, RelDataType to) {
        RelDataType from = binding.getOperandType(operand);
        RelDataTypeFactory types = binding.getTypeFactory();
        if (!SqlTypeUtil.equalSansNullability(types, from, to)) {
            binding.getCall()
                    .setOperand(
                            operand,
                            CommonType.cast(
                                    binding.operand(operand),
                                    to,
                                    binding.getValidator(),
                                    binding.getScope()));
        }
    }
}
