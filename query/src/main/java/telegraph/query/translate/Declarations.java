package telegraph.query.translate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlQualified;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType;
import telegraph.query.function.Routine;
import telegraph.query.label.EnumType;
import telegraph.query.operator.ComparedJson;
import telegraph.query.operator.Functions;
import telegraph.query.operator.JsonConstructor;
import telegraph.query.operator.MayBeNull;
import telegraph.query.operator.Nullif;
import telegraph.query.operator.Sets;
import telegraph.query.validate.DeclaredTypes;
import telegraph.query.validate.JsonUses;
import telegraph.query.value.Types;

/// The types that the columns of a query have in PostgreSQL's eyes, of which the planner knows only
/// what their values are: a column keeps the type it was declared with, through views and
/// subqueries, and a cast has the type it asks for.
///
/// | item                        | type                     |
/// |-----------------------------|--------------------------|
/// | `a`, declared `varchar(10)` | `character varying(10)`  |
/// | `x::uuid`                   | `uuid`                   |
/// | `x -> 'a'`                  | that of x: json or jsonb |
/// | `coalesce(a, x::jsonb)`     | `jsonb`                  |
/// | `a || 'x'`                  | that of its values       |
///
/// Threads: one.
final class Declarations implements DeclaredTypes {
    /// Operators that give a part of JSON that is JSON of the same type.
    private static final Set<SqlOperator> PARTS = own("$JSON_GET", "$JSON_AT");

    /// Those that give JSON of one type, whatever they take.
    private static final Set<SqlOperator> JSON =
            own("$JSON_ARRAY_OF", "$JSON_OBJECT_OF", "JSON_STRIP_NULLS", "JSON_EXTRACT_PATH");

    /// Those that give an element of an array.
    private static final Set<SqlOperator> ELEMENTS = own("$ELEMENT");

    /// Those that give an array of the type of one that they take, or of elements.
    private static final Set<SqlOperator> LISTS =
            own(
                    "$SLICE",
                    "$OR_EMPTY",
                    "TRIM_ARRAY",
                    "ARRAY_APPEND",
                    "ARRAY_PREPEND",
                    "ARRAY_CAT",
                    "ARRAY_REMOVE",
                    "ARRAY_REPLACE");

    private static final SqlOperator IDENTIFIER = Functions.own("$GEN_RANDOM_UUID");

    /// Words for whoever asks.
    private static final Set<SqlOperator> ROLES =
            Set.of(
                    SqlStdOperatorTable.CURRENT_USER,
                    SqlStdOperatorTable.SESSION_USER,
                    SqlStdOperatorTable.USER);

    private static final Set<SqlOperator> JSONB =
            own(
                    "$JSONB_ARRAY_OF",
                    "$JSONB_OBJECT_OF",
                    "JSONB_CONCAT",
                    "JSONB_DELETE",
                    "$JSONB_DELETE_ANY",
                    "JSONB_DELETE_PATH",
                    "JSONB_SET",
                    "JSONB_INSERT",
                    "JSONB_PATH_QUERY_ARRAY",
                    "JSONB_PATH_QUERY_FIRST",
                    "JSONB_STRIP_NULLS",
                    "JSONB_EXTRACT_PATH");

    private final SqlValidator validator;

    /// @param validator has validated the query
    Declarations(SqlValidator validator) {
        this.validator = validator;
    }

    private static Set<SqlOperator> own(String... names) {
        return Arrays.stream(names).map(Functions::own).collect(Collectors.toUnmodifiableSet());
    }

    /// The types of a query's columns.
    List<String> of(SqlNode query, RelDataType rowType) {
        List<String> known = columns(query);
        List<String> all = new ArrayList<>();
        for (int c = 0; c < rowType.getFieldCount(); c++) {
            String declared = known.size() == rowType.getFieldCount() ? known.get(c) : "";
            RelDataType type = rowType.getFieldList().get(c).getType();
            all.add(declared.isEmpty() || EnumType.isIn(type) ? Types.declared(type) : declared);
        }
        return List.copyOf(all);
    }

    @Override
    public List<String> columns(SqlNode query) {
        return switch (query) {
            case SqlOrderBy ordered -> columns(ordered.query);
            case SqlWith with -> columns(with.body);
            case SqlWithItem item -> columns(item.query);
            case SqlSelect select -> {
                SqlValidatorScope scope = validator.getSelectScope(select);
                yield select.getSelectList().stream().map(item -> item(item, scope)).toList();
            }
            case SqlCall call when call.getKind() == SqlKind.AS -> columns(call.operand(0));
            case SqlCall call when SqlKind.SET_QUERY.contains(call.getKind()) -> same(call);
            case SqlCall call when call.getKind() == SqlKind.VALUES -> values(call);
            case SqlCall call when call.getKind() == SqlKind.UNNEST -> {
                SqlValidatorScope scope = validator.getOverScope(call);
                yield call.getOperandList().stream().map(set -> elements(set, scope)).toList();
            }
            default -> List.of();
        };
    }

    private List<String> values(SqlCall rows) {
        List<String> types = new ArrayList<>();
        SqlCall first = rows.operand(0);
        for (int c = 0; c < first.operandCount(); c++) {
            List<SqlNode> column = new ArrayList<>();
            for (SqlNode row : rows.getOperandList()) {
                column.add(((SqlCall) row).operand(c));
            }
            types.add(common(column, null));
        }
        return types;
    }

    /// The type of what a set, or an array, has.
    private String elements(SqlNode set, SqlValidatorScope scope) {
        if (set instanceof SqlCall call && call.getOperator() == Sets.PADDED) {
            return elements(call.operand(0), scope);
        }
        String declared = set instanceof SqlCall call ? Sets.declared(call.getOperator()) : "";
        String array = declared.isEmpty() ? item(set, scope) : "";
        return array.endsWith("[]") ? array.substring(0, array.length() - 2) : declared;
    }

    /// Types on which both sides agree; NULL agrees with any.
    ///
    /// @throws TelegraphException of 42804 if one is JSON and the other is not
    private List<String> same(SqlCall call) {
        List<String> left = new ArrayList<>(columns(call.operand(0)));
        List<String> right = columns(call.operand(1));
        for (int c = 0; c < left.size(); c++) {
            String one = left.get(c);
            String other = c < right.size() ? right.get(c) : "";
            if (one.equals(other)) {
                continue; // and a long chain is not looked through again at each of its links
            }
            if (isNull(call.operand(0), c)) {
                left.set(c, other);
            } else if (!isNull(call.operand(1), c)) {
                demandNoJson(one, other);
                left.set(c, "");
            }
        }
        return left;
    }

    /// Whether a column has nothing but NULL that is written there.
    private static boolean isNull(SqlNode query, int column) {
        return switch (query) {
            case SqlSelect select ->
                    column < select.getSelectList().size()
                            && SqlUtil.isNullLiteral(
                                    SqlUtil.stripAs(select.getSelectList().get(column)), true);
            case SqlCall call when SqlKind.SET_QUERY.contains(call.getKind()) ->
                    isNull(call.operand(0), column) && isNull(call.operand(1), column);
            default -> false;
        };
    }

    /// JSON is no text, though it lies as one.
    static void demandNoJson(String one, String other) {
        if (JsonUses.isJson(one) || JsonUses.isJson(other)) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "types "
                            + (one.isEmpty() ? "text" : one)
                            + " and "
                            + (other.isEmpty() ? "text" : other)
                            + " cannot be matched. Cast one to that of the other");
        }
    }

    @Override
    public String item(SqlNode item, SqlValidatorScope scope) {
        return switch (item) {
            case SqlIdentifier name -> column(name, scope);
            case SqlCall call when call.getKind() == SqlKind.AS -> item(call.operand(0), scope);
            case SqlCall call when isCast(call) -> written(call.operand(1));
            case SqlCase choice -> common(values(choice), scope);
            case SqlCall query when query.getKind().belongsTo(SqlKind.QUERY) ->
                    first(columns(query));
            case SqlCall call when call.getKind() == SqlKind.SCALAR_QUERY ->
                    first(columns(call.operand(0)));
            case SqlCall call when isValueOf(call) -> item(call.operand(0), scope);
            case SqlCall call when call.getOperator() == Nullif.COMPARED -> compared(call, scope);
            case SqlCall call when call.getOperator() instanceof JsonConstructor constructor ->
                    constructor.declared();
            case SqlCall call when PARTS.contains(call.getOperator()) -> {
                String whole = item(call.operand(0), scope);
                yield JsonUses.isJson(whole) ? whole : "json";
            }
            case SqlCall call
                    when call.getOperator() instanceof Routine routine
                            && !routine.declared().isEmpty() ->
                    routine.declared();
            case SqlCall call when ROLES.contains(call.getOperator()) -> "name";
            case SqlCall call when call.getOperator() == IDENTIFIER -> "uuid";
            case SqlCall call when call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR ->
                    arrayOf(common(call.getOperandList(), scope));
            case SqlCall call when call.getKind() == SqlKind.ARRAY_AGG ->
                    arrayOf(item(call.operand(0), scope));
            case SqlCall call when ELEMENTS.contains(call.getOperator()) ->
                    item(call.operand(0), scope).replaceFirst("\\[]$", "");
            case SqlCall call when LISTS.contains(call.getOperator()) -> list(call, scope);
            case SqlCall call when call.getOperator().getName().equals("||") -> joined(call, scope);
            case SqlCall call when isOfJsonb(call, scope) -> "jsonb";
            case SqlCall call when JSON.contains(call.getOperator()) -> "json";
            case SqlCall call when JSONB.contains(call.getOperator()) -> "jsonb";
            default -> "";
        };
    }

    /// The type in which the first of two is compared with the other: what has few characters is a
    /// text then, but for those that have blanks for the others.
    private String compared(SqlCall call, SqlValidatorScope scope) {
        String first = item(call.operand(0), scope);
        SqlNode other = call.operand(1);
        boolean padded =
                BlankCasts.isBlankPadded(first)
                        && (isUnknown(other) || BlankCasts.isBlankPadded(item(other, scope)));
        return first.startsWith("character") && !padded ? "" : first;
    }

    private static String arrayOf(String element) {
        return element.isEmpty() ? "" : element + "[]";
    }

    /// What is joined is an array if one operand is, or jsonb. Each operand is looked at once, as
    /// chains are long.
    private String joined(SqlCall call, SqlValidatorScope scope) {
        List<String> types =
                call.getOperandList().stream()
                        .filter(operand -> !isUnknown(operand))
                        .map(operand -> item(operand, scope))
                        .distinct()
                        .toList();
        String array = types.stream().filter(type -> type.endsWith("[]")).findFirst().orElse("");
        return array.isEmpty() && types.equals(List.of("jsonb")) ? "jsonb" : array;
    }

    /// The type of the first operand that is an array.
    private String list(SqlCall call, SqlValidatorScope scope) {
        return call.getOperandList().stream()
                .map(operand -> item(operand, scope))
                .filter(type -> type.endsWith("[]"))
                .findFirst()
                .orElse("");
    }

    /// Whether it is `||` of jsonb, beside which a bare literal is jsonb too, or `-` of it.
    boolean isOfJsonb(SqlCall call, SqlValidatorScope scope) {
        return switch (call.getOperator().getName()) {
            case "||" -> joined(call, scope).equals("jsonb");
            case "-" -> call.operandCount() == 2 && item(call.operand(0), scope).equals("jsonb");
            default -> false;
        };
    }

    private static String first(List<String> columns) {
        return columns.isEmpty() ? "" : columns.getFirst();
    }

    /// What a CASE chooses from.
    static List<SqlNode> values(SqlCase choice) {
        List<SqlNode> values = new ArrayList<>(choice.getThenOperands());
        if (choice.getElseOperand() != null) {
            values.add(choice.getElseOperand());
        }
        return values;
    }

    /// The type of all of several that are no literals, or "".
    String common(List<SqlNode> values, SqlValidatorScope scope) {
        List<String> types =
                values.stream()
                        .filter(value -> !isUnknown(value))
                        .map(value -> item(value, scope))
                        .distinct()
                        .toList();
        return types.size() == 1 ? types.getFirst() : "";
    }

    /// Whether it is a bare literal or NULL, which have the type of what stands beside.
    static boolean isUnknown(SqlNode value) {
        return known(value) instanceof SqlLiteral || SqlUtil.isNullLiteral(value, true);
    }

    /// What the validator found to be not null, where COALESCE became a CASE.
    static SqlNode known(SqlNode value) {
        return value.getKind() == SqlKind.CAST_NOT_NULL ? ((SqlCall) value).operand(0) : value;
    }

    /// Whether a call gives its first operand as it is, of this row or another.
    private static boolean isValueOf(SqlCall call) {
        if (call.getOperator() == MayBeNull.INSTANCE
                || call.getOperator() == ComparedJson.INSTANCE) {
            return true;
        }
        return switch (call.getKind()) {
            case CAST_NOT_NULL,
                    OVER,
                    FILTER,
                    WITHIN_GROUP,
                    IGNORE_NULLS,
                    RESPECT_NULLS,
                    LAG,
                    LEAD,
                    FIRST_VALUE,
                    LAST_VALUE,
                    NTH_VALUE,
                    ANY_VALUE,
                    MODE,
                    NULLIF ->
                    true;
            default -> false;
        };
    }

    static boolean isCast(SqlCall call) {
        return (call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST)
                && call.operandCount() > 1
                && (call.operand(1) instanceof SqlDataTypeSpec
                        || call.operand(1) instanceof SqlIntervalQualifier);
    }

    private String column(SqlIdentifier name, SqlValidatorScope scope) {
        SqlCall word = validator.makeNullaryCall(name);
        if (word != null) {
            return ROLES.contains(word.getOperator()) ? "name" : "";
        }
        if (scope == null) {
            return "";
        }
        SqlQualified qualified = scope.fullyQualify(name);
        List<String> rest = qualified.suffix();
        return qualified.namespace == null || rest.size() != 1
                ? ""
                : column(qualified.namespace, rest.getFirst());
    }

    @Override
    public String column(SqlValidatorNamespace namespace, String name) {
        int index = index(namespace.getRowType(), name);
        // Of an array of a table Calcite gives out the table.
        SqlNode read = namespace.getNode();
        boolean unnested = read != null && read.getKind() == SqlKind.UNNEST;
        SqlValidatorTable table = unnested ? null : namespace.getTable();
        if (table == null) {
            SqlNode inner = namespace.resolve().getNode();
            List<String> columns = inner == null ? List.of() : columns(inner);
            return index >= 0 && index < columns.size() ? columns.get(index) : "";
        }
        SourceTable source = table.unwrap(SourceTable.class);
        if (source != null) {
            return index < 0 ? "" : SourceTable.declared(source.source(), index);
        }
        if (index < 0) {
            return "";
        }
        RecursiveTable recursive = table.unwrap(RecursiveTable.class);
        if (recursive != null) {
            return recursive.declared().get(index);
        }
        RecursiveTable.WorkingTable working = table.unwrap(RecursiveTable.WorkingTable.class);
        if (working != null) {
            return working.declared().get(index);
        }
        ViewTable view = table.unwrap(ViewTable.class);
        return view == null ? "" : view.declared().get(index);
    }

    private static int index(RelDataType row, String name) {
        var field = row.getField(name, false, false);
        return field == null ? -1 : field.getIndex();
    }

    /// A type as the query writes it, as PostgreSQL does.
    static String written(SqlNode type) {
        if (type instanceof SqlIntervalQualifier) {
            return "interval";
        }
        String name = type.toString().replace("`", "").toLowerCase(Locale.ROOT).strip();
        if (name.endsWith(" array")) {
            String element = name.substring(0, name.length() - " array".length());
            return Statements.type(element).map(SqlType::written).orElse(element) + "[]";
        }
        String plain =
                name.equals("varbinary")
                        ? "bytea"
                        : name.replace("with local time zone", "with time zone");
        return Statements.type(plain).map(SqlType::written).orElse(plain);
    }
}
