package telegraph.tables.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import telegraph.engine.BatchStream;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.store.Bytes;

/// Entries of containers that come in batches, read one by one.
///
/// A column of a batch is the key, then perhaps one the value and one a number. The bytes of keys
/// and values travel as texts, which are ordered by their bytes.
///
/// Threads: one. Memory: one batch is pinned until the next, or [#close].
final class EntryStream implements AutoCloseable {
    private static final int VALUE = 1;
    private static final int NUMBER = 2;

    private final BatchStream in;
    private final int[] all = new int[Batch.ROWS_MAX];
    private final Vector[] columns;
    private final Bytes key = new Bytes();
    private final Bytes value = new Bytes();
    private Batch batch;
    private int row;

    /// @param in closed with this
    EntryStream(BatchStream in) {
        this.in = in;
        this.columns = in.types().stream().map(Vector::new).toArray(Vector[]::new);
        for (int at = 0; at < all.length; at++) {
            all[at] = at;
        }
    }

    /// Goes to the next entry; false if there is none.
    boolean next() {
        if (batch == null || ++row == batch.rows()) {
            if (!nextBatch()) {
                return false;
            }
            row = 0;
        }
        copy(columns[0], key);
        if (columns.length > VALUE) {
            copy(columns[VALUE], value);
        }
        batch.confirm();
        return true;
    }

    private boolean nextBatch() {
        drop();
        try {
            batch = in.next();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the statement was cancelled");
        }
        if (batch == null) {
            return false;
        }
        for (int c = 0; c < columns.length; c++) {
            Gather.fromBatch(batch, c, null, all, batch.rows(), columns[c]);
        }
        return true;
    }

    private void copy(Vector from, Bytes to) {
        int length = from.lengths[row];
        to.clear().reserve(length);
        MemorySegment.copy(
                from.segments[row],
                ValueLayout.JAVA_BYTE,
                from.offsets[row],
                to.array(),
                0,
                length);
        to.length(length);
    }

    private void drop() {
        if (batch != null) {
            batch.unpin();
            batch = null;
        }
    }

    /// The key of the entry; valid until the next.
    Bytes key() {
        return key;
    }

    /// Its value; valid until the next.
    Bytes value() {
        return value;
    }

    long number() {
        return columns[NUMBER].longs[row];
    }

    @Override
    public void close() {
        drop();
        in.close();
    }
}
