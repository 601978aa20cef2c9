package telegraph.sql.expression;

import java.util.List;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;

/// The operators and functions a query may use.
public final class Functions {
    private static final SqlOperatorTable TABLE =
            SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                    SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL);

    private Functions() {}

    /// What the validator looks functions up in.
    public static SqlOperatorTable operatorTable() {
        return TABLE;
    }

    /// Every function's name, in lower case, to offer when one is unknown.
    public static List<String> names() {
        return TABLE.getOperatorList().stream()
                .map(SqlOperator::getName)
                .filter(name -> !name.isEmpty() && Character.isLetter(name.charAt(0)))
                .filter(name -> name.indexOf(' ') < 0 && name.indexOf('$') < 0)
                .map(name -> name.toLowerCase(java.util.Locale.ROOT))
                .distinct()
                .sorted()
                .toList();
    }
}
