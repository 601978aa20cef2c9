package telegraph.query.record;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.syntax.NodeCopy;
import telegraph.query.syntax.Places;

/// Writes comparisons of rows out, column by column, so that one with NULL is NULL where the
/// columns before it are equal. Calcite compares rows as values, in which NULL is greater than all
/// others.
///
/// ```
/// (a, b) =  (c, d)                   a = c AND b = d, and so with IS NOT DISTINCT FROM
/// (a, b) <> (c, d)                   a <> c OR b <> d, and so with IS DISTINCT FROM
/// (a, b) <= (c, d)                   a < c OR a = c AND b <= d
/// (a, b) BETWEEN (c, d) AND (e, f)   (a, b) >= (c, d) AND (a, b) <= (e, f)
/// (a, b) IN ((c, d), (e, f))         (a, b) = (c, d) OR (a, b) = (e, f)
/// (a, b) IS NOT NULL                 a IS NOT NULL AND b IS NOT NULL, and so with IS NULL
/// ```
///
/// Rows of different lengths are left to the validator, which refuses them; others than `= ANY` and
/// `<> ALL` of a query's rows are refused. Threads: one at a time.
public final class RowComparisons extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        demandPlain(call);
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlCall in
                && (in.getKind() == SqlKind.IN || in.getKind() == SqlKind.NOT_IN)
                && in.operand(1) instanceof SqlNodeList list
                && isRow(in.operand(0))
                && list.stream().allMatch(RowComparisons::isRow)) {
            return among(in, list);
        }
        if (visited instanceof SqlCall asked
                && (asked.getKind() == SqlKind.IS_NULL || asked.getKind() == SqlKind.IS_NOT_NULL)
                && isRow(asked.operand(0))) {
            return ofAll(asked);
        }
        if (!(visited instanceof SqlCall compared)
                || compared.operandCount() < 2
                || !compared.getOperandList().stream().allMatch(RowComparisons::isRow)) {
            return visited;
        }
        return compared.getOperator() instanceof SqlBetweenOperator between
                ? between(compared, between)
                : written(compared);
    }

    /// Of rows that are compared with those of a query Calcite compares each column for itself.
    private static void demandPlain(SqlCall call) {
        if (!(call.getOperator() instanceof SqlQuantifyOperator quantified)
                || !isRow(call.operand(0))) {
            return;
        }
        boolean plain =
                quantified.getKind() == SqlKind.SOME
                        ? quantified.comparisonKind == SqlKind.EQUALS
                        : quantified.comparisonKind == SqlKind.NOT_EQUALS;
        if (!plain) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported at "
                            + Places.position(call.getParserPosition())
                            + ": "
                            + quantified.getName()
                            + " of rows, but for = ANY and <> ALL. Ask with EXISTS");
        }
    }

    private static boolean isRow(SqlNode operand) {
        return operand != null && operand.getKind() == SqlKind.ROW;
    }

    private static SqlNode between(SqlCall call, SqlBetweenOperator between) {
        if (between.flag == SqlBetweenOperator.Flag.SYMMETRIC) {
            return call;
        }
        SqlParserPos at = call.getParserPosition();
        SqlNode row = call.operand(0);
        SqlNode within =
                SqlStdOperatorTable.AND.createCall(
                        at,
                        written(
                                SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
                                        at, row, call.operand(1))),
                        written(
                                SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(
                                        at, copy(row), call.operand(2))));
        return between.isNegated() ? SqlStdOperatorTable.NOT.createCall(at, within) : within;
    }

    private static SqlNode among(SqlCall in, SqlNodeList rows) {
        SqlParserPos at = in.getParserPosition();
        SqlNode any = null;
        for (SqlNode row : rows) {
            SqlNode one =
                    written(
                            SqlStdOperatorTable.EQUALS.createCall(
                                    row.getParserPosition(), copy(in.operand(0)), row));
            any = any == null ? one : SqlStdOperatorTable.OR.createCall(at, any, one);
        }
        return in.getKind() == SqlKind.IN ? any : SqlStdOperatorTable.NOT.createCall(at, any);
    }

    /// A row within is not NULL, whatever it has.
    private static SqlNode ofAll(SqlCall asked) {
        SqlParserPos at = asked.getParserPosition();
        SqlNode all = null;
        for (SqlNode value : ((SqlCall) asked.operand(0)).getOperandList()) {
            SqlNode one =
                    isRow(value)
                            ? SqlLiteral.createBoolean(asked.getKind() == SqlKind.IS_NOT_NULL, at)
                            : asked.getOperator().createCall(at, value);
            all = all == null ? one : SqlStdOperatorTable.AND.createCall(at, all, one);
        }
        return all;
    }

    private static SqlNode copy(SqlNode node) {
        return node.accept(new NodeCopy());
    }

    private static SqlNode written(SqlCall call) {
        List<SqlNode> left = ((SqlCall) call.operand(0)).getOperandList();
        List<SqlNode> right = ((SqlCall) call.operand(1)).getOperandList();
        if (left.size() != right.size()) {
            return call;
        }
        SqlOperator operator = call.getOperator();
        SqlParserPos at = call.getParserPosition();
        return switch (call.getKind()) {
            case EQUALS, IS_NOT_DISTINCT_FROM ->
                    each(operator, SqlStdOperatorTable.AND, left, right, at);
            case NOT_EQUALS, IS_DISTINCT_FROM ->
                    each(operator, SqlStdOperatorTable.OR, left, right, at);
            case LESS_THAN, LESS_THAN_OR_EQUAL ->
                    ordered(operator, SqlStdOperatorTable.LESS_THAN, left, right, at);
            case GREATER_THAN, GREATER_THAN_OR_EQUAL ->
                    ordered(operator, SqlStdOperatorTable.GREATER_THAN, left, right, at);
            default -> call;
        };
    }

    private static SqlNode each(
            SqlOperator operator,
            SqlOperator with,
            List<SqlNode> left,
            List<SqlNode> right,
            SqlParserPos at) {
        SqlNode all = operator.createCall(at, left.getFirst(), right.getFirst());
        for (int i = 1; i < left.size(); i++) {
            all = with.createCall(at, all, operator.createCall(at, left.get(i), right.get(i)));
        }
        return all;
    }

    /// @param strict the operator for all columns but the last
    private static SqlNode ordered(
            SqlOperator operator,
            SqlOperator strict,
            List<SqlNode> left,
            List<SqlNode> right,
            SqlParserPos at) {
        int last = left.size() - 1;
        SqlNode rest = operator.createCall(at, left.get(last), right.get(last));
        for (int i = last - 1; i >= 0; i--) {
            SqlNode equal =
                    SqlStdOperatorTable.EQUALS.createCall(
                            at, copy(left.get(i)), copy(right.get(i)));
            rest =
                    SqlStdOperatorTable.OR.createCall(
                            at,
                            strict.createCall(at, left.get(i), right.get(i)),
                            SqlStdOperatorTable.AND.createCall(at, equal, rest));
        }
        return rest;
    }
}
