package telegraph.query.spans;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.engine.Aggregate.Function;
import telegraph.query.function.ArrayAgg;
import telegraph.query.operator.Percentile;
import telegraph.query.operator.Total;

/// Writes an aggregate whose keys or arguments are intervals as one of what they are compared by
/// and made of:
///
/// ```
/// GROUP BY i       →   GROUP BY span(i), and min(i) in its place
/// sum(i)           →   total(sum(months(i)), sum(days(i)), sum(micros(i)))
/// avg(i)           →   mean(the same, count(i))
/// count(DISTINCT i) →  count(DISTINCT span(i))
/// min(i), max(i)   →   the same: the least code is of the least interval
/// ```
///
/// Threads: one, once.
final class SpanAggregates {
    private final Aggregate aggregate;
    private final RelNode input;
    private final RexBuilder rex;
    private final Spans spans;

    /// What the new aggregate reads: the columns of its input, and behind them what is made of
    /// them.
    private final List<RexNode> columns = new ArrayList<>();

    private final List<Typed> calls = new ArrayList<>();

    /// A call whose type is known once the rows it is over are.
    private interface Typed {
        AggregateCall over(RelNode rows, boolean all);
    }

    private SpanAggregates(Aggregate aggregate) {
        this.aggregate = aggregate;
        this.input = aggregate.getInput();
        this.rex = aggregate.getCluster().getRexBuilder();
        this.spans = new Spans(rex);
        columns.addAll(rex.identityProjects(input.getRowType()));
    }

    static RelNode written(Aggregate aggregate) {
        RelNode input = aggregate.getInput();
        boolean keys =
                aggregate.getGroupSet().asList().stream().anyMatch(key -> isInterval(input, key));
        boolean arguments =
                aggregate.getAggCallList().stream()
                        .anyMatch(call ->
                                call.getArgList().stream().anyMatch(a -> isInterval(input, a))
                                        || call.collation.getKeys().stream()
                                                .anyMatch(k -> isInterval(input, k)));
        return keys || arguments ? new SpanAggregates(aggregate).written() : standard(aggregate);
    }

    /// With Calcite's sums of numbers.
    private static RelNode standard(Aggregate aggregate) {
        List<AggregateCall> calls =
                aggregate.getAggCallList().stream().map(SpanAggregates::standard).toList();
        if (calls.equals(aggregate.getAggCallList())) {
            return aggregate;
        }
        return aggregate.copy(
                aggregate.getTraitSet(),
                aggregate.getInput(),
                aggregate.getGroupSet(),
                aggregate.getGroupSets(),
                calls);
    }

    private static boolean isInterval(RelNode input, int column) {
        return Spans.isInterval(input.getRowType().getFieldList().get(column).getType());
    }

    private RelNode written() {
        List<Integer> old = aggregate.getGroupSet().asList();
        List<Integer> keys = old.stream().map(this::key).toList();
        if (!keys.equals(old) && aggregate.getGroupSets().size() > 1) {
            throw Spans.refused("ROLLUP, CUBE and GROUPING SETS");
        }
        List<List<Integer>> made = new ArrayList<>();
        List<Integer> shown = new ArrayList<>();
        for (int key : old) {
            shown.add(
                    isInterval(input, key)
                            ? add(call(SqlStdOperatorTable.MIN, key, -1, "key"))
                            : -1);
        }
        aggregate.getAggCallList().forEach(call -> made.add(made(call)));
        ImmutableBitSet group = ImmutableBitSet.of(keys);
        RelNode read =
                LogicalProject.create(input, List.of(), columns, (List<String>) null, Set.of());
        List<AggregateCall> typed =
                calls.stream().map(call -> call.over(read, group.isEmpty())).toList();
        RelNode computed =
                LogicalAggregate.create(
                        read,
                        aggregate.getHints(),
                        group,
                        keys.equals(old) ? aggregate.getGroupSets() : List.of(group),
                        typed);
        return projected(computed, group, keys, shown, made);
    }

    private RelNode projected(
            RelNode computed,
            ImmutableBitSet group,
            List<Integer> keys,
            List<Integer> shown,
            List<List<Integer>> made) {
        int width = group.cardinality();
        List<RexNode> results = new ArrayList<>();
        for (int k = 0; k < keys.size(); k++) {
            int place = shown.get(k) < 0 ? group.indexOf(keys.get(k)) : width + shown.get(k);
            results.add(rex.makeInputRef(computed, place));
        }
        for (List<Integer> parts : made) {
            List<RexNode> refs =
                    parts.stream()
                            .<RexNode>map(part -> rex.makeInputRef(computed, width + part))
                            .toList();
            RelDataType type = aggregate.getRowType().getFieldList().get(results.size()).getType();
            results.add(refs.size() == 1 ? refs.getFirst() : spans.total(refs, type));
        }
        for (int c = 0; c < results.size(); c++) {
            RelDataType type = aggregate.getRowType().getFieldList().get(c).getType();
            if (!results.get(c).getType().equals(type)) {
                results.set(c, rex.makeAbstractCast(type, results.get(c), false));
            }
        }
        return LogicalProject.create(
                computed, List.of(), results, aggregate.getRowType().getFieldNames(), Set.of());
    }

    /// Which column a key is compared by.
    private int key(int column) {
        return isInterval(input, column)
                ? added(spans.key(rex.makeInputRef(input, column)))
                : column;
    }

    private int added(RexNode column) {
        int known = columns.indexOf(column);
        if (known < 0) {
            columns.add(column);
        }
        return known < 0 ? columns.size() - 1 : known;
    }

    private int add(Typed call) {
        calls.add(call);
        return calls.size() - 1;
    }

    /// Where what a call is made of stands among the new calls.
    private List<Integer> made(AggregateCall call) {
        List<Integer> arguments = call.getArgList();
        boolean intervals = arguments.stream().anyMatch(a -> isInterval(input, a));
        SqlKind kind = call.getAggregation().getKind();
        boolean sums = Spans.isTotal(kind);
        boolean mode =
                call.getAggregation() instanceof Percentile percentile
                        && percentile.function() == Function.MODE;
        boolean distinct =
                call.getAggregation() instanceof ArrayAgg array && array.gathersDistinct();
        if (intervals && (mode || distinct || sums && call.isDistinct())) {
            throw Spans.refused(
                    call.getAggregation().getName().toLowerCase(Locale.ROOT)
                            + (mode ? "" : "(DISTINCT …)"));
        }
        if (intervals && sums) {
            List<Integer> parts = new ArrayList<>();
            RexNode interval = rex.makeInputRef(input, arguments.getFirst());
            for (String part : Spans.PARTS) {
                int column = added(spans.part(part, interval));
                parts.add(
                        add(call(SqlStdOperatorTable.SUM, column, call.filterArg, call.getName())));
            }
            if (kind == SqlKind.AVG) {
                parts.add(
                        add(
                                call(
                                        SqlStdOperatorTable.COUNT,
                                        arguments.getFirst(),
                                        call.filterArg,
                                        call.getName())));
            }
            return parts;
        }
        List<Integer> compared = arguments;
        if (intervals && call.isDistinct() && kind != SqlKind.MIN && kind != SqlKind.MAX) {
            if (kind != SqlKind.COUNT) {
                throw Spans.refused(
                        call.getAggregation().getName().toLowerCase(Locale.ROOT) + "(DISTINCT …)");
            }
            compared = arguments.stream().map(this::key).toList();
        }
        AggregateCall kept =
                standard(call.withArgList(compared).withCollation(collation(call.collation)));
        return List.of(add((rows, _) -> kept));
    }

    private static AggregateCall standard(AggregateCall call) {
        if (!(call.getAggregation() instanceof Total total)) {
            return call;
        }
        return AggregateCall.create(
                total.standard(),
                call.isDistinct(),
                call.isApproximate(),
                call.ignoreNulls(),
                call.rexList,
                call.getArgList(),
                call.filterArg,
                call.distinctKeys,
                call.collation,
                call.getType(),
                call.getName());
    }

    private RelCollation collation(RelCollation collation) {
        List<RelFieldCollation> keys = new ArrayList<>();
        for (RelFieldCollation field : collation.getFieldCollations()) {
            keys.add(field.withFieldIndex(key(field.getFieldIndex())));
        }
        return RelCollations.of(keys);
    }

    private static Typed call(SqlAggFunction function, int argument, int filter, String name) {
        return (rows, all) ->
                AggregateCall.create(
                        function,
                        false,
                        false,
                        false,
                        List.of(),
                        List.of(argument),
                        filter,
                        null,
                        RelCollations.EMPTY,
                        all,
                        rows,
                        null,
                        name);
    }
}
