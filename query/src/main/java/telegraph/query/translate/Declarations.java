package telegraph.query.translate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.validate.SqlQualified;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import telegraph.language.Statements;
import telegraph.language.ast.DeclaredColumns;
import telegraph.language.ast.SqlType;
import telegraph.query.operator.Functions;
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
    private static final Set<SqlOperator> PARTS =
            Set.of(Functions.own("$JSON_GET"), Functions.own("$JSON_AT"));

    private static final Set<SqlKind> CHOICES = EnumSet.of(SqlKind.COALESCE, SqlKind.SCALAR_QUERY);

    /// Operators that give a value of their first operand as it is.
    private static final Set<SqlKind> SAME =
            EnumSet.of(
                    SqlKind.CAST_NOT_NULL,
                    SqlKind.OVER,
                    SqlKind.LAG,
                    SqlKind.LEAD,
                    SqlKind.FIRST_VALUE,
                    SqlKind.LAST_VALUE,
                    SqlKind.NTH_VALUE,
                    SqlKind.ANY_VALUE,
                    SqlKind.RESPECT_NULLS,
                    SqlKind.IGNORE_NULLS,
                    SqlKind.FILTER);

    private final SqlValidator validator;

    /// @param validator has validated the query
    Declarations(SqlValidator validator) {
        this.validator = validator;
    }

    /// The types of a query's columns.
    List<String> of(SqlNode query, RelDataType rowType) {
        List<String> known = columns(query);
        List<String> all = new ArrayList<>();
        for (int c = 0; c < rowType.getFieldCount(); c++) {
            String declared = known.size() == rowType.getFieldCount() ? known.get(c) : "";
            RelDataType type = rowType.getFieldList().get(c).getType();
            all.add(declared.isEmpty() ? Types.declared(type) : declared);
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
            case SqlCall values when values.getKind() == SqlKind.VALUES -> rows(values);
            case SqlCall sets when sets.getKind() == SqlKind.UNNEST ->
                    sets.getOperandList().stream().map(set -> item(set, null)).toList();
            default -> List.of();
        };
    }

    /// Types of JSON that one of the rows written out has.
    private List<String> rows(SqlCall values) {
        List<String> types = new ArrayList<>();
        List<SqlNode> rows = values.getOperandList();
        for (int c = 0; c < ((SqlCall) rows.getFirst()).operandCount(); c++) {
            int column = c;
            types.add(
                    json(
                            rows.stream()
                                    .map(row -> ((SqlCall) row).<SqlNode>operand(column))
                                    .toList(),
                            null));
        }
        return types;
    }

    /// Types on which both sides agree.
    private List<String> same(SqlCall call) {
        List<String> left = new ArrayList<>(columns(call.operand(0)));
        List<String> right = columns(call.operand(1));
        for (int c = 0; c < left.size(); c++) {
            if (c >= right.size() || !left.get(c).equals(right.get(c))) {
                left.set(c, "");
            }
        }
        return left;
    }

    @Override
    public String item(SqlNode item, SqlValidatorScope scope) {
        return switch (item) {
            case SqlIdentifier name -> column(name, scope);
            case SqlCall call when call.getKind() == SqlKind.AS -> item(call.operand(0), scope);
            case SqlCall call when isCast(call) -> written(call.operand(1));
            case SqlCall call when call.getOperator() == Sets.PADDED ->
                    item(call.operand(0), scope);
            case SqlCall call when !Sets.declared(call.getOperator()).isEmpty() ->
                    Sets.declared(call.getOperator());
            case SqlCall call when PARTS.contains(call.getOperator()) -> {
                String whole = item(call.operand(0), scope);
                yield JsonUses.isJson(whole) ? whole : "json";
            }
            case SqlCase choice -> {
                List<SqlNode> values = new ArrayList<>(choice.getThenOperands());
                values.add(choice.getElseOperand());
                yield json(values, scope);
            }
            case SqlCall call when SAME.contains(call.getKind()) -> item(call.operand(0), scope);
            case SqlCall call when CHOICES.contains(call.getKind()) ->
                    json(call.getOperandList(), scope);
            case SqlCall query when query.getKind().belongsTo(SqlKind.QUERY) ->
                    columns(query).stream().findFirst().orElse("");
            default -> "";
        };
    }

    /// The type of JSON that one of some values has, or "": it is that of all.
    private String json(List<SqlNode> values, SqlValidatorScope scope) {
        return values.stream()
                .map(value -> item(value, scope))
                .filter(JsonUses::isJson)
                .findFirst()
                .orElse("");
    }

    static boolean isCast(SqlCall call) {
        return (call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST)
                && call.operandCount() > 1
                && (call.operand(1) instanceof SqlDataTypeSpec
                        || call.operand(1) instanceof SqlIntervalQualifier);
    }

    private String column(SqlIdentifier name, SqlValidatorScope scope) {
        if (scope == null || validator.makeNullaryCall(name) != null) {
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
        SqlValidatorTable table = namespace.getTable();
        if (table == null) {
            SqlNode inner = namespace.resolve().getNode();
            List<String> columns = inner == null ? List.of() : columns(inner);
            return index >= 0 && index < columns.size() ? columns.get(index) : "";
        }
        SourceTable source = table.unwrap(SourceTable.class);
        if (source != null) {
            return source.source() instanceof DeclaredColumns declared && index >= 0
                    ? declared.declared(index)
                    : "";
        }
        if (index < 0) {
            return "";
        }
        RecursiveTable recursive = table.unwrap(RecursiveTable.class);
        if (recursive != null) {
            return recursive.declared().get(index);
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
