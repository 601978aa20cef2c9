package telegraph.crawler.run;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/// A site on loopback that answers each path with what a test wrote, octet by octet; what a test
/// did not write is an empty 404, as robots.txt is then. `{site}` in an answer is where the site
/// is.
///
/// Threads: one for each connection.
final class PlainSite implements AutoCloseable {
    /// An answer that never comes.
    static final String SILENCE = "silence";

    /// What an answer begins with behind which the connection ends.
    static final String HANG_UP = "hang up";

    private static final String NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

    private final ServerSocket server;
    private final Function<String, String> answers;
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /// @param answers the answer to a path in Latin-1, null for 404
    PlainSite(Function<String, String> answers) {
        this.answers = answers;
        try {
            server = new ServerSocket(0, 99, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    static String html(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getLocalPort() + path;
    }

    /// Paths in the order in which they were asked for.
    List<String> asked() {
        return List.copyOf(asked);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                assert server.isClosed() : e;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String line = head(in); !line.isEmpty(); line = head(in)) {
                String path = line.split(" ")[1];
                asked.add(path);
                String answer = answers.apply(path);
                if (SILENCE.equals(answer)) {
                    closed.await();
                    return;
                }
                String octets = answer == null ? NOT_FOUND : answer;
                boolean ends = octets.startsWith(HANG_UP);
                out.write(
                        octets.substring(ends ? HANG_UP.length() : 0)
                                .replace("{site}", url(""))
                                .getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                if (ends) {
                    return;
                }
            }
        } catch (IOException e) {
            // The crawl hung up, as it may.
            assert e.getMessage() != null || socket.isClosed();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The first line of a request, "" at the end of the connection.
    private static String head(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith("\r\n\r\n")) {
            int octet = in.read();
            if (octet < 0) {
                return "";
            }
            text.append((char) octet);
        }
        return text.substring(0, text.indexOf("\r\n"));
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
    }
}
