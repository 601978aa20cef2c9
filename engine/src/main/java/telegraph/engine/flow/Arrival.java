package telegraph.engine.flow;

import telegraph.memory.Batch;

/// Rows of an input that no worker has seen yet.
///
/// @param scanned whether the feed brought them, and nobody asked
/// @param unit the rank of their unit, or -1 if they have none
/// @param selection the rows that count, or null for all
public record Arrival(
        int input, boolean scanned, Batch batch, int unit, int[] selection, UnitLedger.Entry entry)
        implements WorkItem {}
