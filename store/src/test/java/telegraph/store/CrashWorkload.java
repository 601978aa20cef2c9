package telegraph.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.memory.MemoryManager;

/// Work on a store whose result is known after every commit, whatever was going on beside it.
///
/// Several lanes take turns, an operation at a time, each with a transaction and keys of its own
/// that lie between those of the others on the same pages. A commit of a lane also writes how many
/// it has made. What a recovered store says there tells which state of the lane must be found, all
/// of it and nothing else.
///
/// Threads: one at a time.
final class CrashWorkload {
    static final Path DIRECTORY = Path.of("/store");
    private static final int LANES = 3;
    private static final int KEYS = 150;
    private static final int OWN_CONTAINERS_MAX = 3;

    /// What a lane has committed: containers, each with its keys and values.
    private final class Lane {
        private final int number;
        private final Transaction transaction;
        private final List<Map<Integer, Map<String, byte[]>>> states = new ArrayList<>();

        /// For each commit: steps of the disk when it began and when it had returned.
        private final List<int[]> commits = new ArrayList<>();

        private Map<Integer, Map<String, byte[]>> now;
        private Map<Integer, Map<String, byte[]>> atSavepoint;
        private long savepoint;

        Lane(int number, Transaction transaction) {
            this.number = number;
            this.transaction = transaction;
            this.now = new HashMap<>(Map.of(Store.FIRST_CONTAINER, new TreeMap<>()));
            states.add(now);
            commits.add(new int[] {0, 0});
        }

        private void step() {
            if (!transaction.isOpen()) {
                transaction.begin(Isolation.READ_COMMITTED);
                now = copy(states.getLast());
                atSavepoint = null;
            }
            switch (random.nextInt(40)) {
                case 0, 1, 2, 3 -> commit();
                case 4 -> rollback();
                case 5, 6 -> {
                    savepoint = transaction.savepoint();
                    atSavepoint = copy(now);
                }
                case 7 -> rollbackTo();
                case 8 -> many(true);
                case 9 -> many(false);
                case 10 -> create();
                case 11 -> drop();
                default -> change(container(), key(random.nextInt(KEYS)), random.nextInt(3));
            }
        }

        private void commit() {
            put(Store.FIRST_CONTAINER, name(), text(states.size()));
            int began = disk.steps();
            transaction.commit();
            commits.add(new int[] {began, disk.steps()});
            states.add(now);
        }

        private String name() {
            return "count of lane " + number;
        }

        private void rollback() {
            transaction.rollback();
        }

        private void rollbackTo() {
            if (atSavepoint != null) {
                transaction.rollbackTo(savepoint);
                now = copy(atSavepoint);
            }
        }

        private void create() {
            if (now.size() <= OWN_CONTAINERS_MAX) {
                int container = transaction.create();
                now.put(container, new TreeMap<>());
                for (int i = random.nextInt(20); i >= 0; i--) {
                    change(container, key(random.nextInt(KEYS)), 0);
                }
            }
        }

        private void drop() {
            int container = container();
            if (container != Store.FIRST_CONTAINER) {
                transaction.drop(container);
                now.remove(container);
            }
        }

        private int container() {
            List<Integer> all = new ArrayList<>(new TreeSet<>(now.keySet()));
            return random.nextBoolean()
                    ? Store.FIRST_CONTAINER
                    : all.get(random.nextInt(all.size()));
        }

        /// Fills pages until they split, or empties them until they merge.
        private void many(boolean inserts) {
            int container = container();
            int first = random.nextInt(KEYS);
            for (int i = first; i < Math.min(KEYS, first + 60); i++) {
                change(container, key(i), inserts ? 0 : 2);
            }
        }

        private String key(int i) {
            return String.format("%03d of lane %d %s", i, number, "x".repeat(i % 90));
        }

        private void change(int container, String key, int sort) {
            Map<String, byte[]> keys = now.get(container);
            Bytes bytes = bytes(key);
            boolean there = keys.containsKey(key);
            switch (sort) {
                case 0 -> {
                    byte[] value = value();
                    demand(transaction.insert(container, bytes, Bytes.of(value)) != there, key);
                    if (!there) {
                        keys.put(key, value);
                    }
                }
                case 1 -> {
                    byte[] value = value();
                    demand(transaction.update(container, bytes, Bytes.of(value)) == there, key);
                    if (there) {
                        keys.put(key, value);
                    }
                }
                default -> {
                    demand(transaction.delete(container, bytes) == there, key);
                    keys.remove(key);
                }
            }
        }

        private void put(int container, String key, byte[] value) {
            if (!transaction.update(container, bytes(key), Bytes.of(value))) {
                demand(transaction.insert(container, bytes(key), Bytes.of(value)), key);
            }
            now.get(container).put(key, value);
        }
    }

    private final SimDisk disk;
    private final Durability durability;
    private final RandomGenerator random;
    private final Store store;
    private final List<Lane> lanes = new ArrayList<>();

    private CrashWorkload(
            SimDisk disk, Store store, Durability durability, RandomGenerator random) {
        this.disk = disk;
        this.store = store;
        this.durability = durability;
        this.random = random;
        for (int i = 0; i < LANES; i++) {
            lanes.add(new Lane(i, store.transaction()));
        }
    }

    static StoreOptions options() {
        return StoreOptions.DEFAULT
                .withCacheBytes(1 << 20)
                .withCheckpointBytes(200_000)
                .withLockTimeoutMillis(2_000);
    }

    static Store open(Disk disk, MemoryManager memory) {
        return Stores.open(DIRECTORY, options(), disk, memory, System::nanoTime);
    }

    /// Works on a new store, leaves the last transactions open, and closes it.
    static CrashWorkload run(
            SimDisk disk, MemoryManager memory, Durability durability, Turns turns) {
        StoreOptions options = options().withDurability(durability);
        try (Store store = Stores.open(DIRECTORY, options, disk, memory, System::nanoTime)) {
            CrashWorkload work = new CrashWorkload(disk, store, durability, turns.random);
            work.turns(turns.count);
            return work;
        }
    }

    /// How much work, and what it is drawn from.
    record Turns(int count, RandomGenerator random) {}

    private void turns(int turns) {
        for (int i = 0; i < turns; i++) {
            if (random.nextInt(100) == 0) {
                store.checkpoint();
            } else {
                lanes.get(random.nextInt(lanes.size())).step();
            }
        }
        for (Lane lane : lanes) {
            lane.transaction.close();
        }
    }

    /// Demands that a store holds what a crash after `step` steps must leave, and returns how many
    /// commits of each lane it holds.
    List<Integer> demandRecovered(Store recovered, Disk files, int step) throws Exception {
        Map<Integer, Map<String, byte[]>> found = new TreeMap<>();
        List<Integer> counts = new ArrayList<>();
        Map<Integer, Map<String, byte[]>> expected = new TreeMap<>();
        expected.put(Store.FIRST_CONTAINER, new TreeMap<>());
        try (Transaction reader = recovered.transaction()) {
            reader.begin(Isolation.READ_COMMITTED);
            found.put(Store.FIRST_CONTAINER, all(reader, Store.FIRST_CONTAINER));
            for (Lane lane : lanes) {
                int count = count(found.get(Store.FIRST_CONTAINER).get(lane.name()));
                counts.add(count);
                demandPossible(lane, count, step);
                lane.states
                        .get(count)
                        .forEach((container, keys) ->
                                expected.computeIfAbsent(container, _ -> new TreeMap<>())
                                        .putAll(keys));
            }
            for (int container : expected.keySet()) {
                found.put(container, all(reader, container));
            }
            reader.commit();
        }
        demandSame(expected, found);
        Set<String> names = new TreeSet<>();
        for (int container : expected.keySet()) {
            names.add(file(container));
            demand(recovered.check(container).isEmpty(), "check: " + recovered.check(container));
        }
        Set<String> there = files(files);
        demand(names.equals(there), "files: expected " + names + " found " + there);
        return counts;
    }

    /// The name of a container's file.
    static String file(int container) {
        return String.format("%08x.tg", container);
    }

    /// The names of the files of containers.
    static Set<String> files(Disk disk) throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path path : disk.list(DIRECTORY.resolve("data"))) {
            names.add(path.getFileName().toString());
        }
        return names;
    }

    private void demandPossible(Lane lane, int count, int step) {
        int least = 0;
        int most = 0;
        for (int i = 0; i < lane.commits.size(); i++) {
            least = durability == Durability.SYNC && lane.commits.get(i)[1] <= step ? i : least;
            most = lane.commits.get(i)[0] <= step ? i : most;
        }
        demand(
                count >= least && count <= most,
                "commits of lane "
                        + lane.number
                        + ": found "
                        + count
                        + ", acknowledged "
                        + least
                        + ", begun "
                        + most);
    }

    private static void demandSame(
            Map<Integer, Map<String, byte[]>> expected, Map<Integer, Map<String, byte[]>> found) {
        expected.forEach((container, keys) -> {
            Map<String, byte[]> there = found.get(container);
            Set<String> missing = new TreeSet<>(keys.keySet());
            missing.removeAll(there.keySet());
            Set<String> extra = new TreeSet<>(there.keySet());
            extra.removeAll(keys.keySet());
            demand(
                    missing.isEmpty() && extra.isEmpty(),
                    "container " + container + ": missing " + missing + " extra " + extra);
            keys.forEach((key, value) ->
                    demand(
                            Arrays.equals(value, there.get(key)),
                            "value of " + key + " in container " + container));
        });
    }

    private static Map<String, byte[]> all(Transaction reader, int container) {
        Map<String, byte[]> found = new TreeMap<>();
        try (Cursor cursor = reader.cursor(container, ReadMode.PLAIN)) {
            cursor.range(null, null);
            while (cursor.next()) {
                String key =
                        new String(
                                cursor.array(),
                                cursor.keyOffset(),
                                cursor.keyLength(),
                                StandardCharsets.UTF_8);
                byte[] value =
                        Arrays.copyOfRange(
                                cursor.array(),
                                cursor.valueOffset(),
                                cursor.valueOffset() + cursor.valueLength());
                demand(found.put(key, value) == null, "twice: " + key);
            }
        }
        return found;
    }

    private static int count(byte[] value) {
        return value == null ? 0 : Integer.parseInt(new String(value, StandardCharsets.UTF_8));
    }

    private byte[] value() {
        int sort = random.nextInt(100);
        int length =
                sort < 85
                        ? random.nextInt(120)
                        : sort < 97 ? random.nextInt(2_000) : 5_000 + random.nextInt(30_000);
        byte[] value = new byte[length];
        random.nextBytes(value);
        return value;
    }

    private static byte[] text(int number) {
        return Integer.toString(number).getBytes(StandardCharsets.UTF_8);
    }

    private static Bytes bytes(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<Integer, Map<String, byte[]>> copy(Map<Integer, Map<String, byte[]>> of) {
        Map<Integer, Map<String, byte[]>> copy = new HashMap<>();
        of.forEach((container, keys) -> copy.put(container, new TreeMap<>(keys)));
        return copy;
    }

    private static void demand(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}
