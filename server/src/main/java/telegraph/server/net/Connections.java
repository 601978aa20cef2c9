package telegraph.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import telegraph.server.observe.ServerLog;

/// The open connections, and whether one more may come.
///
/// Threads: any.
public final class Connections {
    private final ConnectionLimits limits;
    private final ServerLog journal;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<InetAddress, Integer> addresses = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> doors = new ConcurrentHashMap<>();
    private final Set<Channel> channels = ConcurrentHashMap.newKeySet();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder stalled = new LongAdder();
    private final LongAdder unproven = new LongAdder();

    public Connections(ConnectionLimits limits, ServerLog journal) {
        this.limits = limits;
        this.journal = journal;
    }

    ConnectionLimits limits() {
        return limits;
    }

    ServerLog journal() {
        return journal;
    }

    /// Counts one more; why it may not come, and is not counted, or empty.
    Optional<String> enter(Channel channel, String door, InetAddress address) {
        if (open.incrementAndGet() > limits.all()) {
            open.decrementAndGet();
            refused.increment();
            return Optional.of(
                    "connections at once are limited: connections_limit="
                            + limits.all()
                            + ". Close some, or raise it");
        }
        int most = address.isLoopbackAddress() ? limits.perAddressFromHere() : limits.perAddress();
        int fromThere = addresses.merge(address, 1, Integer::sum);
        if (fromThere > most) {
            forget(address);
            open.decrementAndGet();
            refused.increment();
            return Optional.of(
                    "connections from one address are limited: address_connections_limit="
                            + most
                            + ". Close some, or raise it");
        }
        accepted.increment();
        doors.computeIfAbsent(door, _ -> new AtomicInteger()).incrementAndGet();
        channels.add(channel);
        return Optional.empty();
    }

    /// One that entered is closed.
    void leave(Channel channel, String door, InetAddress address) {
        channels.remove(channel);
        doors.get(door).decrementAndGet();
        forget(address);
        open.decrementAndGet();
    }

    private void forget(InetAddress address) {
        addresses.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
    }

    /// The client of a connection has proven who it is, or need not: it may be idle from now on as
    /// long as it likes. To be called on the connection's loop.
    public void proven(Channel channel) {
        Entrance entrance = channel.pipeline().get(Entrance.class);
        if (entrance != null) {
            entrance.proven();
        }
    }

    void stalled() {
        stalled.increment();
    }

    void unproven() {
        unproven.increment();
    }

    /// Tells all connections that the server stops.
    public void leaving(ShutdownNotice how) {
        for (Channel channel : channels) {
            channel.eventLoop().execute(() -> channel.pipeline().fireUserEventTriggered(how));
        }
    }

    /// Waits until all connections are closed, or a time has passed.
    public void awaitNone(Duration longest) {
        List<Channel> left = new ArrayList<>(channels);
        CountDownLatch open = new CountDownLatch(left.size());
        left.forEach(channel -> channel.closeFuture().addListener(_ -> open.countDown()));
        try {
            open.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // waits no longer
        }
    }

    /// Closes all connections: those whose doors have done so by themselves, or do so within a
    /// time, after their clients have read everything.
    public void closeAll(Duration patience) {
        // Most close themselves once they have said what is to be said, which is still being
        // written.
        awaitNone(patience.dividedBy(4));
        channels.forEach(Connections::closeWhenRead);
        awaitNone(patience.dividedBy(4).multipliedBy(3));
        channels.forEach(Channel::close);
    }

    private static void closeWhenRead(Channel channel) {
        // At the near end of the pipeline, so that no protocol makes something of it: what was
        // written before goes out before this does.
        ChannelHandlerContext near = channel.pipeline().context(Entrance.class);
        if (near == null) {
            channel.close();
        } else {
            near.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> channel.close());
        }
    }

    /// The connections that are open now.
    public List<Channel> channels() {
        return List.copyOf(channels);
    }

    public int open() {
        return open.get();
    }

    /// How many are open through one door.
    public int open(String door) {
        AtomicInteger count = doors.get(door);
        return count == null ? 0 : count.get();
    }

    /// How many came in since the start.
    public long accepted() {
        return accepted.sum();
    }

    /// How many were turned away since there were too many.
    public long refused() {
        return refused.sum();
    }

    /// How many were closed since their client read nothing.
    public long closedStalled() {
        return stalled.sum();
    }

    /// How many were closed since their client proved nothing in time.
    public long closedUnproven() {
        return unproven.sum();
    }
}
