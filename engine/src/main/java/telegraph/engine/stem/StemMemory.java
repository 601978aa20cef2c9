package telegraph.engine.stem;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.memory.Holder;
import telegraph.memory.Region;

/// Keeps the SteMs of a block within their share of its memory: when they hold more than that, or
/// little is left for anybody, the largest partitions leave.
///
/// | share of the limit | what for                                                        |
/// |-------------------:|-----------------------------------------------------------------|
/// |                1/4 | pages and tables in memory                                      |
/// |                1/3 | rows that the workers bring back at once                        |
/// |               1/16 | pages being filled of partitions that have left                 |
///
/// It is asked before each build, by a worker that reads nothing stored, so that what leaves is
/// free as soon as the other workers have finished the pieces of work they are at.
///
/// Threads: any; one at a time evicts, and the others go on.
public final class StemMemory implements AutoCloseable {
    /// What is evicted at once, as a share of the most that may be held.
    private static final int STEP = 4;

    private static final int ROOM_SHARE = 4;
    private static final long LOAD_BYTES_MIN = 128 << 10;
    private static final long TAIL_BYTES_MIN = 4 << 10;
    private static final long TAIL_BYTES_MAX = 1 << 19;

    private final Region region;
    private final long heldMax;
    private final long loadedMax;
    private final AtomicLong held = new AtomicLong();
    private final ReentrantLock evicting = new ReentrantLock();
    private final List<Stem> stems = new CopyOnWriteArrayList<>();
    private final Holder holder = this::reclaim;

    /// @param region the block's
    public StemMemory(Region region, int workers, RoutingRules.Eviction rules) {
        this.region = region;
        this.heldMax = region.limit() / 4;
        this.loadedMax =
                Math.min(
                        rules.loadedBytesMax(),
                        Math.max(LOAD_BYTES_MIN, region.limit() / 3 / workers));
        region.onPressure(holder);
    }

    /// Frees what nobody reads any more.
    private long reclaim(long wanted) {
        long before = region.used();
        stems.forEach(Stem::reclaim);
        return before - region.used();
    }

    /// The most bytes of a page of a partition that has left.
    long tailMax() {
        long tails = 0;
        for (Stem stem : stems) {
            tails += stem.partitions();
        }
        return Math.clamp(region.limit() / 16 / Math.max(1, tails), TAIL_BYTES_MIN, TAIL_BYTES_MAX);
    }

    /// Counts bytes of pages and tables in use.
    AtomicLong held() {
        return held;
    }

    void add(Stem stem) {
        stems.add(stem);
    }

    /// The most bytes of rows that one worker brings back at once.
    public long loadedMax() {
        return loadedMax;
    }

    /// Evicts if there is need.
    void makeRoom() {
        long now = held.get();
        boolean scarce = region.room() < region.limit() / ROOM_SHARE && now > loadedMax;
        if (now <= heldMax && !scarce || !evicting.tryLock()) {
            return;
        }
        try {
            evictDownTo(Math.min(heldMax, now) - heldMax / STEP);
        } finally {
            evicting.unlock();
        }
    }

    private void evictDownTo(long bytes) {
        while (held.get() > bytes && evictLargest()) {
            // The next may be in another SteM.
        }
    }

    /// Evicts one partition; false if there is none that can leave.
    boolean evictLargest() {
        Stem largest = null;
        int partition = -1;
        long most = 0;
        for (Stem stem : stems) {
            for (int p = 0; p < stem.partitions() && stem.canEvict(); p++) {
                long bytes = stem.bytes(p);
                if (bytes > most) {
                    largest = stem;
                    partition = p;
                    most = bytes;
                }
            }
        }
        if (largest == null) {
            return false;
        }
        largest.evict(partition);
        return true;
    }

    @Override
    public void close() {
        region.offPressure(holder);
    }
}
