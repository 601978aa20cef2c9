package telegraph.server.net;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import java.util.Optional;

/// A way in: how connections that come to an address are set up.
///
/// @param name what logs and metrics call it: `postgres`, `http` or `redis`
/// @param option what on the command line chooses its port
/// @param door sets up each connection
/// @param proof whether a client must prove in time who it is, which the door says by
///   [Connections#proven]
/// @param tls what each connection begins with, before anything is said, or empty
public record Doorway(
        String name,
        String option,
        ChannelInitializer<SocketChannel> door,
        boolean proof,
        Optional<SslContext> tls) {
    /// Sets up a connection that has come, or turns it away.
    private void open(SocketChannel channel, Connections connections, PipelineTail last) {
        var address = channel.remoteAddress().getAddress();
        Optional<String> hindrance = connections.enter(channel, name, address);
        if (hindrance.isPresent()) {
            refuse(channel, hindrance.get());
            return;
        }
        channel.pipeline().addLast(new Entrance(connections, this, address));
        tls.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
        channel.pipeline().addLast(door);
        channel.pipeline().addLast(last);
    }

    private void refuse(SocketChannel channel, String why) {
        if (door instanceof RefusingDoor refusing && tls.isEmpty()) {
            channel.writeAndFlush(refusing.refusal(channel.alloc(), why))
                    .addListener(_ -> channel.close());
        } else {
            channel.close();
        }
    }

    /// What stands in a pipeline until [#open] has set up its connection.
    ChannelHandler initializer(Connections connections) {
        PipelineTail last = new PipelineTail(connections.journal(), name);
        return new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                open(channel, connections, last);
            }
        };
    }
}
