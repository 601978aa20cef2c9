package telegraph.http.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import telegraph.http.wire.Sockets;

/// A proxy within the process, on the loopback address, that leads to addresses chosen beforehand.
///
/// It takes CONNECT for the hosts that are allowed at the time, and refuses all else; so it is of
/// no use to other programs of the machine.
///
/// Those whom nobody fetches from keep their connections, but [#IDLE_MAX] of them at most: the one
/// that was fetched from the longest ago is cut then, for the client would keep each for a while.
///
/// Threads: any; each connection has two virtual threads of its own.
final class Tunnel implements AutoCloseable {
    private static final int HEAD_MAX = 8 << 10;
    private static final int PIECE = 16 << 10;
    private static final int BACKLOG = 128;
    static final int IDLE_MAX = 64;

    private final Dialer dialer;
    private final ServerSocket listener;
    private final Map<String, InetSocketAddress> allowed = new ConcurrentHashMap<>();
    private final Map<String, Set<Closeable>> open = new ConcurrentHashMap<>();

    /// Who may have connections that nobody uses, in the order in which they were used last.
    private final LinkedHashSet<String> idle = new LinkedHashSet<>();

    Tunnel(Dialer dialer) throws IOException {
        this.dialer = dialer;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("http-tunnel").start(this::accept);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /// From now on `target`, a host and a port, leads to an address.
    void allow(String target, InetSocketAddress address) {
        synchronized (idle) {
            idle.remove(target);
        }
        allowed.put(target, address);
    }

    /// From now on nobody new gets through to `target`.
    void forbid(String target) {
        allowed.remove(target);
        synchronized (idle) {
            idle.add(target);
            if (idle.size() > IDLE_MAX) {
                cut(idle.removeFirst());
            }
        }
    }

    /// Ends all connections to `target`.
    void cut(String target) {
        Set<Closeable> ends = open.remove(target);
        if (ends != null) {
            ends.forEach(Sockets::close);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                Thread.ofVirtual().name("http-tunnel").start(() -> serve(near));
            } catch (IOException e) {
                // One connection came to nothing, or the listener is closed and the loop ends.
                assert e != null;
            }
        }
    }

    private void serve(Socket near) {
        try (near;
                Socket far = new Socket(java.net.Proxy.NO_PROXY)) {
            String target = target(near.getInputStream());
            InetSocketAddress address = allowed.get(target);
            if (address == null) {
                say(near, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            Set<Closeable> ends = open.computeIfAbsent(target, t -> ConcurrentHashMap.newKeySet());
            ends.add(near);
            ends.add(far);
            try {
                dialer.reach(far, address, target);
                far.setTcpNoDelay(true);
                near.setTcpNoDelay(true);
                say(near, "HTTP/1.1 200 Connected\r\n\r\n");
                Thread back = Thread.ofVirtual().start(() -> splice(far, near));
                splice(near, far);
                back.join();
            } finally {
                ends.remove(near);
                ends.remove(far);
                open.computeIfPresent(target, (t, left) -> left.isEmpty() ? null : left);
            }
        } catch (IOException e) {
            // The platform's client sees the connection end, and says so to the fetch.
            assert e != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void say(Socket to, String words) throws IOException {
        to.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
    }

    /// The host and port of a CONNECT, or nothing that could be allowed.
    private static String target(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0 && head.length() < HEAD_MAX) {
            int octet = in.read();
            if (octet < 0) {
                return "";
            }
            head.append((char) octet);
        }
        String[] words = head.toString().split("[ \r\n]", 3);
        return words.length == 3 && words[0].equals("CONNECT") ? words[1] : "";
    }

    /// Copies until one side ends, and ends both then.
    private static void splice(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[PIECE];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                out.write(piece, 0, count);
            }
        } catch (IOException e) {
            // Either side went away, which both are told by the closing.
            assert e != null;
        }
    }

    @Override
    public void close() {
        Sockets.close(listener);
        open.keySet().forEach(this::cut);
    }
}
