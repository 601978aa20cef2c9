package telegraph.query.function;

import static telegraph.query.function.ResultTypes.nullable;
import static telegraph.query.function.Routines.TEXT_OR_NULL;
import static telegraph.query.function.Routines.TEXT_TYPE;
import static telegraph.query.value.Parameter.TEXT;
import static telegraph.query.value.Parameter.WHOLE;

import java.util.List;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.query.json.JsonFunctions;
import telegraph.query.json.JsonParts;

/// The functions and operators of JSON among [Routines].
final class JsonRoutines {
    private JsonRoutines() {}

    static void define(Routines.Definitions to) {
        to.add("$JSON", JsonFunctions.class, "valid", TEXT_TYPE, TEXT)
                .add("$JSONB", JsonFunctions.class, "normal", TEXT_TYPE, TEXT);
        parts(to);
        List.of("$JSON", "$JSONB").forEach(name -> Routines.throwing(to, name));
    }

    private static void parts(Routines.Definitions to) {
        Class<?> owner = JsonParts.class;
        to.add("$JSON_GET", owner, "member", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_GET", owner, "element", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSON_TEXT", owner, "memberText", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_TEXT", owner, "elementText", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSONB_GET", owner, "elementOfJsonb", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSONB_TEXT", owner, "elementTextOfJsonb", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSON_AT", owner, "at", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_TEXT_AT", owner, "textAt", TEXT_OR_NULL, TEXT, TEXT);
        for (String type : List.of("JSON", "JSONB")) {
            to.add(type + "_TYPEOF", owner, "type", TEXT_TYPE, TEXT)
                    .add(
                            type + "_ARRAY_LENGTH",
                            owner,
                            "length",
                            nullable(SqlTypeName.INTEGER),
                            TEXT);
        }
        List.of(
                        "$JSON_GET",
                        "$JSON_TEXT",
                        "$JSONB_GET",
                        "$JSONB_TEXT",
                        "$JSON_AT",
                        "$JSON_TEXT_AT",
                        "JSON_TYPEOF",
                        "JSONB_TYPEOF",
                        "JSON_ARRAY_LENGTH",
                        "JSONB_ARRAY_LENGTH")
                .forEach(name -> Routines.throwing(to, name));
    }
}
