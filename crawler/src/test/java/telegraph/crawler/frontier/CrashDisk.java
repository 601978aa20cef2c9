package telegraph.crawler.frontier;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import telegraph.ground.Disk;

/// A disk in memory that stops at a chosen step, and of which a crash leaves what was synced and,
/// of the rest, whatever chance leaves.
///
/// A step is a write, a sync, a change of a name or of a directory on the disk. Of writes that were
/// not synced, each is kept, lost or torn by itself; of names that were not synced, each is as it
/// was or as it is. A file that is made shorter or longer is so at once, with all in it.
public final class CrashDisk implements Disk {
    /// The process ends.
    public static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record Write(long offset, byte[] bytes) {}

    private static final class Node {
        byte[] now = new byte[0];
        byte[] synced = new byte[0];
        final List<Write> unsynced = new ArrayList<>();
    }

    private Map<Path, Node> names = new TreeMap<>();
    private Map<Path, Node> syncedNames = new TreeMap<>();
    private int steps;
    private int crashAt = Integer.MAX_VALUE;
    private int fullAt = Integer.MAX_VALUE;

    /// Steps taken so far.
    public int steps() {
        return steps;
    }

    public CrashDisk crashAt(int step) {
        crashAt = step;
        return this;
    }

    /// Has no room from a step on.
    CrashDisk fullAt(int step) {
        fullAt = step;
        return this;
    }

    private void step() {
        if (++steps >= crashAt) {
            throw new Crash();
        }
    }

    /// What a restart finds.
    public CrashDisk left(Random chance) {
        CrashDisk left = new CrashDisk();
        Map<Path, Node> all = new TreeMap<>(syncedNames);
        all.putAll(names);
        all.forEach((path, node) -> {
            boolean was = syncedNames.containsKey(path);
            boolean is = names.containsKey(path);
            if (was && is || chance.nextBoolean()) {
                Node found = new Node();
                found.now = torn(node, chance);
                found.synced = found.now;
                left.names.put(path, found);
            }
        });
        left.syncedNames = new TreeMap<>(left.names);
        return left;
    }

    private static byte[] torn(Node node, Random chance) {
        byte[] content = node.synced;
        for (Write write : node.unsynced) {
            int kept =
                    switch (chance.nextInt(4)) {
                        case 0 -> 0;
                        case 1 -> chance.nextInt(write.bytes.length + 1);
                        default -> write.bytes.length;
                    };
            if (kept > 0) {
                content = put(content, new Write(write.offset, Arrays.copyOf(write.bytes, kept)));
            }
        }
        return content;
    }

    private static byte[] put(byte[] content, Write write) {
        int end = (int) write.offset + write.bytes.length;
        byte[] next = Arrays.copyOf(content, Math.max(content.length, end));
        System.arraycopy(write.bytes, 0, next, (int) write.offset, write.bytes.length);
        return next;
    }

    @Override
    public DiskFile create(Path path) {
        step();
        Node node = new Node();
        names.put(path, node);
        return new File(node, path);
    }

    @Override
    public DiskFile open(Path path) {
        Node node = names.get(path);
        return node == null ? create(path) : new File(node, path);
    }

    @Override
    public boolean exists(Path path) {
        return names.containsKey(path);
    }

    @Override
    public void move(Path from, Path to) {
        step();
        names.put(to, names.remove(from));
    }

    @Override
    public void syncDirectory(Path directory) {
        step();
        syncedNames = new TreeMap<>(names);
    }

    @Override
    public void createDirectories(Path directory) {}

    @Override
    public List<Path> list(Path directory) {
        return List.copyOf(names.keySet());
    }

    @Override
    public void delete(Path path) {
        step();
        names.remove(path);
    }

    @Override
    public Optional<Lock> lock(Path path) {
        return Optional.of(() -> {});
    }

    @Override
    public String readText(Path path) throws IOException {
        throw new NoSuchFileException(path.toString());
    }

    @Override
    public void writeText(Path path, String text) throws IOException {
        throw new NoSuchFileException(path.toString());
    }

    private final class File implements DiskFile {
        private final Node node;
        private final Path path;

        File(Node node, Path path) {
            this.node = node;
            this.path = path;
        }

        @Override
        public void write(MemorySegment from, long offset) throws IOException {
            step();
            if (steps >= fullAt) {
                throw new IOException("No space left on device");
            }
            Write write = new Write(offset, from.toArray(ValueLayout.JAVA_BYTE));
            node.unsynced.add(write);
            node.now = put(node.now, write);
        }

        @Override
        public void read(MemorySegment to, long offset) throws IOException {
            if (offset + to.byteSize() > node.now.length) {
                throw new EOFException("file=" + path);
            }
            MemorySegment.copy(MemorySegment.ofArray(node.now), offset, to, 0, to.byteSize());
        }

        @Override
        public void sync() {
            step();
            node.synced = node.now;
            node.unsynced.clear();
        }

        @Override
        public long size() {
            return node.now.length;
        }

        @Override
        public void resize(long size) {
            step();
            node.now = Arrays.copyOf(node.now, (int) size);
            node.synced = node.now;
            node.unsynced.clear();
        }

        @Override
        public void close() {}
    }
}
