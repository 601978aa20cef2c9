package telegraph.query.syntax;

import static org.apache.calcite.sql.fun.SqlStdOperatorTable.COUNT;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.DIVIDE;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.MINUS;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.MOD;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.MULTIPLY;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.NULLIF;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.OVER;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.PLUS;
import static org.apache.calcite.sql.fun.SqlStdOperatorTable.ROW_NUMBER;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/// Writes NTILE out, because Calcite's runtime puts the larger tiles anywhere and SQL wants them
/// first.
///
/// With `c` rows in the partition, `q = c / n` and `r = c % n`, the first `r` tiles have `q + 1`
/// rows and the others `q`; row number `i` is in tile
///
/// ```
/// i <= r(q + 1):  (i - 1) / (q + 1) + 1
/// otherwise:      (i - 1 - r(q + 1)) / q + r + 1
/// ```
public final class Tiles extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlCall over
                && over.getKind() == SqlKind.OVER
                && over.operand(0) instanceof SqlCall function
                && function.getOperator().getName().equalsIgnoreCase("ntile")
                && function.operandCount() == 1
                && over.operand(1) instanceof SqlWindow window
                && window.getRefName() == null) {
            return written(function.operand(0), window, call.getParserPosition());
        }
        return visited;
    }

    private static SqlNode written(SqlNode tiles, SqlWindow window, SqlParserPos at) {
        return new Writing(tiles, window, at).tile();
    }

    /// Writes one call out. Every part is made anew where it is used, since the validator changes
    /// nodes in place.
    private record Writing(SqlNode tiles, SqlWindow window, SqlParserPos at) {
        SqlNode tile() {
            SqlNode first = call(PLUS, call(DIVIDE, before(), more()), number(1));
            SqlNode rest =
                    call(
                            PLUS,
                            call(
                                    PLUS,
                                    // Without whole tiles no row comes this far.
                                    call(
                                            DIVIDE,
                                            call(MINUS, before(), inLarger()),
                                            call(NULLIF, each(), number(0))),
                                    larger()),
                            number(1));
            return new SqlCase(
                    at,
                    null,
                    SqlNodeList.of(call(LESS_THAN_OR_EQUAL, row(), inLarger())),
                    SqlNodeList.of(first),
                    rest);
        }

        private SqlNode call(SqlOperator operator, SqlNode... operands) {
            return operator.createCall(at, operands);
        }

        private SqlNode number(int value) {
            return SqlLiteral.createExactNumeric(Integer.toString(value), at);
        }

        private SqlNode row() {
            return call(OVER, call(ROW_NUMBER), over(window.getOrderList()));
        }

        private SqlNode count() {
            return call(OVER, call(COUNT, SqlIdentifier.star(at)), over(SqlNodeList.EMPTY));
        }

        private SqlNode over(SqlNodeList order) {
            return SqlWindow.create(
                    null,
                    null,
                    copy(window.getPartitionList()),
                    copy(order),
                    SqlLiteral.createBoolean(false, at),
                    null,
                    null,
                    null,
                    at);
        }

        private SqlNodeList copy(SqlNodeList nodes) {
            return nodes.isEmpty()
                    ? SqlNodeList.EMPTY
                    : (SqlNodeList) nodes.accept(new SqlShuttle() {});
        }

        private SqlNode each() {
            return call(DIVIDE, count(), tiles);
        }

        private SqlNode larger() {
            return call(MOD, count(), tiles);
        }

        private SqlNode more() {
            return call(PLUS, each(), number(1));
        }

        private SqlNode inLarger() {
            return call(MULTIPLY, larger(), more());
        }

        private SqlNode before() {
            return call(MINUS, row(), number(1));
        }
    }
}
