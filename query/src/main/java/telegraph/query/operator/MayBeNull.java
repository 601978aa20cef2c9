package telegraph.query.operator;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/// A value as one that may be NULL.
///
/// Of some functions over rows Calcite says that they are never NULL if their argument never is,
/// and so `string_agg('a', ',') IS NULL` was FALSE, also where there were no rows. Their argument
/// is written as this.
///
/// Only the validator sees it; an expression has a cast in its place. Any thread.
public final class MayBeNull {
    public static final SqlFunction INSTANCE =
            new SqlFunction(
                    "$NULLABLE",
                    SqlKind.OTHER_FUNCTION,
                    ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                    null,
                    OperandTypes.ANY,
                    SqlFunctionCategory.SYSTEM);

    private MayBeNull() {}

    public static SqlNode of(SqlNode value) {
        return INSTANCE.createCall(value.getParserPosition(), value);
    }
}
