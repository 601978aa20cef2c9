package telegraph.sources.parquet;

import java.io.IOException;
import telegraph.engine.vector.Vector;

/// The values of one column, a window of rows after the other.
///
/// Threads: one. Memory: texts stay until the next window or row group.
public interface ColumnCursor extends AutoCloseable {
    /// Goes to rows of the row group, after those of the last window.
    void window(long first, int rows) throws IOException;

    /// Sets selected positions to the values of the window's rows, position `p` to row `p`. May be
    /// called again with other positions.
    void fill(int[] selection, int count, Vector to) throws IOException;

    @Override
    void close();
}
