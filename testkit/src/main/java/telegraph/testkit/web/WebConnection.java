package telegraph.testkit.web;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import telegraph.testkit.model.Bytes;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.ProtocolKind;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.Violation;

/// One connection to the synthetic web, from its acceptance to its end.
///
/// Threads: one, a virtual one; others only ask whether it has ended.
final class WebConnection {
    static final int LATE_MILLIS = 250;
    static final int DRIP_MILLIS = 1_000;
    static final byte[] GARBAGE = Bytes.ascii("SSH-2.0-OpenSSH_9.9\r\n\0\1\2");

    private final Socket socket;
    private final WebServer server;
    private final Optional<TlsDoor> door;
    private final Bytes scratch = new Bytes(64);
    private String proved = "";
    private volatile boolean ended;

    /// @param door through which TLS is entered; empty if it is HTTP in plain
    WebConnection(Socket socket, WebServer server, Optional<TlsDoor> door) {
        this.socket = socket;
        this.server = server;
        this.door = door;
    }

    void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            if (door.isEmpty()) {
                new Http1Talk(this, socket, server).run();
            } else {
                enter(door.get());
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

    private void enter(TlsDoor tls) throws IOException, InterruptedException {
        ClientHello hello = ClientHello.read(socket.getInputStream());
        byte[] name = Bytes.ascii(hello.host());
        int host = server.model.findHost(name, 0, name.length);
        if (host < 0 || !server.model.protocol(host).isSecure()) {
            server.conduct.stray(Violation.WRONG_HOST, "TLS for '" + hello.host() + "'");
            return;
        }
        proved = hello.host();
        ProtocolKind kind = server.model.protocol(host);
        try (SSLSocket secure = tls.enter(socket, hello, kind)) {
            if (secure == null) {
                return;
            }
            if (kind == ProtocolKind.HTTP_2) {
                new Http2Talk(this, secure, server).run();
            } else {
                new Http1Talk(this, secure, server).run();
            }
        }
    }

    /// What a request asks for, after it was counted; [Ref#NOTHING] if that is not there.
    ///
    /// @throws IOException if the network was away when the request came
    long admit(WebRequest request) throws IOException, InterruptedException {
        server.awaitNetwork();
        int host = request.host(server.model);
        long ref = host < 0 ? Ref.NOTHING : request.ref(host, server.model, scratch);
        boolean isAstray =
                host < 0
                        || server.model.protocol(host).isSecure() != door.isPresent()
                        || door.isPresent() && !request.isFor(proved);
        if (isAstray || ref == Ref.NOTHING) {
            Violation kind = isAstray ? Violation.WRONG_HOST : Violation.UNKNOWN_URL;
            server.conduct.stray(kind, request.where());
            return Ref.NOTHING;
        }
        server.conduct.begin(ref, this);
        return ref;
    }

    /// How the host of what was asked for behaves; plainly if nothing was.
    HostKind kind(long ref) {
        return ref == Ref.NOTHING ? HostKind.PLAIN : server.model.hostKind(Ref.host(ref));
    }

    /// Makes the answer to a request, and counts it; to be given back.
    WebReply reply(long ref, WebRequest request) {
        WebReply reply = server.borrow();
        reply.make(ref, request, server.isFirst(ref));
        if (ref != Ref.NOTHING) {
            server.conduct.end(ref, reply.octets(), reply.isFinal());
            if (reply.holds()) {
                server.conduct.hold(ref, WebReply.RETRY_AFTER_SECONDS * 1_000);
            }
        }
        return reply;
    }

    /// Ends the connection in a way that the client can only call a failure.
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
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
