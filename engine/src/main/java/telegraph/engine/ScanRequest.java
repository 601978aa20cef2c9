package telegraph.engine;

import java.util.List;
import java.util.Map;

/// What a scan is asked for.
///
/// @param columns the columns (indices in the schema) that the batches must have, in this order
/// @param constants for some columns (indices in the schema) the only values the query accepts; a
///   source may use them to fetch less, and need not, since the engine filters again
/// @param ordered whether batches must come in the source's own order; if not, whatever arrives
///   first
/// @param rowsWanted how many rows will do, or -1 if all are wanted
public record ScanRequest(
        int[] columns, Map<Integer, List<Object>> constants, boolean ordered, long rowsWanted) {
    public ScanRequest {
        constants = Map.copyOf(constants);
    }
}
