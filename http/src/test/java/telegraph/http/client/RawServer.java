package telegraph.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Answers each request with whatever octets a test says, right or wrong.
///
/// Threads: any; each connection has a virtual thread of its own.
public final class RawServer implements AutoCloseable {
    /// Sends something after a request's head was read; returns whether another may come.
    public interface Script {
        boolean answer(String request, OutputStream out) throws IOException, InterruptedException;
    }

    final List<String> requests = new CopyOnWriteArrayList<>();
    final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final ServerSocket listener;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    public RawServer(Script script) {
        this(plain(), script);
    }

    RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    private static ServerSocket plain() {
        try {
            return new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Sends the same octets for each request and closes the connection.
    static RawServer of(byte[] octets) {
        return new RawServer((request, out) -> {
            out.write(octets);
            return false;
        });
    }

    static RawServer of(String octets) {
        return of(octets.getBytes(StandardCharsets.ISO_8859_1));
    }

    int port() {
        return listener.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/";
    }

    int connections() {
        return open.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    faults.add(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            boolean more = true;
            while (more) {
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int octet = in.read();
                    if (octet < 0) {
                        return;
                    }
                    head.append((char) octet);
                }
                requests.add(head.toString());
                more = script.answer(head.toString(), out);
                out.flush();
            }
            // What is unread when a socket closes makes its end a reset.
            socket.shutdownOutput();
        } catch (IOException e) {
            // The client went away, which many of the tests are about.
            assert e != null;
        } catch (InterruptedException | RuntimeException e) {
            faults.add(e);
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!faults.isEmpty()) {
            throw new AssertionError("a test's server does what the test says", faults.getFirst());
        }
    }
}
