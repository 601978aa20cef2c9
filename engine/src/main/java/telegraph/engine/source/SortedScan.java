package telegraph.engine.source;

import java.util.List;
import java.util.Map;
import telegraph.engine.SortKey;

/// The first rows of a scan in an order, for a source that has them at hand.
///
/// @param order by which columns (indices in the schema)
/// @param constants as in [ScanRequest]
/// @param ranges as in [ScanRequest]
/// @param rows how many will do, or -1 if nobody knows, since not all of them are accepted
public record SortedScan(
        List<SortKey> order,
        Map<Integer, List<Object>> constants,
        Map<Integer, Range> ranges,
        long rows) {
    public SortedScan {
        order = List.copyOf(order);
        constants = Map.copyOf(constants);
        ranges = Map.copyOf(ranges);
    }
}
