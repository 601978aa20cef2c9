package telegraph.server.redis;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import telegraph.server.door.DoorContext;
import telegraph.server.resp.Budget;
import telegraph.server.resp.Counts;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisRefusal;

/// What all conversations of the door share.
///
/// Threads: any.
final class Lobby {
    /// Of unfinished and waiting commands.
    private static final long BYTES_MAX = 256L << 20;

    private static final int UNKNOWN_SHOWN_MAX = 128;

    private final DoorContext context;
    private final Keyspace keyspace;
    private final Counts counts;
    private final Budget budget = new Budget(BYTES_MAX);
    private final AtomicLong ids = new AtomicLong();
    private final Map<EventLoop, Seat> seats = new ConcurrentHashMap<>();
    private final ConnectionCommands talk = new ConnectionCommands(this);
    private final long startNanos;
    private final InstantSource clock;

    Lobby(DoorContext context, Keyspace keyspace, Counts counts, InstantSource clock) {
        this.clock = clock;
        this.context = context;
        this.keyspace = keyspace;
        this.counts = counts;
        this.startNanos = context.ticker().nanos();
    }

    Keyspace keyspace() {
        return keyspace;
    }

    Counts counts() {
        return counts;
    }

    Budget budget() {
        return budget;
    }

    ConnectionCommands talk() {
        return talk;
    }

    /// Sets up what a connection of an event loop says.
    RedisConversation conversation(EventLoop loop) {
        return new RedisConversation(
                this, seats.computeIfAbsent(loop, _ -> new Seat(keyspace.desk())));
    }

    /// A client that has just come.
    RedisClient client() {
        return new RedisClient(ids.incrementAndGet(), isOpen());
    }

    /// Whether nobody has to prove anything.
    boolean isOpen() {
        return context.accounts().isOpen();
    }

    InetAddress address(Channel channel) {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress();
    }

    void proven(Channel channel) {
        context.connections().proven(channel);
    }

    /// How long the door has been open.
    Duration age() {
        return Duration.ofNanos(context.ticker().nanos() - startNanos);
    }

    /// What the clock says.
    Instant now() {
        return clock.instant();
    }

    /// How many clients are connected.
    int clients() {
        return context.connections().open("redis");
    }

    /// The conversations that go on now.
    List<RedisConversation> conversations() {
        return context.connections().channels().stream()
                .map(channel -> channel.pipeline().get(RedisConversation.class))
                .filter(Objects::nonNull)
                .toList();
    }

    /// Has a password checked on another thread, and the answer told there; a wrong one is told
    /// later the more of them came from there.
    void check(InetAddress address, String user, String password, Consumer<Boolean> told) {
        Thread.startVirtualThread(() -> {
            try {
                boolean right = context.accounts().check(user, password);
                if (right) {
                    context.accounts().right(address);
                } else {
                    context.journal()
                            .tell(
                                    "login-refused",
                                    Map.of(
                                            "door",
                                            "redis",
                                            "user",
                                            user,
                                            "address",
                                            address.getHostAddress()));
                    context.ticker().sleep(context.accounts().wrong(address));
                }
                told.accept(right);
            } catch (InterruptedException e) {
                told.accept(false);
            }
        });
    }

    /// What is answered to a command that is none.
    RedisRefusal unknown(RedisCommand request) {
        StringBuilder text = new StringBuilder("ERR unknown command '");
        text.append(shown(request, 0)).append("', with args beginning with: ");
        for (int i = 1; i < request.count() && text.length() < UNKNOWN_SHOWN_MAX; i++) {
            text.append('\'').append(shown(request, i)).append("' ");
        }
        return new RedisRefusal(text.toString());
    }

    private static String shown(RedisCommand request, int index) {
        return request.length(index) > UNKNOWN_SHOWN_MAX ? "..." : request.text(index);
    }
}
