package telegraph.store;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import telegraph.ground.Disk;
import telegraph.ground.SandboxLock;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.store.lock.LockLimits;
import telegraph.store.lock.LockManager;
import telegraph.store.page.Page;
import telegraph.store.page.PageCache;
import telegraph.store.page.PageFiles;
import telegraph.store.recovery.RecoveryManager;
import telegraph.store.tree.LeafChange;

/// Opens stores.
public final class Stores {
    private static final long RING_BYTES = 4 << 20;
    private static final int OPEN_FILES_MAX = 256;

    /// With fewer, the pages that a few threads use at once push each other out.
    private static final int FRAMES_MIN = 32;

    private Stores() {}

    /// Opens the store in a directory, which is made if it is not there, and recovers it if it was
    /// not closed.
    ///
    /// @param memory gives the bytes for the page cache and the log's buffer, in a region of its
    ///   own, until the store is closed
    /// @param nanos a clock that only goes forward, for waits
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if another process has it or
    ///   the directory cannot be written, of kind CORRUPT if files are damaged, of kind INPUT if
    ///   they are of a later format
    public static Store open(
            Path directory,
            StoreOptions options,
            Disk disk,
            MemoryManager memory,
            LongSupplier nanos) {
        return open(
                directory, options, disk, new Surroundings(memory, nanos, RecoveryWatch.NOBODY));
    }

    /// What a store is given.
    ///
    /// @param memory gives the bytes for the page cache and the log's buffer, in a region of its
    ///   own, until the store is closed
    /// @param nanos a clock that only goes forward, for waits
    /// @param watch hears how far recovery is
    public record Surroundings(MemoryManager memory, LongSupplier nanos, RecoveryWatch watch) {}

    /// As [#open(Path,StoreOptions,Disk,MemoryManager,LongSupplier)].
    public static Store open(
            Path directory, StoreOptions options, Disk disk, Surroundings surroundings) {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        boolean done = false;
        try {
            opened.push(SandboxLock.take(disk, directory, ProcessHandle.current().pid()));
            int frames = (int) Math.max(FRAMES_MIN, options.cacheBytes() / Page.BYTES);
            long cacheBytes = PageCache.bytes(frames);
            Region region = surroundings.memory().query("store", cacheBytes + RING_BYTES);
            opened.push(region);
            MemorySegment ring = region.allocate(RING_BYTES);
            MemorySegment pages = region.allocate(cacheBytes);
            RecoveryManager recovery =
                    RecoveryManager.open(
                            disk,
                            directory,
                            new RecoveryManager.Settings(
                                    ring,
                                    options.durability(),
                                    options.checkpointBytes(),
                                    surroundings.nanos()),
                            surroundings.watch());
            PageFiles files = new PageFiles(disk, RecoveryManager.data(directory), OPEN_FILES_MAX);
            opened.push(files);
            PageCache cache = new PageCache(pages, files, recovery::flush);
            opened.push(cache);
            opened.push(recovery);
            OpenStore store =
                    new OpenStore(
                            new OpenStore.Parts(
                                    recovery, files, cache, recovery.journal(cache, files)),
                            locks(options, surroundings.nanos()),
                            opened);
            recovery.recover(LeafChange::apply, store.undo());
            store.begin();
            done = true;
            return store;
        } finally {
            if (!done) {
                OpenStore.closeAll(opened);
            }
        }
    }

    private static LockManager locks(StoreOptions options, LongSupplier nanos) {
        LockLimits limits =
                LockLimits.ofStore(
                        options.lockTimeoutMillis(),
                        options.deadlockMillis(),
                        options.escalationLocks());
        return new LockManager(options.transactionsMax(), limits, nanos);
    }
}
