package telegraph.query.syntax;

import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.query.function.CastFunctions;

/// Has literals of times read by our own rules: Calcite's know less of how people write them, and
/// nothing below a millisecond.
///
/// ```
/// TIMESTAMP '2024-01-31 12:00'        →   CAST('2024-01-31 12:00' AS TIMESTAMP)
/// ```
///
/// Threads: one.
public final class TimeLiterals extends SqlShuttle {
    @Override
    public SqlNode visit(SqlLiteral literal) {
        return switch (literal) {
            case SqlUnknownLiteral time -> cast(time);
            default -> literal;
        };
    }

    /// A literal that is none fails here, before anything else is known of the query.
    private static SqlNode cast(SqlUnknownLiteral literal) {
        String text = literal.getValue();
        SqlTypeName type =
                switch (literal.tag.toUpperCase(Locale.ROOT)) {
                    case "DATE" -> {
                        CastFunctions.toDate(text);
                        yield SqlTypeName.DATE;
                    }
                    case "TIME" -> {
                        CastFunctions.toTime(text);
                        yield SqlTypeName.TIME;
                    }
                    case "TIMESTAMP", "DATETIME" -> {
                        CastFunctions.toTimestamp(text);
                        yield SqlTypeName.TIMESTAMP;
                    }
                    case "TIMESTAMP WITH LOCAL TIME ZONE", "TIMESTAMP WITH TIME ZONE" -> {
                        CastFunctions.toInstant(text);
                        yield SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
                    }
                    default -> null;
                };
        if (type == null) {
            return literal;
        }
        SqlParserPos at = literal.getParserPosition();
        return SqlStdOperatorTable.CAST.createCall(
                at,
                SqlLiteral.createCharString(text, at),
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, at), at));
    }
}
