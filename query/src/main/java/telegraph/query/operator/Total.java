package telegraph.query.operator;

import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;

/// SUM and AVG, of numbers as Calcite has them and of intervals.
///
/// Only the validator sees these; a plan has Calcite's, and of intervals none
/// ([telegraph.query.spans]).
///
/// Any thread.
public final class Total extends SqlAggFunction {
    private static final Map<SqlAggFunction, Total> ALL =
            Map.of(
                    SqlStdOperatorTable.SUM, new Total(SqlStdOperatorTable.SUM),
                    SqlStdOperatorTable.AVG, new Total(SqlStdOperatorTable.AVG));

    private final SqlAggFunction standard;

    private Total(SqlAggFunction standard) {
        super(
                standard.getName(),
                null,
                standard.getKind(),
                binding -> type(standard, binding),
                null,
                OperandTypes.NUMERIC.or(OperandTypes.INTERVAL),
                SqlFunctionCategory.NUMERIC,
                false,
                false,
                Optionality.FORBIDDEN);
        this.standard = standard;
    }

    static List<Total> all() {
        return List.copyOf(ALL.values());
    }

    /// Whether one of these is in the place of a function.
    static boolean replaces(SqlOperator operator) {
        return operator instanceof SqlAggFunction function && ALL.containsKey(function);
    }

    /// Calcite's own.
    public SqlAggFunction standard() {
        return standard;
    }

    private static RelDataType type(SqlAggFunction standard, SqlOperatorBinding binding) {
        RelDataType argument = binding.getOperandType(0);
        RelDataTypeFactory types = binding.getTypeFactory();
        return SqlTypeUtil.isInterval(argument)
                ? types.createTypeWithNullability(argument, true)
                : standard.inferReturnType(binding);
    }
}
