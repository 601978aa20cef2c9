package telegraph.engine.flow;

import telegraph.memory.Batch;

/// Rows of an input that no worker has seen yet.
///
/// @param selection the rows that count, or null for all
public record Arrival(int input, Batch batch, int[] selection) implements Work {}
