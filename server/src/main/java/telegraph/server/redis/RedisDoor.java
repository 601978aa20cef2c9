package telegraph.server.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import java.time.InstantSource;
import telegraph.server.door.DoorContext;
import telegraph.server.net.RefusingDoor;
import telegraph.server.observe.Metrics;
import telegraph.server.resp.Counts;
import telegraph.server.resp.RedisReply;

/// Sets up connections that speak the protocol of Redis.
///
/// Threads: any. Closing it ends what works for its connections, which must be closed before.
public final class RedisDoor extends ChannelInitializer<SocketChannel>
        implements RefusingDoor, AutoCloseable {
    private static final String FOUND = "telegraph_keys_looked_for_total";

    private final Keyspace keyspace;
    private final Lobby lobby;

    /// @param forgetful whether every change is forgotten, so that the network alone is measured
    public RedisDoor(DoorContext context, boolean forgetful) {
        this(context, forgetful, context.telegraph().world().clock());
    }

    RedisDoor(DoorContext context, boolean forgetful, InstantSource clock) {
        Counts counts = new Counts();
        this.keyspace = forgetful ? new NoopKeyspace() : new StoreKeyspace(context, counts, clock);
        Metrics metrics = context.metrics();
        metrics.counter(
                "telegraph_keys_commands_total",
                "Commands of key-value clients about keys",
                counts::commands);
        metrics.counter(FOUND, "Keys looked for", counts::hits, "found", "yes");
        metrics.counter(FOUND, "Keys looked for", counts::misses, "found", "no");
        metrics.counter(
                "telegraph_keys_expired_total", "Keys removed at their time", counts::expired);
        this.lobby = new Lobby(context, keyspace, counts, clock);
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        channel.pipeline().addLast(lobby.conversation(channel.eventLoop()));
    }

    @Override
    public ByteBuf refusal(ByteBufAllocator allocator, String why) {
        ByteBuf refusal = allocator.buffer();
        new RedisReply().to(refusal, 2).error("ERR " + why);
        return refusal;
    }

    @Override
    public void close() {
        keyspace.close();
    }
}
