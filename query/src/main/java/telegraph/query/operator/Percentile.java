package telegraph.query.operator;

import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import telegraph.engine.Aggregate;

/// A percentile at one fraction, or MODE, as an aggregate of one argument: what is ordered. The
/// fraction and the direction belong to the function, so that no rule of the planner can part them
/// from it.
///
/// No query names it; [Percentiles] writes it in the place of what queries name.
public final class Percentile extends SqlAggFunction {
    private static final SqlReturnTypeInference BETWEEN =
            binding -> {
                RelDataType type = binding.getOperandType(0);
                return switch (type.getSqlTypeName()) {
                    case DATE ->
                            binding.getTypeFactory()
                                    .createSqlType(
                                            SqlTypeName.TIMESTAMP,
                                            binding.getTypeFactory()
                                                    .getTypeSystem()
                                                    .getDefaultPrecision(SqlTypeName.TIMESTAMP));
                    default ->
                            SqlTypeUtil.isNumeric(type)
                                    ? binding.getTypeFactory().createSqlType(SqlTypeName.DOUBLE)
                                    : type;
                };
            };

    private final Aggregate.Function function;
    private final Aggregate.Place place;

    /// @param name as the query has it
    public Percentile(String name, Aggregate.Function function, Aggregate.Place place) {
        super(
                name.toUpperCase(Locale.ROOT),
                null,
                SqlKind.OTHER_FUNCTION,
                (function == Aggregate.Function.PERCENTILE_CONT ? BETWEEN : ReturnTypes.ARG0)
                        .andThen(SqlTypeTransforms.FORCE_NULLABLE),
                null,
                new Ordered(function == Aggregate.Function.PERCENTILE_CONT),
                SqlFunctionCategory.SYSTEM,
                false,
                false,
                Optionality.FORBIDDEN);
        this.function = function;
        this.place = place;
    }

    public Aggregate.Function function() {
        return function;
    }

    public Aggregate.Place place() {
        return place;
    }

    /// Without looking for a function of this name, since the operator is here already.
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        return validateOperands(validator, scope.getOperandScope(call), call);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Percentile that
                && function == that.function
                && getName().equals(that.getName())
                && place.descending() == that.place.descending()
                && place.fraction().compareTo(that.place.fraction()) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(function, place.descending(), place.fraction().stripTrailingZeros());
    }

    /// Such as `PERCENTILE_DISC[0.5 desc]`.
    @Override
    public String toString() {
        String fraction =
                function == Aggregate.Function.MODE || getName().equals("MEDIAN")
                        ? ""
                        : place.fraction().stripTrailingZeros().toPlainString();
        String order = place.descending() ? "desc" : "";
        String at = (fraction + " " + order).strip();
        return at.isEmpty() ? getName() : getName() + "[" + at + "]";
    }

    /// What has an order; if it must also have something between its values, no texts or truths.
    private record Ordered(boolean dense) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            boolean fits = fits(binding.getOperandType(0));
            if (!fits && throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return fits;
        }

        private boolean fits(RelDataType type) {
            return switch (type.getSqlTypeName()) {
                case BOOLEAN, CHAR, VARCHAR, INTERVAL_DAY_SECOND -> !dense;
                default -> SqlTypeUtil.isNumeric(type) || SqlTypeUtil.isDatetime(type);
            };
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.of(1);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return name + "(<" + (dense ? "NUMBER, DATE OR TIME" : "ORDERED") + ">)";
        }
    }
}
