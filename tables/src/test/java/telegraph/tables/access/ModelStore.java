package telegraph.tables.access;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import telegraph.ground.Isolation;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.Load;
import telegraph.store.LockState;
import telegraph.store.LogState;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.StoreCounters;
import telegraph.store.TableMode;
import telegraph.store.Transaction;

/// A store of sorted maps for tests of what stands on stores: transactions see one another's
/// changes at once and never wait.
///
/// Threads: one changes; several may read while nobody does.
final class ModelStore implements Store {
    private static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;
    private static final int ROWS_PER_PAGE = 10;

    private final Map<Integer, TreeMap<byte[], byte[]>> containers = new TreeMap<>();
    private long ids;

    ModelStore() {
        containers.put(FIRST_CONTAINER, new TreeMap<>(ORDER));
    }

    NavigableMap<byte[], byte[]> container(int id) {
        return containers.get(id);
    }

    @Override
    public Transaction transaction() {
        return new ModelTransaction();
    }

    @Override
    public long entries(int container) {
        return containers.get(container).size();
    }

    @Override
    public long pages(int container) {
        return 1 + entries(container) / ROWS_PER_PAGE;
    }

    @Override
    public void checkpoint() {}

    @Override
    public void backup(Path directory) {
        throw new UnsupportedOperationException("a model is not kept");
    }

    @Override
    public List<String> check(int container) {
        return List.of();
    }

    @Override
    public List<LockState> locks() {
        return List.of();
    }

    @Override
    public StoreCounters counters() {
        return new StoreCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public LogState log() {
        return new LogState(0, 0, 0, 0, false, 0, false);
    }

    @Override
    public void close() {}

    private final class ModelTransaction implements Transaction {
        private final Deque<Runnable> undo = new ArrayDeque<>();
        private long id;

        @Override
        public void begin(Isolation isolation) {
            id = ++ids;
        }

        @Override
        public void waitAtMost(long millis) {}

        @Override
        public boolean isOpen() {
            return id != 0;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public int create() {
            int container = containers.size() + 1;
            containers.put(container, new TreeMap<>(ORDER));
            return container;
        }

        @Override
        public boolean isEmpty(int container) {
            return containers.get(container).isEmpty();
        }

        @Override
        public Optional<Load> load(int container) {
            return isEmpty(container) ? Optional.of(loading(container)) : Optional.empty();
        }

        private Load loading(int container) {
            return new Load() {
                @Override
                public void add(Bytes key, Bytes value) {
                    insert(container, key, value);
                }

                @Override
                public void end() {}

                @Override
                public void close() {}
            };
        }

        @Override
        public void drop(int container) {
            containers.get(container).clear();
        }

        @Override
        public void lock(int container, TableMode mode) {}

        @Override
        public boolean tryLock(int container, TableMode mode) {
            return true;
        }

        @Override
        public boolean get(int container, Bytes key, ReadMode reading, Bytes value) {
            byte[] found = containers.get(container).get(key.toArray());
            if (found != null) {
                value.clear().append(found, 0, found.length);
            }
            return found != null;
        }

        @Override
        public boolean insert(int container, Bytes key, Bytes value) {
            if (containers.get(container).containsKey(key.toArray())) {
                return false;
            }
            put(container, key.toArray(), value.toArray());
            return true;
        }

        private void put(int container, byte[] key, byte[] value) {
            TreeMap<byte[], byte[]> map = containers.get(container);
            byte[] before = value == null ? map.remove(key) : map.put(key, value);
            undo.push(() -> {
                if (before == null) {
                    map.remove(key);
                } else {
                    map.put(key, before);
                }
            });
        }

        @Override
        public boolean update(int container, Bytes key, Bytes value) {
            if (!containers.get(container).containsKey(key.toArray())) {
                return false;
            }
            put(container, key.toArray(), value.toArray());
            return true;
        }

        @Override
        public boolean delete(int container, Bytes key) {
            if (!containers.get(container).containsKey(key.toArray())) {
                return false;
            }
            put(container, key.toArray(), null);
            return true;
        }

        @Override
        public Cursor cursor(int container, ReadMode reading) {
            return new ModelCursor(containers.get(container));
        }

        @Override
        public List<Bytes> cuts(int container, int partsMax) {
            List<byte[]> keys = new ArrayList<>(containers.get(container).keySet());
            int parts = Math.min(partsMax, 1 + keys.size() / ROWS_PER_PAGE);
            List<Bytes> cuts = new ArrayList<>();
            for (int part = 1; part < parts; part++) {
                cuts.add(Bytes.of(keys.get((int) ((long) part * keys.size() / parts))));
            }
            return cuts;
        }

        @Override
        public long savepoint() {
            return undo.size();
        }

        @Override
        public void rollbackTo(long savepoint) {
            while (undo.size() > savepoint) {
                undo.pop().run();
            }
        }

        @Override
        public void commit() {
            undo.clear();
            id = 0;
        }

        @Override
        public void rollback() {
            rollbackTo(0);
            id = 0;
        }

        @Override
        public void close() {
            if (isOpen()) {
                rollback();
            }
        }
    }

    private static final class ModelCursor implements Cursor {
        private final NavigableMap<byte[], byte[]> map;
        private Iterator<Map.Entry<byte[], byte[]>> entries;
        private final Bytes entry = new Bytes();
        private int keyLength;

        ModelCursor(NavigableMap<byte[], byte[]> map) {
            this.map = map;
            range(null, null);
        }

        private NavigableMap<byte[], byte[]> between(Bytes low, Bytes high) {
            NavigableMap<byte[], byte[]> part =
                    low == null ? map : map.tailMap(low.toArray(), true);
            if (high == null) {
                return part;
            }
            return low != null && low.compareTo(high) >= 0
                    ? new TreeMap<>(ORDER)
                    : part.headMap(high.toArray(), false);
        }

        @Override
        public void range(Bytes low, Bytes high) {
            entries = List.copyOf(between(low, high).entrySet()).iterator();
        }

        @Override
        public void rangeDescending(Bytes low, Bytes high) {
            entries = List.copyOf(between(low, high).descendingMap().entrySet()).iterator();
        }

        @Override
        public boolean next() {
            if (!entries.hasNext()) {
                return false;
            }
            Map.Entry<byte[], byte[]> next = entries.next();
            keyLength = next.getKey().length;
            entry.clear().append(next.getKey(), 0, keyLength);
            entry.append(next.getValue(), 0, next.getValue().length);
            return true;
        }

        @Override
        public byte[] array() {
            return entry.array();
        }

        @Override
        public int keyOffset() {
            return 0;
        }

        @Override
        public int keyLength() {
            return keyLength;
        }

        @Override
        public int valueOffset() {
            return keyLength;
        }

        @Override
        public int valueLength() {
            return entry.length() - keyLength;
        }

        @Override
        public void close() {}
    }
}
