package telegraph.engine.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;

/// The rows of a stream by number, from 0 on, until they are forgotten.
///
/// Batches leave memory when it is short, except those that a [Cursor] is at.
///
/// Threads: one. Memory: a store of the batches, and a pin for each cursor, until [#close].
final class WindowRows implements AutoCloseable {
    private final BatchStream in;
    private final BatchStore store;
    private final List<Cursor> cursors = new ArrayList<>();
    private final List<Batch> passed = new ArrayList<>();

    /// The number of the first row of each batch, and after the last of the next to come.
    private long[] starts = new long[16];

    private int batches;
    private int forgotten;

    WindowRows(BatchStream in, Region region) {
        this.in = in;
        this.store = new BatchStore(region);
    }

    /// Reads the next batch; false if there is none.
    boolean fill() throws InterruptedException {
        Batch batch = in.next();
        if (batch == null) {
            return false;
        }
        try {
            store.append(batch);
        } finally {
            batch.unpin();
        }
        batches++;
        if (batches == starts.length) {
            starts = Arrays.copyOf(starts, 2 * batches);
        }
        starts[batches] = starts[batches - 1] + batch.rows();
        return true;
    }

    /// How many rows were read so far.
    long size() {
        return starts[batches];
    }

    /// The number after the last row of the batch that a row is in.
    long endOfBatch(long row) {
        return starts[batchOf(row) + 1];
    }

    private int batchOf(long row) {
        int at = Arrays.binarySearch(starts, 0, batches + 1, row);
        return at >= 0 ? at : -at - 2;
    }

    /// Forgets the batches all of whose rows come before this one.
    void forgetBefore(long row) {
        for (; forgotten < batches && starts[forgotten + 1] <= row; forgotten++) {
            store.drop(forgotten);
        }
    }

    /// Something that goes through the rows, mostly forwards.
    ///
    /// @param keeps whether what it has read stays in memory until [#letGo], else until it moves on
    Cursor cursor(boolean keeps) {
        Cursor cursor = new Cursor(keeps);
        cursors.add(cursor);
        return cursor;
    }

    /// Lets go of the batches that cursors which keep them have left since the last call.
    void letGo() {
        passed.forEach(Batch::unpin);
        passed.clear();
    }

    /// A place among the rows.
    final class Cursor {
        /// The batch of the row gone to last, and its place there.
        Batch batch;

        int place;
        private long start;
        private long end;

        private final boolean keeps;

        private Cursor(boolean keeps) {
            this.keeps = keeps;
        }

        Cursor to(long row) {
            if (row < start || row >= end) {
                leave();
                int number = batchOf(row);
                batch = store.pin(number);
                start = starts[number];
                end = starts[number + 1];
            }
            place = (int) (row - start);
            return this;
        }

        boolean isNull(int column) {
            return batch.isNull(column, place);
        }

        private void leave() {
            if (batch != null) {
                if (keeps) {
                    passed.add(batch);
                } else {
                    batch.unpin();
                }
                batch = null;
                start = 0;
                end = 0;
            }
        }
    }

    @Override
    public void close() {
        cursors.forEach(Cursor::leave);
        letGo();
        store.close();
    }
}
