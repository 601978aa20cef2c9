package telegraph.crawler.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// The rule that no two queries for a name are under way at once, tried by many who ask for few
/// names while answers are held back and come in any order.
///
/// Answers are good for no time at all, addresses, aliases and denials are mixed, and the clock
/// stands still: so nothing is asked again for having been late, and each query that comes while
/// one for its name is held is a breach.
class OneQueryTest {
    private static final int NAMES = 40;
    private static final int THREADS = 4;
    private static final int QUESTIONS_EACH = 1_500;
    private static final int HELD_MAX = 12;

    /// Holds what it is asked, and answers one of it by chance when it holds enough, or nothing
    /// more comes.
    private static final class Holding implements AutoCloseable {
        private final DatagramSocket socket;
        private final RandomGenerator random = Seeds.random(1);
        private final Map<String, SocketAddress> from = new HashMap<>();
        private final List<Message> held = new ArrayList<>();
        final Set<String> breaches = ConcurrentHashMap.newKeySet();
        final AtomicInteger queries = new AtomicInteger();

        Holding() throws IOException {
            socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
            socket.setSoTimeout(1);
            Thread.ofVirtual().start(this::serve);
        }

        InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }

        private void serve() {
            byte[] buffer = new byte[1_500];
            while (!socket.isClosed()) {
                try {
                    DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                    socket.receive(packet);
                    queries.incrementAndGet();
                    Message question = new Message(Arrays.copyOf(buffer, packet.getLength()));
                    if (from.put(name(question), packet.getSocketAddress()) != null) {
                        breaches.add(name(question));
                    }
                    held.add(question);
                    if (held.size() > HELD_MAX) {
                        answerOne();
                    }
                } catch (SocketTimeoutException e) {
                    // Whoever asks may wait for what is held.
                    answerOne();
                } catch (IOException e) {
                    assert socket.isClosed() : e;
                }
            }
        }

        private static String name(Message question) {
            return question.getQuestion().getName().toString(true);
        }

        private void answerOne() {
            if (held.isEmpty()) {
                return;
            }
            Message question = held.remove(random.nextInt(held.size()));
            String name = name(question);
            Message reply =
                    switch (random.nextInt(4)) {
                        case 0 ->
                                Messages.reply(
                                        question,
                                        Messages.cname(
                                                name, 0, "n" + random.nextInt(NAMES) + ".test"));
                        case 1 -> Messages.absent(question, Rcode.NOERROR, 0, 0);
                        default -> Messages.reply(question, Messages.a(name, 0, "127.0.0.5"));
                    };
            byte[] wire = reply.toWire();
            try {
                // Before it is sent, for the next query may follow at once.
                SocketAddress to = from.remove(name);
                if (to != null) {
                    socket.send(new DatagramPacket(wire, wire.length, to));
                }
            } catch (IOException e) {
                assert socket.isClosed() : e;
            }
        }

        @Override
        public void close() {
            socket.close();
        }
    }

    @Test
    void aNameIsNeverUnderWayTwice() throws Exception {
        Ticker still =
                new Ticker() {
                    @Override
                    public long nanos() {
                        return 0;
                    }

                    @Override
                    public void sleep(Duration duration) {
                        throw new UnsupportedOperationException("a resolver does not sleep");
                    }
                };
        MemoryManager memory = new MemoryManager(64 << 20);
        CountDownLatch answered = new CountDownLatch(THREADS * QUESTIONS_EACH);
        try (Holding server = new Holding();
                Resolver resolver =
                        new UdpResolver(
                                ResolverOptions.of(List.of(server.address())).limits(64, 10_000, 0),
                                still,
                                Seeds.random(2),
                                memory.query("dns", 32 << 20))) {
            for (int thread = 0; thread < THREADS; thread++) {
                RandomGenerator random = Seeds.random(3 + thread);
                Thread.ofVirtual()
                        .start(() -> {
                            for (int i = 0; i < QUESTIONS_EACH; i++) {
                                String host = "n" + random.nextInt(NAMES) + ".test";
                                resolver.resolve(host, (name, answer) -> answered.countDown());
                                if (random.nextInt(8) == 0) {
                                    Thread.yield();
                                }
                            }
                        });
            }
            boolean all = answered.await(120, TimeUnit.SECONDS);
            assertEquals(Set.of(), server.breaches);
            assertTrue(all, () -> "unanswered=" + answered.getCount());
            assertTrue(server.queries.get() > NAMES, () -> "queries=" + server.queries);
        }
        Leaks.none("bytes", memory::used);
    }
}
