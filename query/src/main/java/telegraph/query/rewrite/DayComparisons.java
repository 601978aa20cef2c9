package telegraph.query.rewrite;

import com.google.common.collect.BoundType;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.Sarg;
import org.apache.calcite.util.TimestampString;
import telegraph.memory.Micros;
import telegraph.query.compile.Compiler;
import telegraph.query.value.MomentLiterals;

/// Compares dates with constant timestamps as dates, so that sources are asked for those days and
/// no row is cast.
///
/// ```
/// CAST(day AS TIMESTAMP) <= DATE '1998-12-01' - INTERVAL '90 days'   →   day <= '1998-09-02'
/// CAST(day AS TIMESTAMP) <  TIMESTAMP '2024-01-31 12:00'             →   day <  '2024-02-01'
/// ```
///
/// Threads: one, once.
public final class DayComparisons extends RelHomogeneousShuttle {
    /// Literals have years of four digits.
    private static final long FIRST_DAY = java.time.LocalDate.of(1, 1, 1).toEpochDay();

    private static final long LAST_DAY = java.time.LocalDate.of(9999, 12, 31).toEpochDay();

    private final RexBuilder rex;
    private final RexExecutor constants;

    private DayComparisons(RexBuilder rex, RexExecutor constants) {
        this.rex = rex;
        this.constants = constants;
    }

    /// @param compiler computes what is constant
    public static RelNode written(RelNode plan, Compiler compiler) {
        RexBuilder rex = plan.getCluster().getRexBuilder();
        return plan.accept(new DayComparisons(rex, compiler.executor()));
    }

    @Override
    public RelNode visit(RelNode node) {
        return super.visit(node).accept(new Writing());
    }

    private final class Writing extends RexShuttle {
        @Override
        public RexNode visitCall(RexCall original) {
            RexCall call = (RexCall) super.visitCall(original);
            return switch (call.getKind()) {
                case LESS_THAN,
                        LESS_THAN_OR_EQUAL,
                        GREATER_THAN,
                        GREATER_THAN_OR_EQUAL,
                        EQUALS,
                        NOT_EQUALS ->
                        compared(call);
                case SEARCH -> searched(call);
                default -> call;
            };
        }
    }

    /// The date that an expression is the midnight of.
    private static Optional<RexNode> day(RexNode node) {
        return node instanceof RexCall cast
                        && cast.getKind() == SqlKind.CAST
                        && cast.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                        && cast.getOperands().getFirst().getType().getSqlTypeName()
                                == SqlTypeName.DATE
                ? Optional.of(cast.getOperands().getFirst())
                : Optional.empty();
    }

    private RexNode compared(RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (day(left).isPresent()) {
            return compared(call, call.getKind(), day(left).get(), right);
        }
        return day(right).isPresent()
                ? compared(call, call.getKind().reverse(), day(right).get(), left)
                : call;
    }

    private RexNode compared(RexCall call, SqlKind kind, RexNode day, RexNode other) {
        OptionalLong moment = moment(other);
        if (moment.isEmpty()) {
            return call;
        }
        long before = Math.floorDiv(moment.getAsLong(), Micros.DAY);
        boolean midnight = Math.floorMod(moment.getAsLong(), Micros.DAY) == 0;
        long after = midnight ? before : before + 1;
        if (before < FIRST_DAY || after > LAST_DAY) {
            return call;
        }
        return switch (kind) {
            case LESS_THAN -> rex.makeCall(SqlStdOperatorTable.LESS_THAN, day, literal(after));
            case LESS_THAN_OR_EQUAL ->
                    rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, day, literal(before));
            case GREATER_THAN ->
                    rex.makeCall(SqlStdOperatorTable.GREATER_THAN, day, literal(before));
            case GREATER_THAN_OR_EQUAL ->
                    rex.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, day, literal(after));
            default -> midnight ? rex.makeCall(call.getOperator(), day, literal(before)) : call;
        };
    }

    private RexNode literal(long day) {
        return rex.makeDateLiteral(DateString.fromDaysSinceEpoch((int) day));
    }

    /// The microseconds of a timestamp that reads no column.
    private OptionalLong moment(RexNode node) {
        if (node.getType().getSqlTypeName() != SqlTypeName.TIMESTAMP
                || !RelOptUtil.InputFinder.bits(node).isEmpty()
                || RexUtil.containsCorrelation(node)) {
            return OptionalLong.empty();
        }
        List<RexNode> computed = new ArrayList<>();
        constants.reduce(rex, List.of(node), computed);
        return computed.getFirst() instanceof RexLiteral literal && !literal.isNull()
                ? OptionalLong.of(MomentLiterals.micros(literal))
                : OptionalLong.empty();
    }

    private RexNode searched(RexCall call) {
        Optional<RexNode> day = day(call.getOperands().get(0));
        if (day.isEmpty() || !(call.getOperands().get(1) instanceof RexLiteral literal)) {
            return call;
        }
        Sarg<?> sarg = literal.getValueAs(Sarg.class);
        RangeSet<DateString> days = TreeRangeSet.create();
        for (Range<?> range : sarg.rangeSet.asRanges()) {
            Range<DateString> of = days(range);
            if (of != null) {
                days.add(of);
            }
        }
        Sarg<DateString> ofDays = Sarg.of(sarg.nullAs, ImmutableRangeSet.copyOf(days));
        return rex.makeCall(
                call.getOperator(),
                day.get(),
                rex.makeSearchArgumentLiteral(
                        ofDays,
                        rex.getTypeFactory()
                                .createTypeWithNullability(day.get().getType(), false)));
    }

    /// The days whose midnights are in a range, or null if there are none.
    private static Range<DateString> days(Range<?> range) {
        long low = Long.MIN_VALUE;
        long high = Long.MAX_VALUE;
        if (range.hasLowerBound()) {
            long at = micros(range.lowerEndpoint());
            low = Math.floorDiv(at, Micros.DAY);
            boolean itself =
                    range.lowerBoundType() == BoundType.CLOSED
                            && Math.floorMod(at, Micros.DAY) == 0;
            low += itself ? 0 : 1;
        }
        if (range.hasUpperBound()) {
            long at = micros(range.upperEndpoint());
            high = Math.floorDiv(at, Micros.DAY);
            boolean left =
                    range.upperBoundType() == BoundType.OPEN && Math.floorMod(at, Micros.DAY) == 0;
            high -= left ? 1 : 0;
        }
        if (low > high || low > LAST_DAY && range.hasLowerBound()) {
            return null;
        }
        if (!range.hasLowerBound()) {
            return range.hasUpperBound() ? Range.atMost(date(high)) : Range.all();
        }
        return range.hasUpperBound()
                ? Range.closed(date(low), date(high))
                : Range.atLeast(date(low));
    }

    private static DateString date(long day) {
        return DateString.fromDaysSinceEpoch((int) Math.clamp(day, FIRST_DAY, LAST_DAY));
    }

    private static long micros(Object endpoint) {
        return MomentLiterals.micros((TimestampString) endpoint);
    }
}
