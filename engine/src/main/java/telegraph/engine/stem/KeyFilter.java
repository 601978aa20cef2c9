package telegraph.engine.stem;

import java.util.Optional;
import telegraph.engine.source.Range;
import telegraph.engine.vector.Vector;

/// What can be said of the keys of one index when all rows of its input are stored: rows of other
/// inputs without such a key match nothing.
///
/// Threads: any. Memory: its SteM's.
public interface KeyFilter {
    /// Keeps of the selected positions those whose key may be stored; NULL is none. Returns how
    /// many.
    ///
    /// @param key the columns that correspond to those of the index, in their order
    int narrow(Vector[] key, int[] selection, int count);

    /// Between which values the keys are, if the key is one column of numbers or dates.
    Optional<Range> range();

    /// How many different keys there are, at least about.
    long keys();
}
