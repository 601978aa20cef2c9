package telegraph.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import telegraph.store.SimDisk.Step;

/// Follows the steps of a [SimDisk] and says, after any of them, what a crash may leave.
///
/// | what                             | after a crash                                         |
/// |----------------------------------|-------------------------------------------------------|
/// | bytes synced                     | there                                                 |
/// | bytes written, not synced        | each sector of 512 bytes of each write there or not   |
/// | a resize not synced              | done or not                                           |
/// | a name, its directory synced     | as it was at the last sync of the directory           |
/// | a name made, moved, deleted since | each done or not; a move in one piece                |
/// | what is below a name that is lost | lost                                                  |
///
/// How much of what is not synced is left is drawn for each crash: nothing, all, or some.
///
/// Threads: one at a time.
public final class SimCrash {
    private static final int SECTOR_BYTES = 512;

    /// In the place of a file's number.
    private static final int DIRECTORY = -1;

    private final List<Step> steps;
    private final Map<Path, Integer> names = new HashMap<>();
    private final List<Step> unsyncedNames = new ArrayList<>();
    private final Map<Integer, Content> files = new HashMap<>();
    private int taken;

    private static final class Content {
        private byte[] bytes = new byte[0];
        private int size;
        private final List<Step> unsynced = new ArrayList<>();

        Content copy() {
            Content copy = new Content();
            copy.bytes = Arrays.copyOf(bytes, size);
            copy.size = size;
            return copy;
        }

        void apply(Step step) {
            switch (step) {
                case Step.Write write ->
                        put(write.bytes(), 0, write.bytes().length, write.offset());
                case Step.Resize resize -> resize(resize.size());
                default -> throw new IllegalArgumentException("no content: " + step);
            }
        }

        void put(byte[] from, int index, int count, long offset) {
            if (offset + count > size) {
                resize(offset + count);
            }
            System.arraycopy(from, index, bytes, (int) offset, count);
        }

        private void resize(long to) {
            if (to > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.max(to, 2L * bytes.length));
            } else if (to < size) {
                Arrays.fill(bytes, (int) to, size, (byte) 0);
            }
            size = (int) to;
        }
    }

    public SimCrash(SimDisk disk) {
        this.steps = disk.history(disk.steps());
    }

    int steps() {
        return steps.size();
    }

    /// Takes all steps up to the one of this number.
    public void take(int step) {
        while (taken < step) {
            take(steps.get(taken++));
        }
    }

    private void take(Step step) {
        switch (step) {
            case Step.Create create -> {
                files.put(create.node(), new Content());
                unsyncedNames.add(create);
            }
            case Step.Write write -> files.get(write.node()).unsynced.add(write);
            case Step.Resize resize -> files.get(resize.node()).unsynced.add(resize);
            case Step.Sync sync -> {
                Content content = files.get(sync.node());
                content.unsynced.forEach(content::apply);
                content.unsynced.clear();
            }
            case Step.Lose lose -> files.get(lose.node()).unsynced.clear();
            case Step.Move move -> unsyncedNames.add(move);
            case Step.Delete delete -> unsyncedNames.add(delete);
            case Step.MakeDirectory made -> unsyncedNames.add(made);
            case Step.SyncDirectory sync -> {
                for (Iterator<Step> i = unsyncedNames.iterator(); i.hasNext(); ) {
                    Step name = i.next();
                    if (directory(name).equals(sync.directory())) {
                        apply(name, names);
                        i.remove();
                    }
                }
            }
        }
    }

    private static Path directory(Step step) {
        return switch (step) {
            case Step.Create create -> create.path().getParent();
            case Step.Move move -> move.to().getParent();
            case Step.Delete delete -> delete.path().getParent();
            case Step.MakeDirectory made -> made.path().getParent();
            default -> throw new IllegalArgumentException("no name: " + step);
        };
    }

    private static void apply(Step step, Map<Path, Integer> to) {
        switch (step) {
            case Step.Create create -> to.put(create.path(), create.node());
            case Step.Delete delete -> to.remove(delete.path());
            case Step.MakeDirectory made -> to.put(made.path(), DIRECTORY);
            case Step.Move move -> {
                Integer node = to.remove(move.from());
                if (node != null) {
                    to.put(move.to(), node);
                }
            }
            default -> throw new IllegalArgumentException("no name: " + step);
        }
    }

    /// A disk as a crash after the steps taken leaves it.
    public SimDisk crash(RandomGenerator random) {
        int sort = random.nextInt(4);
        double left = sort == 0 ? 0 : sort == 1 ? 1 : random.nextDouble();
        Map<Path, Integer> leftNames = new HashMap<>(names);
        for (Step name : unsyncedNames) {
            if (random.nextDouble() < left) {
                apply(name, leftNames);
            }
        }
        SimDisk disk = new SimDisk();
        Set<Integer> put = new HashSet<>();
        leftNames.entrySet().stream()
                .filter(entry -> isReached(entry.getKey(), leftNames))
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> {
                    if (entry.getValue() == DIRECTORY) {
                        disk.putDirectory(entry.getKey());
                    } else if (put.add(entry.getValue())) {
                        Content content = files.get(entry.getValue());
                        disk.put(entry.getKey(), left(content, left, random));
                    }
                });
        return disk;
    }

    /// Whether all directories above are left.
    private static boolean isReached(Path path, Map<Path, Integer> left) {
        for (Path up = path.getParent(); up.getParent() != null; up = up.getParent()) {
            if (left.getOrDefault(up, 0) != DIRECTORY) {
                return false;
            }
        }
        return true;
    }

    private static byte[] left(Content content, double left, RandomGenerator random) {
        Content copy = content.copy();
        for (Step step : content.unsynced) {
            if (step instanceof Step.Write write) {
                int count = write.bytes().length;
                for (int at = 0; at < count; ) {
                    long offset = write.offset() + at;
                    int sector = (int) Math.min(count - at, SECTOR_BYTES - offset % SECTOR_BYTES);
                    if (random.nextDouble() < left) {
                        copy.put(write.bytes(), at, sector, offset);
                    }
                    at += sector;
                }
            } else if (random.nextDouble() < left) {
                copy.apply(step);
            }
        }
        return Arrays.copyOf(copy.bytes, copy.size);
    }
}
