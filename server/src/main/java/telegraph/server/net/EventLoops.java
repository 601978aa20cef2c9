package telegraph.server.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import telegraph.ground.TelegraphException;

/// One event loop per core. A connection belongs to one of them for as long as it lives, and that
/// loop alone reads and writes it; so no lock is shared between loops.
///
/// Threads: any.
public final class EventLoops implements AutoCloseable {
    private static final int BACKLOG = 4_096;

    private final EventLoopGroup group;
    private final Class<? extends ServerChannel> listener;

    private EventLoops(EventLoopGroup group, Class<? extends ServerChannel> listener) {
        this.group = group;
        this.listener = listener;
    }

    /// Starts the loops, on the system's own selector where there is one.
    public static EventLoops open() {
        int cores = Runtime.getRuntime().availableProcessors();
        return Epoll.isAvailable()
                ? new EventLoops(
                        new MultiThreadIoEventLoopGroup(cores, EpollIoHandler.newFactory()),
                        EpollServerSocketChannel.class)
                : new EventLoops(
                        new MultiThreadIoEventLoopGroup(cores, NioIoHandler.newFactory()),
                        NioServerSocketChannel.class);
    }

    /// Listens; `doorway` sets up each connection that comes and may stay. Above its limit of
    /// unsent bytes a connection counts as not writable, until it is below the half.
    ///
    /// @throws TelegraphException if the address cannot be had
    public Channel listen(InetSocketAddress address, Doorway doorway, Connections connections) {
        int unsent = connections.limits().resultBuffer();
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(group)
                        .channel(listener)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(unsent / 2, unsent))
                        .childHandler(doorway.initializer(connections))
                        .bind(address)
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw TelegraphException.resource(
                    "an address to listen on must be free and this machine's: door="
                            + doorway.name()
                            + " address="
                            + address.getHostString()
                            + " port="
                            + address.getPort()
                            + " cause="
                            + bound.cause().getMessage()
                            + ". Choose another port with "
                            + doorway.option(),
                    bound.cause());
        }
        return bound.channel();
    }

    /// Does something again and again, until this is closed; it must not wait.
    public void repeat(Duration pause, Runnable action) {
        long nanos = pause.toNanos();
        ScheduledFuture<?> _ =
                group.next().scheduleWithFixedDelay(action, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
