package telegraph.store;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import telegraph.ground.Disk;

/// A disk in memory that remembers each step, so that a test can ask what a crash after any of them
/// may leave, and that fails on demand.
///
/// What a crash leaves is decided by [SimCrash]. A step is a write, a resize, a sync, or a change
/// of a name; steps are counted from 1.
///
/// A sync that fails leaves what it should have synced visible, and no later sync writes it: as
/// systems do that drop the dirty pages they could not write.
///
/// Threads: any.
public final class SimDisk implements Disk {
    /// One step, as it was asked for.
    sealed interface Step {
        record Create(Path path, int node) implements Step {}

        record Write(int node, long offset, byte[] bytes) implements Step {}

        record Resize(int node, long size) implements Step {}

        record Sync(int node) implements Step {}

        /// A sync that failed.
        record Lose(int node) implements Step {}

        record Move(Path from, Path to) implements Step {}

        record Delete(Path path) implements Step {}

        record SyncDirectory(Path directory) implements Step {}

        record MakeDirectory(Path path) implements Step {}
    }

    /// A failure to come.
    ///
    /// @param step the number of the first step that may fail
    /// @param kind which kind of steps fails
    /// @param message what the system says
    public record Fault(int step, Class<? extends Step> kind, String message) {
        /// All writes from a step on: a full disk.
        public static Fault full(int step) {
            return new Fault(step, Step.Write.class, "No space left on device");
        }

        /// The first sync from a step on, and no more.
        public static Fault sync(int step) {
            return new Fault(step, Step.Sync.class, "Input/output error");
        }
    }

    private final List<Step> history = new ArrayList<>();
    private final Map<Path, Integer> names = new TreeMap<>();
    private final List<byte[]> contents = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final Set<Path> directories = new HashSet<>();
    private final Set<Path> locked = new HashSet<>();
    private Fault fault;
    private int failed;
    private long room = Long.MAX_VALUE;

    /// Steps taken so far.
    public synchronized int steps() {
        return history.size();
    }

    /// The first `count` steps.
    synchronized List<Step> history(int count) {
        return List.copyOf(history.subList(0, count));
    }

    /// Fails as `of` says from now on; as nothing says if it is null.
    public synchronized void fail(Fault of) {
        fault = of;
    }

    /// From now on files grow by so many bytes together; a write for which that is too little
    /// writes what fits, and fails.
    public synchronized void room(long bytes) {
        room = bytes;
    }

    /// Times a step failed.
    public synchronized int failures() {
        return failed;
    }

    /// The step that is about to be taken, remembered; or thrown.
    private void take(Step step) throws IOException {
        if (fault != null && history.size() + 1 >= fault.step && fault.kind == step.getClass()) {
            failed++;
            String message = fault.message;
            if (step instanceof Step.Sync sync) {
                fault = null;
                history.add(new Step.Lose(sync.node));
            }
            throw new IOException(message);
        }
        history.add(step);
    }

    private static Path key(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /// Puts a whole file there, as if it had always been, remembering no step.
    synchronized void put(Path path, byte[] bytes) {
        names.put(key(path), contents.size());
        contents.add(bytes);
        sizes.add(bytes.length);
        putDirectory(key(path).getParent());
        history.add(new Step.Create(key(path), contents.size() - 1));
        history.add(new Step.Write(contents.size() - 1, 0, bytes.clone()));
        history.add(new Step.Sync(contents.size() - 1));
        history.add(new Step.SyncDirectory(key(path).getParent()));
    }

    /// Has a directory be there, as if it had always been.
    synchronized void putDirectory(Path path) {
        for (Path made : missing(path)) {
            directories.add(made);
            history.add(new Step.MakeDirectory(made));
            history.add(new Step.SyncDirectory(made.getParent()));
        }
    }

    /// A directory and those above it that are not there, the uppermost first.
    private List<Path> missing(Path directory) {
        List<Path> missing = new ArrayList<>();
        for (Path path = key(directory); path.getParent() != null; path = path.getParent()) {
            if (!directories.contains(path)) {
                missing.addFirst(path);
            }
        }
        return missing;
    }

    @Override
    public synchronized DiskFile create(Path path) throws IOException {
        Integer there = names.get(key(path));
        if (there != null) {
            take(new Step.Resize(there, 0));
            fit(there, 0);
            return new File(there);
        }
        return made(path);
    }

    private DiskFile made(Path path) throws IOException {
        if (!directories.contains(key(path).getParent())) {
            throw new NoSuchFileException(path.toString());
        }
        take(new Step.Create(key(path), contents.size()));
        names.put(key(path), contents.size());
        contents.add(new byte[512]);
        sizes.add(0);
        return new File(contents.size() - 1);
    }

    @Override
    public synchronized DiskFile open(Path path) throws IOException {
        Integer there = names.get(key(path));
        return there == null ? made(path) : new File(there);
    }

    @Override
    public synchronized boolean exists(Path path) {
        return names.containsKey(key(path)) || directories.contains(key(path));
    }

    @Override
    public synchronized void move(Path from, Path to) throws IOException {
        if (!names.containsKey(key(from))) {
            throw new NoSuchFileException(from.toString());
        }
        take(new Step.Move(key(from), key(to)));
        names.put(key(to), names.remove(key(from)));
    }

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
        take(new Step.SyncDirectory(key(directory)));
    }

    @Override
    public synchronized void createDirectories(Path directory) throws IOException {
        for (Path made : missing(directory)) {
            take(new Step.MakeDirectory(made));
            directories.add(made);
        }
    }

    @Override
    public synchronized List<Path> list(Path directory) throws IOException {
        if (!directories.contains(key(directory))) {
            throw new NoSuchFileException(directory.toString());
        }
        Set<Path> found = new TreeSet<>();
        for (Path path : names.keySet()) {
            if (path.getParent().equals(key(directory))) {
                found.add(path);
            }
        }
        for (Path path : directories) {
            if (key(directory).equals(path.getParent())) {
                found.add(path);
            }
        }
        return List.copyOf(found);
    }

    @Override
    public synchronized void delete(Path path) throws IOException {
        if (names.containsKey(key(path))) {
            take(new Step.Delete(key(path)));
            names.remove(key(path));
        } else {
            directories.remove(key(path));
        }
    }

    @Override
    public synchronized Optional<Lock> lock(Path path) {
        if (!locked.add(key(path))) {
            return Optional.empty();
        }
        return Optional.of(() -> {
            synchronized (this) {
                locked.remove(key(path));
            }
        });
    }

    @Override
    public synchronized String readText(Path path) {
        Integer there = names.get(key(path));
        return there == null
                ? ""
                : new String(contents.get(there), 0, sizes.get(there), StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void writeText(Path path, String text) throws IOException {
        try (DiskFile file = create(path)) {
            file.write(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    private void fit(int node, long size) {
        byte[] content = contents.get(node);
        if (size > content.length) {
            byte[] larger = new byte[(int) Math.max(size, 2L * content.length)];
            System.arraycopy(content, 0, larger, 0, sizes.get(node));
            contents.set(node, larger);
        } else if (size < sizes.get(node)) {
            Arrays.fill(content, (int) size, sizes.get(node), (byte) 0);
        }
        sizes.set(node, (int) size);
    }

    private final class File implements DiskFile {
        private final int node;

        File(int node) {
            this.node = node;
        }

        @Override
        public void write(MemorySegment from, long offset) throws IOException {
            byte[] bytes = from.toArray(ValueLayout.JAVA_BYTE);
            synchronized (SimDisk.this) {
                long end = offset + bytes.length;
                long fits = Math.min(end, sizes.get(node) + Math.min(room, end));
                if (fits > offset) {
                    write(offset, Arrays.copyOf(bytes, (int) (fits - offset)));
                }
                if (fits < end) {
                    failed++;
                    throw new IOException("No space left on device");
                }
            }
        }

        private void write(long offset, byte[] bytes) throws IOException {
            take(new Step.Write(node, offset, bytes));
            long before = sizes.get(node);
            fit(node, Math.max(before, offset + bytes.length));
            System.arraycopy(bytes, 0, contents.get(node), (int) offset, bytes.length);
            room -= sizes.get(node) - before;
        }

        @Override
        public void read(MemorySegment to, long offset) throws IOException {
            synchronized (SimDisk.this) {
                if (offset + to.byteSize() > sizes.get(node)) {
                    throw new EOFException("offset=" + offset);
                }
                MemorySegment.copy(
                        MemorySegment.ofArray(contents.get(node)), offset, to, 0, to.byteSize());
            }
        }

        @Override
        public void sync() throws IOException {
            synchronized (SimDisk.this) {
                take(new Step.Sync(node));
            }
        }

        @Override
        public long size() {
            synchronized (SimDisk.this) {
                return sizes.get(node);
            }
        }

        @Override
        public void resize(long size) throws IOException {
            synchronized (SimDisk.this) {
                take(new Step.Resize(node, size));
                fit(node, size);
            }
        }

        @Override
        public void close() {}
    }
}
