package telegraph.query.translate;

import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.query.operator.Functions;

/// Has a cast to `json` look whether a text is JSON, and one to `jsonb` bring it into its normal
/// form:
///
/// ```
/// x::json    →   CAST($JSON(CAST(x AS VARCHAR)) AS json)
/// x::jsonb   →   CAST($JSONB(CAST(x AS VARCHAR)) AS jsonb)
/// ```
///
/// Threads: one.
final class JsonCasts extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode node = super.visit(call);
        if (!(node instanceof SqlCall cast) || !Declarations.isCast(cast)) {
            return node;
        }
        return switch (Declarations.written(cast.operand(1))) {
            case "json" -> read(cast, "$JSON");
            case "jsonb" -> read(cast, "$JSONB");
            default -> node;
        };
    }

    private static SqlNode read(SqlCall cast, String function) {
        SqlParserPos at = cast.getParserPosition();
        SqlNode text = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, at), at);
        SqlNode read =
                Functions.own(function)
                        .createCall(at, cast.getOperator().createCall(at, cast.operand(0), text));
        return cast.getOperator().createCall(at, List.of(read, cast.operand(1)));
    }
}
