package telegraph.query.syntax;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;

/// Writes the two comparisons with the rows of a query that Calcite answers wrongly where there are
/// NULLs, or no rows, by two that it answers rightly.
///
/// ```
/// x <> ANY (query)  →  x < ANY (query) OR x > ANY (query)
/// x = ALL (query)   →  x <= ALL (query) AND x >= ALL (query)
/// ```
///
/// Threads: one.
public final class Quantified extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlCall compared)
                || compared.operandCount() != 2
                || compared.operand(0).getKind() == SqlKind.ROW
                || !compared.operand(1).isA(SqlKind.QUERY)) {
            return visited;
        }
        if (compared.getOperator() == SqlStdOperatorTable.SOME_NE) {
            return both(
                    compared,
                    SqlStdOperatorTable.OR,
                    SqlStdOperatorTable.SOME_LT,
                    SqlStdOperatorTable.SOME_GT);
        }
        if (compared.getOperator() == SqlStdOperatorTable.ALL_EQ) {
            return both(
                    compared,
                    SqlStdOperatorTable.AND,
                    SqlStdOperatorTable.ALL_LE,
                    SqlStdOperatorTable.ALL_GE);
        }
        return visited;
    }

    private static SqlNode both(
            SqlCall compared, SqlOperator with, SqlOperator below, SqlOperator above) {
        SqlCall copy = (SqlCall) compared.accept(new NodeCopy());
        return with.createCall(
                compared.getParserPosition(),
                below.createCall(compared.getParserPosition(), compared.getOperandList()),
                above.createCall(compared.getParserPosition(), copy.getOperandList()));
    }
}
