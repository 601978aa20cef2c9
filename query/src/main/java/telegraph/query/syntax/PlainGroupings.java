package telegraph.query.syntax;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;

/// Writes 0 for GROUPING where a query has one grouping set, of which Calcite makes a number of
/// another type than it has said.
///
/// Threads: one.
public final class PlainGroupings extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlSelect select
                && select.getGroup() != null
                && select.getGroup().stream().noneMatch(PlainGroupings::isSeveral)) {
            Written written = new Written(select.getGroup());
            select.setSelectList((SqlNodeList) select.getSelectList().accept(written));
            if (select.getHaving() != null) {
                select.setHaving(select.getHaving().accept(written));
            }
        }
        return visited;
    }

    private static boolean isSeveral(SqlNode item) {
        return item.getKind() == SqlKind.ROLLUP
                || item.getKind() == SqlKind.CUBE
                || item.getKind() == SqlKind.GROUPING_SETS;
    }

    private static final class Written extends SqlShuttle {
        private final List<SqlNode> keys;

        Written(List<SqlNode> keys) {
            this.keys = keys;
        }

        @Override
        public SqlNode visit(SqlCall call) {
            boolean asks =
                    call.getKind() == SqlKind.GROUPING
                            && call.getOperandList().stream().allMatch(this::isKey);
            if (asks) {
                return SqlLiteral.createExactNumeric("0", call.getParserPosition());
            }
            return call.isA(SqlKind.QUERY) ? call : super.visit(call);
        }

        private boolean isKey(SqlNode operand) {
            return keys.stream().anyMatch(key -> key.equalsDeep(operand, Litmus.IGNORE));
        }
    }
}
