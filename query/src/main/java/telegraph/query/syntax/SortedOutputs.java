package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;

/// Lets a name that is all of an item of ORDER BY mean a column of the result, as the standard once
/// had it, and a name in an expression a column of the tables, as PostgreSQL does.
///
/// ```
/// SELECT -a AS a FROM t ORDER BY a     by the result: ORDER BY 1
/// SELECT -a AS a FROM t ORDER BY -a    by the column of t
/// ```
///
/// Threads: one.
public final class SortedOutputs extends SqlShuttle {

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlOrderBy ordered)
                || !(body(ordered.query) instanceof SqlSelect select)) {
            return visited;
        }
        List<SqlNode> items = new ArrayList<>();
        ordered.orderList.forEach(item -> items.add(item(item, select)));
        return new SqlOrderBy(
                ordered.getParserPosition(),
                ordered.query,
                new SqlNodeList(items, ordered.orderList.getParserPosition()),
                ordered.offset,
                ordered.fetch);
    }

    /// A query without its WITH.
    static SqlNode body(SqlNode query) {
        return query instanceof SqlWith with ? with.body : query;
    }

    private SqlNode item(SqlNode item, SqlSelect select) {
        return switch (item) {
            case SqlIdentifier name when name.isSimple() && !name.isStar() -> output(name, select);
            case SqlCall call
                    when call.getKind() == SqlKind.DESCENDING
                            || call.getKind() == SqlKind.NULLS_FIRST
                            || call.getKind() == SqlKind.NULLS_LAST ->
                    call.getOperator()
                            .createCall(call.getParserPosition(), item(call.operand(0), select));
            default -> item;
        };
    }

    private SqlNode output(SqlIdentifier name, SqlSelect select) {
        SqlNode found = null;
        int number = 0;
        boolean stars = false;
        int at = 0;
        for (SqlNode output : select.getSelectList()) {
            at++;
            if (output instanceof SqlIdentifier column && column.isStar()) {
                stars |= found == null;
            } else if (isCalled(output, name.getSimple())) {
                SqlNode value = value(output);
                if (found != null && !found.equalsDeep(value, Litmus.IGNORE)) {
                    throw ambiguous(name);
                }
                number = found == null ? at : number;
                found = found == null ? value : found;
            }
        }
        if (found == null) {
            return name;
        }
        return stars
                ? found.accept(new NodeCopy())
                : SqlLiteral.createExactNumeric(Integer.toString(number), name.getParserPosition());
    }

    private static boolean isCalled(SqlNode output, String name) {
        SqlNode called = output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(1) : output;
        return called instanceof SqlIdentifier identifier
                && Util.last(identifier.names).equalsIgnoreCase(name);
    }

    private static SqlNode value(SqlNode output) {
        return output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output;
    }

    private TelegraphException ambiguous(SqlIdentifier name) {
        Position position = Places.position(name.getParserPosition());
        return TelegraphException.of(
                SqlState.AMBIGUOUS_COLUMN,
                "ORDER BY \""
                        + name.getSimple()
                        + "\" at "
                        + position
                        + " may mean several columns of the result. Give them other names with AS");
    }
}
