package telegraph.testkit.web;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.WebModel;

/// The name server of a synthetic web, on one port of 127.0.0.1 by UDP and TCP (RFC 1035).
///
/// It knows the addresses of the hosts as [NameKind] says, has none of other families, and denies
/// all other names.
///
/// Threads: one for UDP, one accepts, each connection has a virtual thread of its own.
final class NameServer implements AutoCloseable {
    private static final int LATE_MILLIS = 500;
    private static final int PACKET_MAX = 512;
    private static final int PORTS_TRIED = 20;

    private final NameAnswers answers;
    private final DatagramSocket socket;
    private final ServerSocket listener;
    private final Map<String, AtomicInteger> queries = new ConcurrentHashMap<>();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicInteger twice = new AtomicInteger();
    private volatile boolean isAway;

    NameServer(WebModel model) {
        answers = new NameAnswers(model);
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            DatagramSocket udp = null;
            ServerSocket tcp = null;
            for (int tried = 1; tcp == null; tried++) {
                udp = new DatagramSocket(new InetSocketAddress(loopback, 0));
                try {
                    tcp = new ServerSocket(udp.getLocalPort(), 64, loopback);
                } catch (IOException e) {
                    udp.close();
                    if (tried == PORTS_TRIED) {
                        throw e;
                    }
                }
            }
            socket = udp;
            listener = tcp;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("synthetic-names").start(this::receive);
        Thread.ofVirtual().name("synthetic-names-tcp").start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /// Whether it answers nobody, and takes note of no question.
    void away(boolean is) {
        isAway = is;
    }

    /// Queries for addresses of a name so far.
    int queries(String name) {
        AtomicInteger count = queries.get(name);
        return count == null ? 0 : count.get();
    }

    /// All queries for addresses so far.
    int queries() {
        return queries.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    /// Queries that came while another for the same name had not been answered.
    int twice() {
        return twice.get();
    }

    private void receive() {
        byte[] buffer = new byte[PACKET_MAX];
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                NameQuestion question =
                        NameQuestion.read(ByteBuffer.wrap(buffer, 0, packet.getLength()));
                if (question != null && !isAway) {
                    answer(question, packet.getSocketAddress());
                }
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void answer(NameQuestion question, SocketAddress to) throws IOException {
        int before = count(question);
        switch (answers.kind(question)) {
            case SILENT -> {}
            case LOST -> {
                if (before > 0) {
                    send(answers.answer(question), question, to);
                }
            }
            case SLOW ->
                    Thread.ofVirtual().name("synthetic-names-slow").start(() -> late(question, to));
            case TRUNCATED -> send(answers.truncated(question), question, to);
            case FORGED -> {
                byte[] forged = answers.forged(question);
                socket.send(new DatagramPacket(forged, forged.length, to));
                send(answers.answer(question), question, to);
            }
            case PLAIN, SHORT_LIVED, ALIASED, UNREGISTERED, FAILING ->
                    send(answers.answer(question), question, to);
        }
    }

    private void late(NameQuestion question, SocketAddress to) {
        try {
            Thread.sleep(LATE_MILLIS);
            send(answers.answer(question), question, to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void send(byte[] answer, NameQuestion question, SocketAddress to) throws IOException {
        underWay.remove(question.name());
        socket.send(new DatagramPacket(answer, answer.length, to));
    }

    /// How often the address was asked for before.
    private int count(NameQuestion question) {
        if (question.type() != NameQuestion.A) {
            return queries(question.name());
        }
        NameKind kind = answers.kind(question);
        boolean again = !underWay.add(question.name());
        if (again && kind != NameKind.SILENT && kind != NameKind.LOST) {
            twice.incrementAndGet();
        }
        return queries.computeIfAbsent(question.name(), n -> new AtomicInteger()).getAndIncrement();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket connection = listener.accept();
                Thread.ofVirtual().name("synthetic-names-tcp").start(() -> serve(connection));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            DataInputStream in = new DataInputStream(connection.getInputStream());
            DataOutputStream out = new DataOutputStream(connection.getOutputStream());
            while (true) {
                byte[] query = new byte[in.readUnsignedShort()];
                in.readFully(query);
                NameQuestion question = NameQuestion.read(ByteBuffer.wrap(query));
                if (question == null || isAway || answers.kind(question) == NameKind.SILENT) {
                    return;
                }
                byte[] answer = answers.answer(question);
                byte[] framed = new byte[answer.length + 2];
                framed[0] = (byte) (answer.length >> 8);
                framed[1] = (byte) answer.length;
                System.arraycopy(answer, 0, framed, 2, answer.length);
                out.write(framed);
            }
        } catch (EOFException e) {
            // Its questions are answered.
            assert e != null;
        } catch (IOException e) {
            // The resolver went away: it asks again if it still wants to know.
            assert e != null;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
