package telegraph.query.operator;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.query.json.JsonSet;

/// What gives a set for each row, as a term that stands in UNNEST: it has the type of an array, and
/// no array is ever made of it.
///
/// | written                          | converted                                                    |
/// |----------------------------------|--------------------------------------------------------------|
/// | `generate_series(1, n)`          | `$WHOLE(1, n, 1)`                                            |
/// | `generate_series(a, b, step)`    | `$STEPS(a, $CURRENT + step, a + step > a, a + step < a, $CURRENT <= b, $CURRENT >= b)` |
/// | `unnest(ARRAY[a, b])`            | `ARRAY[a, b]`                                                |
/// | `string_to_table(t, ',')`, `unnest(string_to_array(t, ','))` | `$PARTS(t, ',')`                 |
/// | `regexp_split_to_table(t, '\\s')` | `$PIECES(t, '\\s')`                                          |
/// | `json_each(j)`                   | `$JSON_OBJECT_KEYS(j)` beside `$JSON_EACH(j)`               |
/// | one of them beside others        | `$PADDED(…)`, whose elements may be NULL                     |
/// | `WITH ORDINALITY`                | `$ORDINALITY()`                                              |
///
/// Any thread.
public final class Sets {
    /// A series, as the validator sees it.
    public static final SqlFunction SERIES =
            function(
                    "GENERATE_SERIES",
                    binding -> array(binding.getTypeFactory(), element(binding), false),
                    OperandTypes.VARIADIC);

    /// Whole numbers from the first to the second, by steps of the third.
    public static final SqlFunction WHOLE = function("$WHOLE", null, OperandTypes.VARIADIC);

    /// Values each of which is computed of the one before.
    public static final SqlFunction STEPS = function("$STEPS", null, OperandTypes.VARIADIC);

    /// What stands in a text between others: the text, what is between, and what is NULL, or not.
    public static final SqlFunction PARTS = texts("$PARTS", "string_to_table", true);

    /// What stands in a text between matches: the text, the pattern, and flags, or none.
    public static final SqlFunction PIECES = texts("$PIECES", "regexp_split_to_table", false);

    /// What the functions of JSON give, by their names behind its type.
    private static final Map<String, JsonSet.Kind> KINDS =
            Map.of(
                    "array_elements", JsonSet.Kind.ELEMENTS,
                    "array_elements_text", JsonSet.Kind.TEXTS,
                    "object_keys", JsonSet.Kind.KEYS,
                    "each", JsonSet.Kind.VALUES,
                    "each_text", JsonSet.Kind.VALUE_TEXTS);

    private static final Set<String> MEMBERS =
            Set.of("json_each", "jsonb_each", "json_each_text", "jsonb_each_text");

    /// What JSON has, by PostgreSQL's names of the functions.
    private static final Map<String, SqlFunction> JSON = json();

    /// The element of steps that is at hand.
    public static final SqlFunction CURRENT = function("$CURRENT", null, OperandTypes.NILADIC);

    /// The numbers of the elements of the other sets.
    public static final SqlFunction ORDINALITY =
            function(
                    "$ORDINALITY",
                    binding -> {
                        RelDataTypeFactory types = binding.getTypeFactory();
                        return array(types, types.createSqlType(SqlTypeName.BIGINT), false);
                    },
                    OperandTypes.NILADIC);

    /// A set beside others, which may be longer.
    public static final SqlFunction PADDED =
            function(
                    "$PADDED",
                    binding -> {
                        RelDataType type = binding.getOperandType(0);
                        return type.getComponentType() == null
                                ? type
                                : array(binding.getTypeFactory(), type.getComponentType(), true);
                    },
                    OperandTypes.ANY);

    /// The items of a path, which are the elements of an array of them.
    public static final String PATH_QUERY = "jsonb_path_query";

    private static final Set<String> FUNCTIONS =
            Set.of(
                    "unnest",
                    "generate_series",
                    "string_to_table",
                    "regexp_split_to_table",
                    "regexp_matches");

    private Sets() {}

    private static SqlFunction function(
            String name, SqlReturnTypeInference type, SqlOperandTypeChecker operands) {
        return new SqlFunction(
                name,
                SqlKind.OTHER_FUNCTION,
                type,
                InferTypes.FIRST_KNOWN,
                operands,
                SqlFunctionCategory.SYSTEM);
    }

    /// @param shown its name in messages
    /// @param nulls whether elements may be NULL
    private static SqlFunction texts(String name, String shown, boolean nulls) {
        return function(
                name,
                binding -> {
                    List<RelDataType> types = binding.collectOperandTypes();
                    boolean known =
                            (types.size() == 2 || types.size() == 3)
                                    && types.stream()
                                            .allMatch(type ->
                                                    SqlTypeUtil.inCharFamily(type)
                                                            || isUnknown(type));
                    if (!known) {
                        throw TelegraphException.of(
                                SqlState.UNDEFINED_FUNCTION,
                                "function " + shown + " does not take these arguments: " + types);
                    }
                    RelDataTypeFactory factory = binding.getTypeFactory();
                    RelDataType text = factory.createSqlType(SqlTypeName.VARCHAR);
                    return array(factory, text, nulls && types.size() == 3);
                },
                OperandTypes.VARIADIC);
    }

    private static Map<String, SqlFunction> json() {
        Map<String, SqlFunction> all = new TreeMap<>();
        for (String type : List.of("json", "jsonb")) {
            for (String what : KINDS.keySet()) {
                String name = type + "_" + what;
                all.put(
                        name,
                        function(
                                "$" + name.toUpperCase(Locale.ROOT),
                                binding -> ofJson(binding, name),
                                OperandTypes.ANY));
            }
        }
        return Map.copyOf(all);
    }

    /// What a set of JSON gives.
    public static JsonSet.Kind kind(SqlOperator set) {
        String name = set.getName().toLowerCase(Locale.ROOT);
        return KINDS.get(name.substring(name.indexOf('_') + 1));
    }

    /// The sets that are the columns of a table of members: their names and their values.
    public static Optional<List<SqlFunction>> members(String function) {
        String name = function.toLowerCase(Locale.ROOT);
        return MEMBERS.contains(name)
                ? Optional.of(
                        List.of(
                                JSON.get(name.substring(0, name.indexOf('_')) + "_object_keys"),
                                JSON.get(name)))
                : Optional.empty();
    }

    private static RelDataType ofJson(SqlOperatorBinding binding, String name) {
        RelDataType of = binding.getOperandType(0);
        if (!SqlTypeUtil.inCharFamily(of) && !isUnknown(of)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "function " + name + " does not take these arguments: [" + of + "]");
        }
        RelDataTypeFactory types = binding.getTypeFactory();
        return array(types, types.createSqlType(SqlTypeName.VARCHAR), name.endsWith("_text"));
    }

    /// The set of what JSON has that a function of that name gives, or empty.
    public static Optional<SqlFunction> json(String function) {
        return Optional.ofNullable(JSON.get(function.toLowerCase(Locale.ROOT)));
    }

    /// The type that elements of a set are declared with where that is JSON, or "".
    public static String declared(SqlOperator set) {
        boolean json =
                JSON.containsValue(set)
                        && (kind(set) == JsonSet.Kind.ELEMENTS || kind(set) == JsonSet.Kind.VALUES);
        return json ? set.getName().startsWith("$JSONB_") ? "jsonb" : "json" : "";
    }

    /// All of these.
    public static Collection<SqlFunction> ofJson() {
        return JSON.values();
    }

    private static boolean isUnknown(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.NULL
                || type.getSqlTypeName() == SqlTypeName.ANY;
    }

    /// Whether a function of that name gives a set where it stands in FROM.
    public static boolean areOf(String function) {
        String name = function.toLowerCase(Locale.ROOT);
        return FUNCTIONS.contains(name) || name.equals(PATH_QUERY) || JSON.containsKey(name);
    }

    /// Whether an operator gives a set of texts of texts.
    public static boolean areTexts(SqlOperator operator) {
        return operator == PARTS || operator == PIECES || JSON.containsValue(operator);
    }

    /// A set of texts over converted operands.
    public static RexNode texts(
            RexBuilder rex, RelDataType array, SqlOperator operator, List<RexNode> operands) {
        RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
        return rex.makeCall(
                array, operator, operands.stream().map(o -> cast(rex, text, o)).toList());
    }

    private static RelDataType array(
            RelDataTypeFactory types, RelDataType element, boolean padded) {
        return types.createArrayType(
                padded ? types.createTypeWithNullability(element, true) : element, -1);
    }

    /// The type of a series' elements, by PostgreSQL's rules.
    private static RelDataType element(SqlOperatorBinding binding) {
        List<RelDataType> types = new ArrayList<>(binding.collectOperandTypes());
        for (int i = 0; i < types.size(); i++) {
            if (SqlTypeUtil.inCharFamily(types.get(i)) && binding.isOperandLiteral(i, true)) {
                types.set(i, binding.getTypeFactory().createSqlType(SqlTypeName.NULL));
            }
        }
        if (types.size() < 2 || types.size() > 3) {
            throw noSuch(types);
        }
        if (types.stream().allMatch(type -> type.getSqlTypeName() == SqlTypeName.NULL)) {
            throw TelegraphException.of(
                    SqlState.AMBIGUOUS_FUNCTION,
                    "function generate_series is not unique of arguments without types. Write"
                            + " casts");
        }
        boolean times = types.size() == 3 && SqlTypeUtil.isInterval(types.get(2));
        return times
                ? ofTimes(types, binding.getTypeFactory())
                : ofNumbers(types, binding.getTypeFactory());
    }

    private static RelDataType ofTimes(List<RelDataType> types, RelDataTypeFactory factory) {
        boolean moments = false;
        boolean local = false;
        for (RelDataType type : types.subList(0, 2)) {
            switch (type.getSqlTypeName()) {
                case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> moments = true;
                case TIMESTAMP -> local = true;
                case DATE, NULL, ANY -> {}
                default -> throw noSuch(types);
            }
        }
        return factory.createSqlType(
                local && !moments
                        ? SqlTypeName.TIMESTAMP
                        : SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    }

    private static RelDataType ofNumbers(List<RelDataType> types, RelDataTypeFactory factory) {
        SqlTypeName widest = SqlTypeName.INTEGER;
        int digits = 0;
        int scale = 0;
        for (RelDataType type : types) {
            switch (type.getSqlTypeName()) {
                case TINYINT, SMALLINT, INTEGER, NULL, ANY -> digits = Math.max(digits, 10);
                case BIGINT -> {
                    digits = Math.max(digits, 19);
                    widest = widest == SqlTypeName.DECIMAL ? widest : SqlTypeName.BIGINT;
                }
                case DECIMAL -> {
                    digits = Math.max(digits, type.getPrecision() - type.getScale());
                    scale = Math.max(scale, type.getScale());
                    widest = SqlTypeName.DECIMAL;
                }
                default -> throw noSuch(types);
            }
        }
        return widest == SqlTypeName.DECIMAL
                ? factory.createSqlType(
                        widest, Math.min(Type.DECIMAL_DIGITS_MAX, digits + 1 + scale), scale)
                : factory.createSqlType(widest);
    }

    private static TelegraphException noSuch(List<RelDataType> types) {
        return TelegraphException.of(
                SqlState.UNDEFINED_FUNCTION,
                "function generate_series does not take these arguments: "
                        + types
                        + ". It takes whole numbers or decimals, with a step or without, or two"
                        + " times and an interval");
    }

    /// A series over converted operands.
    ///
    /// @param array its type
    public static RexNode series(RexBuilder rex, RelDataType array, List<RexNode> operands) {
        RelDataType element = array.getComponentType();
        boolean whole = SqlTypeUtil.isIntType(element);
        RelDataTypeFactory types = rex.getTypeFactory();
        RexNode step =
                operands.size() == 3 ? operands.get(2) : rex.makeExactLiteral(BigDecimal.ONE);
        if (whole) {
            RelDataType wide = types.createSqlType(SqlTypeName.BIGINT);
            return rex.makeCall(
                    array,
                    WHOLE,
                    List.of(
                            cast(rex, wide, operands.get(0)),
                            cast(rex, wide, operands.get(1)),
                            cast(rex, wide, step)));
        }
        RexNode start = cast(rex, element, operands.get(0));
        RexNode stop = cast(rex, element, operands.get(1));
        RexNode current = rex.makeCall(element, CURRENT, List.of());
        RexNode second = next(rex, element, start, step);
        return rex.makeCall(
                array,
                STEPS,
                List.of(
                        start,
                        next(rex, element, current, step),
                        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, second, start),
                        rex.makeCall(SqlStdOperatorTable.LESS_THAN, second, start),
                        rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, current, stop),
                        rex.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, current, stop)));
    }

    private static RexNode next(
            RexBuilder rex, RelDataType element, RexNode current, RexNode step) {
        if (!SqlTypeUtil.isInterval(step.getType())) {
            RexNode number = cast(rex, element, step);
            return cast(rex, element, rex.makeCall(SqlStdOperatorTable.PLUS, current, number));
        }
        boolean nullable = current.getType().isNullable() || step.getType().isNullable();
        SqlOperator plus =
                element.getSqlTypeName() == SqlTypeName.TIMESTAMP
                        ? SqlStdOperatorTable.DATETIME_PLUS
                        : SqlStdOperatorTable.PLUS;
        return rex.makeCall(
                rex.getTypeFactory().createTypeWithNullability(element, nullable),
                plus,
                List.of(current, step));
    }

    private static RexNode cast(RexBuilder rex, RelDataType type, RexNode node) {
        return rex.makeCast(
                rex.getTypeFactory().createTypeWithNullability(type, node.getType().isNullable()),
                node,
                false,
                false);
    }
}
