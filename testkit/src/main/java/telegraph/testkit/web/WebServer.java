package telegraph.testkit.web;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import telegraph.testkit.model.Away;
import telegraph.testkit.model.PageText;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.WebModel;

/// The server of all hosts of a synthetic web, on one port of every loopback address, and on
/// another for those that speak TLS.
///
/// Threads: one accepts at each port, each connection has a virtual thread of its own.
final class WebServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;

    /// Connections that fill the line of a listener that takes none.
    private static final int FILLING = 8;

    private static final int PORT_FREE_MILLIS = 10_000;

    final WebModel model;
    final PageText text;
    final Conduct conduct;

    /// Who of the hosts speaks TLS is found behind it; empty if none does.
    final Optional<TlsDoor> door;

    private final int port;
    private final int securePort;
    private final List<ServerSocket> listeners = new ArrayList<>();

    /// Keeps those who want to connect waiting.
    private final List<Closeable> fillings = new ArrayList<>();

    private final Queue<WebReply> replies = new ConcurrentLinkedQueue<>();
    private final Set<WebConnection> open = ConcurrentHashMap.newKeySet();
    private boolean isAway;
    private boolean isClosed;

    /// @param wanted 0 for any that is free; TLS has the next one then
    WebServer(WebModel model, int wanted) {
        this.model = model;
        door = model.speaksTls() ? Optional.of(new TlsDoor()) : Optional.empty();
        try {
            port = listen(wanted, BACKLOG).getLocalPort();
            int next = wanted == 0 ? 0 : wanted + 1;
            securePort = door.isPresent() ? listen(next, BACKLOG).getLocalPort() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        text = new PageText(model, port, securePort);
        conduct = new Conduct(model, text, door);
        accept();
    }

    private ServerSocket listen(int at, int backlog) throws IOException {
        // 127.0.0.1 would not do: hosts have other addresses of the loopback network.
        ServerSocket made = new ServerSocket();
        try {
            made.bind(new InetSocketAddress(at), backlog);
            listeners.add(made);
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    /// Listens at a port of our own again, which is free when who accepted there has taken note.
    private void listenAgain(int at, int backlog) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                listen(at, backlog);
                return;
            } catch (BindException e) {
                if (tries == PORT_FREE_MILLIS) {
                    throw e;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    int port() {
        return port;
    }

    private void accept() {
        for (ServerSocket each : listeners) {
            Optional<TlsDoor> through = each.getLocalPort() == port ? Optional.empty() : door;
            String name = through.isPresent() ? "synthetic-tls" : "synthetic-web";
            Thread.ofVirtual().name(name).start(() -> accept(each, through));
        }
    }

    private void accept(ServerSocket from, Optional<TlsDoor> through) {
        while (!from.isClosed()) {
            try {
                Socket socket = from.accept();
                if (!socket.getLocalAddress().isLoopbackAddress()) {
                    socket.close();
                    continue;
                }
                conduct.connected();
                WebConnection connection = new WebConnection(socket, this, through);
                Thread.ofVirtual().name("synthetic-connection").start(() -> serve(connection));
            } catch (IOException e) {
                if (!from.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void serve(WebConnection connection) {
        open.add(connection);
        try {
            if (hasNoUseFor()) {
                connection.close();
            }
            connection.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            open.remove(connection);
        }
    }

    private synchronized boolean hasNoUseFor() {
        return isClosed || isAway;
    }

    /// The network goes away.
    synchronized void goAway(Away how) {
        isAway = true;
        try {
            stopListening();
            if (how == Away.REFUSING) {
                for (WebConnection connection : open) {
                    connection.reset();
                }
                return;
            }
            fill(port);
            if (door.isPresent()) {
                fill(securePort);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Listens, and takes no one: the line is full, and the system says nothing to those behind it.
    private void fill(int at) throws IOException {
        listenAgain(at, 1);
        for (int i = 0; i < FILLING; i++) {
            SocketChannel one = SocketChannel.open();
            one.configureBlocking(false);
            one.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), at));
            fillings.add(one);
        }
    }

    /// The network is back. What was asked for meanwhile is never answered.
    synchronized void comeBack() {
        isAway = false;
        notifyAll();
        try {
            stopListening();
            listenAgain(port, BACKLOG);
            if (door.isPresent()) {
                listenAgain(securePort, BACKLOG);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        accept();
    }

    private void stopListening() throws IOException {
        for (Closeable filling : fillings) {
            filling.close();
        }
        fillings.clear();
        for (ServerSocket each : listeners) {
            each.close();
        }
        listeners.clear();
    }

    /// Returns at once while the network is there.
    ///
    /// @throws IOException after it was away
    synchronized void awaitNetwork() throws IOException, InterruptedException {
        boolean wasAway = isAway;
        while (isAway && !isClosed) {
            wait();
        }
        if (wasAway) {
            throw new IOException("the network was away");
        }
    }

    /// Buffers for one answer; to be given back.
    WebReply borrow() {
        WebReply reply = replies.poll();
        return reply == null ? new WebReply(model, text) : reply;
    }

    void giveBack(WebReply reply) {
        if (reply.isSmall()) {
            replies.add(reply);
        }
    }

    /// Whether a page that behaves otherwise the first time is asked for the first time.
    boolean isFirst(long ref) {
        if (ref == Ref.NOTHING || Ref.what(ref) != Ref.PAGE) {
            return false;
        }
        return switch (model.pageKind(Ref.host(ref), Ref.number(ref))) {
            case BUSY, RATE_LIMITED, FLAKY -> conduct.isFirst(ref);
            default -> false;
        };
    }

    int openConnections() {
        return open.size();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
        try {
            stopListening();
            for (WebConnection connection : open) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
