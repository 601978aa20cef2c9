package telegraph.sql.plan;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;

/// Puts the standard's word in the place of PostgreSQL's own: `now()` is CURRENT_TIMESTAMP.
final class Synonyms extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        if (call.operandCount() == 0 && call.getOperator().getName().equalsIgnoreCase("now")) {
            return SqlStdOperatorTable.CURRENT_TIMESTAMP.createCall(call.getParserPosition());
        }
        return super.visit(call);
    }
}
