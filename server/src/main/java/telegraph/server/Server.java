package telegraph.server;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Ticker;
import telegraph.memory.TelegraphException;
import telegraph.server.access.Accounts;
import telegraph.server.admission.Queries;
import telegraph.server.admission.QueryLimits;
import telegraph.server.admission.Witness;
import telegraph.server.door.DoorContext;
import telegraph.server.http.HttpDoor;
import telegraph.server.net.ConnectionLimits;
import telegraph.server.net.Connections;
import telegraph.server.net.Doorway;
import telegraph.server.net.EventLoops;
import telegraph.server.net.Tls;
import telegraph.server.observe.Journal;
import telegraph.server.observe.Metrics;
import telegraph.server.postgres.PostgresDoor;
import telegraph.server.redis.RedisDoor;
import telegraph.sql.Settings;
import telegraph.sql.Telegraph;

/// The doors of one open sandbox to other programs and to browsers.
///
/// Threads: any. Closing it lets nobody in any more, cancels what runs and closes every connection;
/// the sandbox stays open and is its opener's to close.
public final class Server implements AutoCloseable {
    private final EventLoops loops;
    private final Connections connections;
    private final Journal journal;
    private final Metrics metrics;
    private final Queries queries;
    private final List<String> warnings;
    private final List<Channel> listening = new ArrayList<>();
    private final Optional<InetSocketAddress> postgres;
    private final Optional<InetSocketAddress> http;
    private final Optional<InetSocketAddress> redis;

    private Server(Telegraph telegraph, ServerOptions options) {
        Settings settings = telegraph.settings();
        SecureRandom random = new SecureRandom();
        Accounts accounts =
                options.passwords()
                        .map(file -> Accounts.read(file, random, Ticker.SYSTEM))
                        .orElseGet(() -> Accounts.everybody(random, Ticker.SYSTEM));
        demandSafe(options, accounts);
        if (!accounts.isOpen()) {
            telegraph.openToOthers(secrets(options));
        }
        Optional<SslContext> tls =
                options.tls().map(files -> Tls.read(files.certificate(), files.key()));
        this.warnings = accounts.warnings();
        this.connections = new Connections(ConnectionLimits.of(settings));
        this.loops = EventLoops.open();
        this.journal = new Journal(options.log(), InstantSource.system());
        this.metrics = new Metrics();
        QueryLimits limits = QueryLimits.of(settings);
        this.queries =
                new Queries(
                        telegraph,
                        limits,
                        new Witness(journal, metrics, limits, settings.text("log_queries")),
                        Ticker.SYSTEM,
                        InstantSource.system());
        try {
            DoorContext context =
                    new DoorContext(
                            telegraph,
                            accounts,
                            queries,
                            connections,
                            Ticker.SYSTEM,
                            journal,
                            metrics,
                            tls,
                            options.examples());
            this.postgres =
                    listen(
                            options.postgresPort(),
                            // TLS is asked for in the protocol.
                            new Doorway(
                                    "postgres", new PostgresDoor(context), true, Optional.empty()),
                            options);
            this.http =
                    listen(
                            options.httpPort(),
                            new Doorway("http", new HttpDoor(context), false, tls),
                            options);
            boolean forgetful = options.keyValues() == ServerOptions.KeyValueEngine.NOOP;
            this.redis =
                    listen(
                            options.redisPort(),
                            new Doorway(
                                    "redis",
                                    new RedisDoor(context, forgetful),
                                    !accounts.isOpen(),
                                    tls),
                            options);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
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

    /// Opens the doors.
    ///
    /// @throws telegraph.memory.TelegraphException if a port is taken or an option is wrong
    public static Server start(Telegraph telegraph, ServerOptions options) {
        return new Server(telegraph, options);
    }

    private Optional<InetSocketAddress> listen(int port, Doorway doorway, ServerOptions options) {
        if (port < 0) {
            return Optional.empty();
        }
        InetSocketAddress address = new InetSocketAddress(options.host(), port);
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

    @Override
    public void close() {
        listening.forEach(channel -> channel.close().syncUninterruptibly());
        queries.close();
        loops.close();
    }
}
