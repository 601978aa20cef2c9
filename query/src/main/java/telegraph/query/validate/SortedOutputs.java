package telegraph.query.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Litmus;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.syntax.DoubledNames;
import telegraph.query.syntax.Places;

/// Lets a name that is all of an item of ORDER BY mean a column of the result, as the standard once
/// had it, and a name in an expression a column of the tables, as PostgreSQL does.
///
/// ```
/// SELECT -a AS a FROM t ORDER BY a             by the result: ORDER BY 1
/// SELECT -a AS a FROM t ORDER BY -a            by the column of t
/// SELECT t.* FROM t, s ORDER BY a              by the result, whatever s has
/// SELECT *, -a AS a FROM t ORDER BY a          refused
/// ```
///
/// Threads: one.
final class SortedOutputs {
    private final SqlNodeList outputs;

    /// @param select whose stars are written out
    SortedOutputs(SqlSelect select) {
        this.outputs = select.getSelectList();
    }

    /// The items of ORDER BY with numbers for the names of columns of the result.
    ///
    /// @throws TelegraphException of 42702 if columns of the result have one name and other values
    SqlNodeList numbered(SqlNodeList items) {
        List<SqlNode> numbered = new ArrayList<>();
        items.forEach(item -> numbered.add(item(item)));
        return new SqlNodeList(numbered, items.getParserPosition());
    }

    private SqlNode item(SqlNode item) {
        return switch (item.getKind()) {
            case IDENTIFIER -> output((SqlIdentifier) item);
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
                SqlCall call = (SqlCall) item;
                yield call.getOperator()
                        .createCall(call.getParserPosition(), item(call.operand(0)));
            }
            default -> item;
        };
    }

    private SqlNode output(SqlIdentifier name) {
        if (!name.isSimple()) {
            return name;
        }
        String key = DoubledNames.key(name.getSimple());
        int number = 0;
        for (int i = 0; i < outputs.size(); i++) {
            String alias = SqlValidatorUtil.alias(outputs.get(i));
            if (alias == null || !DoubledNames.key(alias).equals(key)) {
                continue;
            }
            if (number == 0) {
                number = i + 1;
            } else if (!value(number - 1).equalsDeep(value(i), Litmus.IGNORE)) {
                throw ambiguous(name);
            }
        }
        return number == 0
                ? name
                : SqlLiteral.createExactNumeric(Integer.toString(number), name.getParserPosition());
    }

    private SqlNode value(int index) {
        return SqlUtil.stripAs(outputs.get(index));
    }

    private static TelegraphException ambiguous(SqlIdentifier name) {
        return TelegraphException.of(
                SqlState.AMBIGUOUS_COLUMN,
                "ORDER BY \""
                        + name.getSimple()
                        + "\" at "
                        + Places.position(name.getParserPosition())
                        + " may mean several columns of the result. Give them other names with AS");
    }
}
