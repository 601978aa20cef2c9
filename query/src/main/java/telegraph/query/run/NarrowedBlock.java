package telegraph.query.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.Block;
import telegraph.engine.SortKey;
import telegraph.engine.source.SortedScan;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;

/// A block of one source that is asked for a few of its rows, since the others would change
/// nothing:
///
/// ```
/// ORDER BY k LIMIT 10      the first ones in an order that the source has at hand
/// min(k), max(k)           those at the ends of such an order
/// ```
final class NarrowedBlock {
    private static final Set<SqlKind> EXTREMES = EnumSet.of(SqlKind.MIN, SqlKind.MAX);

    private final BlockSpec spec;
    private final Block block;
    private final Source source;

    private NarrowedBlock(BlockSpec spec, Block block) {
        this.spec = spec;
        this.block = block;
        this.source = block.inputs().getFirst().source();
    }

    /// Those rows alone are asked for, if there are such.
    ///
    /// @param block what was compiled of `rel`
    /// @param order in which the first tuples are wanted; empty if they are wanted in any
    /// @param rows how many of them
    static Optional<Block> of(BlockRel rel, Block block, List<SortKey> order, long rows) {
        BlockSpec spec = rel.branches().getFirst();
        boolean isOne =
                rel.branches().size() == 1
                        && spec.inputs().size() == 1
                        && spec.inputs().getFirst().origin() instanceof BlockSpec.Origin.FromSource;
        if (!isOne) {
            return Optional.empty();
        }
        NarrowedBlock one = new NarrowedBlock(spec, block);
        if (spec.grouping() != null) {
            return one.ends(spec.grouping());
        }
        return order.isEmpty() ? Optional.empty() : one.sorted(order, rows);
    }

    private Optional<Block> sorted(List<SortKey> wanted, long rows) {
        List<SortKey> order = new ArrayList<>();
        for (SortKey key : wanted) {
            if (!(spec.fields().get(key.column()) instanceof RexInputRef column)) {
                return Optional.empty();
            }
            order.add(new SortKey(column.getIndex(), key.descending(), key.nullsFirst()));
        }
        Block.Input input = block.inputs().getFirst();
        long enough = block.filters().isEmpty() ? rows : -1;
        return source.sorted(new SortedScan(order, input.constants(), input.ranges(), enough))
                .map(this::over);
    }

    /// Over the rows with the least and the greatest value of the one column of which nothing else
    /// is wanted.
    private Optional<Block> ends(BlockSpec.Grouping grouping) {
        boolean isOfAll =
                grouping.keys().length == 0
                        && grouping.sets().size() == 1
                        && block.filters().isEmpty()
                        && grouping.calls().stream().allMatch(NarrowedBlock::isExtreme);
        List<Integer> columns =
                grouping.calls().stream()
                        .flatMap(call -> call.getArgList().stream())
                        .map(field -> spec.fields().get(field))
                        .map(field -> field instanceof RexInputRef ref ? ref.getIndex() : -1)
                        .distinct()
                        .toList();
        return isOfAll && columns.size() == 1 && columns.getFirst() >= 0
                ? source.ends(columns.getFirst()).map(this::over)
                : Optional.empty();
    }

    private static boolean isExtreme(AggregateCall call) {
        return EXTREMES.contains(call.getAggregation().getKind()) && !call.hasFilter();
    }

    private Block over(Source narrowed) {
        Block.Input input = block.inputs().getFirst();
        return new Block(
                List.of(
                        new Block.Input(
                                input.alias(),
                                narrowed,
                                input.columns(),
                                input.constants(),
                                input.ranges(),
                                input.computed())),
                block.equalities(),
                block.filters(),
                block.output());
    }
}
