package telegraph.testkit.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import telegraph.testkit.model.Bytes;

/// Reads requests of HTTP/1.1 and answers as their hosts behave.
///
/// Threads: one.
final class Http1Talk {
    private static final byte[] DRIP =
            Bytes.ascii("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nand so on and so on");
    private static final byte[] ENDLESS =
            Bytes.ascii("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>and so on");

    private final WebConnection connection;
    private final WebServer server;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    /// @param socket to speak through, TLS if there is that
    Http1Talk(WebConnection connection, Socket socket, WebServer server) throws IOException {
        this.connection = connection;
        this.server = server;
        this.socket = socket;
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /// Answers until one side has enough.
    void run() throws IOException, InterruptedException {
        WebRequest request = new WebRequest(in);
        boolean more = true;
        while (more && request.read()) {
            more = answer(request) && !request.closes();
        }
    }

    /// Whether the connection goes on.
    private boolean answer(WebRequest request) throws IOException, InterruptedException {
        long ref = connection.admit(request);
        switch (connection.kind(ref)) {
            case SLOW -> Thread.sleep(WebConnection.LATE_MILLIS);
            case HANGING -> {
                awaitClient();
                return false;
            }
            case DRIPPING -> {
                drip();
                return false;
            }
            case RESETTING -> {
                connection.reset();
                return false;
            }
            case GARBAGE -> {
                out.write(WebConnection.GARBAGE);
                return false;
            }
            case NEVER_CLOSING -> {
                out.write(ENDLESS);
                awaitClient();
                return false;
            }
            case PLAIN, MIRROR -> {}
        }
        return reply(ref, request);
    }

    private boolean reply(long ref, WebRequest request) throws IOException {
        WebReply reply = connection.reply(ref, request);
        try {
            if (reply.ending() == WebReply.Ending.RESET) {
                connection.reset();
                return false;
            }
            out.write(reply.array(), reply.start(), reply.octets());
            return reply.ending() == WebReply.Ending.KEPT;
        } finally {
            server.giveBack(reply);
        }
    }

    /// Sends one octet after another until the client has enough.
    private void drip() throws IOException {
        socket.setSoTimeout(WebConnection.DRIP_MILLIS);
        for (int i = 0; ; i++) {
            out.write(DRIP[i % DRIP.length]);
            try {
                if (in.read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException e) {
                assert e != null; // The client still waits: time for the next octet.
            }
        }
    }

    /// Waits until the client closes the connection.
    private void awaitClient() throws IOException {
        while (in.read() >= 0) {
            // What it still sends does not matter.
        }
    }
}
