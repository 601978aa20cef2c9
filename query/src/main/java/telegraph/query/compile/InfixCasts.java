package telegraph.query.compile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.util.SqlShuttle;

/// Gives `::` back the precedence it has in PostgreSQL, above all other operators.
///
/// Calcite's grammar takes everything to the left of `::` in an expression as what is cast: `a =
/// b::integer` comes out as `(a = b)::integer`. So each chain of operators with such a cast in it
/// is taken apart into its operands and operators again, and put together by precedence; what the
/// text has in parentheses stays whole.
///
/// Threads: one; an instance serves one text.
public final class InfixCasts extends SqlShuttle {
    private final String[] lines;
    private final Map<SqlNode, Boolean> casts = new IdentityHashMap<>();

    /// @param text what the tree was parsed from
    public InfixCasts(String text) {
        this.lines = text.split("\n", -1);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        return isChain(call) && hasCast(call) ? regrouped(call) : super.visit(call);
    }

    private static boolean isChain(SqlCall call) {
        return call.getOperator() instanceof SqlBinaryOperator
                        && !(call.getOperator() instanceof SqlSetOperator)
                        && call.operandCount() == 2
                || call.getOperator() instanceof SqlPrefixOperator;
    }

    private static boolean isInfixCast(SqlNode node) {
        return node instanceof SqlCall call && call.getOperator() == SqlLibraryOperators.INFIX_CAST;
    }

    /// Whether one of the operators of a chain is such a cast. Each link is asked for itself too,
    /// so what was found is kept.
    private boolean hasCast(SqlCall chain) {
        Boolean known = casts.get(chain);
        if (known == null) {
            known = isInfixCast(chain);
            for (SqlNode operand : chain.getOperandList()) {
                known |= isOpen(operand, false) && hasCast((SqlCall) operand);
            }
            casts.put(chain, known);
        }
        return known;
    }

    /// Whether a node is part of the chain above it, and not an operand of it.
    private boolean isOpen(SqlNode node, boolean root) {
        return node instanceof SqlCall call && isChain(call) && (root || !isParenthesised(call));
    }

    private SqlNode regrouped(SqlCall call) {
        List<Object> parts = new ArrayList<>();
        flatten(call, true, parts);
        SqlNode tree = SqlParserUtil.toTree(parts);
        return tree.clone(call.getParserPosition());
    }

    private void flatten(SqlNode node, boolean root, List<Object> to) {
        if (!isOpen(node, root)) {
            to.add(node.accept(this));
            return;
        }
        SqlCall call = (SqlCall) node;
        if (isInfixCast(call)
                && call.operand(0) instanceof SqlNumericLiteral number
                && startsWith(number, '-')) {
            flattenNegative(number, to);
            to.add(new SqlParserUtil.ToTreeListItem(call.getOperator(), call.getParserPosition()));
            flatten(call.operand(1), false, to);
            return;
        }
        if (call.getOperator() instanceof SqlPrefixOperator) {
            to.add(new SqlParserUtil.ToTreeListItem(call.getOperator(), call.getParserPosition()));
            flatten(call.operand(0), false, to);
            return;
        }
        flatten(call.operand(0), false, to);
        if (isInfixCast(call)
                && to.getLast() instanceof SqlCall before
                && (before.getKind() == SqlKind.BETWEEN || before.getKind() == SqlKind.LIKE)
                && !isParenthesised(before)) {
            castLastOperand(before, call);
            return;
        }
        to.add(new SqlParserUtil.ToTreeListItem(call.getOperator(), call.getParserPosition()));
        flatten(call.operand(1), false, to);
    }

    /// The grammar takes the sign for part of a number, but `::` goes before it.
    private static void flattenNegative(SqlNumericLiteral number, List<Object> to) {
        SqlParserPos position = number.getParserPosition();
        to.add(new SqlParserUtil.ToTreeListItem(SqlStdOperatorTable.UNARY_MINUS, position));
        BigDecimal positive = number.bigDecimalValue().negate();
        to.add(
                number.isInteger() || number.getScale() != null
                        ? SqlLiteral.createExactNumeric(positive.toPlainString(), position)
                        : SqlLiteral.createApproxNumeric(positive.toString(), position));
    }

    private boolean startsWith(SqlNode node, char sign) {
        SqlParserPos position = node.getParserPosition();
        int line = position.getLineNum() - 1;
        int column = position.getColumnNum() - 1;
        return line >= 0
                && line < lines.length
                && column < lines[line].length()
                && lines[line].charAt(column) == sign;
    }

    /// BETWEEN and LIKE are no chains, but what is cast after them is their last operand alone.
    private void castLastOperand(SqlCall before, SqlCall cast) {
        int last = before.operandCount() - 1;
        SqlNode inner =
                cast.getOperator()
                        .createCall(
                                cast.getParserPosition(), before.operand(last), cast.operand(1));
        before.setOperand(last, inner.accept(this));
    }

    /// Whether the whole of a call stands in parentheses.
    private boolean isParenthesised(SqlCall call) {
        if (!startsWith(call, '(')) {
            return false;
        }
        SqlParserPos position = call.getParserPosition();
        int line = position.getLineNum() - 1;
        int column = position.getColumnNum() - 1;
        int depth = 0;
        char quote = 0;
        for (; line < lines.length; line++, column = 0) {
            for (; column < lines[line].length(); column++) {
                char c = lines[line].charAt(column);
                if (quote != 0) {
                    quote = c == quote ? 0 : quote;
                } else if (c == '\'' || c == '"') {
                    quote = c;
                } else if (c == '(') {
                    depth++;
                } else if (c == ')' && --depth == 0) {
                    return endsAt(position, line, column);
                }
            }
        }
        return false;
    }

    private static boolean endsAt(SqlParserPos position, int line, int column) {
        int endLine = position.getEndLineNum() - 1;
        int endColumn = position.getEndColumnNum() - 1;
        return line > endLine || line == endLine && column == endColumn;
    }
}
