package telegraph.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// A tagged, limited share of the process's off-heap memory that is freed in one step.
///
/// A request takes a free piece of the query's if one fits, else new memory of the query's arena.
/// Pieces come in sizes of powers of two from 4 KiB up, so a freed piece serves the next request of
/// its class at once. A request that would pass the limit of this region or of one above asks the
/// holders registered there to give some back, and if that is not enough fails alone, naming the
/// region, the limit and the use.
///
/// Invariants:
///
/// 1. `used` counts whole pieces handed out and not freed, plus bytes charged for objects on the
///    heap.
/// 2. A piece belongs to exactly one region; closing that region frees it; reading a piece of a
///    closed query throws.
///
/// Threads: any. The caller of [#close] has made sure that nobody uses the pieces any more.
public final class Region implements AutoCloseable {
    private static final long PIECE_BYTES_MIN = 4096;
    private static final int CLASSES = 48;

    private final String name;
    private final Region parent;
    private final long limit;
    private final Pool pool;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();
    private final Set<Region> children = ConcurrentHashMap.newKeySet();
    private final Set<MemorySegmentKey> pieces = ConcurrentHashMap.newKeySet();
    private final AtomicLong charged = new AtomicLong();
    private final List<Holder> holders = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    private Region(String name, Region parent, long limit, Pool pool) {
        this.name = name;
        this.parent = parent;
        this.limit = limit;
        this.pool = pool;
    }

    static Region root(String name, long limit) {
        return new Region(name, null, limit, null);
    }

    Region query(String queryName, long queryLimit) {
        return adopt(new Region(queryName, this, queryLimit, new Pool()));
    }

    /// A region below this one, for one module of the query.
    public Region child(String childName, long childLimit) {
        return adopt(new Region(childName, this, childLimit, pool));
    }

    /// A region below this one that may take all this one may.
    public Region child(String childName) {
        return child(childName, limit);
    }

    private Region adopt(Region child) {
        if (closed) {
            throw new IllegalStateException("a closed region takes no children: region=" + path());
        }
        children.add(child);
        return child;
    }

    public String name() {
        return name;
    }

    public long limit() {
        return limit;
    }

    public long used() {
        return used.get();
    }

    public long peak() {
        return peak.get();
    }

    /// Registers somebody to ask when this region or one below it runs short.
    public void onPressure(Holder holder) {
        holders.add(holder);
    }

    public void offPressure(Holder holder) {
        holders.remove(holder);
    }

    /// At least `bytes` bytes of off-heap memory, aligned to 64; the contents are undefined.
    ///
    /// @throws TelegraphException of kind RESOURCE if the limit does not allow it
    public MemorySegment allocate(long bytes) {
        if (pool == null) {
            throw new IllegalStateException(
                    "only queries and their modules allocate: region=" + path());
        }
        long size = pieceBytes(bytes);
        take(size);
        try {
            MemorySegment piece = pool.take(size);
            pieces.add(new MemorySegmentKey(piece.address(), piece));
            return piece;
        } catch (OutOfMemoryError | IllegalStateException e) {
            give(size);
            throw TelegraphException.resource(
                    "no memory for a piece: region=" + path() + " bytes=" + size, e);
        }
    }

    /// Gives back a piece that [#allocate] of this region returned.
    public void free(MemorySegment piece) {
        if (!pieces.remove(new MemorySegmentKey(piece.address(), piece))) {
            throw new IllegalStateException(
                    "a piece is freed once, by its own region: region="
                            + path()
                            + " bytes="
                            + piece.byteSize());
        }
        pool.give(piece);
        give(piece.byteSize());
    }

    /// Counts `bytes` of heap objects against the limit, as if they had been allocated here.
    public void charge(long bytes) {
        take(bytes);
        charged.addAndGet(bytes);
    }

    /// Takes back an earlier [#charge].
    public void discharge(long bytes) {
        charged.addAndGet(-bytes);
        give(bytes);
    }

    /// Frees all this region and its children hold. Closing twice is harmless.
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        for (Region child : children) {
            child.close();
        }
        boolean ownsArena = pool != null && (parent == null || parent.pool != pool);
        long held = charged.get();
        for (MemorySegmentKey key : pieces) {
            held += key.piece.byteSize();
            if (!ownsArena) {
                pool.give(key.piece);
            }
        }
        pieces.clear();
        give(held);
        if (parent != null) {
            parent.children.remove(this);
        }
        if (ownsArena) {
            pool.close();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    private void take(long bytes) {
        for (Region r = this; r != null; r = r.parent) {
            if (!r.tryTake(bytes)) {
                long missing = r.used.get() + bytes - r.limit;
                r.askHolders(missing);
                if (!r.tryTake(bytes)) {
                    for (Region undo = this; undo != r; undo = undo.parent) {
                        undo.used.addAndGet(-bytes);
                    }
                    throw r.overLimit(this, bytes);
                }
            }
        }
    }

    private boolean tryTake(long bytes) {
        if (closed) {
            throw new IllegalStateException("a closed region hands out nothing: region=" + path());
        }
        long now;
        do {
            now = used.get();
            if (now + bytes > limit) {
                return false;
            }
        } while (!used.compareAndSet(now, now + bytes));
        peak.accumulateAndGet(now + bytes, Math::max);
        return true;
    }

    private void give(long bytes) {
        for (Region r = this; r != null; r = r.parent) {
            r.used.addAndGet(-bytes);
        }
    }

    /// Asks holders from this region downwards until enough was given back.
    private long askHolders(long missing) {
        long got = 0;
        for (Holder holder : holders) {
            if (got >= missing) {
                return got;
            }
            got += holder.release(missing - got);
        }
        for (Region child : children) {
            if (got >= missing) {
                return got;
            }
            got += child.askHolders(missing - got);
        }
        return got;
    }

    private TelegraphException overLimit(Region asking, long bytes) {
        return TelegraphException.resource(
                "memory limit reached: module="
                        + asking.path()
                        + " wanted="
                        + bytes
                        + " limit="
                        + limit
                        + " used="
                        + used.get()
                        + " (limit of "
                        + path()
                        + "). Raise memory_limit, or select fewer columns or rows.");
    }

    /// The names from the process down to this region.
    public String path() {
        return parent == null ? name : parent.path() + "/" + name;
    }

    private static long pieceBytes(long bytes) {
        long size = Math.max(bytes, PIECE_BYTES_MIN);
        long power = Long.highestOneBit(size);
        if (power == size) {
            return size;
        }
        // Above 64 KiB a step of a quarter keeps the waste under a fifth.
        if (power < 65536) {
            return power << 1;
        }
        long step = power >> 2;
        return (size + step - 1) / step * step;
    }

    /// Identifies a piece by its address; the piece itself takes no part in equality.
    private record MemorySegmentKey(long address, MemorySegment piece) {
        @Override
        public boolean equals(Object other) {
            return other instanceof MemorySegmentKey key && key.address == address;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(address >>> 6);
        }
    }

    /// The arena of one query and the free pieces in it, by size.
    private static final class Pool {
        private final Arena arena = Arena.ofShared();
        private final List<Shelf> shelves = new ArrayList<>(CLASSES);

        private record Shelf(long bytes, ArrayDeque<MemorySegment> pieces) {}

        MemorySegment take(long bytes) {
            synchronized (shelves) {
                MemorySegment piece = shelf(bytes).pieces.poll();
                if (piece != null) {
                    return piece;
                }
            }
            return arena.allocate(bytes, 64);
        }

        void give(MemorySegment piece) {
            synchronized (shelves) {
                shelf(piece.byteSize()).pieces.push(piece);
            }
        }

        private Shelf shelf(long bytes) {
            for (Shelf shelf : shelves) {
                if (shelf.bytes == bytes) {
                    return shelf;
                }
            }
            Shelf shelf = new Shelf(bytes, new ArrayDeque<>());
            shelves.add(shelf);
            return shelf;
        }

        void close() {
            arena.close();
        }
    }
}
