package telegraph.query.function;

import static telegraph.query.function.ResultTypes.nullable;
import static telegraph.query.function.Routines.TEXT_OR_NULL;
import static telegraph.query.function.Routines.TEXT_TYPE;
import static telegraph.query.value.Parameter.BOOLEAN;
import static telegraph.query.value.Parameter.SHOWN;
import static telegraph.query.value.Parameter.TEXT;
import static telegraph.query.value.Parameter.WHOLE;

import java.util.List;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import telegraph.query.json.JsonChanges;
import telegraph.query.json.JsonContainment;
import telegraph.query.json.JsonFunctions;
import telegraph.query.json.JsonKey;
import telegraph.query.json.JsonMaking;
import telegraph.query.json.JsonParts;
import telegraph.query.json.PathFunctions;
import telegraph.query.value.Uuids;

/// The functions and operators of JSON among [Routines].
final class JsonRoutines {
    private JsonRoutines() {}

    static void define(Routines.Definitions to) {
        to.add("$JSON", JsonFunctions.class, "valid", TEXT_TYPE, TEXT)
                .add("$JSONB", JsonFunctions.class, "normal", TEXT_TYPE, TEXT)
                .add("$JSONB_KEY", JsonKey.class, "of", TEXT_TYPE, TEXT)
                .add("$UUID", Uuids.class, "canonical", TEXT_TYPE, TEXT);
        parts(to);
        making(to);
        containment(to);
        changes(to);
        paths(to);
        List.of("$JSON", "$JSONB", "$JSONB_KEY", "$UUID")
                .forEach(name -> Routines.throwing(to, name));
    }

    private static void parts(Routines.Definitions to) {
        Class<?> owner = JsonParts.class;
        to.add("$JSON_GET", owner, "member", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_GET", owner, "element", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSON_TEXT", owner, "memberText", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_TEXT", owner, "elementText", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSONB_GET", owner, "elementOfJsonb", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSONB_TEXT", owner, "elementTextOfJsonb", TEXT_OR_NULL, TEXT, WHOLE)
                .add("$JSON_FIELD", owner, "field", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_FIELD_TEXT", owner, "fieldText", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_AT", owner, "at", TEXT_OR_NULL, TEXT, TEXT)
                .add("$JSON_TEXT_AT", owner, "textAt", TEXT_OR_NULL, TEXT, TEXT);
        for (String type : List.of("JSON", "JSONB")) {
            to.add(type + "_EXTRACT_PATH", owner, "extract", true, TEXT_OR_NULL, TEXT, TEXT)
                    .add(
                            type + "_EXTRACT_PATH_TEXT",
                            owner,
                            "extractText",
                            true,
                            TEXT_OR_NULL,
                            TEXT,
                            TEXT)
                    .add(type + "_TYPEOF", owner, "type", TEXT_TYPE, TEXT)
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
                        "$JSON_FIELD",
                        "$JSON_FIELD_TEXT",
                        "$JSON_AT",
                        "$JSON_TEXT_AT",
                        "JSON_EXTRACT_PATH",
                        "JSONB_EXTRACT_PATH",
                        "JSON_EXTRACT_PATH_TEXT",
                        "JSONB_EXTRACT_PATH_TEXT",
                        "JSON_TYPEOF",
                        "JSONB_TYPEOF",
                        "JSON_ARRAY_LENGTH",
                        "JSONB_ARRAY_LENGTH")
                .forEach(name -> Routines.throwing(to, name));
    }

    private static void containment(Routines.Definitions to) {
        Class<?> owner = JsonContainment.class;
        SqlReturnTypeInference truth = nullable(SqlTypeName.BOOLEAN);
        to.add("JSONB_CONTAINS", owner, "contains", truth, TEXT, TEXT)
                .add("JSONB_CONTAINED", owner, "isContained", truth, TEXT, TEXT)
                .add("JSONB_EXISTS", owner, "exists", truth, TEXT, TEXT)
                .add("JSONB_EXISTS_ANY", owner, "existsAny", truth, TEXT, TEXT)
                .add("JSONB_EXISTS_ALL", owner, "existsAll", truth, TEXT, TEXT);
        List.of(
                        "JSONB_CONTAINS",
                        "JSONB_CONTAINED",
                        "JSONB_EXISTS",
                        "JSONB_EXISTS_ANY",
                        "JSONB_EXISTS_ALL")
                .forEach(name -> Routines.throwing(to, name));
    }

    private static void changes(Routines.Definitions to) {
        Class<?> owner = JsonChanges.class;
        to.add("JSONB_CONCAT", owner, "join", TEXT_TYPE, TEXT, TEXT)
                .add("JSONB_DELETE", owner, "without", TEXT_TYPE, TEXT, TEXT)
                .add("JSONB_DELETE", owner, "withoutElement", TEXT_TYPE, TEXT, WHOLE)
                .add("$JSONB_DELETE_ANY", owner, "withoutAny", TEXT_TYPE, TEXT, TEXT)
                .add("JSONB_DELETE_PATH", owner, "withoutAt", TEXT_TYPE, TEXT, TEXT)
                .add("JSONB_SET", owner, "set", TEXT_TYPE, TEXT, TEXT, TEXT)
                .add("JSONB_SET", owner, "set", TEXT_TYPE, TEXT, TEXT, TEXT, BOOLEAN)
                .add("JSONB_INSERT", owner, "insert", TEXT_TYPE, TEXT, TEXT, TEXT)
                .add("JSONB_INSERT", owner, "insert", TEXT_TYPE, TEXT, TEXT, TEXT, BOOLEAN)
                .add("JSONB_STRIP_NULLS", owner, "withoutNulls", TEXT_TYPE, TEXT)
                .add("JSON_STRIP_NULLS", JsonFunctions.class, "withoutNulls", TEXT_TYPE, TEXT)
                .add("JSONB_PRETTY", owner, "pretty", TEXT_TYPE, TEXT);
        List.of(
                        "JSONB_CONCAT",
                        "JSONB_DELETE",
                        "$JSONB_DELETE_ANY",
                        "JSONB_DELETE_PATH",
                        "JSONB_SET",
                        "JSONB_INSERT",
                        "JSONB_STRIP_NULLS",
                        "JSON_STRIP_NULLS",
                        "JSONB_PRETTY")
                .forEach(name -> Routines.throwing(to, name));
    }

    private static void paths(Routines.Definitions to) {
        Class<?> owner = PathFunctions.class;
        SqlReturnTypeInference truth =
                ReturnTypes.explicit(SqlTypeName.BOOLEAN).andThen(SqlTypeTransforms.FORCE_NULLABLE);
        path(to, "JSONB_PATH_QUERY_ARRAY", "all", TEXT_TYPE);
        path(to, "JSONB_PATH_QUERY_FIRST", "first", TEXT_OR_NULL);
        path(to, "JSONB_PATH_EXISTS", "exists", truth);
        path(to, "JSONB_PATH_MATCH", "matches", truth);
        to.add("$JSONB_PATH_EXISTS", owner, "existsSilently", truth, TEXT, TEXT)
                .add("$JSONB_PATH_MATCH", owner, "matchesSilently", truth, TEXT, TEXT);
        List.of("$JSONB_PATH_EXISTS", "$JSONB_PATH_MATCH")
                .forEach(name -> Routines.throwing(to, name));
    }

    /// One of a value, a path, variables and whether it is silent.
    private static void path(
            Routines.Definitions to, String name, String method, SqlReturnTypeInference type) {
        Class<?> owner = PathFunctions.class;
        to.add(name, owner, method, type, TEXT, TEXT)
                .add(name, owner, method, type, TEXT, TEXT, TEXT)
                .add(name, owner, method, type, TEXT, TEXT, TEXT, BOOLEAN);
        Routines.throwing(to, name);
    }

    /// What [telegraph.query.operator.JsonConstructor] puts in its place.
    private static void making(Routines.Definitions to) {
        Class<?> owner = JsonMaking.class;
        SqlReturnTypeInference known = ReturnTypes.explicit(SqlTypeName.VARCHAR);
        to.add("$JSON_STRING", owner, "string", TEXT_TYPE, TEXT)
                .add("$JSON_NUMBER", owner, "number", TEXT_TYPE, TEXT)
                .add("$JSON_MOMENT", owner, "moment", TEXT_TYPE, TEXT)
                .add("$JSON_ARRAY", owner, "array", true, known, TEXT)
                .add("$JSON_LIST", owner, "list", true, known, TEXT)
                .add("$JSON_OF_ARRAY", owner, "ofArray", TEXT_TYPE, SHOWN, TEXT)
                .add("$JSON_OBJECT", owner, "object", true, known, TEXT)
                .add("$JSON_ROW", owner, "row", true, known, TEXT)
                .add("$JSON_LINE", owner, "line", TEXT_TYPE, TEXT)
                .add("$JSON_ELEMENT", owner, "element", known, TEXT)
                .add("$JSON_MEMBER", owner, "member", known, TEXT, TEXT)
                .add("$JSON_ARRAY_OF", owner, "arrayOf", TEXT_TYPE, TEXT)
                .add("$JSONB_ARRAY_OF", owner, "arrayOf", TEXT_TYPE, TEXT)
                .add("$JSON_OBJECT_OF", owner, "objectOf", TEXT_TYPE, TEXT)
                .add("$JSONB_OBJECT_OF", owner, "objectOfJsonb", TEXT_TYPE, TEXT);
        to.add("$JSON_TEXTS", owner, "texts", true, known, TEXT);
        to.define("$JSON_TEXTS", false, false, SqlSyntax.FUNCTION);
        List.of(
                        "$JSON_LINE",
                        "$JSON_STRING",
                        "$JSON_NUMBER",
                        "$JSON_OF_ARRAY",
                        "$JSON_MOMENT",
                        "$JSON_ARRAY_OF",
                        "$JSONB_ARRAY_OF")
                .forEach(name -> Routines.harmless(to, name));
        List.of("$JSON_OBJECT_OF", "$JSONB_OBJECT_OF").forEach(name -> Routines.throwing(to, name));
        List.of("$JSON_ARRAY", "$JSON_LIST", "$JSON_ROW", "$JSON_ELEMENT", "$JSON_MEMBER")
                .forEach(name -> to.define(name, false, false, SqlSyntax.FUNCTION));
        to.define("$JSON_OBJECT", false, true, SqlSyntax.FUNCTION);
    }
}
