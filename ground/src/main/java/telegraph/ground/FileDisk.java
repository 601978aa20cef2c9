package telegraph.ground;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The disk of the machine.
final class FileDisk implements Disk {
    /// The most bytes one call to the system moves, so that a buffer's `int` size holds them.
    private static final long STEP_BYTES = 1 << 30;

    /// The files this process has locked. The system would drop a lock as soon as the process
    /// closes another channel of the same file, so a second one is never opened.
    private final Set<Path> locked = ConcurrentHashMap.newKeySet();

    @Override
    public DiskFile create(Path path) throws IOException {
        return new OpenFile(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        return new OpenFile(
                path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public DiskFile openToRead(Path path) throws IOException {
        return new OpenFile(path, StandardOpenOption.READ);
    }

    @Override
    public long size(Path path) throws IOException {
        try {
            return Files.size(path);
        } catch (NoSuchFileException none) {
            return 0;
        }
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public Optional<Lock> lock(Path path) throws IOException {
        Path key = path.toAbsolutePath().getParent().toRealPath().resolve(path.getFileName());
        if (!locked.add(key)) {
            return Optional.empty();
        }
        FileLock lock = null;
        try {
            FileChannel channel =
                    FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                lock = channel.tryLock();
            } finally {
                if (lock == null) {
                    channel.close();
                }
            }
        } finally {
            if (lock == null) {
                locked.remove(key);
            }
        }
        FileLock held = lock;
        return lock == null ? Optional.empty() : Optional.of(() -> unlock(held, key));
    }

    private void unlock(FileLock lock, Path key) throws IOException {
        lock.acquiredBy().close();
        locked.remove(key);
    }

    @Override
    public String readText(Path path) throws IOException {
        try {
            return Files.readString(path);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    @Override
    public void writeText(Path path, String text) throws IOException {
        Files.writeString(path, text);
    }

    /// A file whose channel is opened anew when an interrupt closed it: the interrupt is meant for
    /// one thread, the file is everybody's.
    private static final class OpenFile implements DiskFile {
        private final Path path;
        private final Set<StandardOpenOption> again;
        private volatile FileChannel channel;
        private volatile boolean closed;

        OpenFile(Path path, StandardOpenOption... options) throws IOException {
            this.path = path;
            this.again = EnumSet.copyOf(List.of(options));
            again.remove(StandardOpenOption.CREATE);
            again.remove(StandardOpenOption.TRUNCATE_EXISTING);
            this.channel = FileChannel.open(path, options);
        }

        private interface Step {
            long take(FileChannel channel) throws IOException;
        }

        @Override
        public void write(MemorySegment from, long offset) throws IOException {
            for (long at = 0; at < from.byteSize(); ) {
                long done = at;
                ByteBuffer step = step(from, done);
                at += persist(c -> c.write(step.rewind(), offset + done));
            }
        }

        @Override
        public void read(MemorySegment to, long offset) throws IOException {
            for (long at = 0; at < to.byteSize(); ) {
                long done = at;
                ByteBuffer step = step(to, done);
                long bytes = persist(c -> c.read(step.rewind(), offset + done));
                if (bytes < 0) {
                    throw new EOFException("file=" + path + " offset=" + (offset + done));
                }
                at += bytes;
            }
        }

        @Override
        public void sync() throws IOException {
            persist(c -> {
                c.force(false);
                return 0;
            });
        }

        @Override
        public long size() throws IOException {
            return persist(FileChannel::size);
        }

        @Override
        public void resize(long size) throws IOException {
            if (persist(FileChannel::size) > size) {
                persist(c -> c.truncate(size).size());
            } else if (persist(FileChannel::size) < size) {
                MemorySegment zero = MemorySegment.ofArray(new byte[1]);
                write(zero, size - 1);
            }
        }

        private static ByteBuffer step(MemorySegment segment, long at) {
            long left = segment.byteSize() - at;
            boolean isAll = at == 0 && left <= STEP_BYTES;
            return (isAll ? segment : segment.asSlice(at, Math.min(STEP_BYTES, left)))
                    .asByteBuffer();
        }

        private long persist(Step step) throws IOException {
            boolean interrupted = false;
            try {
                while (true) {
                    FileChannel now = channel;
                    try {
                        return step.take(now);
                    } catch (ClosedByInterruptException e) {
                        interrupted |= Thread.interrupted();
                        reopen(now, e);
                    } catch (ClosedChannelException e) {
                        reopen(now, e);
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private synchronized void reopen(FileChannel dead, IOException cause) throws IOException {
            if (closed) {
                throw cause;
            }
            if (channel == dead) {
                channel = FileChannel.open(path, again);
            }
        }

        @Override
        public synchronized void close() throws IOException {
            closed = true;
            channel.close();
        }
    }
}
