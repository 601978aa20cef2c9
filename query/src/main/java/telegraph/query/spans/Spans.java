package telegraph.query.spans;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Interval;
import telegraph.query.operator.Functions;
import telegraph.query.value.Types;

/// Parts of intervals as expressions.
///
/// Threads: one.
record Spans(RexBuilder rex) {
    /// What the sum of intervals is made of, in the order of `$INTERVAL_TOTAL`.
    static final List<String> PARTS =
            List.of("$INTERVAL_MONTHS", "$INTERVAL_DAYS", "$INTERVAL_MICROS");

    private static final int SUM_DIGITS = 38;

    static boolean isInterval(RelDataType type) {
        return SqlTypeUtil.isInterval(type);
    }

    static boolean isInterval(RexNode node) {
        return isInterval(node.getType());
    }

    /// Whether an aggregate of that kind is computed of its argument's parts.
    static boolean isTotal(SqlKind kind) {
        return kind == SqlKind.SUM || kind == SqlKind.SUM0 || kind == SqlKind.AVG;
    }

    /// What an interval is compared by; anything else as it is.
    RexNode key(RexNode node) {
        return isInterval(node) ? rex.makeCall(Functions.own("$INTERVAL_SPAN"), node) : node;
    }

    RexNode part(String part, RexNode interval) {
        return rex.makeCall(Functions.own(part), interval);
    }

    /// A value beside intervals as one: it is a literal, or NULL.
    RexNode interval(RexNode node) {
        RelDataTypeFactory types = rex.getTypeFactory();
        return isInterval(node)
                ? node
                : rex.makeAbstractCast(
                        types.createTypeWithNullability(
                                Types.interval(types), node.getType().isNullable()),
                        node,
                        false);
    }

    /// The interval that a query writes out.
    Optional<Interval> written(RexNode node) {
        if (!(node instanceof RexCall call)
                || call.getOperator() != Functions.own("$INTERVAL")
                || !call.getOperands().stream().allMatch(RexLiteral.class::isInstance)) {
            return Optional.empty();
        }
        List<Long> parts =
                call.getOperands().stream()
                        .map(part -> ((RexLiteral) part).getValueAs(Long.class))
                        .toList();
        return Optional.of(Interval.of(parts.get(0), parts.get(1), parts.get(2)));
    }

    /// The sum of intervals by the sums of their parts, or their mean by these and their number.
    ///
    /// @param interval its type
    RexNode total(List<RexNode> sums, RelDataType interval) {
        List<RexNode> parts = new ArrayList<>();
        for (RexNode sum : sums) {
            boolean counts = parts.size() == PARTS.size();
            parts.add(counts ? sum : rex.makeCast(decimal(sum), sum));
        }
        boolean mean = sums.size() > PARTS.size();
        return rex.makeCall(
                interval, Functions.own(mean ? "$INTERVAL_MEAN" : "$INTERVAL_TOTAL"), parts);
    }

    private RelDataType decimal(RexNode sum) {
        RelDataTypeFactory types = rex.getTypeFactory();
        return types.createTypeWithNullability(
                types.createSqlType(SqlTypeName.DECIMAL, SUM_DIGITS, 0),
                sum.getType().isNullable());
    }

    static TelegraphException refused(String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported: "
                        + what
                        + " of intervals. Compute it of extract(epoch FROM …), or of them as texts");
    }
}
