package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;

/// Names the columns that a query does not name, as PostgreSQL does, wherever it stands: in
/// subqueries and WITH too, whose columns are asked for by these names.
///
/// | item                     | name                                                |
/// |--------------------------|-----------------------------------------------------|
/// | `t.a`, `a[1]`            | `a`                                                 |
/// | `sum(a)`, `coalesce(a,b)` | its function                                       |
/// | `ceiling(a)`             | as it is written, of the two that it has            |
/// | `x::int`                 | that of `x`, or else of the type: `int4`            |
/// | `CASE … ELSE x END`      | that of `x`, or else `case`                         |
/// | `(SELECT max(a) …)`      | that of its column                                  |
/// | `VALUES (1, 2)`          | `column1`, `column2`                                |
/// | `FROM unnest(a)`         | `unnest`                                            |
/// | all else                 | `?column?`                                          |
///
/// Source: `FigureColname` in PostgreSQL's `parse_target.c`. Threads: one.
final class ColumnNames extends SqlShuttle {
    private static final String NUMBERED = "EXPR$";
    private static final String NAMELESS = "?column?";
    private static final String CEILING = "ceiling";

    private final String text;

    /// @param text what the tree was parsed from
    ColumnNames(String text) {
        this.text = text;
    }

    /// The names of a query's columns, of which Calcite makes unique ones.
    ///
    /// @param query validated, so that its stars are written out
    static List<String> of(SqlNode query, RelDataType rowType) {
        List<String> names = new ArrayList<>(rowType.getFieldNames());
        List<SqlNode> items = items(query);
        for (int i = 0; i < names.size(); i++) {
            if (items.size() == names.size()) {
                names.set(i, written(items.get(i), names.get(i)));
            }
            if (names.get(i).startsWith(NUMBERED)) {
                names.set(i, column(i));
            }
        }
        return names;
    }

    /// The items of what gives the names: of a union its first query.
    private static List<SqlNode> items(SqlNode query) {
        return switch (query) {
            case SqlOrderBy ordered -> items(ordered.query);
            case SqlWith with -> items(with.body);
            case SqlSelect select -> select.getSelectList();
            case SqlCall call when SqlKind.SET_QUERY.contains(call.getKind()) ->
                    items(call.operand(0));
            default -> List.of();
        };
    }

    private static String written(SqlNode item, String unique) {
        return switch (item) {
            case SqlIdentifier name -> Util.last(name.names);
            case SqlCall call
                    when call.getKind() == SqlKind.AS
                            && call.operand(0) instanceof SqlIdentifier name
                            && call.getParserPosition().equals(name.getParserPosition()) ->
                    Util.last(name.names); // an alias that the validator gave it
            case SqlCall call when call.getKind() == SqlKind.AS ->
                    call.operand(1) instanceof SqlIdentifier alias ? alias.getSimple() : unique;
            default -> unique;
        };
    }

    private static String column(int index) {
        return "column" + (index + 1);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        return switch (visited) {
            case SqlSelect select -> {
                select.setSelectList(named(select.getSelectList()));
                select.setFrom(ofArray(select.getFrom()));
                yield select;
            }
            case SqlJoin join -> {
                join.setLeft(ofArray(join.getLeft()));
                join.setRight(ofArray(join.getRight()));
                yield join;
            }
            case SqlWithItem item -> {
                if (item.columnList == null && isValues(item.query)) {
                    item.columnList = columns((SqlCall) item.query);
                }
                yield item;
            }
            case SqlCall table
                    when table.getKind() == SqlKind.AS
                            && table.operandCount() == 2
                            && isValues(table.operand(0)) -> {
                List<SqlNode> operands = new ArrayList<>(table.getOperandList());
                operands.addAll(columns(table.operand(0)));
                yield SqlStdOperatorTable.AS.createCall(table.getParserPosition(), operands);
            }
            case null, default -> visited;
        };
    }

    private static boolean isValues(SqlNode node) {
        return node.getKind() == SqlKind.VALUES && ((SqlCall) node).operandCount() > 0;
    }

    /// A table of an array's elements is called like the function, and so is its column.
    private static SqlNode ofArray(SqlNode table) {
        if (table == null
                || table.getKind() != SqlKind.UNNEST
                || ((SqlCall) table).operandCount() != 1) {
            return table;
        }
        SqlParserPos at = table.getParserPosition();
        SqlIdentifier name = new SqlIdentifier("unnest", at);
        return SqlStdOperatorTable.AS.createCall(at, table, name, name);
    }

    private static SqlNodeList columns(SqlCall values) {
        SqlNodeList columns = new SqlNodeList(values.getParserPosition());
        int count = values.operand(0) instanceof SqlCall row ? row.operandCount() : 1;
        for (int i = 0; i < count; i++) {
            columns.add(new SqlIdentifier(column(i), values.getParserPosition()));
        }
        return columns;
    }

    private SqlNodeList named(SqlNodeList items) {
        List<SqlNode> named = new ArrayList<>();
        for (SqlNode item : items) {
            boolean hasName = item instanceof SqlIdentifier || item.getKind() == SqlKind.AS;
            named.add(hasName ? item : named(item));
        }
        return new SqlNodeList(named, items.getParserPosition());
    }

    private SqlNode named(SqlNode item) {
        SqlParserPos position = item.getParserPosition();
        return SqlStdOperatorTable.AS.createCall(
                position, item, new SqlIdentifier(name(item), position));
    }

    private String name(SqlNode item) {
        return strong(item).or(() -> weak(item)).orElse(NAMELESS);
    }

    /// The name that an expression has even if it is cast.
    private Optional<String> strong(SqlNode item) {
        return switch (item) {
            case SqlIdentifier column -> Optional.of(Util.last(column.names));
            case SqlCase choice ->
                    choice.getElseOperand() == null
                            ? Optional.empty()
                            : strong(choice.getElseOperand());
            case SqlSelect select -> ofSubquery(select.getSelectList().get(0));
            case SqlOrderBy ordered -> strong(ordered.query);
            case SqlWith with -> strong(with.body);
            case SqlCall call -> ofCall(call);
            case null, default -> Optional.empty();
        };
    }

    private static Optional<String> ofSubquery(SqlNode item) {
        return Optional.of(written(item, NAMELESS)).filter(name -> !name.equals(NAMELESS));
    }

    private Optional<String> ofCall(SqlCall call) {
        return switch (call.getKind()) {
            case CAST,
                    SAFE_CAST,
                    FILTER,
                    OVER,
                    WITHIN_GROUP,
                    WITHIN_DISTINCT,
                    RESPECT_NULLS,
                    IGNORE_NULLS,
                    ITEM ->
                    strong(call.operand(0));
            case UNION, INTERSECT, EXCEPT -> strong(call.operand(0));
            case EXISTS -> Optional.of("exists");
            case ARRAY_VALUE_CONSTRUCTOR, ARRAY_QUERY_CONSTRUCTOR -> Optional.of("array");
            case ROW -> Optional.of("row");
            case TRIM -> Optional.of(trim(call));
            case CEIL -> Optional.of(isWritten(CEILING, call) ? CEILING : "ceil");
            default ->
                    call.getOperator() instanceof SqlFunction function
                            ? Optional.of(named(function.getName().toLowerCase(Locale.ROOT)))
                            : Optional.empty();
        };
    }

    private static String named(String function) {
        return function.equals("translate3") ? "translate" : function;
    }

    private boolean isWritten(String word, SqlNode node) {
        SqlParserPos at = node.getParserPosition();
        int start = SqlParserUtil.lineColToIndex(text, at.getLineNum(), at.getColumnNum());
        return text.regionMatches(true, start, word, 0, word.length());
    }

    private static String trim(SqlCall call) {
        if (call.operandCount() > 0
                && call.operand(0) instanceof SqlLiteral side
                && side.getValue() instanceof SqlTrimFunction.Flag flag) {
            return switch (flag) {
                case BOTH -> "btrim";
                case LEADING -> "ltrim";
                case TRAILING -> "rtrim";
            };
        }
        return "btrim";
    }

    private static Optional<String> weak(SqlNode item) {
        return switch (item) {
            case SqlCase _ -> Optional.of("case");
            case SqlCall call when Declarations.isCast(call) -> Optional.of(type(call.operand(1)));
            case SqlIntervalLiteral _ -> Optional.of("interval");
            case SqlUnknownLiteral literal -> Optional.of(literal.tag.toLowerCase(Locale.ROOT));
            case SqlLiteral literal when isMoment(literal.getTypeName()) ->
                    Optional.of(literal.getTypeName().getName().toLowerCase(Locale.ROOT));
            case null, default -> Optional.empty();
        };
    }

    private static boolean isMoment(SqlTypeName type) {
        return SqlTypeName.DATETIME_TYPES.contains(type);
    }

    /// A type as PostgreSQL calls it inside.
    private static String type(SqlNode type) {
        if (type instanceof SqlIntervalQualifier) {
            return "interval";
        }
        SqlDataTypeSpec spec = (SqlDataTypeSpec) type;
        String name = spec.getTypeName().getSimple().toLowerCase(Locale.ROOT);
        if (!(spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec)) {
            return name;
        }
        return switch (name) {
            case "integer" -> "int4";
            case "bigint" -> "int8";
            case "smallint" -> "int2";
            case "real" -> "float4";
            case "double", "float" -> "float8";
            case "decimal" -> "numeric";
            case "char" -> "bpchar";
            case "boolean" -> "bool";
            case "timestamp_with_local_time_zone", "timestamp_tz" -> "timestamptz";
            default -> name;
        };
    }
}
