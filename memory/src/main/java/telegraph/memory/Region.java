package telegraph.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.TelegraphException;

/// A tagged, limited share of the process's off-heap memory that is freed in one step.
///
/// Memory comes from the query's [Slabs] in whole pages; a freed piece serves the next request at
/// once. A request that would pass the limit of this region or of one above asks the holders
/// registered there and below to give some back, and if that is not enough fails alone, naming the
/// region, the limit and the use.
///
/// Invariants:
///
/// 1. `used` counts whole pieces handed out and not freed, plus bytes charged for objects on the
///    heap, here and in the regions below.
/// 2. A piece belongs to exactly one region; closing that region frees it; reading a piece of a
///    closed query throws.
/// 3. After [#close] the region's share is gone from all regions above, whatever other threads were
///    asking for meanwhile.
///
/// Threads: any. The caller of [#close] has made sure that nobody uses the pieces any more.
public final class Region implements AutoCloseable {
    /// How often a request asks the holders before it gives up, each time with something given back
    /// that others took.
    private static final int ASKS_MAX = 1000;

    private static final int ASKS_IN_VAIN_MAX = 100;
    private static final long IN_VAIN_NANOS = 200_000;

    private final String name;
    private final Region parent;
    private final long limit;
    private final Slabs slabs;
    private final SpillFile spill;

    /// The only thread that uses its memory; null if any may.
    private final Thread owner;

    private final AtomicLong used = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();
    private final Set<Region> children = ConcurrentHashMap.newKeySet();
    private final List<Holder> holders = new CopyOnWriteArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();
    private final ReentrantLock pressure = new ReentrantLock();

    /// Guards `leases`, by address, `charged` and the change of `closed`.
    private final Object books = new Object();

    private final Map<Long, Lease> leases = new HashMap<>();
    private long charged;
    private volatile boolean closed;

    private Region(
            String name, Region parent, long limit, Slabs slabs, SpillFile spill, Thread owner) {
        this.name = name;
        this.parent = parent;
        this.limit = limit;
        this.slabs = slabs;
        this.spill = spill;
        this.owner = owner;
    }

    static Region root(String name, long limit) {
        return new Region(name, null, limit, null, null, null);
    }

    Region query(String queryName, long queryLimit, SpillFile spill) {
        Slabs own = new Slabs(queryLimit, false);
        return adopt(new Region(queryName, this, queryLimit, own, spill, null));
    }

    /// A region below this one for what the present thread does alone: no other thread reads or
    /// writes its pieces, asks its holders or closes it. It costs less to have than one that
    /// threads share.
    public Region alone(String childName) {
        Slabs own = new Slabs(limit, true);
        return adopt(new Region(childName, this, limit, own, spill, Thread.currentThread()));
    }

    /// A region below this one, for one module of the query.
    public Region child(String childName, long childLimit) {
        return adopt(new Region(childName, this, childLimit, slabs, spill, owner));
    }

    /// A region below this one that may take all this one may.
    public Region child(String childName) {
        return child(childName, limit);
    }

    private Region adopt(Region child) {
        synchronized (books) {
            demandOpen("takes no children");
            children.add(child);
            return child;
        }
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

    /// Bytes that could be had now with nobody giving any back.
    public long room() {
        long room = limit - used.get();
        return parent == null ? room : Math.min(room, parent.room());
    }

    /// Bytes the query has from the system, free ones included.
    long nativeBytes() {
        return slabs.total();
    }

    /// Where the query's batches go when memory is short, or null if it has no such place.
    public SpillFile spill() {
        return spill;
    }

    /// Registers somebody to ask when this region or one above it runs short.
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
        if (slabs == null) {
            throw new IllegalStateException(
                    "only queries and their modules allocate: region=" + path());
        }
        long size = Slabs.wholePages(bytes);
        take(size);
        MemorySegment piece = null;
        try {
            piece = slabs.take(size);
            synchronized (books) {
                demandOpen("hands out nothing");
                leases.put(piece.address(), new Lease(piece));
            }
            // What is written to it now comes after the end of its last lease, for all who look.
            VarHandle.releaseFence();
            return piece;
        } catch (OutOfMemoryError e) {
            if (piece != null) {
                slabs.give(piece);
            }
            give(size);
            throw TelegraphException.resource(
                    "the system has no memory for a piece: region="
                            + path()
                            + " bytes="
                            + size
                            + " cause="
                            + e.getMessage()
                            + ". Lower memory_limit, or start with a larger"
                            + " -XX:MaxDirectMemorySize.",
                    e);
        } catch (IllegalStateException e) {
            if (piece != null) {
                slabs.give(piece);
            }
            give(size);
            throw e;
        }
    }

    /// Gives back a piece, by the very segment that [#allocate] of this region returned. After
    /// [#close], which freed it, does nothing.
    public void free(MemorySegment piece) {
        synchronized (books) {
            if (closed) {
                return;
            }
            Lease lease = leaseOf(piece);
            leases.remove(piece.address());
            lease.end();
        }
        slabs.give(piece);
        give(piece.byteSize());
    }

    /// The lease by which somebody holds a piece of this region, given by its segment or the first
    /// part of it.
    Lease lease(MemorySegment piece) {
        synchronized (books) {
            demandOpen("has no pieces");
            Lease lease = leases.get(piece.address());
            if (lease == null) {
                throw notHeld(piece);
            }
            return lease;
        }
    }

    /// By now another segment may be at the same place, which is somebody else's.
    private Lease leaseOf(MemorySegment piece) {
        Lease lease = leases.get(piece.address());
        if (lease == null || lease.piece() != piece) {
            throw notHeld(piece);
        }
        return lease;
    }

    private IllegalStateException notHeld(MemorySegment piece) {
        return new IllegalStateException(
                "a piece is freed once, by its own region, and not used afterwards: region="
                        + path()
                        + " bytes="
                        + piece.byteSize());
    }

    /// Gives back the pages of a piece after its first `bytes` bytes, and returns what is left of
    /// it.
    MemorySegment trim(MemorySegment piece, long bytes) {
        long kept = Slabs.wholePages(bytes);
        long rest = piece.byteSize() - kept;
        if (rest <= 0) {
            return piece;
        }
        MemorySegment shorter = piece.asSlice(0, kept);
        synchronized (books) {
            demandOpen("trims nothing");
            leaseOf(piece).trimTo(shorter);
        }
        slabs.give(piece.asSlice(kept));
        give(rest);
        return shorter;
    }

    /// Counts `bytes` of heap objects against the limit, as if they had been allocated here.
    public void charge(long bytes) {
        take(bytes);
        synchronized (books) {
            if (!closed) {
                charged += bytes;
                return;
            }
        }
        give(bytes);
        demandOpen("takes no charge");
    }

    /// Takes back an earlier [#charge]. After [#close], which took back all, does nothing.
    public void discharge(long bytes) {
        synchronized (books) {
            if (closed) {
                return;
            }
            charged -= bytes;
        }
        give(bytes);
    }

    /// Frees all this region and its children hold. Closing twice is harmless.
    @Override
    public void close() {
        List<Lease> left;
        long held;
        synchronized (books) {
            if (closed) {
                return;
            }
            closed = true;
            left = List.copyOf(leases.values());
            left.forEach(Lease::end);
            leases.clear();
            held = charged;
            charged = 0;
        }
        RuntimeException failed = closeChildren();
        boolean ownsSlabs = slabs != null && parent.slabs != slabs;
        for (Lease lease : left) {
            held += lease.piece().byteSize();
            if (!ownsSlabs) {
                slabs.give(lease.piece());
            }
        }
        give(held);
        if (parent != null) {
            parent.children.remove(this);
        }
        if (ownsSlabs) {
            try {
                slabs.close();
            } finally {
                if (spill != null && parent.spill != spill) {
                    spill.close();
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /// Closes all of them, whichever fails; returns what the first failed with, or null.
    private RuntimeException closeChildren() {
        RuntimeException failed = null;
        for (Region child : children) {
            try {
                child.close();
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        return failed;
    }

    public boolean isClosed() {
        return closed;
    }

    private void demandOpen(String rule) {
        if (closed) {
            throw new IllegalStateException("a closed region " + rule + ": region=" + path());
        }
    }

    private void take(long bytes) {
        for (Region r = this; r != null; r = r.parent) {
            if (!r.tryTake(bytes) && !r.takeUnderPressure(bytes)) {
                for (Region undo = this; undo != r; undo = undo.parent) {
                    undo.used.addAndGet(-bytes);
                }
                throw r.overLimit(this, bytes);
            }
        }
    }

    /// Asks holders until the bytes can be had. One thread asks at a time: the others wait for what
    /// it brings instead of failing because it holds what they could have taken.
    private boolean takeUnderPressure(long bytes) {
        if (pressure.isHeldByCurrentThread() || bytes > limit) {
            // A holder that needs memory to give some back does not get it.
            return false;
        }
        pressure.lock();
        try {
            int inVain = 0;
            for (int ask = 0; ask < ASKS_MAX; ask++) {
                if (tryTake(bytes)) {
                    return true;
                }
                if (askHolders(used.get() + bytes - limit) <= 0) {
                    if (++inVain == ASKS_IN_VAIN_MAX || !holdersHaveAny()) {
                        return tryTake(bytes);
                    }
                    // What others have pinned for a moment can be had in the next.
                    LockSupport.parkNanos(IN_VAIN_NANOS);
                }
            }
            return false;
        } finally {
            pressure.unlock();
        }
    }

    private boolean holdersHaveAny() {
        return isAskable()
                && (holders.stream().anyMatch(Holder::holdsAny)
                        || children.stream().anyMatch(Region::holdersHaveAny));
    }

    /// Whether the present thread may have its holders give something back.
    private boolean isAskable() {
        return owner == null || owner == Thread.currentThread();
    }

    private boolean tryTake(long bytes) {
        demandOpen("hands out nothing");
        if (parent != null && limit >= parent.limit) {
            // The parent decides: it can ask more holders.
            peak.accumulateAndGet(Math.min(limit, used.addAndGet(bytes)), Math::max);
            return true;
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

    /// Asks holders from this region downwards until enough was given back, beginning with another
    /// one each time so that none bears it all.
    private long askHolders(long missing) {
        long got = 0;
        if (!isAskable()) {
            return got;
        }
        Holder[] asked = holders.toArray(Holder[]::new);
        int first = turn.getAndIncrement() & Integer.MAX_VALUE;
        for (int i = 0; i < asked.length && got < missing; i++) {
            got += ask(asked[(first + i) % asked.length], missing - got);
        }
        Region[] below = children.toArray(Region[]::new);
        for (int i = 0; i < below.length && got < missing; i++) {
            got += below[(first + i) % below.length].askHolders(missing - got);
        }
        return got;
    }

    private long ask(Holder holder, long missing) {
        try {
            return holder.release(missing);
        } catch (IllegalStateException e) {
            if (isEnding()) {
                // Another query, asked for what the process lacks, ended under the question: what
                // it held is free, or will be in a moment.
                return 0;
            }
            throw e;
        }
    }

    /// Whether this region or one above it is closed, so that this one is or will be in a moment.
    private boolean isEnding() {
        return closed || parent != null && parent.isEnding();
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
}
