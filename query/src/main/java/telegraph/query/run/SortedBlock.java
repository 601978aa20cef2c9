package telegraph.query.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexInputRef;
import telegraph.engine.Block;
import telegraph.engine.SortKey;
import telegraph.engine.source.SortedScan;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;

/// A block whose tuples leave in an order that its only source has at hand, so that who wants the
/// first of them need not wait for the last.
final class SortedBlock {
    private SortedBlock() {}

    /// The block over the source in that order, if there is such a thing.
    ///
    /// @param block what was compiled of `rel`
    static Optional<Block> of(BlockRel rel, Block block, PlanRun.Wanted wanted) {
        BlockSpec spec = rel.branches().getFirst();
        boolean isPlain =
                rel.branches().size() == 1
                        && spec.grouping() == null
                        && spec.inputs().size() == 1
                        && spec.inputs().getFirst().origin() instanceof BlockSpec.Origin.FromSource;
        if (!isPlain || wanted.order().isEmpty()) {
            return Optional.empty();
        }
        List<SortKey> order = new ArrayList<>();
        for (SortKey key : wanted.order()) {
            if (!(spec.fields().get(key.column()) instanceof RexInputRef column)) {
                return Optional.empty();
            }
            order.add(new SortKey(column.getIndex(), key.descending(), key.nullsFirst()));
        }
        Block.Input input = block.inputs().getFirst();
        long rows = block.filters().isEmpty() ? wanted.rows() : -1;
        return input.source()
                .sorted(new SortedScan(order, input.constants(), input.ranges(), rows))
                .map(source ->
                        new Block(
                                List.of(
                                        new Block.Input(
                                                input.alias(),
                                                source,
                                                input.columns(),
                                                input.constants(),
                                                input.ranges(),
                                                input.computed())),
                                block.equalities(),
                                block.filters(),
                                block.output()));
    }
}
