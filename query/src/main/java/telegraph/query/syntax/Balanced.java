package telegraph.query.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/// Makes long chains of AND and OR shallow: `((a AND b) AND c) AND d` is read as `(a AND b) AND (c
/// AND d)`, its operands in their order. What recurses over the tree then goes as deep as the
/// logarithm of their number, and what makes a text of each level takes no quadratic time.
///
/// Only operators for which grouping changes nothing, whatever the operands are. Sums are none of
/// them, for an overflow or a rounding depends on the order; nor are unions, for the type of a
/// column is found from left to right.
///
/// Threads: one at a time.
public final class Balanced extends SqlShuttle {
    /// Shorter chains stay as they are written.
    static final int OPERANDS_MIN = 16;

    @Override
    public SqlNode visit(SqlCall call) {
        if (!(call instanceof SqlBasicCall) || !isGrouped(call)) {
            return super.visit(call);
        }
        Deque<SqlNode> operands = new ArrayDeque<>();
        SqlNode first = call;
        while (first instanceof SqlBasicCall link && link.getOperator() == call.getOperator()) {
            operands.push(link.operand(1));
            first = link.operand(0);
        }
        operands.push(first);
        if (operands.size() < OPERANDS_MIN) {
            return super.visit(call);
        }
        List<SqlNode> visited = new ArrayList<>(operands.size());
        operands.forEach(operand -> visited.add(operand.accept(this)));
        return tree(call, visited);
    }

    private static boolean isGrouped(SqlCall call) {
        SqlKind kind = call.getKind();
        return (kind == SqlKind.AND || kind == SqlKind.OR) && call.operandCount() == 2;
    }

    private static SqlNode tree(SqlCall call, List<SqlNode> operands) {
        if (operands.size() == 1) {
            return operands.getFirst();
        }
        int middle = (operands.size() + 1) / 2;
        SqlNode left = tree(call, operands.subList(0, middle));
        SqlNode right = tree(call, operands.subList(middle, operands.size()));
        SqlParserPos place = left.getParserPosition().plus(right.getParserPosition());
        return call.getOperator().createCall(place, left, right);
    }
}
