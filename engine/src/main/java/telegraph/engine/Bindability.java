package telegraph.engine;

import telegraph.engine.eddy.Eddy;

/// Says whether every input of a block can be had.
///
/// An input can if it can be scanned, or if constants, or columns of other inputs that can be had,
/// give a value to every column of one of its bind patterns.
public final class Bindability {
    private Bindability() {}

    /// Does nothing but look; sends no request.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT, naming the source and the columns
    ///   that nothing binds
    public static void check(Block block) {
        Eddy.check(block);
    }
}
