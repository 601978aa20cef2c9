package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.function.ArrayAgg;
import telegraph.query.operator.Functions;
import telegraph.query.operator.MayBeNull;
import telegraph.query.operator.Now;

/// Puts in the place of a function the one that means what PostgreSQL means: `now()` and
/// `transaction_timestamp()` are CURRENT_TIMESTAMP, `trim` is `btrim`, `array_agg` keeps NULLs, and
/// distinct values are gathered in order.
public final class Synonyms extends SqlShuttle {
    private static final Set<String> NOW = Set.of("now", "transaction_timestamp");

    @Override
    public SqlNode visit(SqlCall call) {
        if (call.operandCount() == 0
                && NOW.contains(call.getOperator().getName().toLowerCase(Locale.ROOT))) {
            return Now.INSTANCE.createCall(call.getParserPosition());
        }
        if (!(super.visit(call) instanceof SqlCall visited)) {
            return call;
        }
        if (visited.getKind() == SqlKind.TRIM && visited.operandCount() == 3) {
            return trim(visited);
        }
        if (visited.getOperator().getName().equalsIgnoreCase("grouping")) {
            return integer(visited);
        }
        if (visited.getOperator() == SqlLibraryOperators.ARRAY_AGG) {
            return isDistinct(visited)
                    ? ArrayAgg.EACH.createCall(visited.getParserPosition(), ordered(visited))
                    : ArrayAgg.ALL.createCall(
                            visited.getParserPosition(), visited.getOperandList());
        }
        return visited.getOperator() == SqlLibraryOperators.STRING_AGG
                ? SqlLibraryOperators.STRING_AGG.createCall(
                        visited.getFunctionQuantifier(),
                        visited.getParserPosition(),
                        maybe(
                                separated(
                                        isDistinct(visited)
                                                ? ordered(visited)
                                                : visited.getOperandList())))
                : visited;
    }

    /// The operands with a first one that may be NULL, also where they are ordered by it.
    private static List<SqlNode> maybe(List<SqlNode> operands) {
        if (operands.isEmpty()) {
            return operands;
        }
        SqlNode value = operands.getFirst();
        SqlNode maybe = MayBeNull.of(value);
        List<SqlNode> all = new ArrayList<>(operands);
        all.set(0, maybe);
        if (all.getLast() instanceof SqlNodeList order) {
            List<SqlNode> by = new ArrayList<>();
            order.forEach(key -> by.add(replaced(key, value, maybe)));
            all.set(all.size() - 1, new SqlNodeList(by, order.getParserPosition()));
        }
        return all;
    }

    private static SqlNode replaced(SqlNode key, SqlNode value, SqlNode with) {
        if (key.equalsDeep(value, Litmus.IGNORE)) {
            return with;
        }
        return isDirection(key)
                ? ((SqlCall) key)
                        .getOperator()
                        .createCall(
                                key.getParserPosition(),
                                replaced(((SqlCall) key).operand(0), value, with))
                : key;
    }

    private static boolean isDirection(SqlNode key) {
        return key.getKind() == SqlKind.DESCENDING
                || key.getKind() == SqlKind.NULLS_FIRST
                || key.getKind() == SqlKind.NULLS_LAST;
    }

    /// Texts between which stands nothing, where a NULL is to stand between them.
    private static List<SqlNode> separated(List<SqlNode> operands) {
        if (operands.size() < 2 || !SqlUtil.isNullLiteral(operands.get(1), true)) {
            return operands;
        }
        List<SqlNode> plain = new ArrayList<>(operands);
        plain.set(1, SqlLiteral.createCharString("", operands.get(1).getParserPosition()));
        return plain;
    }

    /// PostgreSQL's type of it; Calcite's is another if there are no grouping sets.
    private static SqlNode integer(SqlCall call) {
        SqlParserPos at = call.getParserPosition();
        return SqlStdOperatorTable.CAST.createCall(
                at,
                call,
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.INTEGER, at), at));
    }

    /// Trims all of some characters; Calcite's takes one character alone.
    private static SqlNode trim(SqlCall call) {
        SqlTrimFunction.Flag side =
                ((SqlLiteral) call.operand(0)).symbolValue(SqlTrimFunction.Flag.class);
        String name =
                switch (side) {
                    case BOTH -> "BTRIM";
                    case LEADING -> "LTRIM";
                    case TRAILING -> "RTRIM";
                };
        return Functions.own(name)
                .createCall(call.getParserPosition(), call.operand(2), call.operand(1));
    }

    /// Distinct values are ordered by themselves, if by nothing else: PostgreSQL takes no other
    /// order for them.
    private static List<SqlNode> ordered(SqlCall call) {
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        SqlNode value = operands.getFirst();
        if (operands.getLast() instanceof SqlNodeList order) {
            demandOwn(order, value, call);
        } else {
            operands.add(new SqlNodeList(List.of(value), value.getParserPosition()));
        }
        return operands;
    }

    public static boolean isDistinct(SqlCall call) {
        return call.getFunctionQuantifier() != null
                && call.getFunctionQuantifier().getValue() == SqlSelectKeyword.DISTINCT;
    }

    private static void demandOwn(SqlNodeList order, SqlNode value, SqlCall call) {
        SqlNode by = order.get(0);
        while (isDirection(by)) {
            by = ((SqlCall) by).operand(0);
        }
        if (!by.equalsDeep(value, Litmus.IGNORE)) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    call.getOperator().getName().toLowerCase(Locale.ROOT)
                            + " of DISTINCT values is ordered by these alone: by="
                            + by);
        }
    }
}
