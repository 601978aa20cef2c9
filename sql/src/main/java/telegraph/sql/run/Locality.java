package telegraph.sql.run;

import org.apache.calcite.rel.RelNode;
import telegraph.sql.plan.BlockRel;
import telegraph.sql.plan.BlockSpec;
import telegraph.sql.plan.SharedRel;

/// Tells whether all rows of a plan come from local sources, so that nothing but this process keeps
/// them waiting.
final class Locality {
    private Locality() {}

    static boolean isLocal(RelNode plan) {
        return switch (plan) {
            case BlockRel block ->
                    block.inputs().stream().allMatch(input -> isLocal(input.origin()));
            case SharedRel shared -> isLocal(shared.plan());
            default -> plan.getInputs().stream().allMatch(Locality::isLocal);
        };
    }

    private static boolean isLocal(BlockSpec.Origin origin) {
        return switch (origin) {
            case BlockSpec.Origin.FromSource from -> from.source().isLocal();
            case BlockSpec.Origin.FromPlan from -> isLocal(from.plan());
        };
    }
}
