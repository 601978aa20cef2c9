package telegraph.engine.flow;

/// Probes of a part of an input's stored rows that had left memory, to be made up for.
///
/// @param index the index they ask, or -1 to walk
/// @param part which part of the rows
public record Replay(int input, int index, int part, UnitLedger.Entry entry) implements WorkItem {}
