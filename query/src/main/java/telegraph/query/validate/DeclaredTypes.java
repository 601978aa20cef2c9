package telegraph.query.validate;

import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/// The types that the parts of a valid query have in PostgreSQL's eyes, of which the planner knows
/// only what their values are.
///
/// Threads: one.
public interface DeclaredTypes {
    /// The type an expression was declared with, or "".
    String item(SqlNode item, SqlValidatorScope scope);

    /// For each column of a query the type it was declared with, or ""; none at all if nothing is
    /// known.
    List<String> columns(SqlNode query);

    /// The type that a column of a table or subquery was declared with, or "".
    String column(SqlValidatorNamespace table, String name);
}
