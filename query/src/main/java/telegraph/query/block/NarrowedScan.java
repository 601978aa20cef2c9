package telegraph.query.block;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.SortKey;
import telegraph.engine.source.Range;
import telegraph.engine.source.SortedScan;
import telegraph.engine.source.Source;

/// Asks a source of a block for a few of its rows, where the others would change nothing:
///
/// ```
/// ORDER BY k LIMIT 10      the first ones in an order that the source has at hand
/// min(k), max(k)           those at the ends of such an order
/// ```
///
/// @param constants what is known of the source's columns, as in
///   [telegraph.engine.source.ScanRequest]
/// @param ranges as there
/// @param order in which the first tuples are wanted; empty if they are wanted in any
/// @param rows how many of them
public record NarrowedScan(
        Map<Integer, List<Object>> constants,
        Map<Integer, Range> ranges,
        List<SortKey> order,
        long rows) {
    private static final Set<SqlKind> EXTREMES = EnumSet.of(SqlKind.MIN, SqlKind.MAX);

    /// The source of an input of a block with these rows, in the order that is wanted, if there is
    /// such a thing; of a join the input is the one by which its rows are ordered.
    ///
    /// @param source the input's
    public Optional<Source> of(BlockRel block, int input, Source source) {
        BlockSpec spec = block.branches().getFirst();
        if (block.branches().size() > 1) {
            return Optional.empty();
        }
        boolean isOne = spec.inputs().size() == 1;
        if (spec.grouping() != null) {
            return isOne ? ends(spec, source) : Optional.empty();
        }
        boolean isAll = spec.conjuncts().isEmpty() && isOne;
        return order.isEmpty() ? Optional.empty() : sorted(spec, input, source, isAll ? rows : -1);
    }

    /// The source of the only input of a block, in an order of which the first rows that pass what
    /// the block filters decide, whatever it drops: for whoever turns to all rows when a few of
    /// them were not enough.
    ///
    /// ```
    /// WHERE x > 5 ORDER BY k LIMIT 10      an index has the order
    /// min(k), max(k) … WHERE x > 5         a key or an index has it
    /// ```
    ///
    /// @param source the input's
    public Optional<Beginning> beginning(BlockRel block, Source source) {
        BlockSpec spec = block.branches().getFirst();
        if (block.branches().size() > 1 || spec.inputs().size() > 1 || spec.conjuncts().isEmpty()) {
            return Optional.empty();
        }
        if (spec.grouping() != null) {
            return extreme(spec, source)
                    .flatMap(key -> source.sorted(sortedBy(List.of(key), 1)))
                    .map(sorted -> new Beginning(sorted, 1));
        }
        return order.isEmpty() || rows < 0
                ? Optional.empty()
                : sorted(spec, 0, source, rows).map(sorted -> new Beginning(sorted, rows));
    }

    /// The rows of a source in the order that is wanted.
    ///
    /// @param rows how many tuples of them are enough
    public record Beginning(Source source, long rows) {}

    /// The order in which the first value of a column that is not NULL is the only thing that is
    /// wanted.
    private Optional<SortKey> extreme(BlockSpec spec, Source source) {
        List<AggregateCall> calls = spec.grouping().calls();
        int column = extremeColumn(spec);
        if (column < 0 || calls.stream().map(NarrowedScan::kind).distinct().count() > 1) {
            return Optional.empty();
        }
        boolean greatest = kind(calls.getFirst()) == SqlKind.MAX;
        // Up NULLs come last, and then all that is left is NULL; down they come first, unless there
        // are none, or a filter drops them.
        boolean mayBeNull =
                greatest
                        && !ranges.containsKey(column)
                        && IntStream.of(source.traits().key()).noneMatch(key -> key == column);
        return mayBeNull ? Optional.empty() : Optional.of(new SortKey(column, greatest, greatest));
    }

    private static SqlKind kind(AggregateCall call) {
        return call.getAggregation().getKind();
    }

    private SortedScan sortedBy(List<SortKey> by, long most) {
        return new SortedScan(by, constants, ranges, most);
    }

    private Optional<Source> sorted(BlockSpec spec, int input, Source source, long most) {
        List<SortKey> by = new ArrayList<>();
        for (SortKey key : order) {
            if (!(spec.fields().get(key.column()) instanceof RexInputRef column)
                    || spec.inputOf(column.getIndex()) != input) {
                return Optional.empty();
            }
            int own = column.getIndex() - spec.inputs().get(input).offset();
            by.add(new SortKey(own, key.descending(), key.nullsFirst()));
        }
        return source.sorted(sortedBy(by, most));
    }

    /// The rows with the least and the greatest value of the one column of which nothing else is
    /// wanted.
    private static Optional<Source> ends(BlockSpec spec, Source source) {
        int column = spec.conjuncts().isEmpty() ? extremeColumn(spec) : -1;
        return column < 0 ? Optional.empty() : source.ends(column);
    }

    /// The one column of which nothing but the least and the greatest value of all rows is wanted;
    /// -1 if there is none.
    private static int extremeColumn(BlockSpec spec) {
        BlockSpec.Grouping grouping = spec.grouping();
        boolean isOfAll =
                grouping.keys().length == 0
                        && grouping.sets().size() == 1
                        && grouping.calls().stream().allMatch(NarrowedScan::isExtreme);
        List<Integer> columns =
                grouping.calls().stream()
                        .flatMap(call -> call.getArgList().stream())
                        .map(field -> spec.fields().get(field))
                        .map(field -> field instanceof RexInputRef ref ? ref.getIndex() : -1)
                        .distinct()
                        .toList();
        return isOfAll && columns.size() == 1 ? columns.getFirst() : -1;
    }

    private static boolean isExtreme(AggregateCall call) {
        return EXTREMES.contains(call.getAggregation().getKind()) && !call.hasFilter();
    }
}
