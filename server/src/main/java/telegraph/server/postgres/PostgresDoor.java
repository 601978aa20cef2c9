package telegraph.server.postgres;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import telegraph.server.door.DoorContext;

/// Sets up connections that speak PostgreSQL's wire protocol, version 3.
public final class PostgresDoor extends ChannelInitializer<SocketChannel> {
    private final DoorContext context;

    public PostgresDoor(DoorContext context) {
        this.context = context;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        channel.close();
    }
}
