package telegraph.testkit.web;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/// One connection to the synthetic web: reads requests and answers as their hosts behave.
///
/// Threads: one, a virtual one; others only ask whether it has ended.
final class WebConnection {
    private static final int LATE_MILLIS = 250;
    private static final int DRIP_MILLIS = 1_000;
    private static final byte[] DRIP =
            Bytes.ascii("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nand so on and so on");
    private static final byte[] ENDLESS =
            Bytes.ascii("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>and so on");
    private static final byte[] GARBAGE = Bytes.ascii("SSH-2.0-OpenSSH_9.9\r\n\0\1\2");

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
            switch (server.model.hostKind(host)) {
                case SLOW -> Thread.sleep(LATE_MILLIS);
                case HANGING -> {
                    awaitClient();
                    return false;
                }
                case DRIPPING -> {
                    drip(out);
                    return false;
                }
                case RESETTING -> {
                    socket.setSoLinger(true, 0);
                    return false;
                }
                case GARBAGE -> {
                    out.write(GARBAGE);
                    return false;
                }
                case NEVER_CLOSING -> {
                    out.write(ENDLESS);
                    awaitClient();
                    return false;
                }
                case PLAIN, MIRROR -> {}
            }
        }
        return reply(ref, request, out);
    }

    private boolean reply(long ref, WebRequest request, OutputStream out) throws IOException {
        WebReply reply = server.borrow();
        try {
            reply.make(ref, request, server.isFirst(ref));
            if (ref != Ref.NOTHING) {
                server.conduct.end(ref, reply.octets(), reply.isFinal());
                if (reply.holds()) {
                    server.conduct.hold(ref, WebReply.RETRY_AFTER_SECONDS * 1_000);
                }
            }
            if (reply.ending() == WebReply.Ending.RESET) {
                socket.setSoLinger(true, 0);
                return false;
            }
            out.write(reply.array(), reply.start(), reply.octets());
            return reply.ending() == WebReply.Ending.KEPT;
        } finally {
            server.giveBack(reply);
        }
    }

    /// Sends one octet after another until the client has enough.
    private void drip(OutputStream out) throws IOException {
        socket.setSoTimeout(DRIP_MILLIS);
        for (int i = 0; ; i++) {
            out.write(DRIP[i % DRIP.length]);
            try {
                if (socket.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException e) {
                assert e != null; // The client still waits: time for the next octet.
            }
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
