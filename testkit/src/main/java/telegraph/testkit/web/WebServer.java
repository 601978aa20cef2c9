package telegraph.testkit.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The HTTP server of all hosts of a synthetic web, on one port of every loopback address.
///
/// Threads: one accepts, each connection has a virtual thread of its own.
final class WebServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;

    final WebModel model;
    final PageText text;
    final Conduct conduct;

    private final ServerSocket listener;
    private final Queue<WebReply> replies = new ConcurrentLinkedQueue<>();
    private final Set<WebConnection> open = ConcurrentHashMap.newKeySet();

    /// @param port 0 for any that is free
    WebServer(WebModel model, int port) {
        this.model = model;
        try {
            // 127.0.0.1 would not do: hosts have other addresses of the loopback network.
            listener = new ServerSocket();
            listener.bind(new InetSocketAddress(port), BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        text = new PageText(model, listener.getLocalPort());
        conduct = new Conduct(model, text);
        Thread.ofVirtual().name("synthetic-web").start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                if (!socket.getLocalAddress().isLoopbackAddress()) {
                    socket.close();
                    continue;
                }
                conduct.connected();
                WebConnection connection = new WebConnection(socket, this);
                Thread.ofVirtual().name("synthetic-connection").start(() -> serve(connection));
            } catch (IOException e) {
                if (!listener.isClosed()) {
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
            for (WebConnection connection : open) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
