package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import telegraph.server.door.DoorContext;
import telegraph.server.net.Outflow;
import telegraph.server.net.RefusingDoor;
import telegraph.server.postgres.message.PgReport;
import telegraph.server.postgres.message.Replies;

/// Sets up connections that speak PostgreSQL's wire protocol, version 3.
public final class PostgresDoor extends ChannelInitializer<SocketChannel> implements RefusingDoor {
    private final DoorContext context;
    private final Backends backends;

    public PostgresDoor(DoorContext context) {
        this.context = context;
        this.backends = new Backends(context.telegraph().world().chance());
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        channel.pipeline().addLast(new Outflow(), new PostgresConnection(context, backends));
    }

    @Override
    public ByteBuf refusal(ByteBufAllocator allocator, String why) {
        Replies replies = new Replies(allocator);
        replies.error(PgReport.fatal("53300", why));
        return replies.take();
    }
}
