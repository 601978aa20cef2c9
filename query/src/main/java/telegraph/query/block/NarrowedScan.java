package telegraph.query.block;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        return order.isEmpty() ? Optional.empty() : sorted(spec, input, source);
    }

    private Optional<Source> sorted(BlockSpec spec, int input, Source source) {
        List<SortKey> by = new ArrayList<>();
        for (SortKey key : order) {
            if (!(spec.fields().get(key.column()) instanceof RexInputRef column)
                    || spec.inputOf(column.getIndex()) != input) {
                return Optional.empty();
            }
            int own = column.getIndex() - spec.inputs().get(input).offset();
            by.add(new SortKey(own, key.descending(), key.nullsFirst()));
        }
        boolean isAll = spec.conjuncts().isEmpty() && spec.inputs().size() == 1;
        return source.sorted(new SortedScan(by, constants, ranges, isAll ? rows : -1));
    }

    /// The rows with the least and the greatest value of the one column of which nothing else is
    /// wanted.
    private static Optional<Source> ends(BlockSpec spec, Source source) {
        BlockSpec.Grouping grouping = spec.grouping();
        boolean isOfAll =
                grouping.keys().length == 0
                        && grouping.sets().size() == 1
                        && spec.conjuncts().isEmpty()
                        && grouping.calls().stream().allMatch(NarrowedScan::isExtreme);
        List<Integer> columns =
                grouping.calls().stream()
                        .flatMap(call -> call.getArgList().stream())
                        .map(field -> spec.fields().get(field))
                        .map(field -> field instanceof RexInputRef ref ? ref.getIndex() : -1)
                        .distinct()
                        .toList();
        return isOfAll && columns.size() == 1 && columns.getFirst() >= 0
                ? source.ends(columns.getFirst())
                : Optional.empty();
    }

    private static boolean isExtreme(AggregateCall call) {
        return EXTREMES.contains(call.getAggregation().getKind()) && !call.hasFilter();
    }
}
