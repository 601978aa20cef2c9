package telegraph.query.block;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/// A leaf of the remainder whose rows come from an eddy block, or from several whose tuples are
/// aggregated together.
public final class BlockRel extends LeafRel {
    private final List<BlockSpec> branches;

    /// @param branches one, or several grouped alike
    public BlockRel(RelOptCluster cluster, int id, List<BlockSpec> branches, RelDataType rowType) {
        this(cluster, "block " + id, branches, rowType);
    }

    private BlockRel(
            RelOptCluster cluster, String key, List<BlockSpec> branches, RelDataType rowType) {
        super(cluster, key, rowType, Sizes.ofBlocks(branches));
        this.branches = List.copyOf(branches);
    }

    /// The same leaf over these blocks.
    public BlockRel with(List<BlockSpec> others) {
        return new BlockRel(getCluster(), key(), others, getRowType());
    }

    /// The same leaf with one more column behind the others: which group a row is.
    public BlockRel numbered() {
        RelDataType rowType =
                getCluster()
                        .getTypeFactory()
                        .builder()
                        .addAll(getRowType().getFieldList())
                        .add("group", SqlTypeName.INTEGER)
                        .build();
        return new BlockRel(getCluster(), key(), branches, rowType);
    }

    /// A leaf of the rows whose distinct ones are those of this leaf, if there is such a thing.
    public Optional<BlockRel> ungrouped() {
        return branches.size() > 1
                ? Optional.empty()
                : branches.getFirst()
                        .ungrouped()
                        .map(block ->
                                new BlockRel(getCluster(), key(), List.of(block), getRowType()));
    }

    /// The blocks.
    public List<BlockSpec> branches() {
        return branches;
    }

    /// How tuples are grouped, or null if they leave as they are.
    public BlockSpec.Grouping grouping() {
        return branches.getFirst().grouping();
    }

    /// The inputs of all blocks, those of the first block first.
    public List<BlockSpec.Input> inputs() {
        return branches.stream().flatMap(branch -> branch.inputs().stream()).toList();
    }
}
