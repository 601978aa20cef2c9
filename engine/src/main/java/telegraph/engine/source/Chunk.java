package telegraph.engine.source;

import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Some rows of a unit whose columns are decoded when somebody asks for them: what a filter or a
/// probe drops costs nothing in the other columns.
///
/// Threads: the one that reads the unit. Memory: the reader's; void at its next call.
public interface Chunk {
    int rows();

    /// Sets `to` at the selected positions (position `p` is row `p` of the chunk) to the values of
    /// a column. May be called again for the same column with other positions. Texts point into the
    /// reader's memory.
    ///
    /// @param column its place in the request
    void fill(int column, int[] selection, int count, Vector to);

    /// The rows of a batch, which stays pinned until the chunk is void.
    static Chunk of(Batch batch) {
        return new Chunk() {
            @Override
            public int rows() {
                return batch.rows();
            }

            @Override
            public void fill(int column, int[] selection, int count, Vector to) {
                Gather.fromBatch(batch, column, null, selection, count, to);
            }
        };
    }
}
