package telegraph.query.operator;

import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;
import telegraph.memory.Type;

/// Variances and standard deviations. They are computed as doubles, so that is what they are of
/// whole numbers; of decimals they are decimals. Calcite gives them the type of an average, which
/// has no room for the square of a large number.
///
/// Any thread.
public final class Spread extends SqlAggFunction {
    /// Digits after the point of what is computed of decimals.
    private static final int SCALE_MIN = 16;

    private static final SqlReturnTypeInference TYPE =
            binding -> type(binding.getOperandType(0), binding.getTypeFactory());

    /// By Calcite's functions, under each of their names.
    private static final Map<SqlAggFunction, Spread> ALL =
            Map.of(
                    SqlStdOperatorTable.VAR_POP, new Spread(SqlStdOperatorTable.VAR_POP),
                    SqlStdOperatorTable.VAR_SAMP, new Spread(SqlStdOperatorTable.VAR_SAMP),
                    SqlStdOperatorTable.VARIANCE, new Spread(SqlStdOperatorTable.VARIANCE),
                    SqlStdOperatorTable.STDDEV_POP, new Spread(SqlStdOperatorTable.STDDEV_POP),
                    SqlStdOperatorTable.STDDEV_SAMP, new Spread(SqlStdOperatorTable.STDDEV_SAMP),
                    SqlStdOperatorTable.STDDEV, new Spread(SqlStdOperatorTable.STDDEV));

    private final SqlAggFunction standard;

    private Spread(SqlAggFunction standard) {
        super(
                standard.getName(),
                null,
                standard.getKind(),
                TYPE.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                null,
                OperandTypes.NUMERIC,
                SqlFunctionCategory.NUMERIC,
                false,
                false,
                Optionality.FORBIDDEN);
        this.standard = standard;
    }

    static List<Spread> all() {
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

    private static RelDataType type(RelDataType argument, RelDataTypeFactory types) {
        return argument.getSqlTypeName() == SqlTypeName.DECIMAL
                ? types.createSqlType(
                        SqlTypeName.DECIMAL,
                        Type.DECIMAL_DIGITS_MAX,
                        Math.max(SCALE_MIN, argument.getScale()))
                : types.createSqlType(SqlTypeName.DOUBLE);
    }
}
