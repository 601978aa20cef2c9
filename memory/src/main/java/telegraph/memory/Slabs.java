package telegraph.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/// The memory of one query: a few large slabs, cut into pieces of whole pages.
///
/// ```
/// slab 1 [ piece | free     | piece | piece ]
/// slab 2 [ free                             ]
/// ```
///
/// A request takes the smallest free run that holds it; a freed piece joins the free runs beside
/// it, so that memory freed in one size serves any other. When no run is large enough and another
/// slab would pass the query's limit, slabs that are free from end to end go back to the system
/// first. Slabs grow with the query, from 256 KiB to 16 MiB, because to open and close one costs as
/// much as reading many rows: to close what threads share has all threads of the process stop for a
/// moment. What one thread has alone costs little, and begins with 64 KiB.
///
/// Threads: any, or the one that made it; each call holds the lock of these slabs for a few steps
/// down a tree.
final class Slabs {
    static final long PAGE_BYTES = 4096;
    private static final long SLAB_BYTES_MIN = 256 << 10;
    private static final long SLAB_BYTES_ALONE = 64 << 10;
    private static final long SLAB_BYTES_MAX = 16 << 20;
    private static final long CLOSE_WAIT_NANOS = 2_000_000_000L;

    private final long limit;
    private final boolean alone;
    private final TreeMap<Long, Slab> slabs = new TreeMap<>();
    private final TreeMap<Long, Run> freeByAddress = new TreeMap<>();
    private final TreeSet<Run> freeBySize =
            new TreeSet<>(Comparator.comparingLong(Run::bytes).thenComparingLong(Run::address));
    private long total;
    private boolean closed;

    private record Slab(Arena arena, MemorySegment memory) {}

    private record Run(long address, long bytes) {}

    /// @param alone whether the thread that makes it is the only one that ever reads or writes any
    Slabs(long limit, boolean alone) {
        this.limit = limit;
        this.alone = alone;
    }

    static long wholePages(long bytes) {
        return (Math.max(1, bytes) + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    /// A piece of exactly `bytes` bytes, a multiple of the page; its contents are undefined.
    synchronized MemorySegment take(long bytes) {
        if (closed) {
            throw new IllegalStateException("the memory of a closed query cannot be had");
        }
        Run run = freeBySize.ceiling(new Run(0, bytes));
        if (run == null) {
            run = grow(bytes);
        } else {
            remove(run);
        }
        if (run.bytes > bytes) {
            add(new Run(run.address + bytes, run.bytes - bytes));
        }
        MemorySegment slab = slabs.floorEntry(run.address).getValue().memory;
        return slab.asSlice(run.address - slab.address(), bytes);
    }

    synchronized void give(MemorySegment piece) {
        if (closed) {
            return;
        }
        long start = piece.address();
        long end = start + piece.byteSize();
        MemorySegment slab = slabs.floorEntry(start).getValue().memory;
        Map.Entry<Long, Run> before = freeByAddress.lowerEntry(start);
        if (before != null
                && before.getKey() >= slab.address()
                && before.getKey() + before.getValue().bytes == start) {
            start = before.getKey();
            remove(before.getValue());
        }
        Run after = freeByAddress.get(end);
        if (after != null && end < slab.address() + slab.byteSize()) {
            end += after.bytes;
            remove(after);
        }
        add(new Run(start, end - start));
    }

    /// Bytes taken from the system, free runs included.
    synchronized long total() {
        return total;
    }

    private Run grow(long bytes) {
        if (total + bytes > limit) {
            closeFree();
        }
        long least = alone ? SLAB_BYTES_ALONE : SLAB_BYTES_MIN;
        long step = Math.clamp(total / 4, least, SLAB_BYTES_MAX) & -PAGE_BYTES;
        long room = (limit - total) & -PAGE_BYTES;
        long size = Math.max(bytes, Math.min(step, room));
        Arena arena = alone ? Arena.ofConfined() : Arena.ofShared();
        try {
            MemorySegment memory = arena.allocate(size, 64);
            slabs.put(memory.address(), new Slab(arena, memory));
            total += size;
            return new Run(memory.address(), size);
        } catch (OutOfMemoryError e) {
            arena.close();
            throw e;
        }
    }

    private void closeFree() {
        List<Run> whole = new ArrayList<>();
        for (Run run : freeByAddress.values()) {
            Slab slab = slabs.get(run.address);
            if (slab != null && slab.memory.byteSize() == run.bytes) {
                whole.add(run);
            }
        }
        for (Run run : whole) {
            remove(run);
            close(slabs.remove(run.address).arena);
            total -= run.bytes;
        }
    }

    private void add(Run run) {
        freeByAddress.put(run.address, run);
        freeBySize.add(run);
    }

    private void remove(Run run) {
        freeByAddress.remove(run.address);
        freeBySize.remove(run);
    }

    /// Gives everything back to the system; reading any piece throws from now on.
    synchronized void close() {
        closed = true;
        freeByAddress.clear();
        freeBySize.clear();
        for (Slab slab : slabs.values()) {
            close(slab.arena);
        }
        slabs.clear();
        total = 0;
    }

    /// Closes an arena, giving a read or write of a file that is still under way time to end.
    private static void close(Arena arena) {
        for (long waited = 0; ; waited += 100_000) {
            try {
                arena.close();
                return;
            } catch (IllegalStateException e) {
                if (waited >= CLOSE_WAIT_NANOS) {
                    throw e;
                }
                LockSupport.parkNanos(100_000);
            }
        }
    }
}
