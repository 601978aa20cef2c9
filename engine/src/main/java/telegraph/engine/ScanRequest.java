package telegraph.engine;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What a scan is asked for.
///
/// @param columns the columns (indices in the schema) that the batches must have, in this order
/// @param constants for some columns (indices in the schema) the only values the query accepts; a
///   source may use them to fetch less, and need not, since the engine filters again
/// @param ordered whether batches must come in the source's own order; if not, whatever arrives
///   first
/// @param rowsWanted how many rows will do, or -1 if all are wanted
/// @param sampleSeed if given, rows should come in units in random order, drawn from this seed
///   ([Sink#frame]); a source that cannot do so ignores it
public record ScanRequest(
        int[] columns,
        Map<Integer, List<Object>> constants,
        boolean ordered,
        long rowsWanted,
        OptionalLong sampleSeed) {
    public ScanRequest {
        constants = Map.copyOf(constants);
    }

    /// A request for rows that nobody takes for a sample.
    public ScanRequest(
            int[] columns, Map<Integer, List<Object>> constants, boolean ordered, long rowsWanted) {
        this(columns, constants, ordered, rowsWanted, OptionalLong.empty());
    }
}
