package telegraph.query.recursion;

import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;

/// A query that names itself, in a logical plan: two plans, which are no inputs of it, as they are
/// planned by themselves.
public final class RecursionNode extends AbstractRelNode {
    private final WorkingNode working;
    private final RelNode seed;
    private final RelNode step;
    private final boolean distinct;

    /// @param working what the step reads as the rows that were new
    /// @param seed gives the first rows
    /// @param step makes the next ones of those that were new
    /// @param distinct whether equal rows are one
    public RecursionNode(WorkingNode working, RelNode seed, RelNode step, boolean distinct) {
        super(working.getCluster(), working.getCluster().traitSetOf(Convention.NONE));
        this.working = working;
        this.seed = seed;
        this.step = step;
        this.distinct = distinct;
        this.rowType = working.getRowType();
    }

    public WorkingNode working() {
        return working;
    }

    public RelNode seed() {
        return seed;
    }

    public RelNode step() {
        return step;
    }

    public boolean isDistinct() {
        return distinct;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("working", working.name());
    }
}
