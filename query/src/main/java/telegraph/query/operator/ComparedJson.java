package telegraph.query.operator;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/// A value of jsonb among those of which DISTINCT leaves one of each: it is itself in the result,
/// and has a key that it is compared by.
///
/// Whoever makes a plan of DISTINCT takes it away. Nothing computes it, so that one which is left
/// is an error and no comparison of texts. Any thread.
public final class ComparedJson {
    public static final SqlFunction INSTANCE =
            new SqlFunction(
                    "$COMPARED_JSON",
                    SqlKind.OTHER_FUNCTION,
                    ReturnTypes.ARG0,
                    null,
                    OperandTypes.ANY,
                    SqlFunctionCategory.SYSTEM);

    private ComparedJson() {}

    public static SqlNode of(SqlNode value) {
        return INSTANCE.createCall(value.getParserPosition(), value);
    }
}
