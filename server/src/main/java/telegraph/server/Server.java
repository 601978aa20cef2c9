package telegraph.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.ground.World;
import telegraph.server.access.Accounts;
import telegraph.server.admission.Queries;
import telegraph.server.admission.QueryLimits;
import telegraph.server.admission.Witness;
import telegraph.server.door.DoorContext;
import telegraph.server.door.Example;
import telegraph.server.http.HttpDoor;
import telegraph.server.net.ConnectionLimits;
import telegraph.server.net.Connections;
import telegraph.server.net.Doorway;
import telegraph.server.net.EventLoops;
import telegraph.server.net.ShutdownNotice;
import telegraph.server.net.Tls;
import telegraph.server.observe.Metrics;
import telegraph.server.observe.ServerLog;
import telegraph.server.observe.StoreWatch;
import telegraph.server.postgres.PostgresDoor;
import telegraph.server.redis.RedisDoor;
import telegraph.sql.Settings;
import telegraph.sql.Telegraph;

/// The doors of one open sandbox to other programs and to browsers.
///
/// Threads: any. Closing it lets nobody in any more, cancels what runs and closes every connection;
/// the sandbox stays open and is its opener's to close.
public final class Server implements AutoCloseable {
    /// How long clients have to read what was still to be said.
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    /// How long connections have to close by themselves once their statements have ended.
    private static final Duration GRACE = Duration.ofMillis(500);

    /// How often the store is looked after.
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final EventLoops loops;
    private final Connections connections;
    private final ServerLog journal;
    private final Metrics metrics;
    private final Queries queries;
    private final List<String> warnings;
    private final Duration drain;
    private final List<ChannelHandler> doors = new ArrayList<>();
    private final List<Channel> listening = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Optional<InetSocketAddress> postgres;
    private final Optional<InetSocketAddress> http;
    private final Optional<InetSocketAddress> redis;

    private Server(Telegraph telegraph, ServerOptions options, ServerLog journal) {
        Settings settings = telegraph.settings();
        this.journal = journal;
        World world = telegraph.world();
        Ticker ticker = world.ticker();
        RandomGenerator random = world.chance();
        Accounts accounts =
                options.passwords()
                        .map(file -> Accounts.read(file, random, ticker, journal))
                        .orElseGet(() -> Accounts.everybody(random, ticker, journal));
        demandSafe(options, accounts);
        if (!accounts.isOpen()) {
            telegraph.openToOthers(secrets(options));
        }
        // Before any door: who comes in finds a store that is open, or no door.
        telegraph.tellRecovery(line -> journal.tell("recovery", Map.of("text", line)));
        telegraph.openStore();
        Optional<SslContext> tls =
                options.tls().map(files -> Tls.read(files.certificate(), files.key()));
        this.warnings = accounts.warnings();
        this.drain = options.drain();
        this.connections = new Connections(ConnectionLimits.of(settings), journal);
        this.loops = EventLoops.open();
        this.metrics = new Metrics();
        QueryLimits limits = QueryLimits.of(settings);
        this.queries =
                new Queries(
                        telegraph,
                        limits,
                        new Witness(journal, metrics, limits, settings.text("log_queries")),
                        ticker,
                        world.clock());
        measure(telegraph, accounts);
        loops.repeat(LOOK, new StoreWatch(telegraph, journal)::look);
        try {
            DoorContext context =
                    new DoorContext(
                            telegraph,
                            accounts,
                            queries,
                            connections,
                            ticker,
                            journal,
                            metrics,
                            tls,
                            options.examples().stream().map(Server::example).toList());
            this.postgres =
                    listen(
                            options.postgresPort(),
                            // TLS is asked for in the protocol.
                            new Doorway(
                                    "postgres",
                                    "--pg-port",
                                    new PostgresDoor(context),
                                    true,
                                    Optional.empty()),
                            options);
            this.http =
                    listen(
                            options.httpPort(),
                            new Doorway("http", "--http-port", new HttpDoor(context), false, tls),
                            options);
            boolean forgetful = options.keyValues() == ServerOptions.KeyValueEngine.NOOP;
            this.redis =
                    listen(
                            options.redisPort(),
                            new Doorway(
                                    "redis",
                                    "--kv-port",
                                    new RedisDoor(context, forgetful),
                                    !accounts.isOpen(),
                                    tls),
                            options);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void measure(Telegraph telegraph, Accounts accounts) {
        for (String door : List.of("postgres", "http", "redis")) {
            metrics.gauge(
                    "telegraph_connections",
                    "Open connections",
                    () -> connections.open(door),
                    "door",
                    door);
        }
        metrics.counter(
                "telegraph_connections_accepted_total",
                "Connections that came in",
                connections::accepted);
        String closed = "telegraph_connections_closed_total";
        String why = "Connections turned away or closed by the server";
        metrics.counter(closed, why, connections::refused, "reason", "limit");
        metrics.counter(closed, why, connections::closedStalled, "reason", "reads-nothing");
        metrics.counter(closed, why, connections::closedUnproven, "reason", "proves-nothing");
        metrics.counter("telegraph_wrong_passwords_total", "Wrong proofs", accounts::wrongProofs);
        metrics.gauge("telegraph_memory_bytes", "Memory that queries hold", telegraph::memoryUsed);
        Runtime process = Runtime.getRuntime();
        metrics.gauge(
                "telegraph_heap_bytes",
                "Heap in use",
                () -> process.totalMemory() - process.freeMemory());
        telegraph
                .storeCounters()
                .keySet()
                .forEach(name ->
                        metrics.counter(
                                "telegraph_store_" + name + "_total",
                                "The store's counter " + name,
                                () -> telegraph.storeCounters().get(name)));
        telegraph
                .storeLevels()
                .keySet()
                .forEach(name ->
                        metrics.gauge(
                                "telegraph_store_" + name,
                                "Of the store's log: " + name.replace('_', ' '),
                                () -> telegraph.storeLevels().get(name)));
    }

    private static Example example(ServerOptions.Example question) {
        return new Example(question.name(), question.title(), question.why(), question.sql());
    }

    /// Files that no statement may read.
    private static List<Path> secrets(ServerOptions options) {
        List<Path> secrets = new ArrayList<>();
        options.passwords().ifPresent(secrets::add);
        options.tls().ifPresent(files -> secrets.add(files.key()));
        return secrets;
    }

    private static void demandSafe(ServerOptions options, Accounts accounts) {
        InetSocketAddress address = new InetSocketAddress(options.host(), 0);
        if (address.isUnresolved()) {
            throw TelegraphException.input(
                    "a server listens on an address of this machine: host=" + options.host());
        }
        if (accounts.isOpen() && !address.getAddress().isLoopbackAddress()) {
            throw TelegraphException.input(
                    "a server without passwords listens on this machine only: host="
                            + options.host()
                            + ". Give it --password-file, with lines that telegraph serve"
                            + " --make-password USER makes, or --host 127.0.0.1");
        }
    }

    /// Opens the store, which after a crash takes as long as its log is, then the doors.
    ///
    /// @throws telegraph.ground.TelegraphException if the store cannot be opened, a port is taken
    ///   or an option is wrong
    public static Server start(Telegraph telegraph, ServerOptions options) {
        ServerLog journal = new ServerLog(options.log(), telegraph.world().clock());
        try {
            return new Server(telegraph, options, journal);
        } catch (RuntimeException | Error e) {
            journal.close();
            throw e;
        }
    }

    private Optional<InetSocketAddress> listen(int port, Doorway doorway, ServerOptions options) {
        if (port < 0) {
            return Optional.empty();
        }
        InetSocketAddress address = new InetSocketAddress(options.host(), port);
        doors.add(doorway.door());
        Channel channel = loops.listen(address, doorway, connections);
        listening.add(channel);
        return Optional.of((InetSocketAddress) channel.localAddress());
    }

    /// What whoever started it should change.
    public List<String> warnings() {
        return warnings;
    }

    /// How many connections are open, through all doors.
    public int connections() {
        return connections.open();
    }

    /// How many statements run; after [#close] those that did not hear.
    public int running() {
        return queries.running();
    }

    /// Where PostgreSQL clients connect, unless that door is shut.
    public Optional<InetSocketAddress> postgres() {
        return postgres;
    }

    /// Where browsers and HTTP clients connect, unless that door is shut.
    public Optional<InetSocketAddress> http() {
        return http;
    }

    /// Where key-value clients connect, unless that door is shut.
    public Optional<InetSocketAddress> redis() {
        return redis;
    }

    /// Stops in order, in no more time than statements are given and some seconds:
    ///
    /// 1. nobody is let in any more; idle connections are told and closed;
    /// 2. statements that run have time to end, then are cancelled, which their clients are told;
    /// 3. what is still to be said is said, and every connection closed.
    ///
    /// A statement that does not hear that it is cancelled is left to whoever closes the sandbox,
    /// and named in the journal.
    ///
    /// Closing it again does nothing.
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        listening.forEach(channel -> channel.close().syncUninterruptibly());
        connections.leaving(ShutdownNotice.SOON);
        boolean interrupted = false;
        try {
            queries.drain(drain);
        } catch (InterruptedException e) {
            interrupted = true; // whoever waits for the end waits no longer
        }
        queries.close();
        connections.awaitNone(GRACE);
        connections.leaving(ShutdownNotice.NOW);
        connections.closeAll(FAREWELL);
        if (queries.running() == 0) {
            doors.forEach(Server::close);
        } // else their sessions would wait for statements that do not end
        loops.close();
        metrics.close();
        journal.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(ChannelHandler door) {
        if (door instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (Exception e) {
                throw TelegraphException.bug("a door closes: door=" + door, e);
            }
        }
    }
}
