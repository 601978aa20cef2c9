package telegraph.ground;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// A disk of arrays on the heap: what is on it ends with the process.
///
/// It keeps names as a file system does: a file needs its directory, one that is deleted stays
/// readable for those who have it open, and a move replaces what has the name. Bytes never written
/// take no memory.
///
/// Invariants:
///
/// 1. `used` counts the bytes of all chunks of all files that have a name or are open, and is never
///    more than the limit; a write beyond fails as on a full disk.
/// 2. A read sees all or nothing of a write.
///
/// Threads: any.
final class MemoryDisk implements Disk {
    private static final int CHUNK_BYTES = 64 << 10;

    private final long bytesMax;
    private final AtomicLong used = new AtomicLong();

    /// What has a name; guarded by itself, as is `locked`.
    private final TreeMap<Path, Entry> entries = new TreeMap<>();

    private final Set<Path> locked = new HashSet<>();

    private sealed interface Entry permits Directory, Content {}

    private record Directory() implements Entry {}

    MemoryDisk(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    private static Path key(Path path) {
        return path.toAbsolutePath().normalize();
    }

    @Override
    public DiskFile create(Path path) throws IOException {
        OpenFile file = opened(path);
        file.resize(0);
        return file;
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        return opened(path);
    }

    private OpenFile opened(Path path) throws IOException {
        synchronized (entries) {
            demandDirectory(key(path).getParent());
            return switch (entries.computeIfAbsent(key(path), _ -> new Content())) {
                case Content content -> new OpenFile(path, content);
                case Directory _ ->
                        throw new FileSystemException(path.toString(), null, "is a directory");
            };
        }
    }

    private void demandDirectory(Path directory) throws IOException {
        if (directory == null || directory.getParent() == null) {
            return;
        }
        switch (entries.get(directory)) {
            case Directory _ -> {}
            case Content _ -> throw new NotDirectoryException(directory.toString());
            case null -> throw new NoSuchFileException(directory.toString());
        }
    }

    @Override
    public boolean exists(Path path) {
        synchronized (entries) {
            return entries.containsKey(key(path)) || key(path).getParent() == null;
        }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Path source = key(from);
        Path target = key(to);
        synchronized (entries) {
            if (!entries.containsKey(source)) {
                throw new NoSuchFileException(from.toString());
            }
            demandDirectory(target.getParent());
            if (source.equals(target)) {
                return;
            }
            remove(target);
            Map<Path, Entry> below = new TreeMap<>();
            entries.forEach((path, entry) -> {
                if (path.startsWith(source)) {
                    below.put(target.resolve(source.relativize(path)), entry);
                }
            });
            entries.keySet().removeIf(path -> path.startsWith(source));
            entries.putAll(below);
        }
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        synchronized (entries) {
            demandDirectory(key(directory));
        }
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        synchronized (entries) {
            for (Path at = key(directory); at.getParent() != null; at = at.getParent()) {
                if (entries.putIfAbsent(at, new Directory()) instanceof Content) {
                    throw new FileAlreadyExistsException(at.toString());
                }
            }
        }
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        Path parent = key(directory);
        synchronized (entries) {
            demandDirectory(parent);
            return entries.keySet().stream()
                    .filter(path -> parent.equals(path.getParent()))
                    .map(path -> directory.resolve(path.getFileName()))
                    .toList();
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        synchronized (entries) {
            remove(key(path));
        }
    }

    private void remove(Path path) throws IOException {
        Entry entry = entries.get(path);
        if (entry instanceof Directory
                && entries.keySet().stream().anyMatch(other -> path.equals(other.getParent()))) {
            throw new DirectoryNotEmptyException(path.toString());
        }
        entries.remove(path);
        if (entry instanceof Content content) {
            content.unname();
        }
    }

    @Override
    public Optional<Lock> lock(Path path) throws IOException {
        opened(path).close();
        Path key = key(path);
        synchronized (entries) {
            return locked.add(key) ? Optional.of(() -> unlock(key)) : Optional.empty();
        }
    }

    private void unlock(Path key) {
        synchronized (entries) {
            locked.remove(key);
        }
    }

    @Override
    public String readText(Path path) throws IOException {
        if (!exists(path)) {
            return "";
        }
        try (DiskFile file = opened(path)) {
            byte[] bytes = new byte[Math.toIntExact(file.size())];
            file.read(MemorySegment.ofArray(bytes), 0);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    @Override
    public void writeText(Path path, String text) throws IOException {
        try (DiskFile file = create(path)) {
            file.write(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    /// The bytes of a file, whatever its name; guarded by its lock.
    private final class Content implements Entry {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private byte[][] chunks = new byte[0][];
        private long size;
        private int opens;
        private boolean unnamed;

        void opened() {
            lock.writeLock().lock();
            opens++;
            lock.writeLock().unlock();
        }

        void closed() {
            lock.writeLock().lock();
            try {
                opens--;
                freeIfUnreachable();
            } finally {
                lock.writeLock().unlock();
            }
        }

        void unname() {
            lock.writeLock().lock();
            try {
                unnamed = true;
                freeIfUnreachable();
            } finally {
                lock.writeLock().unlock();
            }
        }

        private void freeIfUnreachable() {
            if (unnamed && opens == 0) {
                resize(0);
            }
        }

        void write(MemorySegment from, long offset) throws IOException {
            lock.writeLock().lock();
            try {
                long end = offset + from.byteSize();
                reserve(offset, end);
                for (long at = offset; at < end; ) {
                    int in = (int) (at % CHUNK_BYTES);
                    long count = Math.min(CHUNK_BYTES - in, end - at);
                    MemorySegment.copy(from, at - offset, chunk(at), in, count);
                    at += count;
                }
                size = Math.max(size, end);
            } finally {
                lock.writeLock().unlock();
            }
        }

        private MemorySegment chunk(long at) {
            return MemorySegment.ofArray(chunks[(int) (at / CHUNK_BYTES)]);
        }

        /// Makes the chunks from `start` to `end`, all of them or, if the disk is full, none.
        private void reserve(long start, long end) throws IOException {
            int first = Math.toIntExact(start / CHUNK_BYTES);
            int last = Math.toIntExact((end + CHUNK_BYTES - 1) / CHUNK_BYTES);
            long missing = 0;
            for (int i = first; i < last; i++) {
                missing += i >= chunks.length || chunks[i] == null ? CHUNK_BYTES : 0;
            }
            if (used.addAndGet(missing) > bytesMax) {
                used.addAndGet(-missing);
                throw new IOException("No space left on device: in memory, bytes=" + bytesMax);
            }
            if (last > chunks.length) {
                chunks = Arrays.copyOf(chunks, Math.max(last, chunks.length * 3 / 2));
            }
            for (int i = first; i < last; i++) {
                if (chunks[i] == null) {
                    chunks[i] = new byte[CHUNK_BYTES];
                }
            }
        }

        void read(MemorySegment to, long offset, Path path) throws IOException {
            lock.readLock().lock();
            try {
                long end = offset + to.byteSize();
                if (end > size) {
                    throw new EOFException("file=" + path + " offset=" + size);
                }
                for (long at = offset; at < end; ) {
                    int in = (int) (at % CHUNK_BYTES);
                    long count = Math.min(CHUNK_BYTES - in, end - at);
                    int chunk = (int) (at / CHUNK_BYTES);
                    if (chunk >= chunks.length || chunks[chunk] == null) {
                        to.asSlice(at - offset, count).fill((byte) 0);
                    } else {
                        MemorySegment.copy(chunk(at), in, to, at - offset, count);
                    }
                    at += count;
                }
            } finally {
                lock.readLock().unlock();
            }
        }

        long size() {
            lock.readLock().lock();
            try {
                return size;
            } finally {
                lock.readLock().unlock();
            }
        }

        void resize(long bytes) {
            lock.writeLock().lock();
            try {
                int kept = Math.toIntExact((bytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
                for (int i = kept; i < chunks.length; i++) {
                    used.addAndGet(chunks[i] == null ? 0 : -CHUNK_BYTES);
                    chunks[i] = null;
                }
                int in = (int) (bytes % CHUNK_BYTES);
                if (in > 0 && kept <= chunks.length && chunks[kept - 1] != null) {
                    Arrays.fill(chunks[kept - 1], in, CHUNK_BYTES, (byte) 0);
                }
                size = bytes;
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    private static final class OpenFile implements DiskFile {
        private final Path path;
        private final Content content;
        private volatile boolean closed;

        OpenFile(Path path, Content content) {
            this.path = path;
            this.content = content;
            content.opened();
        }

        private Content content() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
            return content;
        }

        @Override
        public void write(MemorySegment from, long offset) throws IOException {
            content().write(from, offset);
        }

        @Override
        public void read(MemorySegment to, long offset) throws IOException {
            content().read(to, offset, path);
        }

        @Override
        public void sync() throws IOException {
            content();
        }

        @Override
        public long size() throws IOException {
            return content().size();
        }

        @Override
        public void resize(long size) throws IOException {
            content().resize(size);
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                content.closed();
            }
        }
    }
}
