package telegraph.crawler.table;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;

/// Directories for crawls that end with their query.
///
/// ```
/// crawls/ ── 1.lock   held by the process that uses 1/
///         ├─ 1/ ──── the files of a crawl
///         └─ 2.lock   nobody's: what 2/ holds was left by a crash
/// ```
///
/// Whoever takes a directory removes all whose locks are free. Lock files stay; deleting one could
/// take a lock from under a process about to get it.
///
/// Threads: any.
public final class CrawlScratch {
    private final Disk disk;
    private final Path parent;
    private final long bytesMax;

    /// @param parent made when the first directory is taken
    /// @param bytesMax what the files of one crawl may take up
    public CrawlScratch(Disk disk, Path parent, long bytesMax) {
        this.disk = disk;
        this.parent = parent;
        this.bytesMax = bytesMax;
    }

    /// One of the directories, deleted with all in it by [#close].
    final class Place implements AutoCloseable {
        private final Path directory;
        private final Disk.Lock lock;

        private Place(Path directory, Disk.Lock lock) {
            this.directory = directory;
            this.lock = lock;
        }

        Path directory() {
            return directory;
        }

        /// Checks what all files of the crawl take up.
        ///
        /// @throws TelegraphException of kind RESOURCE if that is more than it may be
        void demandRoom() {
            long bytes = used();
            if (bytes > bytesMax) {
                throw TelegraphException.resource(
                        "a crawl that ends with its query takes little disk: bytes="
                                + bytes
                                + " limit="
                                + bytesMax
                                + ". Raise spill_limit, set max_pages, or say with into where the"
                                + " crawl is to be kept.");
            }
        }

        private long used() {
            try {
                return bytes(directory);
            } catch (IOException e) {
                throw Disk.failure("the directory of a crawl must be readable", directory, e);
            }
        }

        @Override
        public void close() {
            try (Disk.Lock _ = lock) {
                delete(directory);
            } catch (IOException e) {
                throw Disk.failure("the directory of a crawl must be deletable", directory, e);
            }
        }
    }

    /// A new, empty directory.
    Place take() {
        try {
            disk.createDirectories(parent);
            for (int number = 1; ; number++) {
                Optional<Disk.Lock> lock = disk.lock(parent.resolve(number + ".lock"));
                if (lock.isPresent()) {
                    sweep();
                    Path directory = parent.resolve(Integer.toString(number));
                    delete(directory);
                    disk.createDirectories(directory);
                    return new Place(directory, lock.get());
                }
            }
        } catch (IOException e) {
            throw Disk.failure("a directory for a crawl must be writable", parent, e);
        }
    }

    private void sweep() throws IOException {
        for (Path entry : disk.list(parent)) {
            String name = entry.getFileName().toString();
            if (name.endsWith(".lock")) {
                Optional<Disk.Lock> lock = disk.lock(entry);
                if (lock.isPresent()) {
                    delete(parent.resolve(name.substring(0, name.length() - 5)));
                    lock.get().close();
                }
            }
        }
    }

    /// The crawl goes on meanwhile, and deletes files that it is done with.
    private long bytes(Path path) throws IOException {
        try {
            long bytes = 0;
            for (Path entry : disk.list(path)) {
                bytes += bytes(entry);
            }
            return bytes;
        } catch (NotDirectoryException file) {
            return disk.size(path);
        } catch (NoSuchFileException gone) {
            return 0;
        }
    }

    private void delete(Path path) throws IOException {
        if (!disk.exists(path)) {
            return;
        }
        for (Path entry : entries(path)) {
            delete(entry);
        }
        disk.delete(path);
    }

    private List<Path> entries(Path path) throws IOException {
        try {
            return disk.list(path);
        } catch (NotDirectoryException file) {
            return List.of();
        }
    }
}
