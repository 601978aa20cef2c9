package telegraph.engine;

import java.util.List;
import java.util.function.Supplier;
import telegraph.engine.direct.DirectRun;
import telegraph.engine.eddy.Eddy;
import telegraph.engine.eddy.Together;

/// Starts blocks.
public final class Dataflow {
    private Dataflow() {}

    /// Starts a block; its readers and workers run until the execution ends or is closed. If it is
    /// likely to be about a few rows at hand, nothing is started, and whoever takes carries it out.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT as [Bindability#check]
    public static Execution start(Block block, QueryContext context) {
        return DirectRun.of(block, context, () -> Eddy.start(block, context))
                .orElseGet(() -> Eddy.start(block, context));
    }

    /// Starts a block of which the first tuples in the order of an input that has it are wanted, as
    /// they are or as groups that the others do not change: by whoever takes, if few rows lead to
    /// them, or else as `otherwise` does.
    ///
    /// @param input whose rows come in that order
    /// @param context with the number of rows that are wanted
    public static Execution first(
            Block block, int input, QueryContext context, Supplier<Execution> otherwise) {
        return DirectRun.of(block, context, input, otherwise).orElseGet(otherwise);
    }

    /// As [#start], but nothing is ever started: whoever takes, or begins, carries it out.
    ///
    /// @throws NotBrief at once or when it begins, if it is not about a few rows at hand
    public static Execution brief(List<Block> blocks, QueryContext context) {
        if (blocks.size() > 1) {
            throw NotBrief.NOW;
        }
        return DirectRun.of(
                        blocks.getFirst(),
                        context,
                        () -> {
                            throw NotBrief.NOW;
                        })
                .orElseThrow(() -> NotBrief.NOW);
    }

    /// Starts several grouped blocks whose tuples are aggregated together, as those of a UNION ALL
    /// are: one set of groups comes of them.
    ///
    /// @param blocks at most [Block#TOGETHER_MAX]; their keys and aggregates are the same functions
    ///   of values of the same types
    /// @throws telegraph.ground.TelegraphException of kind INPUT as [Bindability#check]
    public static Execution start(List<Block> blocks, QueryContext context) {
        return blocks.size() == 1
                ? start(blocks.getFirst(), context)
                : Together.start(blocks, context);
    }
}
