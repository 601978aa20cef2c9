package telegraph.store.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.ground.Disk;

/// A disk, in memory if no other is given, that calls a test before each read, write, sync and move
/// of a file and each sync of a directory, so that it can count, wait or fail. It counts the files
/// that are open.
public final class HookedDisk implements Disk {
    private final Disk disk;
    private final AtomicInteger opened = new AtomicInteger();
    public volatile Hook onRead = _ -> {};
    public volatile Hook onWrite = _ -> {};
    public volatile Hook onSync = _ -> {};
    public volatile Hook onMove = _ -> {};
    public volatile Hook onSyncDirectory = _ -> {};

    public HookedDisk() {
        this(Disk.inMemory());
    }

    public HookedDisk(Disk disk) {
        this.disk = disk;
    }

    public interface Hook {
        /// @param offset where in the file, or 0
        void call(long offset) throws IOException;
    }

    static Hook failing(String message) {
        return _ -> {
            throw new IOException(message);
        };
    }

    int opened() {
        return opened.get();
    }

    @Override
    public DiskFile create(Path path) throws IOException {
        return new HookedFile(disk.create(path));
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        return new HookedFile(disk.open(path));
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return disk.exists(path);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        onMove.call(0);
        disk.move(from, to);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        onSyncDirectory.call(0);
        disk.syncDirectory(directory);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        disk.createDirectories(directory);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        return disk.list(directory);
    }

    @Override
    public void delete(Path path) throws IOException {
        disk.delete(path);
    }

    @Override
    public Optional<Lock> lock(Path path) throws IOException {
        return disk.lock(path);
    }

    @Override
    public String readText(Path path) throws IOException {
        return disk.readText(path);
    }

    @Override
    public void writeText(Path path, String text) throws IOException {
        disk.writeText(path, text);
    }

    private final class HookedFile implements DiskFile {
        private final DiskFile file;

        HookedFile(DiskFile file) {
            this.file = file;
            opened.incrementAndGet();
        }

        @Override
        public void write(MemorySegment from, long offset) throws IOException {
            onWrite.call(offset);
            file.write(from, offset);
        }

        @Override
        public void read(MemorySegment to, long offset) throws IOException {
            onRead.call(offset);
            file.read(to, offset);
        }

        @Override
        public void sync() throws IOException {
            onSync.call(0);
            file.sync();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void resize(long size) throws IOException {
            file.resize(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
            opened.decrementAndGet();
        }
    }
}
