package telegraph.bench.load;

import java.nio.file.Path;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.memory.MemoryManager;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.StoreCounters;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;

/// Telegraph's store by its own API: keys of four bytes, values of 96, at READ_COMMITTED.
final class StorePeer implements Peer {
    private static final long MEMORY_BYTES = 512L << 20;
    private static final int ROWS_A_COMMIT = 10_000;

    private final MemoryManager memory = new MemoryManager(MEMORY_BYTES);
    private final Store store;
    private int container;

    StorePeer(Path directory) {
        store =
                Stores.open(
                        directory.resolve("store"),
                        StoreOptions.DEFAULT,
                        Disk.FILES,
                        memory,
                        System::nanoTime);
    }

    @Override
    public String commits() {
        return "default: log forced, group commit";
    }

    @Override
    public void load(int rows) {
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            container = transaction.create();
            transaction.commit();
            Bytes key = new Bytes();
            for (int start = 0; start < rows; start += ROWS_A_COMMIT) {
                transaction.begin(Isolation.READ_COMMITTED);
                for (int a = start; a < Math.min(rows, start + ROWS_A_COMMIT); a++) {
                    transaction.insert(container, set(key, a), Bytes.of(Text.bytes(a, 0)));
                }
                transaction.commit();
            }
        }
    }

    private static Bytes set(Bytes key, int a) {
        return key.clear()
                .append((byte) (a >>> 24))
                .append((byte) (a >>> 16))
                .append((byte) (a >>> 8))
                .append((byte) a);
    }

    @Override
    public Client client() {
        return new StoreClient(store.transaction(), container);
    }

    @Override
    public Counts counts() {
        StoreCounters counters = store.counters();
        return new Counts(
                counters.lockVisits(),
                counters.lockWaits(),
                counters.latchRetries(),
                counters.logSyncs());
    }

    @Override
    public void close() {
        try (memory) {
            store.close();
        }
    }

    private static final class StoreClient implements Client {
        private final Transaction transaction;
        private final int container;
        private final Bytes key = new Bytes();
        private final Bytes value = new Bytes();
        private final byte[] copy = new byte[Text.LENGTH];

        StoreClient(Transaction transaction, int container) {
            this.transaction = transaction;
            this.container = container;
        }

        private boolean get(int a) {
            transaction.begin(Isolation.READ_COMMITTED);
            boolean found = transaction.get(container, set(key, a), ReadMode.PLAIN, value);
            transaction.commit();
            return found;
        }

        @Override
        public long select(int a) {
            return get(a) ? a : 0;
        }

        @Override
        public long selectAll(int a) {
            if (!get(a)) {
                return 0;
            }
            System.arraycopy(value.array(), 0, copy, 0, value.length());
            return a + copy.length;
        }

        private Bytes text(int a, int version) {
            byte[] text = Text.bytes(a, version);
            return value.clear().append(text, 0, text.length);
        }

        @Override
        public long update(int a, int version) {
            transaction.begin(Isolation.READ_COMMITTED);
            boolean done = transaction.update(container, set(key, a), text(a, version));
            transaction.commit();
            return done ? 1 : 0;
        }

        @Override
        public long insert(int a) {
            transaction.begin(Isolation.READ_COMMITTED);
            boolean done = transaction.insert(container, set(key, a), text(a, 0));
            transaction.commit();
            return done ? 1 : 0;
        }

        @Override
        public long delete(int a) {
            transaction.begin(Isolation.READ_COMMITTED);
            boolean done = transaction.delete(container, set(key, a));
            transaction.commit();
            return done ? 1 : 0;
        }

        @Override
        public void close() {
            transaction.close();
        }
    }
}
