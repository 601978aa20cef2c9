package telegraph.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlSources;
import telegraph.ground.ArrivalOrder;
import telegraph.ground.Disk;
import telegraph.ground.SandboxLock;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.World;
import telegraph.language.Statements;
import telegraph.language.ast.Statement;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.query.plan.PlanCache;
import telegraph.sources.FileSources;
import telegraph.sources.HttpAccess;
import telegraph.sources.HttpRemoteFiles;
import telegraph.sources.HttpSettings;
import telegraph.sources.HttpSources;
import telegraph.sql.listing.Listings;
import telegraph.sql.listing.SystemTables;
import telegraph.sql.sandbox.AdvisoryTable;
import telegraph.sql.sandbox.Confines;
import telegraph.sql.sandbox.KnownZones;
import telegraph.sql.sandbox.OpenSandbox;
import telegraph.sql.sandbox.Opener;
import telegraph.sql.session.Naming;
import telegraph.sql.session.SessionCatalog;
import telegraph.sql.transaction.SandboxStore;
import telegraph.sql.transaction.TransactionWork;
import telegraph.tables.catalog.SearchPath;

/// An open sandbox: the directory that holds everything Telegraph keeps, and what all its sessions
/// share.
///
/// ```
/// telegraph-data ── store            tables, sources and views, and the log
///                ├─ telegraph.conf   settings
///                ├─ cache            responses of web sites
///                ├─ spill            what did not fit in memory, gone with the query
///                ├─ query-crawls     crawls of queries that keep none, gone with the query
///                └─ lock             held while a process has it open
/// ```
///
/// Threads: any. Closing it closes all sessions.
public final class Telegraph implements AutoCloseable {
    private final SandboxLock lock;
    private final Place place;
    private final Settings settings;
    private final SandboxStore store;
    private final MemoryManager memory;
    private final Confines confines;
    private final HttpAccess http;
    private final OpenSandbox sandbox;
    private final ArrivalOrder<Session> sessions = new ArrivalOrder<>();
    private final AtomicLong queries = new AtomicLong();
    private volatile boolean closed;

    /// What ids of statements begin with: the second in which the sandbox was opened.
    private final String stamp;

    /// @param folder what files in statements are relative to
    /// @param disk where tables are
    /// @param isKept whether the directory stays when the sandbox is closed
    private record Place(World world, Path directory, Path folder, Disk disk, boolean isKept) {}

    private Telegraph(Place place, SandboxLock lock, Settings settings) {
        Path directory = place.directory();
        this.lock = lock;
        this.place = place;
        this.settings = settings;
        World world = place.world();
        long second = world.clock().instant().getEpochSecond();
        this.stamp = "q" + Long.toString(second, Character.MAX_RADIX) + "-";
        this.store = new SandboxStore(directory, place.disk(), settings, world.ticker()::nanos);
        this.memory =
                new MemoryManager(
                        settings.bytes("process_memory_limit"),
                        SpillSpace.open(
                                world.disk(),
                                directory.resolve("spill"),
                                settings.bytes("spill_limit")));
        this.confines = new Confines(settings, directory, place.folder());
        this.http =
                new HttpAccess(
                        world.disk(),
                        directory.resolve("cache"),
                        web(settings),
                        settings::secret,
                        new HttpAccess.Surroundings(
                                world.ticker(),
                                world.clock(),
                                settings.integer("seed"),
                                world.http(),
                                confines::now));
        Opener opener =
                new Opener(
                        new FileSources(place.folder(), new HttpRemoteFiles(http), confines::now),
                        new HttpSources(http),
                        new CrawlSources(
                                world.disk(),
                                this::crawlPlace,
                                new CrawlSources.Folders(
                                        place.folder(),
                                        directory.resolve("query-crawls"),
                                        settings.bytes("spill_limit")),
                                confines));
        this.sandbox =
                new OpenSandbox(
                        world,
                        settings,
                        store,
                        memory,
                        opener,
                        confines,
                        new Listings(),
                        new PlanCache(settings.bytes("plan_cache")),
                        new KnownZones(),
                        new AdvisoryTable());
    }

    private CrawlPlace crawlPlace(Region memory) {
        World world = place.world();
        return new CrawlPlace(
                world.disk(),
                world.ticker(),
                world.clock().withZone(ZoneOffset.UTC),
                memory,
                address -> confines.now().allows(address),
                world.chance());
    }

    private static HttpSettings web(Settings settings) {
        return new HttpSettings(
                (int) settings.integer("http_host_concurrency"),
                (int) settings.integer("http_total_concurrency"),
                settings.durationUnlessAuto("http_cache_ttl"),
                settings.bytes("http_cache_limit"),
                settings.bytes("http_body_limit"),
                settings.duration("http_timeout"));
    }

    /// Opens a sandbox, making its directory if it is not there. Files in queries are relative to
    /// the process's working directory.
    ///
    /// @param settings what the command line sets
    /// @param environment the process's environment
    /// @throws TelegraphException if another process has it open, if it cannot be written, or if a
    ///   setting is wrong
    public static Telegraph open(
            Path directory, Map<String, String> settings, Map<String, String> environment) {
        return open(directory, Path.of(""), settings, environment);
    }

    /// As [#open(Path,Map,Map)]; files in queries are relative to `folder`.
    public static Telegraph open(
            Path directory,
            Path folder,
            Map<String, String> settings,
            Map<String, String> environment) {
        return open(World.system(), directory, folder, settings, environment);
    }

    /// As [#open(Path,Path,Map,Map)], in a world of one's own: with its time, chance and disk.
    public static Telegraph open(
            World world,
            Path directory,
            Path folder,
            Map<String, String> settings,
            Map<String, String> environment) {
        return open(new Place(world, directory, folder, world.disk(), true), settings, environment);
    }

    /// Opens a sandbox whose tables are in memory and that is gone when it is closed; only what
    /// does not fit in a query's memory, and responses of web sites, are files meanwhile, among the
    /// system's temporary ones.
    public static Telegraph openInMemory(
            Map<String, String> settings, Map<String, String> environment) {
        Path directory;
        try {
            directory = Files.createTempDirectory("telegraph");
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "a sandbox in memory needs a directory for what does not fit: cause=" + e, e);
        }
        return open(
                new Place(World.system(), directory, Path.of(""), Disk.inMemory(), false),
                settings,
                environment);
    }

    private static Telegraph open(
            Place place, Map<String, String> settings, Map<String, String> environment) {
        Path directory = place.directory();
        World world = place.world();
        SandboxLock lock = SandboxLock.take(world.disk(), directory, world.pid());
        try {
            return new Telegraph(
                    place, lock, Settings.load(world.disk(), directory, environment, settings));
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /// A new conversation.
    public Session session() {
        Session session = new Session(this, settings.forSession());
        sessions.add(session);
        if (closed) {
            session.close(); // whoever closes may not have seen it
            throw TelegraphException.cancelled("the sandbox is closed");
        }
        return session;
    }

    /// From now on statements may be those of others than who runs this process: what they may
    /// touch of this machine and its networks is what the settings allow to others.
    ///
    /// @param closed files and folders that they never touch
    public void openToOthers(List<Path> closed) {
        confines.openToOthers(closed);
    }

    /// The settings that a session begins with now; changing them changes nothing else.
    public Settings settings() {
        return settings.forSession();
    }

    /// Bytes that queries hold now.
    public long memoryUsed() {
        return memory.used();
    }

    /// From now on `lines` hears of it too when the store is opened after a crash and its recovery
    /// takes longer than a second. The lines come from the thread that opens it, which waits.
    public void tellRecovery(Consumer<String> lines) {
        store.tellRecovery(lines);
    }

    /// Opens the store now if there is one, instead of with the first statement that needs it, and
    /// looks at its catalog; after a crash that takes as long as its log is.
    ///
    /// @throws TelegraphException if it cannot be opened
    public void openStore() {
        store.catalog().snapshot();
    }

    /// What the store has counted since it was opened, by name; zeros if it was not needed yet.
    public Map<String, Long> storeCounters() {
        return SystemTables.counters(store.counted());
    }

    /// What else is known of the store now, by name; zeros if it was not needed yet.
    public Map<String, Long> storeLevels() {
        return SystemTables.levels(store.log());
    }

    /// How the store is; well if it was not needed yet.
    public StoreHealth storeHealth() {
        return StoreHealth.of(store.log());
    }

    /// Whether it can still be used.
    public boolean isOpen() {
        return !closed;
    }

    /// Bytes that the disk of the sandbox has room for.
    ///
    /// @throws TelegraphException if the disk does not say
    public long diskFree() {
        try {
            return Files.getFileStore(place.directory()).getUsableSpace();
        } catch (IOException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR,
                    "the directory of a sandbox is there: directory=" + place.directory(),
                    e);
        }
    }

    /// Cancels what runs, waits for it, and lets others open the sandbox.
    @Override
    public void close() {
        closed = true;
        sessions.forEach(session -> session.stop("the sandbox was closed"));
        // In this order, whichever of them fails.
        try (var _ = lock;
                var _ = memory;
                var _ = store;
                var _ = http) {
            sessions.forEach(Session::close);
        }
        if (!place.isKept()) {
            delete(place.directory());
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "the directory of a sandbox in memory cannot be deleted: directory="
                            + directory,
                    e);
        }
    }

    /// The conversation has ended.
    void ended(Session session) {
        sessions.remove(session);
    }

    /// An id for a statement that nobody had before in this sandbox; fit for addresses and names of
    /// files.
    public String nextQueryId() {
        return stamp + queries.incrementAndGet();
    }

    /// What its sessions share.
    OpenSandbox sandbox() {
        return sandbox;
    }

    /// What it takes from outside.
    public World world() {
        return place.world();
    }

    /// Names of the columns of a table, for completion; none if it cannot be opened.
    List<String> columns(String table) {
        String quoted = '"' + table.replace("\"", "\"\"") + '"';
        Statement.Select all = Statements.query("SELECT * FROM " + quoted);
        SessionClient client = SessionClient.local(world().user());
        SearchPath search = SearchPath.of(settings.text("search_path")).by(client.user());
        try (TransactionWork work = store.work(store.temporaries(() -> search))) {
            return new SessionCatalog(sandbox, settings, work, client)
                    .planner(all, Map.of(), Naming.SESSION)
                    .rowType(all)
                    .getFieldNames();
        } catch (TelegraphException e) {
            // Whoever completes a word wants names or nothing; the statement itself will say why.
            return List.of();
        }
    }
}
