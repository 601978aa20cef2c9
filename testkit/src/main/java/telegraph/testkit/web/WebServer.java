package telegraph.testkit.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The server of all hosts of a synthetic web, on one port of every loopback address, and on
/// another for those that speak TLS.
///
/// Threads: one accepts at each port, each connection has a virtual thread of its own.
final class WebServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;

    final WebModel model;
    final PageText text;
    final Conduct conduct;

    /// Who of the hosts speaks TLS is found behind it; empty if none does.
    final Optional<TlsDoor> door;

    private final ServerSocket listener;
    private final Optional<ServerSocket> secureListener;
    private final Queue<WebReply> replies = new ConcurrentLinkedQueue<>();
    private final Set<WebConnection> open = ConcurrentHashMap.newKeySet();

    /// @param port 0 for any that is free; TLS has the next one then
    WebServer(WebModel model, int port) {
        this.model = model;
        door = model.speaksTls() ? Optional.of(new TlsDoor()) : Optional.empty();
        try {
            listener = listen(port);
            secureListener =
                    door.isPresent()
                            ? Optional.of(listen(port == 0 ? 0 : port + 1))
                            : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int securePort = secureListener.map(ServerSocket::getLocalPort).orElse(0);
        text = new PageText(model, listener.getLocalPort(), securePort);
        conduct = new Conduct(model, text, door);
        Thread.ofVirtual().name("synthetic-web").start(() -> accept(listener, Optional.empty()));
        secureListener.ifPresent(
                l -> Thread.ofVirtual().name("synthetic-tls").start(() -> accept(l, door)));
    }

    private static ServerSocket listen(int port) throws IOException {
        // 127.0.0.1 would not do: hosts have other addresses of the loopback network.
        ServerSocket made = new ServerSocket();
        try {
            made.bind(new InetSocketAddress(port), BACKLOG);
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    int port() {
        return listener.getLocalPort();
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
            if (listener.isClosed()) {
                connection.close();
            }
            connection.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            open.remove(connection);
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
    public void close() {
        try {
            listener.close();
            if (secureListener.isPresent()) {
                secureListener.get().close();
            }
            for (WebConnection connection : open) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
