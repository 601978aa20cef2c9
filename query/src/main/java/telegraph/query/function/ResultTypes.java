package telegraph.query.function;

import static telegraph.query.value.Parameter.DATE;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import telegraph.memory.Type;
import telegraph.query.value.Numeric;
import telegraph.query.value.Types;

/// What types the results of Telegraph's own functions have, by those of their arguments.
final class ResultTypes {
    private ResultTypes() {}

    static SqlReturnTypeInference nullable(SqlTypeName name) {
        return ReturnTypes.explicit(name).andThen(SqlTypeTransforms.TO_NULLABLE);
    }

    /// Of what may be NULL whatever the arguments are.
    static SqlReturnTypeInference orNull(SqlTypeName name) {
        return ReturnTypes.explicit(name).andThen(SqlTypeTransforms.FORCE_NULLABLE);
    }

    static SqlReturnTypeInference moment(SqlTypeName name) {
        return ReturnTypes.explicit(name, 6).andThen(SqlTypeTransforms.TO_NULLABLE);
    }

    /// A moment where one is among the arguments, else a local time.
    static SqlReturnTypeInference zonedLikeAny() {
        SqlReturnTypeInference same =
                binding ->
                        binding.getTypeFactory()
                                .createSqlType(
                                        binding.collectOperandTypes().stream()
                                                        .map(RelDataType::getSqlTypeName)
                                                        .anyMatch(
                                                                SqlTypeName
                                                                                .TIMESTAMP_WITH_LOCAL_TIME_ZONE
                                                                        ::equals)
                                                ? SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                                                : SqlTypeName.TIMESTAMP);
        return same.andThen(SqlTypeTransforms.TO_NULLABLE);
    }

    static SqlReturnTypeInference decimal(int scale) {
        SqlReturnTypeInference decimal =
                binding ->
                        binding.getTypeFactory()
                                .createSqlType(SqlTypeName.DECIMAL, Type.DECIMAL_DIGITS_MAX, scale);
        return decimal.andThen(SqlTypeTransforms.TO_NULLABLE);
    }

    /// The first argument's type with another scale: the second argument's value if it is a
    /// constant, else `otherwise`. It has NaN if an argument's has.
    static SqlReturnTypeInference scaled(boolean counted) {
        SqlReturnTypeInference scaled =
                binding -> {
                    RelDataTypeFactory factory = binding.getTypeFactory();
                    RelDataType type = binding.getOperandType(0);
                    int scale = Math.max(0, type.getScale());
                    int whole = Math.max(1, decimalDigits(type) - scale);
                    int wanted = 0;
                    if (counted) {
                        boolean known = binding.isOperandLiteral(1, false);
                        Integer asked =
                                known ? binding.getOperandLiteralValue(1, Integer.class) : null;
                        wanted = asked == null ? scale : Math.clamp(asked, 0, scale);
                    }
                    boolean hasNaN =
                            binding.collectOperandTypes().stream().anyMatch(Numeric::hasNaN);
                    int digits = hasNaN ? Type.DECIMAL_DIGITS_SHORT + 1 : 1;
                    // Rounding may carry into one more digit.
                    return factory.createSqlType(
                            SqlTypeName.DECIMAL,
                            Math.clamp(whole + 1 + wanted, digits, Type.DECIMAL_DIGITS_MAX),
                            wanted);
                };
        return scaled.andThen(SqlTypeTransforms.TO_NULLABLE);
    }

    private static int decimalDigits(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            default -> type.getPrecision() > 0 ? type.getPrecision() : 19;
        };
    }

    static SqlReturnTypeInference interval() {
        SqlReturnTypeInference interval = binding -> Types.interval(binding.getTypeFactory());
        return interval.andThen(SqlTypeTransforms.TO_NULLABLE);
    }

    /// A decimal with as many digits after the point as the unit in the first argument has; of a
    /// date without any.
    static SqlReturnTypeInference fraction() {
        SqlReturnTypeInference fraction =
                binding ->
                        binding.getTypeFactory()
                                .createSqlType(
                                        SqlTypeName.DECIMAL,
                                        20,
                                        DATE.accepts(binding.getOperandType(1))
                                                ? 0
                                                : SecondFunctions.scale(
                                                        binding.getOperandLiteralValue(
                                                                0, String.class)));
        return fraction.andThen(SqlTypeTransforms.TO_NULLABLE);
    }
}
