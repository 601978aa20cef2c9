package telegraph.engine.stem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import telegraph.memory.Batch;

/// The stored batches of one input, by id, with their stamps.
///
/// Append-only: an id once given keeps its rows until [#close].
///
/// Threads: any may append and read; readers take no lock. Memory: owns one pin of each batch.
public final class RowStore implements AutoCloseable {
    private static final VarHandle STAMP = MethodHandles.arrayElementVarHandle(long[].class);

    private final Object growth = new Object();
    private volatile Batch[] batches = new Batch[16];
    private volatile int[][] live = new int[16][];
    private volatile long[] stamps = new long[16];
    private volatile int size;
    private long bytes;

    /// Stores a batch with the caller's pin; returns its id. Its stamp is 0: not yet there.
    int append(Batch batch) {
        synchronized (growth) {
            int id = size;
            if (id == batches.length) {
                grow(id * 2);
            }
            batches[id] = batch;
            bytes += batch.heldBytes();
            size = id + 1;
            return id;
        }
    }

    /// Longer copies are published before the size that needs them; stamps are written under the
    /// same lock, so that none goes to the shorter array.
    private void grow(int length) {
        batches = Arrays.copyOf(batches, length);
        live = Arrays.copyOf(live, length);
        stamps = Arrays.copyOf(stamps, length);
    }

    /// Says which rows of a batch count; before it is stamped.
    void live(int id, int[] rows) {
        synchronized (growth) {
            live[id] = rows;
        }
    }

    void stamp(int id, long stamp) {
        synchronized (growth) {
            STAMP.setRelease(stamps, id, stamp);
        }
    }

    /// The stamp of a batch, 0 if it has none yet.
    long stampOf(int id) {
        return (long) STAMP.getAcquire(stamps, id);
    }

    /// How many ids there are; the last ones may not be stamped yet.
    public int size() {
        return size;
    }

    /// The rows of a stamped batch that count.
    public int[] liveRows(int id) {
        return live[id];
    }

    public Batch batch(int id) {
        return batches[id];
    }

    /// Bytes of all stored batches.
    long bytes() {
        synchronized (growth) {
            return bytes;
        }
    }

    @Override
    public void close() {
        synchronized (growth) {
            for (int id = 0; id < size; id++) {
                batches[id].unpin();
            }
            size = 0;
        }
    }
}
