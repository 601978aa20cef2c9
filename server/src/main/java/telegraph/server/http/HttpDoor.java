package telegraph.server.http;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import telegraph.server.door.DoorContext;

/// Sets up connections that speak HTTP.
public final class HttpDoor extends ChannelInitializer<SocketChannel> {
    private final DoorContext context;

    public HttpDoor(DoorContext context) {
        this.context = context;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        channel.close();
    }
}
