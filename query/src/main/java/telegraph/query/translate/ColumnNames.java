package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import telegraph.query.syntax.DoubledNames;

/// Names the columns that a query does not name, as PostgreSQL does, wherever it stands: in
/// subqueries and WITH too, whose columns are asked for by these names.
///
/// | columns of                | names                                               |
/// |---------------------------|-----------------------------------------------------|
/// | `VALUES (1, 2)`           | `column1`, `column2`                                |
/// | a SELECT                  | those of [telegraph.language.query.OutputNames]     |
///
/// Threads: one.
final class ColumnNames extends SqlShuttle {
    private static final String NUMBERED = "EXPR$";

    /// The names of a query's columns, of which Calcite makes unique ones.
    ///
    /// @param query validated, so that its stars are written out
    static List<String> of(SqlNode query, RelDataType rowType) {
        List<String> names = new ArrayList<>(rowType.getFieldNames());
        List<SqlNode> items = items(query);
        for (int i = 0; i < names.size(); i++) {
            if (items.size() == names.size()) {
                names.set(i, written(items.get(i), names.get(i)));
            }
            names.set(i, DoubledNames.visible(names.get(i)));
            if (names.get(i).startsWith(NUMBERED)) {
                names.set(i, column(i));
            }
        }
        return names;
    }

    /// The items of what gives the names: of a union its first query.
    private static List<SqlNode> items(SqlNode query) {
        return switch (query) {
            case SqlOrderBy ordered -> items(ordered.query);
            case SqlWith with -> items(with.body);
            case SqlSelect select -> select.getSelectList();
            case SqlCall call when SqlKind.SET_QUERY.contains(call.getKind()) ->
                    items(call.operand(0));
            default -> List.of();
        };
    }

    private static String written(SqlNode item, String unique) {
        return switch (item) {
            case SqlIdentifier name -> Util.last(name.names);
            case SqlCall call when call.getKind() == SqlKind.AS ->
                    call.operand(1) instanceof SqlIdentifier alias ? alias.getSimple() : unique;
            default -> unique;
        };
    }

    private static String column(int index) {
        return "column" + (index + 1);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        return switch (visited) {
            case SqlWithItem item -> {
                if (item.columnList == null && isValues(item.query)) {
                    item.columnList = columns((SqlCall) item.query);
                }
                yield item;
            }
            case SqlCall table
                    when table.getKind() == SqlKind.AS
                            && table.operandCount() == 2
                            && isValues(table.operand(0)) -> {
                List<SqlNode> operands = new ArrayList<>(table.getOperandList());
                operands.addAll(columns(table.operand(0)));
                yield SqlStdOperatorTable.AS.createCall(table.getParserPosition(), operands);
            }
            case null, default -> visited;
        };
    }

    private static boolean isValues(SqlNode node) {
        return node.getKind() == SqlKind.VALUES && ((SqlCall) node).operandCount() > 0;
    }

    private static SqlNodeList columns(SqlCall values) {
        SqlNodeList columns = new SqlNodeList(values.getParserPosition());
        int count = values.operand(0) instanceof SqlCall row ? row.operandCount() : 1;
        for (int i = 0; i < count; i++) {
            columns.add(new SqlIdentifier(column(i), values.getParserPosition()));
        }
        return columns;
    }
}
