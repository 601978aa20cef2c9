package telegraph.query.operator;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;
import telegraph.engine.Aggregate;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Covariance, correlation and linear regression, of pairs `(y, x)` of numbers that are taken as
/// doubles. Calcite writes the few of them that it knows as sums of products, in which small
/// scatter of large numbers is lost; these are of a kind that no rule of the planner knows.
///
/// Any thread.
public final class PairAggregate extends SqlAggFunction {
    private static final List<PairAggregate> ALL =
            Arrays.stream(Aggregate.Function.values())
                    .filter(Aggregate.Function::isOfPairs)
                    .map(PairAggregate::new)
                    .toList();

    private final Aggregate.Function function;

    private PairAggregate(Aggregate.Function function) {
        super(
                function.name(),
                null,
                SqlKind.OTHER_FUNCTION,
                function == Aggregate.Function.REGR_COUNT
                        ? ReturnTypes.BIGINT
                        : ReturnTypes.explicit(SqlTypeName.DOUBLE)
                                .andThen(SqlTypeTransforms.FORCE_NULLABLE),
                null,
                new Plain(OperandTypes.NUMERIC_NUMERIC),
                SqlFunctionCategory.NUMERIC,
                false,
                false,
                Optionality.FORBIDDEN);
        this.function = function;
    }

    static List<PairAggregate> all() {
        return ALL;
    }

    /// Whether one of these is in the place of a function.
    static boolean replaces(SqlOperator operator) {
        return operator instanceof SqlAggFunction && isNamed(operator.getName());
    }

    public static boolean isNamed(String name) {
        return ALL.stream().anyMatch(one -> one.getName().equalsIgnoreCase(name));
    }

    public Aggregate.Function function() {
        return function;
    }

    /// Two numbers, and no DISTINCT before them.
    private record Plain(SqlOperandTypeChecker numbers) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            if (binding.getCall().getFunctionQuantifier() != null
                    && binding.getCall().getFunctionQuantifier().getValue()
                            == SqlSelectKeyword.DISTINCT) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        binding.getOperator().getName().toLowerCase(Locale.ROOT)
                                + " of DISTINCT pairs is not there. Take them from a subquery, SELECT DISTINCT y, x");
            }
            return numbers.checkOperandTypes(binding, throwOnFailure);
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.of(2);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return numbers.getAllowedSignatures(operator, name);
        }
    }
}
