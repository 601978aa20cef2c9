package telegraph.query.block;

import org.apache.calcite.rel.RelNode;

/// A leaf of what generated code runs, whose rows come from the engine's operators.
public final class StreamRel extends LeafRel {
    /// @param of whose rows it has
    public StreamRel(int id, RelNode of) {
        super(of.getCluster(), "stream " + id, of.getRowType(), Sizes.ROWS_GUESSED);
    }
}
