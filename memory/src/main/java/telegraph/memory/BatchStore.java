package telegraph.memory;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.TelegraphException;

/// A growing list of batches, read by number, that lies in memory while there is room and on disk
/// when there is not.
///
/// When the region or one above it runs short, batches that nobody else has pinned are written to
/// the query's spill file and their memory is freed; pinning one reads it back. Which go is decided
/// by CLOCK: a pin sets a mark, the hand clears marks and takes a batch that has none. A batch
/// never changes, so one that was written once leaves memory again without being written again. In
/// a query without a spill file nothing leaves memory.
///
/// Threads: any. Pinning a batch in memory takes no lock; reading or writing one holds only the
/// lock of its own slot; to append holds the store's for a moment. Memory: the store keeps one pin
/// of each batch in memory until it leaves or [#close].
public final class BatchStore implements AutoCloseable {
    /// Heap bytes charged for each batch in the list.
    private static final long SLOT_BYTES = 112;

    private final Region region;
    private final SpillFile spill;
    private final Holder holder =
            new Holder() {
                @Override
                public long release(long wanted) {
                    return evict(wanted);
                }

                @Override
                public boolean holdsAny() {
                    return hasBatchesInMemory();
                }
            };
    private volatile Slot[] slots = new Slot[16];
    private volatile int size;
    private int hand;
    private boolean closed;

    private static final class Slot extends ReentrantLock {
        private static final long serialVersionUID = 1L;
        private transient volatile Batch batch;
        private volatile boolean marked;
        private int spilled = -1;
    }

    /// A store whose batches are read back into `region`, and leave memory when it or a region
    /// above it is short.
    public BatchStore(Region region) {
        this.region = region;
        this.spill = region.spill();
        if (spill != null) {
            region.onPressure(holder);
        }
    }

    /// Adds a batch, pinning it for the store, and returns its number, counted from 0.
    public int append(Batch batch) {
        batch.pin();
        try {
            region.charge(SLOT_BYTES);
        } catch (RuntimeException e) {
            batch.unpin();
            throw e;
        }
        Slot slot = new Slot();
        slot.marked = true;
        slot.batch = batch;
        synchronized (this) {
            if (closed) {
                batch.unpin();
                region.discharge(SLOT_BYTES);
                throw new IllegalStateException("a closed store takes no batch");
            }
            int id = size;
            if (id == slots.length) {
                slots = Arrays.copyOf(slots, id * 2);
            }
            slots[id] = slot;
            size = id + 1;
            return id;
        }
    }

    /// The batch of that number, pinned for the caller, who calls [#unpin] when done. May read from
    /// disk.
    ///
    /// @throws TelegraphException of kind RESOURCE if there is no room to read it into
    public Batch pin(int id) {
        Slot slot = slot(id);
        Batch batch = slot.batch;
        if (batch != null && batch.tryPin()) {
            // Written only when it changes, so that readers share the line.
            if (!slot.marked) {
                slot.marked = true;
            }
            return batch;
        }
        slot.lock();
        try {
            batch = slot.batch;
            if (batch == null) {
                if (slot.spilled < 0) {
                    throw new IllegalStateException("a closed store has no batch: number=" + id);
                }
                batch = spill.read(slot.spilled, region);
                slot.batch = batch;
            }
            batch.pin();
            slot.marked = true;
            return batch;
        } finally {
            slot.unlock();
        }
    }

    /// Ends an earlier [#pin] of that number.
    public void unpin(int id) {
        Batch batch = slot(id).batch;
        if (batch == null) {
            throw new IllegalStateException("a batch not pinned cannot be unpinned: number=" + id);
        }
        batch.unpin();
    }

    /// Forgets the batch of that number, which nobody asks for any more.
    public void drop(int id) {
        Slot slot = slot(id);
        slot.lock();
        try {
            forget(slot);
        } finally {
            slot.unlock();
        }
    }

    private static void forget(Slot slot) {
        slot.spilled = -1;
        if (slot.batch != null) {
            slot.batch.unpin();
            slot.batch = null;
        }
    }

    private Slot slot(int id) {
        if (id < 0 || id >= size) {
            throw new IllegalStateException(
                    "a batch is asked for by its number: number=" + id + " size=" + size);
        }
        return slots[id];
    }

    public int size() {
        return size;
    }

    /// Writes batches to disk until `wanted` bytes are free or none is left to take. A slot in use
    /// by another thread is passed over.
    private long evict(long wanted) {
        long freed = 0;
        int count = size;
        // One round clears the marks, the next takes the batches.
        for (int step = 0; step < 2 * count && freed < wanted; step++) {
            Slot slot = slots[advance(count)];
            if (slot.marked) {
                slot.marked = false;
            } else if (slot.batch != null && !slot.isHeldByCurrentThread() && slot.tryLock()) {
                try {
                    freed += evict(slot);
                } finally {
                    slot.unlock();
                }
            }
        }
        return freed;
    }

    private boolean hasBatchesInMemory() {
        int count = size;
        Slot[] held = slots;
        for (int id = 0; id < count; id++) {
            if (held[id].batch != null) {
                return true;
            }
        }
        return false;
    }

    private synchronized int advance(int count) {
        hand = hand + 1 < count ? hand + 1 : 0;
        return hand;
    }

    private long evict(Slot slot) {
        Batch batch = slot.batch;
        if (batch == null || batch.pins() != 1) {
            return 0;
        }
        if (slot.spilled < 0) {
            slot.spilled = spill.append(batch);
        }
        long bytes = batch.heldBytes();
        // Whoever pinned it meanwhile keeps it here.
        if (!batch.tryRetire()) {
            return 0;
        }
        slot.batch = null;
        return bytes;
    }

    /// Whether batches can leave memory at all.
    public boolean canSpill() {
        return spill != null;
    }

    /// Writes a batch to disk unless it is there, and frees its memory unless somebody has pinned
    /// it. Without a spill file does nothing.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the disk takes no more
    public void toDisk(int id) {
        if (spill == null) {
            return;
        }
        Slot slot = slot(id);
        slot.lock();
        try {
            if (slot.batch != null) {
                if (slot.spilled < 0) {
                    slot.spilled = spill.append(slot.batch);
                }
                evict(slot);
            }
        } finally {
            slot.unlock();
        }
    }

    /// Unpins all batches. The caller has made sure that nobody uses the store any more. Closing
    /// twice is harmless.
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        region.offPressure(holder);
        for (int id = 0; id < size; id++) {
            Slot slot = slots[id];
            slot.lock();
            try {
                forget(slot);
            } finally {
                slot.unlock();
            }
        }
        region.discharge(SLOT_BYTES * size);
    }
}
