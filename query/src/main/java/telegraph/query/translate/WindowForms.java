package telegraph.query.translate;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.operator.PairAggregate;
import telegraph.query.syntax.Places;
import telegraph.query.syntax.Synonyms;

/// Writes out what PostgreSQL allows of windows and Calcite does not, or reads otherwise:
///
/// | written                                  | read                                       |
/// |------------------------------------------|--------------------------------------------|
/// | `OVER (w ROWS …)`, `WINDOW v AS (w ROWS …)` | what `w` says, with the frame           |
/// | `sum(x) FILTER (WHERE c) OVER …`         | `sum(CASE WHEN c THEN x END) OVER …`       |
/// | `ROWS 2::int8 PRECEDING`                 | `ROWS 2 PRECEDING`                         |
///
/// What would have another meaning is refused: DISTINCT and IGNORE NULLS before OVER, and what has
/// no frames.
///
/// Threads: one; an instance serves one query.
final class WindowForms extends SqlShuttle {
    private static final Set<String> SKIP_NULLS =
            Set.of(
                    "count",
                    "sum",
                    "avg",
                    "min",
                    "max",
                    "bool_and",
                    "bool_or",
                    "every",
                    "stddev",
                    "stddev_samp",
                    "stddev_pop",
                    "variance",
                    "var_samp",
                    "var_pop");

    /// Where the parts of a window stand among its operands.
    private static final int REFERENCE = 1;

    private static final int PARTITION = 2;
    private static final int ORDER = 3;
    private static final int LOWER = 5;
    private static final int UPPER = 6;

    private Map<String, SqlWindow> named = Map.of();

    @Override
    public SqlNode visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            return select(select);
        }
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlWindow window) {
            return complete(window);
        }
        return visited instanceof SqlCall over && over.getKind() == SqlKind.OVER
                ? over(over)
                : visited;
    }

    private SqlNode select(SqlSelect select) {
        Map<String, SqlWindow> outer = named;
        named = new HashMap<>();
        for (SqlNode node : select.getWindowList()) {
            if (node instanceof SqlWindow window && window.getDeclName() != null) {
                named.put(key(window.getDeclName()), complete(window));
            }
        }
        SqlNode visited = super.visit(select);
        named = outer;
        return visited;
    }

    private static String key(SqlIdentifier name) {
        return name.getSimple().toLowerCase(Locale.ROOT);
    }

    /// A window with what the one that it names has, if that may be.
    private SqlWindow complete(SqlWindow window) {
        SqlWindow whole = (SqlWindow) window.clone(window.getParserPosition());
        whole.setOperand(LOWER, bound(window.getLowerBound()));
        whole.setOperand(UPPER, bound(window.getUpperBound()));
        SqlWindow base = window.getRefName() == null ? null : named.get(key(window.getRefName()));
        if (base == null
                || base.getRefName() != null
                || base.getLowerBound() != null
                || base.getUpperBound() != null
                || !window.getPartitionList().isEmpty()
                || !window.getOrderList().isEmpty() && !base.getOrderList().isEmpty()) {
            return whole;
        }
        whole.setOperand(REFERENCE, null);
        whole.setOperand(PARTITION, base.getPartitionList());
        SqlNodeList order =
                window.getOrderList().isEmpty() ? base.getOrderList() : window.getOrderList();
        whole.setOperand(ORDER, order);
        return whole;
    }

    /// A bound without a cast of its number to another kind of number.
    private static SqlNode bound(SqlNode bound) {
        if (!(bound instanceof SqlCall call) || call.operandCount() != 1) {
            return bound;
        }
        return call.operand(0) instanceof SqlCall cast
                        && Declarations.isCast(cast)
                        && cast.operand(0) instanceof SqlNumericLiteral number
                        && number.isInteger()
                        && cast.operand(1) instanceof SqlDataTypeSpec type
                        && isNumber(type)
                ? call.getOperator().createCall(call.getParserPosition(), number)
                : bound;
    }

    private static boolean isNumber(SqlDataTypeSpec type) {
        return switch (type.getTypeName().getSimple().toLowerCase(Locale.ROOT)) {
            case "int2",
                    "int4",
                    "int8",
                    "smallint",
                    "int",
                    "integer",
                    "bigint",
                    "numeric",
                    "decimal",
                    "float8",
                    "double" ->
                    true;
            default -> false;
        };
    }

    private SqlNode over(SqlCall over) {
        SqlNode function = over.operand(0);
        if (function.getKind() == SqlKind.IGNORE_NULLS) {
            throw refused("IGNORE NULLS is not there", over);
        }
        if (function.getKind() == SqlKind.FILTER) {
            SqlCall filter = (SqlCall) function;
            SqlNode filtered = filtered(filter.operand(0), filter.operand(1));
            demandPlain((SqlCall) filtered, over);
            return over.getOperator()
                    .createCall(over.getParserPosition(), filtered, over.operand(1));
        }
        if (function instanceof SqlCall call) {
            demandPlain(call, over);
        }
        return over;
    }

    private void demandPlain(SqlCall call, SqlCall over) {
        if (Synonyms.isDistinct(call)) {
            throw refused("DISTINCT is not there for window functions", over);
        }
        if (PairAggregate.isNamed(call.getOperator().getName())) {
            throw refused(name(call) + " has no OVER", over);
        }
        switch (call.getKind()) {
            case STRING_AGG, LISTAGG, WITHIN_GROUP ->
                    throw refused(name(call) + " has no OVER", over);
            default -> {}
        }
        if (call.getOperandList().stream().anyMatch(SqlNodeList.class::isInstance)) {
            throw refused("a window function has no ORDER BY among its arguments", over);
        }
    }

    private static String name(SqlCall call) {
        return call.getOperator().getName().toLowerCase(Locale.ROOT);
    }

    private SqlNode filtered(SqlCall function, SqlNode condition) {
        if (!SKIP_NULLS.contains(name(function)) || function.operandCount() != 1) {
            throw refused("FILTER before OVER is not there for " + name(function), function);
        }
        SqlParserPos position = function.getParserPosition();
        boolean star = function.operand(0) instanceof SqlIdentifier name && name.isStar();
        SqlNode value = star ? SqlLiteral.createExactNumeric("1", position) : function.operand(0);
        SqlNode chosen =
                new SqlCase(
                        position,
                        null,
                        new SqlNodeList(List.of(condition), position),
                        new SqlNodeList(List.of(value), position),
                        SqlLiteral.createNull(position));
        return function.getOperator()
                .createCall(function.getFunctionQuantifier(), position, chosen);
    }

    private TelegraphException refused(String rule, SqlNode node) {
        SqlParserPos at = node.getParserPosition();
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED, rule + " at " + Places.position(at));
    }
}
