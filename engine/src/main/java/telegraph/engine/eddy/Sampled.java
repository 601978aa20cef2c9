package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import telegraph.engine.Block;

/// Chooses which inputs of a grouped block are read as samples.
///
/// One is the rule: the largest, by which the answer is estimated while the others, which it meets,
/// are read in full or looked up (index ripple). Two if both are large (ripple join, Haas and
/// Hellerstein 1999). An input whose rows come by two ways is never one.
final class Sampled {
    /// A second input this much smaller than the largest is read in full: that takes little time,
    /// and a sample of both sides sees few pairs.
    private static final int MUCH_SMALLER = 8;

    private static final int CONSTANTS_MIN = 20;

    private Sampled() {}

    /// The inputs, at most two.
    static int[] inputs(QueryGraph graph) {
        if (!(graph.block().output() instanceof Block.Output.Groups)) {
            return new int[0];
        }
        List<Integer> candidates = new ArrayList<>();
        for (Instance instance : graph.instances()) {
            if (bytes(instance) > 0 && !instance.competes()) {
                candidates.add(instance.index());
            }
        }
        candidates.sort(Comparator.comparingLong(i -> -bytes(graph.instance(i))));
        if (candidates.isEmpty()) {
            return new int[0];
        }
        long most = bytes(graph.instance(candidates.getFirst()));
        return candidates.stream()
                .filter(i -> bytes(graph.instance(i)) >= most / MUCH_SMALLER)
                .limit(2)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// How much there is to sample, 0 if nothing.
    private static long bytes(Instance instance) {
        return switch (instance.feed()) {
            case SCAN -> instance.input().source().sampledBytes().orElse(0);
            case CONSTANTS -> combinations(instance) >= CONSTANTS_MIN ? Long.MAX_VALUE : 0;
            case NONE -> 0;
        };
    }

    private static long combinations(Instance instance) {
        int[] pattern =
                instance.input().source().access().binds().stream()
                        .filter(b -> AccessChoice.allConstant(instance.input(), b))
                        .findFirst()
                        .orElseThrow();
        long product = 1;
        for (int column : pattern) {
            product *= instance.constants().get(column).size();
        }
        return product;
    }
}
