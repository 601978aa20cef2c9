package telegraph.query.run;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;

/// Tells whether all rows of a plan come from local sources, so that nothing but this process keeps
/// them waiting.
///
/// Threads: one.
final class Locality {
    /// The shared parts looked at, each of which may stand in many places below others.
    private final Set<SharedRel> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Locality() {}

    static boolean isLocal(RelNode plan) {
        return new Locality().holds(plan);
    }

    private boolean holds(RelNode plan) {
        return switch (plan) {
            case BlockRel block -> block.inputs().stream().allMatch(input -> holds(input.origin()));
            case RecursiveRel recursive -> holds(recursive.seed()) && holds(recursive.step());
            case SharedRel shared -> !seen.add(shared) || holds(shared.plan());
            default -> plan.getInputs().stream().allMatch(this::holds);
        };
    }

    private boolean holds(BlockSpec.Origin origin) {
        return switch (origin) {
            case BlockSpec.Origin.FromSource from -> from.source().isLocal();
            case BlockSpec.Origin.FromPlan from -> holds(from.plan());
        };
    }
}
