package telegraph.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import telegraph.engine.Source;

/// The sources that a plan reads.
public final class PlannedSources {
    private PlannedSources() {}

    /// All of them, one as often as it is read.
    public static List<Source> of(Plan plan) {
        List<Source> sources = new ArrayList<>();
        collect(plan.root(), sources);
        return sources;
    }

    private static void collect(RelNode node, List<Source> to) {
        switch (node) {
            case BlockRel block -> {
                for (BlockSpec.Input input : block.spec().inputs()) {
                    switch (input.origin()) {
                        case BlockSpec.Origin.FromSource from -> to.add(from.source());
                        case BlockSpec.Origin.FromPlan from -> collect(from.plan(), to);
                    }
                }
            }
            case SharedRel once -> collect(once.plan(), to);
            default -> node.getInputs().forEach(input -> collect(input, to));
        }
    }
}
