package telegraph.query.block;

import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.type.RelDataType;

/// A part of the plan that goes on by itself: its seed gives the first rows, and its step, over the
/// rows that were new, the next ones, until there are none.
public final class RecursiveRel extends LeafRel {
    private final String working;
    private final EnumerableRel seed;
    private final EnumerableRel step;
    private final boolean distinct;

    /// @param working the key of what the step has in the place of the rows that were new
    /// @param distinct whether equal rows are one
    public RecursiveRel(
            String working,
            RelDataType rowType,
            EnumerableRel seed,
            EnumerableRel step,
            boolean distinct) {
        super(seed.getCluster(), "recursion over " + working, rowType, Sizes.ROWS_GUESSED);
        this.working = working;
        this.seed = seed;
        this.step = step;
        this.distinct = distinct;
    }

    /// The same with parts that are planned otherwise.
    public RecursiveRel with(EnumerableRel otherSeed, EnumerableRel otherStep) {
        return new RecursiveRel(working, getRowType(), otherSeed, otherStep, distinct);
    }

    public String working() {
        return working;
    }

    public EnumerableRel seed() {
        return seed;
    }

    public EnumerableRel step() {
        return step;
    }

    public boolean isDistinct() {
        return distinct;
    }
}
