package telegraph.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;

/// The directory where queries put what their memory does not hold.
///
/// ```
/// spill/ ── 1.lock   held by the process that uses 1/
///        ├─ 1/ ──── 7-flights.spill
///        └─ 2.lock   nobody's: what 2/ holds was left by a crash
/// ```
///
/// Each process takes the first number whose lock is free, and removes the files under every number
/// whose lock is free: their process is gone, and its queries with it. Locks end with their
/// process, however it ends, so the files of a living one are never touched. Lock files stay;
/// deleting one could take a lock from under a process about to get it.
///
/// Threads: any.
public final class SpillSpace implements AutoCloseable {
    private static final Pattern UNREADABLE = Pattern.compile("[^A-Za-z0-9]+");

    private final Disk disk;
    private final Path directory;
    private final Disk.Lock lock;
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger files = new AtomicInteger();

    private SpillSpace(Disk disk, Path directory, Disk.Lock lock, long limit) {
        this.disk = disk;
        this.directory = directory;
        this.lock = lock;
        this.limit = limit;
    }

    /// Opens the spills under `parent` for this process, which may write at most `limitBytes`, and
    /// removes what dead processes left.
    ///
    /// @throws TelegraphException of kind RESOURCE if the directory cannot be used
    public static SpillSpace open(Disk disk, Path parent, long limitBytes) {
        try {
            disk.createDirectories(parent);
            for (int number = 1; ; number++) {
                Optional<Disk.Lock> lock = disk.lock(parent.resolve(number + ".lock"));
                if (lock.isPresent()) {
                    Path directory = parent.resolve(Integer.toString(number));
                    disk.createDirectories(directory);
                    empty(disk, directory);
                    sweep(disk, parent);
                    return new SpillSpace(disk, directory, lock.get(), limitBytes);
                }
            }
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "the spill directory cannot be used: directory=" + parent + " cause=" + e, e);
        }
    }

    private static void sweep(Disk disk, Path parent) throws IOException {
        for (Path entry : disk.list(parent)) {
            String name = entry.getFileName().toString();
            if (name.endsWith(".lock")) {
                Optional<Disk.Lock> lock = disk.lock(entry);
                if (lock.isPresent()) {
                    Path directory = parent.resolve(name.substring(0, name.length() - 5));
                    disk.createDirectories(directory);
                    empty(disk, directory);
                    disk.delete(directory);
                    lock.get().close();
                }
            }
        }
    }

    private static void empty(Disk disk, Path directory) throws IOException {
        for (Path file : disk.list(directory)) {
            disk.delete(file);
        }
    }

    /// A file for one query. It is made on the disk with the first batch written.
    public SpillFile file(String query) {
        String readable = UNREADABLE.matcher(query).replaceAll("-");
        String name = files.incrementAndGet() + "-" + readable;
        Path path = directory.resolve(name.substring(0, Math.min(40, name.length())) + ".spill");
        return new SpillFile(this, disk, path);
    }

    /// Bytes on disk now, all queries together.
    public long used() {
        return used.get();
    }

    public long limit() {
        return limit;
    }

    void take(long bytes, Path file) {
        long now;
        do {
            now = used.get();
            if (now + bytes > limit) {
                throw TelegraphException.resource(
                        "spill limit reached: wanted="
                                + bytes
                                + " limit="
                                + limit
                                + " used="
                                + now
                                + " file="
                                + file
                                + ". Raise spill_limit or memory_limit, or select fewer columns"
                                + " or rows.");
            }
        } while (!used.compareAndSet(now, now + bytes));
    }

    void give(long bytes) {
        used.addAndGet(-bytes);
    }

    /// Removes the directory. The queries are closed by then. Closing twice is harmless.
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            empty(disk, directory);
            disk.delete(directory);
            lock.close();
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "the spill directory cannot be removed: directory=" + directory, e);
        }
    }
}
