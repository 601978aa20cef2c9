package telegraph.testkit.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import telegraph.testkit.Authority;
import telegraph.testkit.model.ProtocolKind;
import telegraph.testkit.model.WebModel;

/// Where a connection to a host of a synthetic web becomes TLS, as well as the host can.
///
/// Threads: any.
final class TlsDoor {
    private static final String ALL_HOSTS = "*." + WebModel.DOMAIN;
    private static final int DRIP_MILLIS = 1_000;

    /// An alert that is fatal: the handshake fails.
    private static final byte[] ALERT = {21, 3, 3, 0, 2, 2, 40};

    /// The head of a record that would hold an answer, and of that.
    private static final byte[] ANSWER = {22, 3, 3, 1, 0, 2, 0, 0, (byte) 0xfc, 3, 3};

    private final Authority authority;
    private final SSLContext right;
    private final SSLContext wrongName;
    private final SSLContext expired;
    private final LongAdder handshakes = new LongAdder();
    private final LongAdder resumed = new LongAdder();

    TlsDoor() {
        try {
            authority = new Authority("Synthetic Authority");
            right = authority.serving(ALL_HOSTS);
            wrongName = authority.serving("elsewhere.test");
            expired = authority.expired(ALL_HOSTS);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS with keys on curves", e);
        }
    }

    String authority() {
        return authority.pem();
    }

    /// Handshakes that came to their end.
    long handshakes() {
        return handshakes.sum();
    }

    /// Those of them that took up what was agreed before.
    long resumed() {
        return resumed.sum();
    }

    /// Speaks TLS as a host does; gives nothing if that leads to none, after the client has gone or
    /// had its answer.
    SSLSocket enter(Socket plain, ClientHello hello, ProtocolKind kind)
            throws IOException, InterruptedException {
        return switch (kind) {
            case TLS_HANGING -> {
                while (plain.getInputStream().read() >= 0) {
                    // What it still sends does not matter.
                }
                yield null;
            }
            case TLS_DRIPPING -> {
                drip(plain.getOutputStream());
                yield null;
            }
            case TLS_ALERT -> {
                plain.getOutputStream().write(ALERT);
                yield null;
            }
            case HTTP, TLS_CLOSING -> null;
            case HTTPS -> handshake(right, "http/1.1", plain, hello);
            case HTTP_2 -> handshake(right, "h2", plain, hello);
            case TLS_WRONG_NAME -> handshake(wrongName, "http/1.1", plain, hello);
            case TLS_EXPIRED -> handshake(expired, "http/1.1", plain, hello);
        };
    }

    private static void drip(OutputStream out) throws IOException, InterruptedException {
        for (int i = 0; ; i++) {
            out.write(i < ANSWER.length ? ANSWER[i] : i & 0x7f);
            Thread.sleep(DRIP_MILLIS);
        }
    }

    private SSLSocket handshake(
            SSLContext context, String protocol, Socket plain, ClientHello hello)
            throws IOException {
        long start = System.currentTimeMillis();
        SSLSocket secure =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(
                                        plain, new ByteArrayInputStream(hello.octets()), true);
        // Null is refused with an alert that says why, and the empty name is that of none.
        secure.setHandshakeApplicationProtocolSelector((socket, offered) -> {
            String otherwise = protocol.equals("h2") ? null : "";
            return offered.contains(protocol) ? protocol : otherwise;
        });
        secure.startHandshake();
        handshakes.increment();
        if (secure.getSession().getCreationTime() < start) {
            resumed.increment();
        }
        return secure;
    }
}
