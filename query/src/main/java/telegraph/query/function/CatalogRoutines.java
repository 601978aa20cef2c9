package telegraph.query.function;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.query.value.Allowance;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.Parameter;

/// The functions among [Routines] that tell something of the catalog or the session. Who carries a
/// statement out has the answers: see `CatalogFacts`.
///
/// Public because generated code calls its methods.
public final class CatalogRoutines {
    /// Each with its parameters and what it returns. What stands in brackets may be left out; a
    /// `class` is an oid or a name, `any` is whatever there is; behind `|` are other parameters,
    /// and `null` at the end says that it is called with nulls.
    private static final String ALL =
            """
            current_database() name
            current_schema() name
            current_schemas(boolean) name[]
            getpgusername() name
            version() text
            pg_backend_pid() integer
            pg_is_in_recovery() boolean
            pg_my_temp_schema() oid
            pg_is_other_temp_schema(oid) boolean
            txid_current() bigint
            current_setting(text, [boolean]) text
            getdatabaseencoding() name
            pg_client_encoding() name
            has_table_privilege(class, text | class, class, text) boolean
            has_column_privilege(class, class, text | class, class, class, text) boolean
            has_any_column_privilege(class, text | class, class, text) boolean
            has_schema_privilege(class, text | class, class, text) boolean
            has_database_privilege(class, text | class, class, text) boolean
            has_sequence_privilege(class, text | class, class, text) boolean
            pg_has_role(class, text | class, class, text) boolean
            to_regclass(text) regclass
            to_regtype(text) regtype
            to_regproc(text) regproc
            to_regnamespace(text) regnamespace
            to_regrole(text) regrole
            $typeof(any, text) regtype null
            pg_table_is_visible(oid) boolean
            pg_type_is_visible(oid) boolean
            pg_function_is_visible(oid) boolean
            pg_relation_is_publishable(class) boolean
            pg_relation_is_updatable(class, boolean) integer
            pg_column_is_updatable(class, integer, boolean) boolean
            obj_description(oid, [text]) text
            shobj_description(oid, text) text
            col_description(oid, integer) text
            format_type(oid, integer) text null
            pg_get_expr(text, oid, [boolean]) text
            pg_get_constraintdef(oid, [boolean]) text
            pg_get_indexdef(oid, [integer], [boolean]) text
            pg_get_viewdef(class, [boolean]) text
            pg_get_userbyid(oid) name
            pg_get_serial_sequence(text, text) text
            pg_get_function_result(oid) text
            pg_get_function_arguments(oid) text
            pg_get_function_identity_arguments(oid) text
            pg_get_triggerdef(oid, [boolean]) text
            pg_get_ruledef(oid, [boolean]) text
            pg_get_partkeydef(oid) text
            pg_relation_size(class, [text]) bigint
            pg_table_size(class) bigint
            pg_total_relation_size(class) bigint
            pg_indexes_size(class) bigint
            pg_size_pretty(bigint) text
            """;

    /// Types of oids, each of which a routine reads; a plain one has no name.
    public static final List<String> REFERENCES =
            List.of(
                    "oid",
                    "regclass",
                    "regtype",
                    "regproc",
                    "regprocedure",
                    "regnamespace",
                    "regrole");

    private static final Pattern SIGNATURE =
            Pattern.compile("([\\w$]+)\\(([^)]*)\\) (\\S+)( null)?");

    private static final Map<String, List<Parameter>> PARAMETERS =
            Map.of(
                    "oid", List.of(Parameter.WHOLE),
                    "integer", List.of(Parameter.WHOLE),
                    "bigint", List.of(Parameter.WHOLE),
                    "text", List.of(Parameter.TEXT),
                    "boolean", List.of(Parameter.BOOLEAN),
                    "class", List.of(Parameter.WHOLE, Parameter.TEXT),
                    "any", List.of(Parameter.ANY));

    /// What a type of a result is to a reader of values, where it is not just what it says.
    private static final Set<String> DECLARED = Set.of("name", "name[]");

    private CatalogRoutines() {}

    /// Whether a function is about a table, which PostgreSQL looks for when it reads the call if it
    /// is given by name.
    public static boolean isOfRelation(String name) {
        return ALL.lines()
                .anyMatch(line -> line.startsWith(name + "(class") && !line.contains("privilege("));
    }

    static void define(Routines.Definitions to) {
        for (String line : ALL.lines().toList()) {
            Matcher signature = SIGNATURE.matcher(line);
            if (!signature.matches()) {
                throw new IllegalStateException("no signature: line=" + line);
            }
            define(to, signature);
        }
        references(to);
    }

    /// Oids and what they are read of: numbers, or names.
    private static void references(Routines.Definitions to) {
        for (String type : REFERENCES) {
            String name = "$" + type.toUpperCase(Locale.ROOT);
            to.ask(name, method("oid"), type("oid"), List.of(Parameter.WHOLE));
            to.ask(name, method("oid"), type("oid"), List.of(Parameter.TEXT));
            to.asking(name, true, type);
            String writing = "$NAME_OF_" + type.toUpperCase(Locale.ROOT);
            to.ask(writing, method("text"), type("text"), List.of(Parameter.WHOLE));
            to.asking(writing, true, "");
        }
    }

    private static void define(Routines.Definitions to, Matcher signature) {
        String name = signature.group(1).toUpperCase(Locale.ROOT);
        String result = signature.group(3);
        List<List<Parameter>> all =
                Arrays.stream(signature.group(2).split(" \\| "))
                        .flatMap(written -> variants(written).stream())
                        .toList();
        for (List<Parameter> parameters : all) {
            to.ask(name, method(result), type(result), parameters);
        }
        boolean plain = !DECLARED.contains(result) && !REFERENCES.contains(result);
        to.asking(name, signature.group(4) == null, plain ? "" : result);
    }

    /// The lists of parameters that are taken.
    private static List<List<Parameter>> variants(String written) {
        List<List<Parameter>> whole = new ArrayList<>(List.of(List.of()));
        List<List<Parameter>> shorter = new ArrayList<>();
        for (String part : written.isEmpty() ? new String[0] : written.split(", ")) {
            String kind = part.replaceAll("[\\[\\]]", "");
            if (!kind.equals(part)) {
                shorter.addAll(whole);
            }
            List<List<Parameter>> longer = new ArrayList<>();
            for (List<Parameter> before : whole) {
                for (Parameter one : PARAMETERS.get(kind)) {
                    List<Parameter> more = new ArrayList<>(before);
                    more.add(one);
                    longer.add(more);
                }
            }
            whole = longer;
        }
        shorter.addAll(whole);
        return shorter;
    }

    private static Method method(String result) {
        String name =
                switch (result) {
                    case "boolean" -> "truth";
                    case "integer" -> "small";
                    case "bigint" -> "whole";
                    case "name[]" -> "list";
                    default -> REFERENCES.contains(result) ? "whole" : "text";
                };
        return Arrays.stream(CatalogRoutines.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static SqlReturnTypeInference type(String result) {
        return switch (result) {
            case "boolean" -> ResultTypes.orNull(SqlTypeName.BOOLEAN);
            case "integer" -> ResultTypes.orNull(SqlTypeName.INTEGER);
            case "bigint" -> ResultTypes.orNull(SqlTypeName.BIGINT);
            case "name[]" ->
                    binding ->
                            ArrayArguments.arrayOf(
                                    Routines.TEXT_OR_NULL.inferReturnType(binding),
                                    binding.getTypeFactory());
            default ->
                    REFERENCES.contains(result)
                            ? ResultTypes.orNull(SqlTypeName.BIGINT)
                            : Routines.TEXT_OR_NULL;
        };
    }

    public static String text(Allowance allowance, String function, Object[] arguments) {
        return (String) allowance.facts().answer(function, arguments);
    }

    public static Boolean truth(Allowance allowance, String function, Object[] arguments) {
        return (Boolean) allowance.facts().answer(function, arguments);
    }

    public static Long whole(Allowance allowance, String function, Object[] arguments) {
        return (Long) allowance.facts().answer(function, arguments);
    }

    public static Integer small(Allowance allowance, String function, Object[] arguments) {
        Long value = whole(allowance, function, arguments);
        return value == null ? null : (Integer) value.intValue();
    }

    public static List<?> list(Allowance allowance, String function, Object[] arguments) {
        return (List<?>) allowance.facts().answer(function, arguments);
    }
}
