package telegraph.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.util.Util;

/// Names result columns that the query does not name, as PostgreSQL would: a call by its function,
/// a cast by what it casts, anything else `column` and its number.
final class ColumnNames {
    private static final String NUMBERED = "EXPR$";

    private ColumnNames() {}

    /// The names of a query's columns, given its row type with Calcite's names.
    static List<String> of(SqlNode query, RelDataType rowType) {
        List<String> names = new ArrayList<>(rowType.getFieldNames());
        List<SqlNode> items = items(query);
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).startsWith(NUMBERED)) {
                String name = items.size() == names.size() ? name(items.get(i)) : "";
                names.set(i, name.isEmpty() ? "column" + (i + 1) : name);
            }
        }
        return names;
    }

    private static List<SqlNode> items(SqlNode query) {
        return switch (query) {
            case SqlOrderBy ordered -> items(ordered.query);
            case SqlWith with -> items(with.body);
            case SqlSelect select -> select.getSelectList();
            default -> List.of();
        };
    }

    private static String name(SqlNode item) {
        return switch (item) {
            case SqlIdentifier identifier -> Util.last(identifier.names);
            case SqlCall call
                    when call.getKind() == SqlKind.CAST
                            || call.getKind() == SqlKind.FILTER
                            || call.getKind() == SqlKind.OVER
                            || call.getKind() == SqlKind.WITHIN_GROUP ->
                    name(call.operand(0));
            case SqlCall call -> {
                String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
                yield name.matches("[a-z_][a-z0-9_]*") ? name : "";
            }
            default -> "";
        };
    }
}
