package telegraph.server.redis;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import telegraph.server.door.DoorContext;

/// Sets up connections that speak the protocol of Redis.
public final class RedisDoor extends ChannelInitializer<SocketChannel> {
    private final DoorContext context;

    /// @param forgetful whether every change is forgotten, so that the network alone is measured
    public RedisDoor(DoorContext context, boolean forgetful) {
        this.context = context;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        channel.close();
    }
}
