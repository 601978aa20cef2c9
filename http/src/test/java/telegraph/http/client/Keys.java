package telegraph.http.client;

import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import telegraph.testkit.SelfSigned;

/// A certificate for `localhost` and 127.0.0.1 that signs itself.
///
/// @param serving what a server speaks TLS with
/// @param trusting what a client does that trusts it and nobody else
record Keys(SSLContext serving, SSLContext trusting) {
    static Keys make() throws IOException, GeneralSecurityException {
        SelfSigned made = SelfSigned.make();
        return new Keys(made.serving(), made.trusting());
    }

    /// A listener on the loopback address that speaks TLS and, within it, one of some protocols.
    SSLServerSocket listener(String... protocols) throws IOException {
        SSLServerSocket listener =
                (SSLServerSocket)
                        serving.getServerSocketFactory()
                                .createServerSocket(0, 128, InetAddress.getLoopbackAddress());
        SSLParameters parameters = listener.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        listener.setSSLParameters(parameters);
        return listener;
    }
}
