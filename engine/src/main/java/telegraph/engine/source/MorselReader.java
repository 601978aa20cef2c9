package telegraph.engine.source;

import java.io.IOException;
import java.util.Optional;

/// Reads one unit after another, some rows at a time.
///
/// Threads: one. Memory: its own; what chunks point into stays until the next call.
public interface MorselReader extends AutoCloseable {
    /// What is known of the rows that can still be of use; it grows while the query runs.
    interface Reduction {
        /// Nothing is known.
        Reduction NONE = column -> Optional.empty();

        /// Between which values those of a column (its place in the request) must be.
        Optional<Range> range(int column);
    }

    /// Goes to the first row of a unit, or skips it: false if its statistics show that no row of it
    /// is of use.
    boolean open(int rank, Reduction reduction) throws IOException;

    /// The next rows of the unit, at most [telegraph.memory.Batch#ROWS_MAX], or null at its end.
    /// The chunk before is void from here on.
    Chunk next() throws IOException;

    @Override
    void close() throws IOException;
}
