package telegraph.engine.tuple;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import telegraph.engine.Block;

/// Chooses which inputs of a grouped block are read as samples.
///
/// One is the rule: the largest, by which the answer is estimated while the others, which it meets,
/// are read in full or looked up (index ripple). Two if both are large (ripple join, Haas and
/// Hellerstein 1999). An input whose rows come by two ways is never one.
public final class Sampled {
    /// A second input this much smaller than the largest is read in full: that takes little time,
    /// and a sample of both sides sees few pairs.
    private static final int MUCH_SMALLER = 8;

    private static final int CONSTANTS_MIN = 20;

    private Sampled() {}

    /// The inputs, at most two.
    public static int[] inputs(QueryGraph graph) {
        if (!(graph.block().output() instanceof Block.Output.Groups)) {
            return new int[0];
        }
        List<Candidate> candidates = new ArrayList<>();
        for (Instance instance : graph.instances()) {
            // Asked once: to answer, a source may have to look at its files.
            long bytes = instance.competes() ? 0 : bytes(instance);
            if (bytes > 0) {
                candidates.add(new Candidate(instance.index(), bytes));
            }
        }
        candidates.sort(Comparator.comparingLong(Candidate::bytes).reversed());
        return candidates.stream()
                .filter(c -> c.bytes() >= candidates.getFirst().bytes() / MUCH_SMALLER)
                .limit(2)
                .mapToInt(Candidate::input)
                .toArray();
    }

    /// An input that can be read as a sample, and how much there is to sample.
    private record Candidate(int input, long bytes) {}

    /// How much there is to sample, 0 if nothing.
    private static long bytes(Instance instance) {
        return switch (instance.feed()) {
            case SCAN -> instance.input().source().sampledBytes().orElse(0);
            case CONSTANTS -> combinations(instance) >= CONSTANTS_MIN ? Long.MAX_VALUE : 0;
            case NONE -> 0;
        };
    }

    private static long combinations(Instance instance) {
        long product = 1;
        for (int column : AccessChoice.constantPattern(instance.input()).orElseThrow()) {
            product *= instance.constants().get(column).size();
        }
        return product;
    }
}
