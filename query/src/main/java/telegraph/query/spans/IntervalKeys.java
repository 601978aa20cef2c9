package telegraph.query.spans;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.memory.Interval;
import telegraph.query.recursion.RecursionNode;

/// Has a plan compare, order and group intervals by their spans, and sum them part by part:
///
/// ```
/// i < j                   →   $INTERVAL_SPAN(i) < $INTERVAL_SPAN(j)
/// ORDER BY i, k           →   ORDER BY $INTERVAL_SPAN(i), k
/// UNION                   →   GROUP BY all columns of a UNION ALL
/// GROUP BY i, sum(i)      →   see [SpanAggregates]
/// ```
///
/// Intersections and differences of intervals are refused. A plan without intervals stays as it is.
///
/// Threads: one, once.
public final class IntervalKeys extends RelHomogeneousShuttle {
    private final RexBuilder rex;
    private final Spans spans;
    private final Writing writing = new Writing();

    private IntervalKeys(RexBuilder rex) {
        this.rex = rex;
        this.spans = new Spans(rex);
    }

    /// @throws telegraph.ground.TelegraphException of 0A000 if that cannot be done
    public static RelNode written(RelNode plan) {
        return plan.accept(new IntervalKeys(plan.getCluster().getRexBuilder()));
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node).accept(writing);
        return switch (visited) {
            case Aggregate aggregate -> SpanAggregates.written(aggregate);
            case Sort sort -> sorted(sort);
            case SetOp set when hasIntervals(set) -> set(set);
            case RecursionNode recursion when recursion.isDistinct() && hasIntervals(recursion) ->
                    throw Spans.refused("WITH RECURSIVE with UNION");
            default -> visited;
        };
    }

    private static boolean hasIntervals(RelNode node) {
        return node.getRowType().getFieldList().stream()
                .map(RelDataTypeField::getType)
                .anyMatch(Spans::isInterval);
    }

    private RelNode set(SetOp set) {
        if (!(set instanceof Union)) {
            throw Spans.refused("INTERSECT and EXCEPT");
        }
        if (set.all) {
            return set;
        }
        RelNode all = LogicalUnion.create(set.getInputs(), true);
        int width = all.getRowType().getFieldCount();
        return SpanAggregates.written(
                LogicalAggregate.create(
                        all, List.of(), ImmutableBitSet.range(width), null, List.of()));
    }

    private RelNode sorted(Sort sort) {
        List<RexNode> columns = new ArrayList<>(rex.identityProjects(sort.getRowType()));
        int width = columns.size();
        List<RelFieldCollation> keys = new ArrayList<>();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            RexNode column = columns.get(key.getFieldIndex());
            if (Spans.isInterval(column)) {
                columns.add(spans.key(column));
                keys.add(key.withFieldIndex(columns.size() - 1));
            } else {
                keys.add(key);
            }
        }
        if (columns.size() == width) {
            return sort;
        }
        RelNode sorted =
                LogicalSort.create(
                        projected(sort.getInput(), columns, null),
                        RelCollations.of(keys),
                        sort.offset,
                        sort.fetch);
        List<RexNode> shown = rex.identityProjects(sorted.getRowType()).subList(0, width);
        return projected(sorted, shown, sort.getRowType().getFieldNames());
    }

    private static RelNode projected(RelNode input, List<RexNode> columns, List<String> names) {
        return LogicalProject.create(input, List.of(), columns, names, Set.of());
    }

    private final class Writing extends RexShuttle {
        @Override
        public RexNode visitCall(RexCall original) {
            RexCall call = (RexCall) super.visitCall(original);
            if (call.getKind() == SqlKind.REINTERPRET
                    && Spans.isInterval(call.getOperands().getFirst())) {
                // Calcite takes a sum over a window for a number, which it makes an interval.
                return call.getOperands().getFirst();
            }
            boolean compares =
                    switch (call.getKind()) {
                        case EQUALS,
                                NOT_EQUALS,
                                LESS_THAN,
                                LESS_THAN_OR_EQUAL,
                                GREATER_THAN,
                                GREATER_THAN_OR_EQUAL,
                                IS_DISTINCT_FROM,
                                IS_NOT_DISTINCT_FROM ->
                                call.getOperands().stream().anyMatch(Spans::isInterval);
                        default -> false;
                    };
            return compares
                    ? rex.makeCall(
                            call.getType(),
                            call.getOperator(),
                            call.getOperands().stream()
                                    .map(operand -> spans.key(spans.interval(operand)))
                                    .toList())
                    : call;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery original) {
            RexSubQuery query = (RexSubQuery) super.visitSubQuery(original);
            RelNode rows = query.rel.accept(IntervalKeys.this);
            if (query.getOperands().stream().noneMatch(Spans::isInterval)) {
                return query.clone(rows);
            }
            List<RexNode> columns = new ArrayList<>(rex.identityProjects(rows.getRowType()));
            columns.replaceAll(spans::key);
            return query.clone(
                            query.getType(), query.getOperands().stream().map(spans::key).toList())
                    .clone(projected(rows, columns, null));
        }

        @Override
        public RexNode visitOver(RexOver original) {
            RexOver over = (RexOver) super.visitOver(original);
            boolean arguments = over.getOperands().stream().anyMatch(Spans::isInterval);
            SqlKind kind = over.getAggOperator().getKind();
            if (arguments && Spans.isTotal(kind)) {
                return summed(over, kind == SqlKind.AVG);
            }
            RexWindow window = over.getWindow();
            boolean ordered =
                    hasInterval(window.getLowerBound())
                            || hasInterval(window.getUpperBound())
                            || window.partitionKeys.stream().anyMatch(Spans::isInterval)
                            || window.orderKeys.stream().anyMatch(key -> Spans.isInterval(key.left))
                            || arguments && over.isDistinct();
            return ordered ? over(over, over.getAggOperator(), over.getOperands()) : over;
        }

        private RexNode summed(RexOver over, boolean mean) {
            if (over.isDistinct()) {
                throw Spans.refused("sums of DISTINCT ones");
            }
            RexNode interval = over.getOperands().getFirst();
            List<RexNode> sums = new ArrayList<>();
            for (String part : Spans.PARTS) {
                sums.add(over(over, SqlStdOperatorTable.SUM, List.of(spans.part(part, interval))));
            }
            if (mean) {
                sums.add(over(over, SqlStdOperatorTable.COUNT, List.of(interval)));
            }
            return spans.total(
                    sums, rex.getTypeFactory().createTypeWithNullability(interval.getType(), true));
        }

        private static boolean hasInterval(RexWindowBound bound) {
            return bound.getOffset() != null && Spans.isInterval(bound.getOffset());
        }

        /// An interval that is written out as a text, which stays in the window as a constant.
        private RexWindowBound bound(RexWindowBound bound) {
            Optional<Interval> length =
                    hasInterval(bound) ? spans.written(bound.getOffset()) : Optional.empty();
            if (length.isEmpty()) {
                return bound;
            }
            RexNode text = rex.makeLiteral(length.get().toString());
            return bound.isPreceding()
                    ? RexWindowBounds.preceding(text)
                    : RexWindowBounds.following(text);
        }

        private RexNode over(RexOver over, SqlAggFunction function, List<RexNode> operands) {
            RexWindow window = over.getWindow();
            List<RexFieldCollation> orders = new ArrayList<>();
            window.orderKeys.forEach(
                    key -> orders.add(new RexFieldCollation(spans.key(key.left), key.right)));
            return rex.makeOver(
                    operands == over.getOperands()
                            ? over.getType()
                            : rex.deriveReturnType(function, operands),
                    function,
                    over.isDistinct() ? operands.stream().map(spans::key).toList() : operands,
                    window.partitionKeys.stream().map(spans::key).toList(),
                    ImmutableList.copyOf(orders),
                    bound(window.getLowerBound()),
                    bound(window.getUpperBound()),
                    window.getExclude(),
                    window.isRows(),
                    true,
                    false,
                    over.isDistinct(),
                    over.ignoreNulls());
        }
    }
}
