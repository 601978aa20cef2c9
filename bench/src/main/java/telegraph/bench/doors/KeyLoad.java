package telegraph.bench.doors;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import telegraph.bench.load.Latencies;

/// Many clients of a key-value server, in a process of their own: each sends a command when the one
/// before is answered, half of them GET and half SET of 1 KB.
///
/// | it is told        | it says                                                       |
/// |-------------------|---------------------------------------------------------------|
/// | `connect N`       | `connected`                                                   |
/// | `fill KEYS`       | `filled`                                                      |
/// | `run WARM MILLIS` | `begin`, and then `end COMMANDS SECONDS P50 P99`, microseconds |
public final class KeyLoad {
    /// Connections that are being made at once.
    private static final int CONNECTING_MAX = 256;

    /// What a server has answered before it is measured, so that its code is compiled, unless that
    /// takes too long.
    private static final long WARM_COMMANDS = 150_000;

    private static final int WARM_TIMES_MAX = 5;

    private final EventLoopGroup loops;
    private final int port;
    private final List<Channel> channels = new ArrayList<>();
    private final Map<EventLoop, KeyCounts> counts = new ConcurrentHashMap<>();

    private KeyLoad(int port, int threads) {
        this.port = port;
        this.loops = new MultiThreadIoEventLoopGroup(threads, EpollIoHandler.newFactory());
    }

    /// @param arguments the port, and how many threads
    public static void main(String[] arguments) throws InterruptedException {
        KeyLoad load = new KeyLoad(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                switch (words[0]) {
                    case "connect" -> load.connect(Integer.parseInt(words[1]));
                    case "fill" -> load.fill(Integer.parseInt(words[1]));
                    default -> load.run(Long.parseLong(words[1]), Long.parseLong(words[2]));
                }
            }
        }
        System.exit(0);
    }

    private void connect(int count) throws InterruptedException {
        Semaphore room = new Semaphore(CONNECTING_MAX);
        Bootstrap bootstrap =
                new Bootstrap()
                        .group(loops)
                        .channel(EpollSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .handler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channel.pipeline().addLast(client(channel.eventLoop()));
                                    }
                                });
        for (int i = 0; i < count; i++) {
            room.acquire();
            Channel channel =
                    bootstrap
                            .connect("127.0.0.1", port)
                            .addListener(done -> {
                                room.release();
                                if (!done.isSuccess()) {
                                    System.err.println("no connection: " + done.cause());
                                }
                            })
                            .channel();
            channels.add(channel);
        }
        room.acquire(CONNECTING_MAX);
        room.release(CONNECTING_MAX);
        System.out.println("connected");
    }

    private KeyClient client(EventLoop loop) {
        return new KeyClient(counts.computeIfAbsent(loop, _ -> new KeyCounts(System.nanoTime())));
    }

    /// Gives each key a value.
    private void fill(int keys) throws InterruptedException {
        Channel channel = channels.getFirst();
        for (int i = 0; i < keys; i++) {
            ByteBuf set = channel.alloc().buffer();
            set.writeCharSequence(KeyClient.set(i), StandardCharsets.US_ASCII);
            channel.writeAndFlush(set).sync();
        }
        KeyClient first = channel.pipeline().get(KeyClient.class);
        while (first.answered() < keys) {
            Thread.sleep(10);
        }
        System.out.println("filled");
    }

    private void run(long warmMillis, long millis) throws InterruptedException {
        for (Channel channel : channels) {
            channel.eventLoop().execute(() -> channel.pipeline().get(KeyClient.class).start());
        }
        Thread.sleep(warmMillis);
        // On a machine that has much else to do, the time alone says little.
        for (int i = 1; i < WARM_TIMES_MAX && begin() < WARM_COMMANDS; i++) {
            Thread.sleep(warmMillis);
        }
        long before = begin();
        long start = System.nanoTime();
        System.out.println("begin");
        Thread.sleep(millis);
        Latencies all = new Latencies();
        long commands = end(all) - before;
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.println(
                "end " + commands + " " + seconds + " " + all.micros(0.5) + " " + all.micros(0.99));
    }

    private long begin() throws InterruptedException {
        long sum = 0;
        for (Map.Entry<EventLoop, KeyCounts> one : counts.entrySet()) {
            sum += one.getKey().submit(one.getValue()::begin).sync().getNow();
        }
        return sum;
    }

    private long end(Latencies all) throws InterruptedException {
        long sum = 0;
        for (Map.Entry<EventLoop, KeyCounts> one : counts.entrySet()) {
            sum += one.getKey().submit(() -> one.getValue().end(all)).sync().getNow();
        }
        return sum;
    }
}
