package telegraph.sql.simulation;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import telegraph.ground.Disk;
import telegraph.store.SimDisk;
import telegraph.testkit.simulation.SimulatedThreads;

/// A disk in memory that takes its time, during which others go on.
///
/// Threads: those of the simulated world.
final class SimulatedDisk implements Disk {
    private static final int READ_NANOS_MAX = 100_000;
    private static final int WRITE_NANOS_MAX = 50_000;
    private static final int SYNC_NANOS_MAX = 4_000_000;

    private final SimDisk disk;
    private final SimulatedThreads threads;
    private final SplittableRandom random;

    SimulatedDisk(SimDisk disk, SimulatedThreads threads, long seed) {
        this.disk = disk;
        this.threads = threads;
        this.random = new SplittableRandom(seed);
    }

    /// Steps that the disk has taken.
    int steps() {
        return disk.steps();
    }

    /// As a system call does, which an interrupt does not end.
    private void take(int nanosMax) {
        boolean interrupted = Thread.interrupted();
        long end = threads.nanos() + random.nextInt(nanosMax);
        while (threads.nanos() < end) {
            try {
                threads.sleep(Duration.ofNanos(end - threads.nanos()));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public DiskFile create(Path path) throws IOException {
        take(WRITE_NANOS_MAX);
        return new File(disk.create(path));
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        take(READ_NANOS_MAX);
        return new File(disk.open(path));
    }

    @Override
    public DiskFile openToRead(Path path) throws IOException {
        take(READ_NANOS_MAX);
        return new File(disk.openToRead(path));
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return disk.exists(path);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        take(WRITE_NANOS_MAX);
        disk.move(from, to);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        take(SYNC_NANOS_MAX);
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
        take(WRITE_NANOS_MAX);
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

    private final class File implements DiskFile {
        private final DiskFile file;

        File(DiskFile file) {
            this.file = file;
        }

        @Override
        public void write(MemorySegment from, long offset) throws IOException {
            take(WRITE_NANOS_MAX);
            file.write(from, offset);
        }

        @Override
        public void read(MemorySegment to, long offset) throws IOException {
            take(READ_NANOS_MAX);
            file.read(to, offset);
        }

        @Override
        public void sync() throws IOException {
            take(SYNC_NANOS_MAX);
            file.sync();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void resize(long size) throws IOException {
            take(WRITE_NANOS_MAX);
            file.resize(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
