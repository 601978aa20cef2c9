package telegraph.query.recursion;

import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/// The rows that a step of a [RecursionNode] works on, in a logical plan.
public final class WorkingNode extends AbstractRelNode {
    private final String name;

    public WorkingNode(RelOptCluster cluster, String name, RelDataType rowType) {
        super(cluster, cluster.traitSetOf(Convention.NONE));
        this.name = name;
        this.rowType = rowType;
    }

    /// What no other recursion of the statement works on.
    public String name() {
        return name;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("name", name);
    }
}
