package telegraph.engine.source;

import java.util.List;
import java.util.Map;

/// What a lookup is asked for: the rows with these values in these columns.
///
/// @param columns the columns (indices in the schema) that the batches must have, in this order
/// @param bound the columns (indices in the schema) of the bind pattern used
/// @param values one value for each bound column, never null
/// @param constants as in [ScanRequest]
public record LookupRequest(
        int[] columns, int[] bound, List<Object> values, Map<Integer, List<Object>> constants) {
    public LookupRequest {
        values = List.copyOf(values);
        constants = Map.copyOf(constants);
    }
}
