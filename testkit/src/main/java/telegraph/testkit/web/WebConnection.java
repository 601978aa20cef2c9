package telegraph.testkit.web;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/// One connection to the synthetic web: reads requests and answers as their hosts behave.
///
/// Threads: one, a virtual one; others only ask whether it has ended.
final class WebConnection {
    private final Socket socket;
    private final WebServer server;
    private final Bytes scratch = new Bytes(64);
    private volatile boolean ended;

    WebConnection(Socket socket, WebServer server) {
        this.socket = socket;
        this.server = server;
    }

    void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            WebRequest request = new WebRequest(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            boolean more = true;
            while (more && request.read()) {
                more = answer(request, out) && !request.closes();
            }
        } catch (IOException e) {
            // The crawler went away or the test is over: what it did is counted already.
            assert e != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended = true;
        }
    }

    /// Whether the connection goes on.
    private boolean answer(WebRequest request, OutputStream out)
            throws IOException, InterruptedException {
        int host = request.host(server.model);
        long ref = host < 0 ? Ref.NOTHING : request.ref(host, server.model, scratch);
        if (ref == Ref.NOTHING) {
            Violation kind = host < 0 ? Violation.WRONG_HOST : Violation.UNKNOWN_URL;
            server.conduct.stray(kind, request.where());
        } else {
            server.conduct.begin(ref, this);
            if (server.model.hostKind(host) == HostKind.HANGING) {
                awaitClient();
                return false;
            }
        }
        WebReply reply = server.borrow();
        try {
            reply.make(ref, request);
            int bytes = reply.end() - reply.start();
            if (ref != Ref.NOTHING) {
                server.conduct.end(ref, bytes);
            }
            out.write(reply.array(), reply.start(), bytes);
            return true;
        } finally {
            server.giveBack(reply);
        }
    }

    /// Waits until the client closes the connection.
    private void awaitClient() throws IOException {
        while (socket.getInputStream().read() >= 0) {
            // What it still sends does not matter.
        }
    }

    /// Whether it has ended, or does within a time.
    boolean awaitEnd(long millis) throws InterruptedException {
        for (long waited = 0; !ended && waited < millis; waited++) {
            Thread.sleep(1);
        }
        return ended;
    }

    void close() throws IOException {
        socket.close();
    }
}
