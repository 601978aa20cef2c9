package telegraph.engine.source;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What a scan is asked for.
///
/// @param columns the columns (indices in the schema) that the batches must have, in this order
/// @param constants for some columns (indices in the schema) the only values the query accepts; a
///   source may use them to fetch less, and need not, since the engine filters again
/// @param ranges for some columns (indices in the schema) between which values the query accepts
///   them; a source may use them like constants
/// @param ordered whether batches must come in the source's own order; if not, whatever arrives
///   first
/// @param rowsWanted how many rows will do, or -1 if all are wanted
/// @param sampleSeed if given, rows should come in units in random order, drawn from this seed
///   ([Sink#frame]); a source that cannot do so ignores it
public record ScanRequest(
        int[] columns,
        Map<Integer, List<Object>> constants,
        Map<Integer, Range> ranges,
        boolean ordered,
        long rowsWanted,
        OptionalLong sampleSeed) {
    public ScanRequest {
        constants = Map.copyOf(constants);
        ranges = Map.copyOf(ranges);
    }

    /// A request without ranges.
    public ScanRequest(
            int[] columns,
            Map<Integer, List<Object>> constants,
            boolean ordered,
            long rowsWanted,
            OptionalLong sampleSeed) {
        this(columns, constants, Map.of(), ordered, rowsWanted, sampleSeed);
    }

    /// A request for rows that nobody takes for a sample.
    public ScanRequest(
            int[] columns, Map<Integer, List<Object>> constants, boolean ordered, long rowsWanted) {
        this(columns, constants, ordered, rowsWanted, OptionalLong.empty());
    }
}
