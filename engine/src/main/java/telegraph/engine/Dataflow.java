package telegraph.engine;

import telegraph.engine.eddy.Eddy;
import telegraph.engine.stem.Rules;

/// Starts blocks.
public final class Dataflow {
    private Dataflow() {}

    /// Starts a block; its readers and workers run until the execution ends or is closed.
    ///
    /// @throws telegraph.memory.TelegraphException of kind INPUT as [Bindability#check]
    public static Execution start(Block block, QueryContext context) {
        return Eddy.start(block, context, Rules.EXACT);
    }
}
