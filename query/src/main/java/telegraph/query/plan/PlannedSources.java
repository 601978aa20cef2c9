package telegraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;

/// The sources that a plan reads.
public final class PlannedSources {
    private PlannedSources() {}

    /// All of them, one as often as it is read.
    public static List<Source> of(Plan plan) {
        List<Source> sources = new ArrayList<>();
        collect(plan.root(), sources);
        return sources;
    }

    /// Whether each row of the result comes from one row of one source, and no two from the same.
    public static boolean isOneToOne(Plan plan) {
        RelNode node = plan.root();
        while (node.getInputs().size() == 1) {
            node = node.getInput(0);
        }
        return node instanceof BlockRel block
                && block.grouping() == null
                && block.inputs().size() == 1
                && block.inputs().getFirst().origin() instanceof BlockSpec.Origin.FromSource;
    }

    private static void collect(RelNode node, List<Source> to) {
        switch (node) {
            case BlockRel block -> {
                for (BlockSpec.Input input : block.inputs()) {
                    switch (input.origin()) {
                        case BlockSpec.Origin.FromSource from -> to.add(from.source());
                        case BlockSpec.Origin.FromPlan from -> collect(from.plan(), to);
                    }
                }
            }
            case SharedRel once -> collect(once.plan(), to);
            case RecursiveRel recursive -> {
                collect(recursive.seed(), to);
                collect(recursive.step(), to);
            }
            default -> node.getInputs().forEach(input -> collect(input, to));
        }
    }
}
