package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import telegraph.query.json.JsonFunctions;
import telegraph.query.operator.Functions;
import telegraph.query.validate.JsonUses;

/// Has a cast to `json` look whether a text is JSON, and one to `jsonb` or `uuid` bring it into its
/// normal form:
///
/// ```
/// x::json    →   CAST($JSON(CAST(x AS VARCHAR)) AS json)
/// x::jsonb   →   CAST($JSONB(CAST(x AS VARCHAR)) AS jsonb)
/// x::uuid    →   CAST($UUID(CAST(x AS VARCHAR)) AS uuid)
/// ```
///
/// A path that is written as an array, `ARRAY['a', 'b']`, becomes the text that it is read from.
///
/// Threads: one.
final class JsonCasts extends SqlShuttle {
    /// What takes an array of texts.
    private static final Set<String> LISTS =
            Set.of(
                    "$JSON_AT",
                    "$JSON_TEXT_AT",
                    "JSONB_EXISTS_ANY",
                    "JSONB_EXISTS_ALL",
                    "JSONB_DELETE",
                    "JSONB_DELETE_PATH",
                    "JSONB_SET",
                    "JSONB_INSERT");

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode node = super.visit(call);
        if (!(node instanceof SqlCall cast) || !Declarations.isCast(cast)) {
            return node instanceof SqlCall other ? listed(other) : node;
        }
        return switch (Declarations.written(cast.operand(1))) {
            case "json" -> read(cast, "$JSON");
            case "jsonb" -> read(cast, "$JSONB");
            // A parameter has its form when it is read.
            case "uuid" -> cast.operand(0) instanceof SqlDynamicParam ? cast : read(cast, "$UUID");
            default -> node;
        };
    }

    /// A call of what takes texts as an array that is a text, where an array is written out.
    private static SqlNode listed(SqlCall call) {
        SqlOperator operator = call.getOperator();
        boolean taken =
                operator.getKind() == SqlKind.MINUS
                        || LISTS.contains(operator.getName().toUpperCase(Locale.ROOT));
        if (!taken
                || call.operandCount() < 2
                || call.operand(1).getKind() != SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
            return call;
        }
        SqlCall array = call.operand(1);
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.set(
                1,
                Functions.own("$JSON_TEXTS")
                        .createCall(array.getParserPosition(), array.getOperandList()));
        SqlOperator taking =
                operator.getKind() == SqlKind.MINUS || operator.getName().equals("JSONB_DELETE")
                        ? Functions.own("$JSONB_DELETE_ANY")
                        : operator;
        return taking.createCall(call.getParserPosition(), operands);
    }

    /// Converts a CASE whose values may be JSON: a bare literal among them is read as such.
    ///
    /// @throws telegraph.ground.TelegraphException of 42804 if other values are texts, of 22P02 if
    ///   a literal is no JSON
    static SqlRexConvertlet reading(SqlRexConvertlet standard) {
        return (context, call) -> {
            SqlCase choice = (SqlCase) call;
            List<String> types =
                    Declarations.values(choice).stream()
                            .filter(value -> !Declarations.isUnknown(value))
                            .map(value -> ConvertedTypes.declared(context, value))
                            .distinct()
                            .toList();
            if (types.stream().noneMatch(JsonUses::isJson)) {
                return standard.convertCall(context, call);
            }
            if (types.size() > 1) {
                Declarations.demandNoJson(types.get(0), types.get(1));
            }
            UnaryOperator<SqlNode> reading =
                    value -> read(value, types.getFirst(), context.getValidator());
            choice.getThenOperands().replaceAll(reading);
            choice.setOperand(3, reading.apply(choice.getElseOperand()));
            return standard.convertCall(context, call);
        };
    }

    private static SqlNode read(SqlNode value, String type, SqlValidator validator) {
        if (!(Declarations.known(value) instanceof SqlCharStringLiteral literal)) {
            return value;
        }
        String text = literal.getValueAs(String.class);
        SqlNode read =
                SqlLiteral.createCharString(
                        type.equals("jsonb")
                                ? JsonFunctions.normal(text)
                                : JsonFunctions.valid(text),
                        value.getParserPosition());
        validator.setValidatedNodeType(read, validator.getValidatedNodeType(value));
        return read;
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
