package telegraph.query.operator;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlAbstractTimeFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.language.ast.SqlType;

/// `CURRENT_TIMESTAMP` and `now()` as PostgreSQL has them: a moment, where Calcite's is what clocks
/// show then.
///
/// Only the validator sees this operator.
public final class Now extends SqlAbstractTimeFunction {
    private static final SqlFunction STANDARD = SqlStdOperatorTable.CURRENT_TIMESTAMP;
    public static final Now INSTANCE = new Now();

    private Now() {
        super(STANDARD.getName(), SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        int digits =
                binding.getOperandCount() == 0
                        ? SqlType.MICROSECONDS
                        : Math.min(
                                binding.getOperandLiteralValue(0, Integer.class),
                                SqlType.MICROSECONDS);
        return binding.getTypeFactory()
                .createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, digits);
    }

    /// The expression to put into a plan.
    ///
    /// @param operands how many digits seconds have, or nothing
    public static RexNode executable(List<RexNode> operands, RexBuilder rex) {
        return rex.makeCall(
                rex.deriveReturnType(INSTANCE, operands),
                Functions.own("$NOW"),
                List.of(rex.makeCall(STANDARD, operands)));
    }
}
