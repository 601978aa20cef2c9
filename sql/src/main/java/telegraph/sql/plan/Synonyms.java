package telegraph.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.sql.expression.ArrayAgg;

/// Puts in the place of a function the one that means what PostgreSQL means: `now()` is
/// CURRENT_TIMESTAMP, and `array_agg` keeps NULLs.
final class Synonyms extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        if (call.operandCount() == 0 && call.getOperator().getName().equalsIgnoreCase("now")) {
            return SqlStdOperatorTable.CURRENT_TIMESTAMP.createCall(call.getParserPosition());
        }
        SqlNode visited = super.visit(call);
        return visited instanceof SqlCall inner
                        && inner.getOperator() == SqlLibraryOperators.ARRAY_AGG
                ? gathered(inner)
                : visited;
    }

    /// Distinct values are ordered by themselves, if by nothing else: PostgreSQL takes no other
    /// order for them.
    private static SqlNode gathered(SqlCall call) {
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        if (!isDistinct(call)) {
            return ArrayAgg.ALL.createCall(call.getParserPosition(), operands);
        }
        SqlNode value = operands.getFirst();
        if (operands.getLast() instanceof SqlNodeList order) {
            demandOwn(order, value);
        } else {
            operands.add(new SqlNodeList(List.of(value), value.getParserPosition()));
        }
        return ArrayAgg.EACH.createCall(call.getParserPosition(), operands);
    }

    static boolean isDistinct(SqlCall call) {
        return call.getFunctionQuantifier() != null
                && call.getFunctionQuantifier().getValue() == SqlSelectKeyword.DISTINCT;
    }

    private static void demandOwn(SqlNodeList order, SqlNode value) {
        SqlNode by = order.get(0);
        while (by instanceof SqlCall item
                && (item.getKind() == SqlKind.DESCENDING
                        || item.getKind() == SqlKind.NULLS_FIRST
                        || item.getKind() == SqlKind.NULLS_LAST)) {
            by = item.operand(0);
        }
        if (!by.equalsDeep(value, Litmus.IGNORE)) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "array_agg of DISTINCT values is ordered by these alone: by=" + by);
        }
    }
}
