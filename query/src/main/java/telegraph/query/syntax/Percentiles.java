package telegraph.query.syntax;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.engine.Aggregate;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;
import telegraph.query.operator.ArrayConstructor;
import telegraph.query.operator.Functions;
import telegraph.query.operator.Percentile;

/// Makes one kind of aggregate, [Percentile], of all the ways to ask for a percentile:
///
/// ```
/// percentile_cont(q) WITHIN GROUP (ORDER BY x [DESC])    quantile_cont(x, q)    median(x)
/// percentile_disc(q) WITHIN GROUP (ORDER BY x [DESC])    quantile_disc(x, q)
/// mode() WITHIN GROUP (ORDER BY x [DESC])                mode(x)
/// ```
///
/// `q` is a number that stands in the query. NULLS FIRST and LAST mean nothing, since NULL is no
/// value of a group here.
///
/// Threads: one; an instance serves one query.
public final class Percentiles extends SqlShuttle {
    private static final BigDecimal HALF = new BigDecimal("0.5");

    @Override
    public SqlNode visit(SqlCall call) {
        if (call.getKind() == SqlKind.WITHIN_GROUP
                && call.operand(0) instanceof SqlCall function
                && Functions.PERCENTILES.contains(name(function))) {
            return within(function, call.operand(1), call);
        }
        if (Functions.PERCENTILES.contains(name(call))) {
            return alone(call);
        }
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlCall over
                && over.getKind() == SqlKind.OVER
                && over.operand(0) instanceof SqlCall inner
                && inner.getOperator() instanceof Percentile) {
            throw refused(
                    name(inner) + " is an aggregate of a group and has no OVER",
                    call,
                    "Compute it with GROUP BY in a subquery and join that.");
        }
        return visited;
    }

    private static String name(SqlCall call) {
        return call.getOperator().getName().toLowerCase(Locale.ROOT);
    }

    /// One with its order after it.
    private SqlNode within(SqlCall function, SqlNodeList order, SqlCall whole) {
        String name = name(function);
        boolean mode = name.equals("mode");
        if (!mode && !name.startsWith("percentile_")) {
            throw refused(
                    name + " takes what it orders as its first argument, without WITHIN GROUP",
                    whole,
                    usage(name));
        }
        if (function.operandCount() != (mode ? 0 : 1) || order.size() != 1) {
            throw refused(
                    name + " takes one expression to order by" + (mode ? "" : ", and one fraction"),
                    whole,
                    usage(name));
        }
        if (!mode && function.operand(0).getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
            return several(function, order, whole);
        }
        BigDecimal fraction = mode ? BigDecimal.ZERO : fraction(name, function.operand(0));
        boolean descending = false;
        SqlNode ordered = order.get(0);
        while (ordered instanceof SqlCall item
                && (item.getKind() == SqlKind.DESCENDING
                        || item.getKind() == SqlKind.NULLS_FIRST
                        || item.getKind() == SqlKind.NULLS_LAST)) {
            descending |= item.getKind() == SqlKind.DESCENDING;
            ordered = item.operand(0);
        }
        return made(name, new Aggregate.Place(fraction, descending), ordered, function, whole);
    }

    /// An array of one for each of several fractions; NULL of nothing, where each of them is.
    private SqlNode several(SqlCall function, SqlNodeList order, SqlCall whole) {
        SqlParserPos at = whole.getParserPosition();
        SqlCall fractions = function.operand(0);
        if (fractions.operandCount() == 0) {
            throw refused("there is a fraction", whole, usage(name(function)));
        }
        List<SqlNode> all = new ArrayList<>();
        for (SqlNode fraction : fractions.getOperandList()) {
            SqlCall one = function.getOperator().createCall(at, fraction);
            all.add(within(one, (SqlNodeList) order.accept(new NodeCopy()), whole));
        }
        SqlNode none = SqlStdOperatorTable.IS_NULL.createCall(at, all.getFirst());
        return new SqlCase(
                at,
                null,
                SqlNodeList.of(none),
                SqlNodeList.of(SqlLiteral.createNull(at)),
                ArrayConstructor.INSTANCE.createCall(at, all));
    }

    /// One with what it orders as its first argument.
    private SqlNode alone(SqlCall call) {
        String name = name(call);
        int wanted = name.startsWith("quantile_") ? 2 : 1;
        if (name.startsWith("percentile_") || call.operandCount() != wanted) {
            throw refused(
                    name
                            + (name.startsWith("percentile_")
                                    ? " needs an order"
                                    : " does not take these arguments"),
                    call,
                    usage(name));
        }
        BigDecimal fraction =
                switch (name) {
                    case "median" -> HALF;
                    case "mode" -> BigDecimal.ZERO;
                    default -> fraction(name, call.operand(1));
                };
        return made(name, new Aggregate.Place(fraction, false), call.operand(0), call, call);
    }

    private SqlNode made(
            String name, Aggregate.Place place, SqlNode ordered, SqlCall from, SqlCall whole) {
        Aggregate.Function function =
                switch (name) {
                    case "mode" -> Aggregate.Function.MODE;
                    case "percentile_disc", "quantile_disc" -> Aggregate.Function.PERCENTILE_DISC;
                    default -> Aggregate.Function.PERCENTILE_CONT;
                };
        return new Percentile(name, function, place)
                .createCall(
                        from.getFunctionQuantifier(),
                        whole.getParserPosition(),
                        ordered.accept(this));
    }

    private BigDecimal fraction(String name, SqlNode node) {
        if (uncast(node) instanceof SqlNumericLiteral literal) {
            BigDecimal value = literal.bigDecimalValue();
            if (value != null && value.signum() >= 0 && value.compareTo(BigDecimal.ONE) <= 0) {
                return value;
            }
        }
        boolean array = node.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR;
        throw refused(
                "the fraction of "
                        + name
                        + (array
                                ? " is a number, or an array that lists some"
                                : " is a number from 0 to 1"),
                node,
                array ? "Ask for each fraction by itself." : usage(name));
    }

    /// What is cast to `double precision`, as PostgreSQL does with the fractions of its views.
    private static SqlNode uncast(SqlNode node) {
        boolean cast =
                node.getKind() == SqlKind.CAST
                        && ((SqlCall) node).operand(1) instanceof SqlDataTypeSpec type
                        && type.getTypeName().getSimple().equals(SqlTypeName.DOUBLE.getName());
        return cast ? ((SqlCall) node).operand(0) : node;
    }

    private static String usage(String name) {
        return "Write "
                + switch (name) {
                    case "median" -> "median(x)";
                    case "mode" -> "mode() WITHIN GROUP (ORDER BY x)";
                    case "quantile_cont", "quantile_disc" -> name + "(x, 0.5)";
                    default -> name + "(0.5) WITHIN GROUP (ORDER BY x)";
                }
                + ".";
    }

    private TelegraphException refused(String rule, SqlNode node, String advice) {
        SqlParserPos at = node.getParserPosition();
        Position place = Places.position(at);
        String found = node instanceof SqlLiteral ? ": " + node : "";
        return TelegraphException.input(rule + " at " + place + found + ". " + advice);
    }
}
