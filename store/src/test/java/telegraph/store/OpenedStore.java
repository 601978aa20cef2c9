package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;

/// A store on a disk in memory, that can be closed and opened again, and holds no byte afterwards.
final class OpenedStore implements AutoCloseable {
    private static final long MEMORY_BYTES = 256 << 20;

    final Disk disk;
    private final Path directory = Path.of("/store");
    private final StoreOptions options;
    private final MemoryManager memory = new MemoryManager(MEMORY_BYTES);
    private Store store;

    OpenedStore() {
        this(StoreOptions.DEFAULT.withCacheBytes(8 << 20));
    }

    OpenedStore(StoreOptions options) {
        this(options, Disk.inMemory());
    }

    OpenedStore(StoreOptions options, Disk disk) {
        this.options = options;
        this.disk = disk;
        open();
    }

    private void open() {
        store = Stores.open(directory, options, disk, memory, System::nanoTime);
    }

    Store store() {
        return store;
    }

    /// Closes the store and opens it again.
    void reopen() {
        store.close();
        assertEquals(0, memory.used(), "a closed store holds no memory");
        open();
    }

    static Bytes bytes(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Bytes bytes) {
        return new String(bytes.array(), 0, bytes.length(), StandardCharsets.UTF_8);
    }

    static String key(Cursor cursor) {
        return new String(
                cursor.array(), cursor.keyOffset(), cursor.keyLength(), StandardCharsets.UTF_8);
    }

    static String value(Cursor cursor) {
        return new String(
                cursor.array(), cursor.valueOffset(), cursor.valueLength(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        store.close();
        assertEquals(0, memory.used(), "a closed store holds no memory");
        memory.close();
    }
}
