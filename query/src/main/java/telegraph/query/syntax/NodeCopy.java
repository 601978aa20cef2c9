package telegraph.query.syntax;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;

/// Makes every part of an expression or query anew, for one that stands in two places: the
/// validator changes nodes where they are.
///
/// Threads: one.
public final class NodeCopy extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        CallCopyingArgHandler copy = new CallCopyingArgHandler(call, true);
        call.getOperator().acceptCall(this, call, false, copy);
        return copy.result();
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
        return name.clone(name.getParserPosition());
    }
}
