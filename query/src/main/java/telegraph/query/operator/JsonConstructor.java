package telegraph.query.operator;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.Types;

/// What makes JSON of values of any type, as the validator sees it. How a value is written depends
/// on the type it was declared with, so a call becomes one of routines over texts that are JSON
/// where that is known ([#converted]).
///
/// | written                       | converted                                     |
/// |-------------------------------|-----------------------------------------------|
/// | `to_json(text)`               | `$JSON_STRING(text)`                          |
/// | `to_json(7)`                  | `CAST(7 AS VARCHAR)`                          |
/// | `to_jsonb(json)`              | `$JSONB(json)`                                |
/// | `json_build_array(7, jsonb)`  | `$JSON_ARRAY(CAST(7 AS VARCHAR), jsonb)`      |
/// | `to_json(t)`, a row           | `$JSON_ROW($JSON_STRING('a'), …)`             |
/// | `jsonb_build_object('a', 7)`  | `$JSONB($JSON_OBJECT($JSON_STRING('a'), …))`  |
///
/// Any thread.
public final class JsonConstructor extends SqlFunction {
    private static final Pattern PADDED = Pattern.compile("character\\((\\d+)\\)");
    private static final SqlReturnTypeInference KNOWN = ReturnTypes.explicit(SqlTypeName.VARCHAR);

    /// What is made.
    private enum Kind {
        VALUE(KNOWN.andThen(SqlTypeTransforms.TO_NULLABLE), OperandTypes.ANY, ""),
        ARRAY(KNOWN, OperandTypes.VARIADIC, "$JSON_ARRAY"),
        OBJECT(KNOWN, OperandTypes.VARIADIC, "$JSON_OBJECT"),
        /// A row of names and values.
        ROW(KNOWN, OperandTypes.VARIADIC, "$JSON_ROW"),
        /// One of the elements of an array that an aggregate gathers.
        ELEMENT(KNOWN, OperandTypes.ANY, "$JSON_ELEMENT"),
        /// One of the members of an object that an aggregate gathers.
        MEMBER(KNOWN, OperandTypes.ANY_ANY, "$JSON_MEMBER");

        private final SqlReturnTypeInference type;
        private final SqlOperandTypeChecker operands;
        private final String routine;

        Kind(SqlReturnTypeInference type, SqlOperandTypeChecker operands, String routine) {
            this.type = type;
            this.operands = operands;
            this.routine = routine;
        }

        /// Whether an argument is the name of a member.
        private boolean isName(int argument) {
            return (this == OBJECT || this == ROW) && argument % 2 == 0
                    || this == MEMBER && argument == 0;
        }
    }

    public static final JsonConstructor JSON_ELEMENT =
            new JsonConstructor("$JSON_GATHERED_ELEMENT", Kind.ELEMENT, false);
    public static final JsonConstructor JSONB_ELEMENT =
            new JsonConstructor("$JSONB_GATHERED_ELEMENT", Kind.ELEMENT, true);
    public static final JsonConstructor JSON_MEMBER =
            new JsonConstructor("$JSON_GATHERED_MEMBER", Kind.MEMBER, false);
    public static final JsonConstructor JSONB_MEMBER =
            new JsonConstructor("$JSONB_GATHERED_MEMBER", Kind.MEMBER, true);

    /// See [telegraph.query.record.WholeRows].
    public static final JsonConstructor ROW =
            new JsonConstructor("$JSON_BUILD_ROW", Kind.ROW, false);

    private static final String RECORD = "record";
    private static final JsonConstructor ROW_TO_JSON =
            new JsonConstructor("ROW_TO_JSON", Kind.VALUE, false);
    private static final JsonConstructor ARRAY_TO_JSON =
            new JsonConstructor("ARRAY_TO_JSON", Kind.VALUE, false);
    private static final Set<String> NAMES =
            all().map(JsonConstructor::getName).collect(Collectors.toUnmodifiableSet());

    private final Kind kind;
    private final boolean normal;

    private JsonConstructor(String name, Kind kind, boolean normal) {
        super(
                name,
                SqlKind.OTHER_FUNCTION,
                kind.type,
                InferTypes.FIRST_KNOWN,
                kind.operands,
                SqlFunctionCategory.SYSTEM);
        this.kind = kind;
        this.normal = normal;
    }

    static Stream<JsonConstructor> all() {
        return Stream.of(
                ROW,
                ROW_TO_JSON,
                ARRAY_TO_JSON,
                new JsonConstructor("TO_JSON", Kind.VALUE, false),
                new JsonConstructor("TO_JSONB", Kind.VALUE, true),
                new JsonConstructor("JSON_BUILD_ARRAY", Kind.ARRAY, false),
                new JsonConstructor("JSONB_BUILD_ARRAY", Kind.ARRAY, true),
                new JsonConstructor("JSON_BUILD_OBJECT", Kind.OBJECT, false),
                new JsonConstructor("JSONB_BUILD_OBJECT", Kind.OBJECT, true),
                JSON_ELEMENT,
                JSONB_ELEMENT,
                JSON_MEMBER,
                JSONB_MEMBER);
    }

    /// The type of the JSON that it makes.
    public String declared() {
        return kind == Kind.ROW ? RECORD : normal ? "jsonb" : "json";
    }

    /// Whether a function of that name is one of them.
    public static boolean isCalled(String name) {
        return NAMES.contains(name.toUpperCase(Locale.ROOT));
    }

    /// A converted operand.
    ///
    /// @param declared the type it was declared with, or ""
    /// @param elements those of an array that is written out
    public record Argument(RexNode value, String declared, List<Argument> elements) {}

    /// A call over converted operands.
    ///
    /// @param type its type
    /// @throws TelegraphException if a type has no JSON here
    public RexNode converted(RexBuilder rex, RelDataType type, List<Argument> arguments) {
        List<RexNode> parts = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            Argument argument = arguments.get(i);
            demandScalar(argument, i);
            RexNode json = json(rex, argument);
            parts.add(
                    kind == Kind.ELEMENT && !normal && isComposite(argument)
                            ? call(rex, "$JSON_LINE", json)
                            : json);
        }
        demandRecord(arguments);
        if (kind == Kind.VALUE) {
            return rex.ensureType(type, parts.getFirst(), true);
        }
        RexNode made = rex.makeCall(type, Functions.own(kind.routine), parts);
        return normal && kind == Kind.OBJECT ? normal(rex, made) : made;
    }

    private void demandScalar(Argument argument, int index) {
        if (kind.isName(index) && (isJson(argument) || !argument.elements.isEmpty())) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "the name of a member is no JSON and no array. Take a text: argument="
                            + (index + 1));
        }
    }

    private void demandRecord(List<Argument> arguments) {
        if (this == ROW_TO_JSON && !arguments.getFirst().declared.equals(RECORD)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "row_to_json takes a row, such as a table of the FROM beside it");
        }
        if (this == ARRAY_TO_JSON
                && !ArrayArguments.isArray(arguments.getFirst().value.getType())) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION, "array_to_json takes an array. Use to_json");
        }
    }

    private static boolean isJson(Argument argument) {
        return argument.declared.equals("json")
                || argument.declared.equals("jsonb")
                || argument.declared.equals(RECORD);
    }

    /// Whether it is an array or a row.
    private static boolean isComposite(Argument argument) {
        return !argument.elements.isEmpty()
                || argument.declared.equals(RECORD)
                || ArrayArguments.isArray(argument.value.getType());
    }

    private RexNode json(RexBuilder rex, Argument argument) {
        RexNode value = argument.value;
        if (isJson(argument)) {
            return normal && !argument.declared.equals("jsonb") ? normal(rex, value) : value;
        }
        if (!argument.elements.isEmpty()) {
            return list(rex, argument);
        }
        if (Types.physical(value.getType()).isEmpty()) {
            throw unknown(value.getType());
        }
        if (ArrayArguments.isArray(value.getType())) {
            return listed(rex, argument);
        }
        RexNode shown = shown(rex, argument);
        if (ByteaLiterals.isBytea(value.getType()) || SqlTypeUtil.isInterval(value.getType())) {
            return call(rex, "$JSON_STRING", shown);
        }
        return switch (value.getType().getSqlTypeName()) {
            case NULL, BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT -> shown;
            case DECIMAL -> call(rex, "$JSON_NUMBER", shown);
            case REAL, FLOAT, DOUBLE -> {
                RexNode number = call(rex, "$JSON_NUMBER", shown);
                yield normal ? normal(rex, number) : number;
            }
            case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    call(rex, "$JSON_MOMENT", shown);
            case CHAR, VARCHAR, TIME -> call(rex, "$JSON_STRING", shown);
            default -> throw unknown(value.getType());
        };
    }

    /// An array, by how its elements are written.
    private RexNode listed(RexBuilder rex, Argument argument) {
        RelDataType element = argument.value.getType().getComponentType();
        while (ArrayArguments.isArray(element)) {
            element = element.getComponentType();
        }
        String form =
                switch (element.getSqlTypeName()) {
                    case BOOLEAN -> "truth";
                    case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE ->
                            "number";
                    case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> "moment";
                    default -> argument.declared.startsWith("json") ? "json" : "string";
                };
        RexNode list =
                rex.makeCall(
                        Functions.own("$JSON_OF_ARRAY"), argument.value, rex.makeLiteral(form));
        return normal ? normal(rex, list) : list;
    }

    /// An array that is written out, whose elements are of one type, though numbers keep their
    /// digits.
    private RexNode list(RexBuilder rex, Argument array) {
        RelDataType element = array.value.getType().getComponentType();
        if (array.elements.stream().map(JsonConstructor::isJson).distinct().count() > 1) {
            throw unknown(array.value.getType());
        }
        List<RexNode> elements = new ArrayList<>();
        for (Argument one : array.elements) {
            RexNode value =
                    SqlTypeUtil.isNumeric(element) || !one.elements.isEmpty()
                            ? one.value
                            : rex.ensureType(element, one.value, true);
            elements.add(json(rex, new Argument(value, one.declared, one.elements)));
        }
        return rex.makeCall(Functions.own(normal ? "$JSON_ARRAY" : "$JSON_LIST"), elements);
    }

    /// A value as PostgreSQL shows it.
    private static RexNode shown(RexBuilder rex, Argument argument) {
        RexNode value = argument.value;
        if (value.getType().getSqlTypeName() == SqlTypeName.REAL) {
            return call(rex, "$TEXT", value);
        }
        RelDataType text =
                rex.getTypeFactory()
                        .createTypeWithNullability(
                                rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR),
                                value.getType().isNullable());
        Matcher padded = PADDED.matcher(argument.declared);
        RexNode shown = rex.makeCast(text, value);
        return padded.matches()
                ? rex.makeCall(
                        Functions.own("RPAD"),
                        shown,
                        rex.makeExactLiteral(new BigDecimal(padded.group(1))))
                : shown;
    }

    private static RexNode normal(RexBuilder rex, RexNode json) {
        return call(rex, "$JSONB", json);
    }

    private static RexNode call(RexBuilder rex, String routine, RexNode operand) {
        return rex.makeCall(Functions.own(routine), operand);
    }

    private static TelegraphException unknown(RelDataType type) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported: JSON of values of type "
                        + Types.declared(type)
                        + ". Write out its elements, as in json_build_array(a, b)");
    }
}
