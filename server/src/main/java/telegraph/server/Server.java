package telegraph.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Ticker;
import telegraph.server.access.Accounts;
import telegraph.server.admission.Queries;
import telegraph.server.door.DoorContext;
import telegraph.server.http.HttpDoor;
import telegraph.server.net.Connections;
import telegraph.server.net.EventLoops;
import telegraph.server.postgres.PostgresDoor;
import telegraph.server.redis.RedisDoor;
import telegraph.sql.Telegraph;

/// The doors of one open sandbox to other programs and to browsers.
///
/// Threads: any. Closing it lets nobody in any more, cancels what runs and closes every connection;
/// the sandbox stays open and is its opener's to close.
public final class Server implements AutoCloseable {
    private final EventLoops loops;
    private final Queries queries;
    private final List<Channel> listening = new ArrayList<>();
    private final Optional<InetSocketAddress> postgres;
    private final Optional<InetSocketAddress> http;
    private final Optional<InetSocketAddress> redis;

    private Server(Telegraph telegraph, ServerOptions options) {
        this.loops = EventLoops.open();
        this.queries = new Queries(telegraph, Ticker.SYSTEM);
        try {
            DoorContext context =
                    new DoorContext(
                            telegraph,
                            options.passwords().map(Accounts::read).orElse(Accounts.EVERYBODY),
                            queries,
                            new Connections(),
                            Ticker.SYSTEM);
            String host = options.host();
            this.postgres = listen(host, options.postgresPort(), new PostgresDoor(context));
            this.http = listen(host, options.httpPort(), new HttpDoor(context));
            this.redis =
                    listen(
                            host,
                            options.redisPort(),
                            new RedisDoor(
                                    context,
                                    options.keyValues() == ServerOptions.KeyValueEngine.NOOP));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /// Opens the doors.
    ///
    /// @throws telegraph.memory.TelegraphException if a port is taken or an option is wrong
    public static Server start(Telegraph telegraph, ServerOptions options) {
        return new Server(telegraph, options);
    }

    private Optional<InetSocketAddress> listen(
            String host, int port, ChannelInitializer<SocketChannel> door) {
        if (port < 0) {
            return Optional.empty();
        }
        Channel channel = loops.listen(new InetSocketAddress(host, port), door);
        listening.add(channel);
        return Optional.of((InetSocketAddress) channel.localAddress());
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
