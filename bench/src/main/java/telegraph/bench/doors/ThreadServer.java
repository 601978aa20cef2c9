package telegraph.bench.doors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadFactory;

/// What servers were before selectors: one thread for each connection, which reads a command, and
/// writes its answer. Every key has the same value, and every change is forgotten.
final class ThreadServer {
    private static final int BACKLOG = 4_096;
    private static final int BUFFER_BYTES = 2_048;
    private static final int VALUE_BYTES = 1_024;
    private static final byte[] OK = "+OK\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VALUE =
            ("$" + VALUE_BYTES + "\r\n" + "x".repeat(VALUE_BYTES) + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listener;
    private final ThreadFactory threads;

    ThreadServer(ThreadFactory threads) throws IOException {
        this.threads = threads;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                threads.newThread(() -> serve(socket)).start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            int length = 0;
            while (true) {
                int read = in.read(buffer, length, buffer.length - length);
                if (read < 0) {
                    return;
                }
                length += read;
                int end = end(buffer, length);
                if (end > 0) {
                    boolean isGet = buffer[8] == 'G' || buffer[8] == 'g';
                    out.write(isGet ? VALUE : OK);
                    System.arraycopy(buffer, end, buffer, 0, length - end);
                    length -= end;
                }
            }
        } catch (IOException e) {
            // The client is gone, and with it this thread.
        }
    }

    /// Where the first command ends; 0 if it has not all come.
    private static int end(byte[] buffer, int length) {
        int at = 0;
        int words = 1;
        for (int word = -1; word < words; word++) {
            int number = 0;
            at++;
            while (at < length && buffer[at] != '\r') {
                number = number * 10 + buffer[at++] - '0';
            }
            at += 2;
            if (word < 0) {
                words = number;
            } else {
                at += number + 2;
            }
            if (at > length) {
                return 0;
            }
        }
        return at;
    }
}
