package telegraph.sql.transaction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.sql.Settings;
import telegraph.store.Durability;
import telegraph.store.LogState;
import telegraph.store.Store;
import telegraph.store.StoreCounters;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.tables.catalog.Catalog;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.SearchPath;
import telegraph.tables.catalog.Temporaries;
import telegraph.tables.row.Counters;

/// The sandbox's store and its catalog, opened when first needed, so that questions about files do
/// not wait for it. Its memory is its own and not that of queries.
///
/// Threads: any.
public final class SandboxStore implements AutoCloseable {
    /// Its directory in the sandbox.
    public static final String NAME = "store";

    /// Memory beside the page cache: for the log and recovery.
    private static final long MEMORY_MORE = 64L << 20;

    private final Path directory;
    private final Disk disk;
    private final Settings settings;
    private final LongSupplier nanos;
    private final TransactionPool idle = new TransactionPool(this::get);
    private final Catalog catalog;
    private final AtomicLong conversations = new AtomicLong();
    private volatile Opened opened;
    private final List<Consumer<String>> recoveryLines = new CopyOnWriteArrayList<>();
    private boolean closed;

    private record Opened(Store store, Counters counters, MemoryManager memory) {}

    public SandboxStore(Path sandbox, Disk disk, Settings settings, LongSupplier nanos) {
        this.directory = sandbox.resolve(NAME);
        this.disk = disk;
        this.settings = settings;
        this.nanos = nanos;
        this.catalog =
                new Catalog(
                        this::get,
                        this::exists,
                        disk,
                        sandbox,
                        (int) settings.integer("catalog_limit"));
    }

    /// Whether it is there, open or not.
    public boolean exists() {
        try {
            return opened != null || disk.exists(directory);
        } catch (IOException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR, "the store cannot be found: directory=" + directory, e);
        }
    }

    /// From now on a recovery of more than a second is told to this one too.
    public void tellRecovery(Consumer<String> lines) {
        recoveryLines.add(lines);
    }

    /// The store, made if it is not there.
    public Store get() {
        return opened().store();
    }

    /// What is declared and kept in it.
    public Catalog catalog() {
        return catalog;
    }

    /// Where a new conversation has its temporary tables.
    ///
    /// @param search where it looks for bare names now
    public Temporaries temporaries(Supplier<SearchPath> search) {
        return new Temporaries(conversations.incrementAndGet(), search);
    }

    /// A transaction for a conversation.
    public TransactionWork work(Temporaries temporaries) {
        return new TransactionWork(idle, new CatalogView(catalog, temporaries), this::counters);
    }

    /// What its tables count up.
    public Counters counters() {
        return opened().counters();
    }

    /// What it has counted, without opening it.
    public StoreCounters counted() {
        Opened known = opened;
        return known != null
                ? known.store().counters()
                : new StoreCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /// How its log is, without opening it.
    public LogState log() {
        Opened known = opened;
        return known != null ? known.store().log() : new LogState(0, 0, 0, 0, false, 0, false);
    }

    private Opened opened() {
        Opened known = opened;
        return known != null ? known : open();
    }

    private synchronized Opened open() {
        if (closed) {
            throw TelegraphException.cancelled("the sandbox is closed");
        }
        if (opened == null) {
            StoreOptions options = options();
            MemoryManager memory = new MemoryManager(options.cacheBytes() + MEMORY_MORE);
            try {
                RecoveryLines watch =
                        new RecoveryLines(
                                nanos, line -> recoveryLines.forEach(told -> told.accept(line)));
                Store store =
                        Stores.open(
                                directory,
                                options,
                                disk,
                                new Stores.Surroundings(memory, nanos, watch));
                watch.ended();
                opened = new Opened(store, new Counters(store), memory);
            } catch (RuntimeException | Error e) {
                memory.close();
                throw e;
            }
        }
        return opened;
    }

    private StoreOptions options() {
        return StoreOptions.DEFAULT
                .withCacheBytes(settings.bytes("store_cache"))
                .withDurability(
                        Durability.valueOf(settings.text("durability").toUpperCase(Locale.ROOT)))
                .withLockTimeoutMillis(TransactionModes.patienceMillis(settings))
                .withEscalationLocks((int) settings.integer("lock_escalation"))
                .withCheckpointBytes(settings.bytes("checkpoint_size"));
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (opened != null) {
            try (MemoryManager _ = opened.memory();
                    Store _ = opened.store();
                    Counters _ = opened.counters();
                    TransactionPool _ = idle) {
                opened = null;
            }
        }
    }
}
