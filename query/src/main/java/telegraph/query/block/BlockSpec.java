package telegraph.query.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import telegraph.engine.Column;
import telegraph.engine.source.Source;

/// An eddy block in the planner's terms: expressions over the columns of all its inputs, side by
/// side.
///
/// Column `n` of input `i` is the input reference `inputs[i].offset + n` of every expression here.
///
/// @param inputs what is joined
/// @param conjuncts what a joined tuple must satisfy, join conditions included
/// @param fields the columns of a tuple that leaves or is grouped
/// @param grouping how tuples are grouped, or null if they leave as they are
public record BlockSpec(
        List<Input> inputs, List<RexNode> conjuncts, List<RexNode> fields, Grouping grouping) {
    public BlockSpec {
        inputs = List.copyOf(inputs);
        conjuncts = List.copyOf(conjuncts);
        fields = List.copyOf(fields);
    }

    /// The same with the keys of its groups as the fields of tuples that leave as they are, where
    /// nothing but its groups is asked of it.
    Optional<BlockSpec> ungrouped() {
        boolean alone =
                grouping != null
                        && grouping.calls().isEmpty()
                        && grouping.keys().length > 0
                        && grouping.sets().size() == 1
                        && grouping.sets().getFirst().length == grouping.keys().length;
        return alone
                ? Optional.of(
                        new BlockSpec(
                                inputs,
                                conjuncts,
                                Arrays.stream(grouping.keys()).mapToObj(fields::get).toList(),
                                null))
                : Optional.empty();
    }

    /// How many columns all inputs have together.
    int width() {
        return inputs.getLast().offset() + inputs.getLast().width();
    }

    /// The columns that some expression reads.
    public TreeSet<Integer> columnsUsed() {
        TreeSet<Integer> used = new TreeSet<>();
        for (RexNode node : conjuncts) {
            RelOptUtil.InputFinder.bits(node).forEach(used::add);
        }
        for (int field : fieldsUsed()) {
            RelOptUtil.InputFinder.bits(fields.get(field)).forEach(used::add);
        }
        return used;
    }

    /// The fields that leave, or that grouping reads.
    TreeSet<Integer> fieldsUsed() {
        TreeSet<Integer> used = new TreeSet<>();
        if (grouping == null) {
            for (int field = 0; field < fields.size(); field++) {
                used.add(field);
            }
            return used;
        }
        Arrays.stream(grouping.keys()).forEach(used::add);
        for (AggregateCall call : grouping.calls()) {
            used.addAll(call.getArgList());
            if (call.hasFilter()) {
                used.add(call.filterArg);
            }
        }
        return used;
    }

    /// The input that a column of the block belongs to.
    int inputOf(int column) {
        for (int i = 0; i < inputs.size(); i++) {
            Input input = inputs.get(i);
            if (column < input.offset() + input.width()) {
                return i;
            }
        }
        throw new IllegalStateException("a column belongs to an input: column=" + column);
    }

    /// What each column of the block is called: its input's alias, a point, its name.
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (Input input : inputs) {
            List<String> columns =
                    switch (input.origin()) {
                        case Origin.FromSource from ->
                                from.source().schema().columns().stream()
                                        .map(Column::name)
                                        .toList();
                        case Origin.FromPlan from -> from.plan().getRowType().getFieldNames();
                    };
            columns.forEach(column -> names.add(input.alias() + "." + column));
        }
        return names;
    }

    /// One input.
    ///
    /// @param alias what the query calls it
    /// @param offset the first of its columns among those of the block
    /// @param width how many columns it has
    /// @param origin where its rows come from
    public record Input(String alias, int offset, int width, Origin origin) {}

    /// Where rows of an input come from.
    public sealed interface Origin {
        /// A source of the catalog or a file.
        record FromSource(Source source) implements Origin {}

        /// A plan of its own.
        record FromPlan(EnumerableRel plan) implements Origin {}
    }

    /// Grouping of the fields.
    ///
    /// @param keys indices of the fields to group by
    /// @param sets for each grouping set indices into `keys`
    /// @param calls aggregates over the fields
    public record Grouping(int[] keys, List<int[]> sets, List<AggregateCall> calls) {}
}
