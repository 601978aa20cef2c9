package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import telegraph.query.function.ArrayAgg;
import telegraph.query.operator.Functions;

/// Writes `ARRAY(query)` as an aggregate that gathers what the query gives. By what the query is
/// sorted stands beside its value, so that the aggregate gathers in that order:
///
/// ```
/// ARRAY(SELECT a FROM t ORDER BY b)
///   →  $OR_EMPTY((SELECT ARRAY_AGG($0 ORDER BY $1) FROM (SELECT a, b FROM t ORDER BY b) AS $q ($0, $1)))
/// ```
///
/// Threads: one.
public final class GatheredQuery {
    private final SqlParserPos position;
    private final List<SqlNode> keys = new ArrayList<>();
    private final List<SqlNode> beside = new ArrayList<>();

    public GatheredQuery(SqlParserPos position) {
        this.position = position;
    }

    /// What gives the array of a query of one column.
    public SqlNode of(SqlNode query) {
        SqlNode source = query;
        if (query instanceof SqlOrderBy ordered) {
            ordered.orderList.forEach(key -> keys.add(key(key, ordered.query)));
            source = beside.isEmpty() ? query : widened(ordered);
        }
        List<SqlNode> operands = new ArrayList<>(List.of(column(0)));
        if (!keys.isEmpty()) {
            operands.add(new SqlNodeList(keys, position));
        }
        SqlSelect all =
                new SqlSelect(
                        position,
                        null,
                        list(List.of(ArrayAgg.ALL.createCall(position, operands))),
                        named(source),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        SqlNodeList.EMPTY);
        return Functions.own("$OR_EMPTY").createCall(position, all);
    }

    private SqlIdentifier column(int index) {
        return new SqlIdentifier("$" + index, position);
    }

    private SqlNodeList list(List<SqlNode> nodes) {
        return new SqlNodeList(nodes, position);
    }

    private SqlNode named(SqlNode source) {
        List<SqlNode> operands = new ArrayList<>();
        operands.add(source);
        operands.add(new SqlIdentifier("$q", position));
        for (int c = 0; c <= beside.size(); c++) {
            operands.add(column(c));
        }
        return SqlStdOperatorTable.AS.createCall(position, operands);
    }

    /// A key of an order over the columns of the query that is gathered.
    private SqlNode key(SqlNode key, SqlNode query) {
        return switch (key.getKind()) {
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
                SqlCall call = (SqlCall) key;
                yield call.getOperator()
                        .createCall(call.getParserPosition(), key(call.operand(0), query));
            }
            default -> {
                if (!(query instanceof SqlSelect select) || isValue(key, select)) {
                    yield column(0);
                }
                beside.add(key);
                yield column(beside.size());
            }
        };
    }

    /// Whether a key is what the query gives, by its number or its name.
    private static boolean isValue(SqlNode key, SqlSelect select) {
        SqlNode item = select.getSelectList().get(0);
        return key instanceof SqlNumericLiteral
                || select.isDistinct()
                || key instanceof SqlIdentifier name
                        && name.isSimple()
                        && item.getKind() == SqlKind.AS
                        && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
                        && alias.getSimple().equalsIgnoreCase(name.getSimple())
                || SqlUtil.stripAs(item).equalsDeep(key, Litmus.IGNORE);
    }

    /// The query with its keys beside its value.
    private SqlNode widened(SqlOrderBy ordered) {
        SqlSelect select = (SqlSelect) ordered.query;
        List<SqlNode> items = new ArrayList<>(select.getSelectList());
        items.addAll(beside);
        select.setSelectList(list(items));
        return ordered;
    }
}
