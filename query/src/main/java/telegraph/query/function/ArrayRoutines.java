package telegraph.query.function;

import static telegraph.query.function.ResultTypes.nullable;
import static telegraph.query.function.ResultTypes.orNull;
import static telegraph.query.function.Routines.TEXT_OR_NULL;
import static telegraph.query.value.Parameter.ANY;
import static telegraph.query.value.Parameter.ELEMENT;
import static telegraph.query.value.Parameter.LIST;
import static telegraph.query.value.Parameter.SHOWN;
import static telegraph.query.value.Parameter.TEXT;
import static telegraph.query.value.Parameter.WHOLE;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.array.ArrayFunctions;
import telegraph.query.json.JsonParts;
import telegraph.query.value.ArrayArguments;

/// The functions and operators of arrays among [Routines].
final class ArrayRoutines {
    private static final Class<?> OWNER = ArrayFunctions.class;

    /// The type of the first argument that is an array.
    private static final SqlReturnTypeInference SAME =
            binding -> ArrayArguments.arrayOf(element(binding), binding.getTypeFactory());

    /// That of its elements.
    private static final SqlReturnTypeInference ELEMENT_TYPE =
            binding -> {
                if (ArrayArguments.isArray(element(binding))) {
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "not supported: fewer subscripts than an array has dimensions");
                }
                return binding.getTypeFactory().createTypeWithNullability(element(binding), true);
            };

    private ArrayRoutines() {}

    private static RelDataType element(SqlOperatorBinding binding) {
        return binding.collectOperandTypes().stream()
                .filter(ArrayArguments::isArray)
                .findFirst()
                .orElseThrow()
                .getComponentType();
    }

    static void define(Routines.Definitions to) {
        parts(to);
        changes(to);
        searches(to);
        sizes(to);
        texts(to);
        patterns(to);
    }

    private static void parts(Routines.Definitions to) {
        to.add("$ELEMENT", OWNER, "element", ELEMENT_TYPE, LIST, WHOLE)
                .add("$ELEMENT", OWNER, "element", ArrayRoutines::inner, LIST, WHOLE, WHOLE)
                .add("$ELEMENT", JsonParts.class, "extract", true, TEXT_OR_NULL, TEXT, ANY)
                .add("$SLICE", OWNER, "slice", SAME, LIST, WHOLE, WHOLE)
                .add("TRIM_ARRAY", OWNER, "trim", SAME, LIST, WHOLE);
        List.of("$ELEMENT", "$SLICE").forEach(name -> Routines.harmless(to, name));
        Routines.throwing(to, "TRIM_ARRAY");
    }

    /// That of the elements of its elements.
    private static RelDataType inner(SqlOperatorBinding binding) {
        RelDataType inner = element(binding).getComponentType();
        return binding.getTypeFactory()
                .createTypeWithNullability(inner == null ? element(binding) : inner, true);
    }

    private static void changes(Routines.Definitions to) {
        to.add("$OR_EMPTY", OWNER, "orEmpty", SAME, LIST);
        to.add("$ARRAY_SET", OWNER, "set", SAME, LIST, WHOLE, ELEMENT);
        to.define("$ARRAY_SET", false, true, SqlSyntax.FUNCTION);
        to.define("$OR_EMPTY", false, false, SqlSyntax.FUNCTION);
        to.add("ARRAY_APPEND", OWNER, "append", SAME, LIST, ELEMENT)
                .add("ARRAY_PREPEND", OWNER, "prepend", SAME, ELEMENT, LIST)
                .add("ARRAY_CAT", OWNER, "join", SAME, LIST, LIST)
                .add("ARRAY_REMOVE", OWNER, "remove", SAME, LIST, ELEMENT)
                .add("ARRAY_REPLACE", OWNER, "replace", SAME, LIST, ELEMENT, ELEMENT)
                .add("ARRAY_FILL", OWNER, "fill", ArrayRoutines::filled, ELEMENT, LIST);
        for (String name :
                List.of(
                        "ARRAY_APPEND",
                        "ARRAY_PREPEND",
                        "ARRAY_CAT",
                        "ARRAY_REMOVE",
                        "ARRAY_REPLACE",
                        "ARRAY_FILL")) {
            to.define(name, false, true, SqlSyntax.FUNCTION);
        }
    }

    private static RelDataType filled(SqlOperatorBinding binding) {
        return ArrayArguments.arrayOf(binding.getOperandType(0), binding.getTypeFactory());
    }

    private static void searches(Routines.Definitions to) {
        SqlReturnTypeInference truth = nullable(SqlTypeName.BOOLEAN);
        SqlReturnTypeInference index = orNull(SqlTypeName.INTEGER);
        to.add("ARRAY_POSITION", OWNER, "position", index, LIST, ELEMENT)
                .add("ARRAY_POSITION", OWNER, "position", index, LIST, ELEMENT, WHOLE)
                .add(
                        "ARRAY_POSITIONS",
                        OWNER,
                        "positions",
                        binding ->
                                ArrayArguments.arrayOf(
                                        binding.getTypeFactory().createSqlType(SqlTypeName.INTEGER),
                                        binding.getTypeFactory()),
                        LIST,
                        ELEMENT);
        to.define("ARRAY_POSITION", false, true, SqlSyntax.FUNCTION);
        to.define("ARRAY_POSITIONS", false, false, SqlSyntax.FUNCTION);
        to.add("JSONB_CONTAINS", OWNER, "contains", truth, LIST, LIST)
                .add("JSONB_CONTAINED", OWNER, "isContained", truth, LIST, LIST)
                .add("$OVERLAP", OWNER, "overlaps", truth, LIST, LIST);
        Routines.harmless(to, "$OVERLAP");
        SqlReturnTypeInference perhaps = orNull(SqlTypeName.BOOLEAN);
        to.add("$ANY_OF", OWNER, "any", perhaps, ELEMENT, TEXT, LIST)
                .add("$ALL_OF", OWNER, "all", perhaps, ELEMENT, TEXT, LIST);
        to.define("$ANY_OF", false, false, SqlSyntax.FUNCTION);
        to.define("$ALL_OF", false, false, SqlSyntax.FUNCTION);
    }

    private static void sizes(Routines.Definitions to) {
        SqlReturnTypeInference whole = orNull(SqlTypeName.INTEGER);
        to.add("CARDINALITY", OWNER, "cardinality", whole, LIST)
                .add("ARRAY_LENGTH", OWNER, "length", whole, LIST, WHOLE)
                .add("ARRAY_UPPER", OWNER, "length", whole, LIST, WHOLE)
                .add("ARRAY_LOWER", OWNER, "lower", whole, LIST, WHOLE)
                .add("ARRAY_NDIMS", OWNER, "dimensions", whole, LIST)
                .add("ARRAY_DIMS", OWNER, "bounds", TEXT_OR_NULL, LIST);
        List.of(
                        "CARDINALITY",
                        "ARRAY_LENGTH",
                        "ARRAY_UPPER",
                        "ARRAY_LOWER",
                        "ARRAY_NDIMS",
                        "ARRAY_DIMS")
                .forEach(name -> Routines.harmless(to, name));
    }

    private static void patterns(Routines.Definitions to) {
        Class<?> owner = PatternFunctions.class;
        SqlReturnTypeInference list = binding -> texts(binding.getTypeFactory());
        SqlReturnTypeInference lists =
                binding ->
                        ArrayArguments.arrayOf(
                                texts(binding.getTypeFactory()), binding.getTypeFactory());
        to.add("REGEXP_MATCH", owner, "regexpMatch", list, TEXT, TEXT)
                .add("REGEXP_MATCH", owner, "regexpMatch", list, TEXT, TEXT, TEXT)
                .add("$REGEXP_MATCHES", owner, "regexpMatches", lists, TEXT, TEXT)
                .add("$REGEXP_MATCHES", owner, "regexpMatches", lists, TEXT, TEXT, TEXT)
                .add("REGEXP_SPLIT_TO_ARRAY", owner, "regexpSplit", list, TEXT, TEXT)
                .add("REGEXP_SPLIT_TO_ARRAY", owner, "regexpSplit", list, TEXT, TEXT, TEXT);
        for (String name : List.of("REGEXP_MATCH", "$REGEXP_MATCHES", "REGEXP_SPLIT_TO_ARRAY")) {
            Routines.throwing(to, name);
        }
    }

    private static RelDataType texts(RelDataTypeFactory types) {
        return ArrayArguments.arrayOf(types.createSqlType(SqlTypeName.VARCHAR), types);
    }

    private static void texts(Routines.Definitions to) {
        Class<?> reader = ElementReader.class;
        to.add("$ARRAY_TEXT", OWNER, "text", TEXT_OR_NULL, SHOWN)
                .add("$ARRAY_READ", reader, "read", SAME, TEXT, TEXT)
                .add("$ARRAY_CAST", reader, "cast", SAME, SHOWN, TEXT, TEXT)
                .add("ARRAY_TO_STRING", OWNER, "joined", TEXT_OR_NULL, SHOWN, TEXT)
                .add("ARRAY_TO_STRING", OWNER, "joined", TEXT_OR_NULL, SHOWN, TEXT, TEXT);
        SqlReturnTypeInference list =
                binding ->
                        binding.getTypeFactory()
                                .createTypeWithNullability(texts(binding.getTypeFactory()), true);
        to.add("STRING_TO_ARRAY", OWNER, "parts", list, TEXT, TEXT)
                .add("STRING_TO_ARRAY", OWNER, "parts", list, TEXT, TEXT, TEXT);
        to.define("STRING_TO_ARRAY", false, false, SqlSyntax.FUNCTION);
        Routines.harmless(to, "$ARRAY_TEXT");
        Routines.throwing(to, "$ARRAY_READ");
        Routines.throwing(to, "$ARRAY_CAST");
        to.define("ARRAY_TO_STRING", false, true, SqlSyntax.FUNCTION);
    }
}
