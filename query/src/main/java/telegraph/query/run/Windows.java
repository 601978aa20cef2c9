package telegraph.query.run;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.engine.WindowSpec;
import telegraph.engine.WindowSpec.Bound;
import telegraph.engine.WindowSpec.Frame;
import telegraph.engine.WindowSpec.Function;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Interval;
import telegraph.memory.IntervalText;
import telegraph.memory.Micros;
import telegraph.memory.Type;
import telegraph.query.plan.Wanted;
import telegraph.query.value.Types;

/// What the engine has to compute for a window node of a plan: one window after the other, over the
/// columns of the input and the node's constants behind them.
///
/// ```
/// input | constants | calls of group 1 | calls of group 2 …
/// ```
///
/// Threads: any.
final class Windows {
    private static final BigDecimal DAY = BigDecimal.valueOf(Micros.DAY);

    /// More than from the first year that dates have to the last.
    private static final int MONTHS_MAX = 120_000;

    private Windows() {}

    /// One for each group of the node, or empty if the engine does not have all of it.
    static Optional<List<WindowSpec>> of(Window window) {
        List<WindowSpec> specs = new ArrayList<>();
        for (Window.Group group : window.groups) {
            Optional<WindowSpec> spec = of(group, window);
            if (spec.isEmpty()) {
                return Optional.empty();
            }
            specs.add(spec.get());
        }
        return Optional.of(specs);
    }

    private static Optional<WindowSpec> of(Window.Group group, Window window) {
        List<WindowSpec.Call> calls = new ArrayList<>();
        for (Window.RexWinAggCall call : group.aggCalls) {
            Optional<WindowSpec.Call> own = call(call, window);
            if (own.isEmpty()) {
                return Optional.empty();
            }
            calls.add(own.get());
        }
        Optional<Bound> start = bound(group.lowerBound, group, window);
        Optional<Bound> end = bound(group.upperBound, group, window);
        if (start.isEmpty() || end.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new WindowSpec(
                        group.keys.toArray(),
                        Wanted.keys(group.orderKeys),
                        new Frame(
                                group.isRows ? Frame.Unit.ROWS : Frame.Unit.RANGE,
                                start.get(),
                                end.get(),
                                exclusion(group.exclude)),
                        calls));
    }

    private static Frame.Exclusion exclusion(RexWindowExclusion exclusion) {
        return switch (exclusion) {
            case EXCLUDE_NO_OTHER -> Frame.Exclusion.NONE;
            case EXCLUDE_CURRENT_ROW -> Frame.Exclusion.CURRENT_ROW;
            case EXCLUDE_GROUP -> Frame.Exclusion.GROUP;
            case EXCLUDE_TIES -> Frame.Exclusion.TIES;
        };
    }

    /// Refuses a node that generated code would compute otherwise than PostgreSQL.
    static void demandPlain(Window window) {
        for (Window.Group group : window.groups) {
            if (group.exclude != RexWindowExclusion.EXCLUDE_NO_OTHER) {
                throw refused(
                        "a frame has no EXCLUDE for array_agg, and others that the engine does not"
                                + " have");
            }
            boolean offset =
                    group.lowerBound.getOffset() != null || group.upperBound.getOffset() != null;
            if (offset && !group.isRows) {
                throw refused(
                        "a RANGE frame has as offsets constants that are not negative, numbers or"
                                + " intervals of what it is ordered by, and not over array_agg");
            }
        }
    }

    private static TelegraphException refused(String rule) {
        return TelegraphException.of(SqlState.FEATURE_NOT_SUPPORTED, rule);
    }

    private static Optional<WindowSpec.Call> call(Window.RexWinAggCall call, Window window) {
        Type type = Types.physical(call.getType()).orElse(null);
        Function function = function(call);
        if (type == null || function == null || call.distinct || call.ignoreNulls) {
            return Optional.empty();
        }
        int[] arguments = new int[call.getOperands().size()];
        for (int a = 0; a < arguments.length; a++) {
            if (!(call.getOperands().get(a) instanceof RexInputRef ref)) {
                return Optional.empty();
            }
            arguments[a] = ref.getIndex();
        }
        boolean givesArgument =
                switch (function) {
                    case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE, MIN, MAX -> true;
                    default -> false;
                };
        if (givesArgument && !type.equals(type(arguments[0], window))
                || arguments.length > 2 && !type.equals(type(arguments[2], window))) {
            return Optional.empty();
        }
        return Optional.of(new WindowSpec.Call(function, arguments, type));
    }

    private static Type type(int column, Window window) {
        int width = window.getInput().getRowType().getFieldCount();
        RelDataType type =
                column < width
                        ? window.getInput().getRowType().getFieldList().get(column).getType()
                        : window.constants.get(column - width).getType();
        return Types.physical(type).orElse(null);
    }

    private static Function function(Window.RexWinAggCall call) {
        return switch (call.getKind()) {
            case ROW_NUMBER -> Function.ROW_NUMBER;
            case RANK -> Function.RANK;
            case DENSE_RANK -> Function.DENSE_RANK;
            case NTILE -> Function.NTILE;
            case PERCENT_RANK -> Function.PERCENT_RANK;
            case CUME_DIST -> Function.CUME_DIST;
            case LAG -> Function.LAG;
            case LEAD -> Function.LEAD;
            case FIRST_VALUE -> Function.FIRST_VALUE;
            case LAST_VALUE -> Function.LAST_VALUE;
            case NTH_VALUE -> Function.NTH_VALUE;
            case COUNT -> call.getOperands().size() <= 1 ? Function.COUNT : null;
            case SUM -> Function.SUM;
            case SUM0 -> Function.SUM0;
            case AVG -> Function.AVG;
            case MIN -> Function.MIN;
            case MAX -> Function.MAX;
            default -> null;
        };
    }

    private static Optional<Bound> bound(RexWindowBound bound, Window.Group group, Window window) {
        if (bound.isUnbounded()) {
            return Optional.of(
                    bound.isPreceding() ? Bound.UNBOUNDED_PRECEDING : Bound.UNBOUNDED_FOLLOWING);
        }
        if (bound.isCurrentRow()) {
            return Optional.of(Bound.CURRENT);
        }
        Bound.Place place = bound.isPreceding() ? Bound.Place.PRECEDING : Bound.Place.FOLLOWING;
        Optional<Integer> months = months(bound.getOffset(), group, window);
        return months.isPresent()
                ? Optional.of(new Bound(place, BigDecimal.ZERO, months.get()))
                : offset(bound.getOffset(), group, window).map(n -> new Bound(place, n));
    }

    /// The months of an offset from a date or a timestamp, which have no zone.
    private static Optional<Integer> months(RexNode node, Window.Group group, Window window) {
        if (group.isRows || group.orderKeys.getFieldCollations().size() != 1) {
            return Optional.empty();
        }
        Type ordered =
                type(group.orderKeys.getFieldCollations().getFirst().getFieldIndex(), window);
        return ordered.kind() == Type.Kind.DATE || ordered.kind() == Type.Kind.TIMESTAMP
                ? interval(node, window)
                        .filter(length -> length.days() == 0 && length.micros() == 0)
                        .map(Interval::months)
                        .filter(months -> months > 0 && months <= MONTHS_MAX)
                : Optional.empty();
    }

    /// The interval whose text a constant is: see [telegraph.query.spans.IntervalKeys].
    private static Optional<Interval> interval(RexNode node, Window window) {
        return constant(node, window) instanceof RexLiteral literal
                        && SqlTypeUtil.inCharFamily(literal.getType())
                ? IntervalText.read(literal.getValueAs(String.class))
                : Optional.empty();
    }

    /// All of an interval in microseconds; one that is negative or has months is of no use.
    private static Optional<BigDecimal> micros(RexNode node, Window window) {
        return interval(node, window)
                .filter(length -> length.months() == 0)
                .map(length -> new BigDecimal(length.span()))
                .filter(span -> span.signum() >= 0);
    }

    private static RexNode constant(RexNode node, Window window) {
        int width = window.getInput().getRowType().getFieldCount();
        return node instanceof RexInputRef ref && ref.getIndex() >= width
                ? window.constants.get(ref.getIndex() - width)
                : node;
    }

    /// An offset as the engine counts: rows, differences of numbers, days of dates and microseconds
    /// of moments.
    private static Optional<BigDecimal> offset(RexNode node, Window.Group group, Window window) {
        if (!group.isRows && group.orderKeys.getFieldCollations().size() != 1) {
            return Optional.empty();
        }
        Type ordered =
                group.isRows
                        ? Type.BIGINT
                        : type(
                                group.orderKeys.getFieldCollations().getFirst().getFieldIndex(),
                                window);
        return switch (ordered.kind()) {
            case INTEGER, BIGINT, DOUBLE, DECIMAL -> number(constant(node, window));
            case DATE -> micros(node, window).map(all -> all.divide(DAY, MathContext.DECIMAL64));
            case TIMESTAMP, INSTANT -> micros(node, window);
            case BOOLEAN, TIME, TEXT -> Optional.empty();
        };
    }

    private static Optional<BigDecimal> number(RexNode node) {
        return node instanceof RexLiteral literal
                        && SqlTypeUtil.isNumeric(literal.getType())
                        && literal.getValue() instanceof BigDecimal number
                        && number.signum() >= 0
                ? Optional.of(number)
                : Optional.empty();
    }
}
