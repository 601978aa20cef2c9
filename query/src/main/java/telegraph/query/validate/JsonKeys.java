package telegraph.query.validate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.json.JsonFunctions;
import telegraph.query.operator.Functions;
import telegraph.query.syntax.Places;

/// Writes the key that a value of jsonb is compared by in the place of the value.
///
/// ```
/// j = '{"a":1}'              $JSONB_KEY(j) = $JSONB_KEY('{"a": 1}')
/// j IN (SELECT k FROM t)     $JSONB_KEY(j) IN (SELECT $JSONB_KEY(k) FROM t)
/// ```
///
/// Threads: one.
public final class JsonKeys {
    static final SqlOperator KEY = Functions.own("$JSONB_KEY");

    private static final Set<SqlKind> COMPARISONS = EnumSet.copyOf(SqlKind.COMPARISON);

    static {
        COMPARISONS.addAll(EnumSet.of(SqlKind.IN, SqlKind.NOT_IN, SqlKind.SOME, SqlKind.ALL));
        COMPARISONS.addAll(EnumSet.of(SqlKind.IS_DISTINCT_FROM, SqlKind.IS_NOT_DISTINCT_FROM));
        COMPARISONS.add(SqlKind.BETWEEN);
    }

    private final SqlValidator validator;
    private final DeclaredTypes types;

    public JsonKeys(SqlValidator validator, DeclaredTypes types) {
        this.validator = validator;
        this.types = types;
    }

    /// Whether values are compared, of which no more is told than how they compare.
    static boolean compares(SqlCall call) {
        return COMPARISONS.contains(call.getKind());
    }

    /// The key of a value of jsonb.
    SqlNode key(SqlNode value, SqlValidatorScope scope) {
        SqlNode key = KEY.createCall(value.getParserPosition(), value);
        validator.deriveType(scope, key);
        return key;
    }

    /// Has what is compared in a call have keys in the place of jsonb: values, each of a list, each
    /// of a row, the rows of a query.
    ///
    /// @return whether there was any
    /// @throws TelegraphException of 42883 if jsonb is compared with what is none, of 22P02 if that
    ///   is a bare literal that cannot be read as such
    public boolean compare(SqlCall call, SqlValidatorScope scope) {
        List<SqlNode> sides = sides(call.getOperandList());
        List<List<String>> declared = sides.stream().map(side -> row(side, scope)).toList();
        int width = declared.stream().mapToInt(List::size).min().orElse(0);
        boolean any = false;
        for (int c = 0; c < width; c++) {
            int column = c;
            if (declared.stream().noneMatch(row -> row.get(column).equals("jsonb"))) {
                continue;
            }
            if (!compares(call)) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_FUNCTION,
                        "types do not fit at "
                                + Places.position(call.getParserPosition())
                                + ": "
                                + call.getOperator().getName().toLowerCase(Locale.ROOT)
                                + " of jsonb. Cast it to a number or to text");
            }
            any = true;
            for (int i = 0; i < call.operandCount(); i++) {
                call.setOperand(i, compared(call.operand(i), column, scope));
            }
        }
        return any;
    }

    /// What is compared with what, those of a list each.
    private static List<SqlNode> sides(List<SqlNode> operands) {
        List<SqlNode> sides = new ArrayList<>();
        for (SqlNode operand : operands) {
            if (operand instanceof SqlNodeList list) {
                sides.addAll(list);
            } else {
                sides.add(operand);
            }
        }
        return sides;
    }

    /// The types of a row, of a query's rows, or that of a value.
    private List<String> row(SqlNode side, SqlValidatorScope scope) {
        return switch (side) {
            case SqlCall row when row.getKind() == SqlKind.ROW ->
                    row.getOperandList().stream().map(value -> types.item(value, scope)).toList();
            case SqlNode query when isRows(query) -> types.columns(query);
            default -> List.of(types.item(side, scope));
        };
    }

    private SqlNode compared(SqlNode operand, int column, SqlValidatorScope scope) {
        switch (operand) {
            case SqlNodeList list -> list.replaceAll(item -> compared(item, column, scope));
            case SqlCall row when row.getKind() == SqlKind.ROW ->
                    row.setOperand(column, compared(row.operand(column), scope));
            case SqlNode query when isRows(query) -> rows(query, column);
            default -> {
                return compared(operand, scope);
            }
        }
        return operand;
    }

    private SqlNode compared(SqlNode value, SqlValidatorScope scope) {
        return switch (value) {
            case SqlCharStringLiteral literal -> key(normal(literal), scope);
            case SqlLiteral literal when SqlUtil.isNullLiteral(literal, false) -> literal;
            case SqlDynamicParam parameter -> key(cast(parameter), scope);
            case SqlCall key when key.getOperator() == KEY -> key;
            default -> {
                demandJsonb(types.item(value, scope), value);
                yield key(value, scope);
            }
        };
    }

    /// Whether an operand of a comparison is a query of many rows.
    static boolean isRows(SqlNode operand) {
        return operand.getKind().belongsTo(SqlKind.QUERY)
                && operand.getKind() != SqlKind.SCALAR_QUERY;
    }

    /// Has a query give the keys of a column in its place.
    private void rows(SqlNode query, int column) {
        switch (query) {
            case SqlSelect select -> item(select, column);
            case SqlWith with -> rows(with.body, column);
            case SqlCall set when SqlKind.SET_QUERY.contains(set.getKind()) ->
                    set.getOperandList().forEach(side -> rows(side, column));
            case SqlCall values when values.getKind() == SqlKind.VALUES -> {
                for (SqlNode row : values.getOperandList()) {
                    SqlCall written = (SqlCall) row;
                    SqlValidatorScope scope = validator.getEmptyScope();
                    written.setOperand(column, compared(written.operand(column), scope));
                }
            }
            default ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "not supported at "
                                    + Places.position(query.getParserPosition())
                                    + ": comparisons of jsonb with such a query");
        }
    }

    private void item(SqlSelect select, int column) {
        SqlValidatorScope scope = validator.getSelectScope(select);
        List<SqlNode> items = select.getSelectList();
        if (items.get(column) instanceof SqlCall as && as.getKind() == SqlKind.AS) {
            as.setOperand(0, compared(as.operand(0), scope));
        } else {
            items.set(column, compared(items.get(column), scope));
        }
    }

    private static void demandJsonb(String type, SqlNode where) {
        if (!type.equals("jsonb")) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "types do not fit at "
                            + Places.position(where.getParserPosition())
                            + ": jsonb is compared with jsonb"
                            + (type.isEmpty() ? "" : ", not with " + type)
                            + ". Cast one to the type of the other");
        }
    }

    private static SqlNode normal(SqlCharStringLiteral literal) {
        return SqlLiteral.createCharString(
                JsonFunctions.normal(literal.getValueAs(String.class)),
                literal.getParserPosition());
    }

    private static SqlNode cast(SqlDynamicParam parameter) {
        SqlParserPos at = parameter.getParserPosition();
        return SqlStdOperatorTable.CAST.createCall(
                at,
                parameter,
                new SqlDataTypeSpec(
                        new SqlUserDefinedTypeNameSpec(new SqlIdentifier("jsonb", at), at), at));
    }
}
