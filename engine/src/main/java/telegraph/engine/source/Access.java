package telegraph.engine.source;

import java.util.List;

/// How a source can be asked for rows: all of them, those that match given values, or both.
///
/// Each bind pattern lists the columns (indices in the schema) that must be given a value for a
/// lookup. A web form with one required field is one pattern of one column and no scan.
public record Access(boolean scan, List<int[]> binds) {
    /// All rows, with nothing given.
    public static final Access SCAN = new Access(true, List.of());

    public Access {
        binds = List.copyOf(binds);
        if (!scan && binds.isEmpty()) {
            throw new IllegalArgumentException("a source can be scanned or looked up");
        }
    }
}
