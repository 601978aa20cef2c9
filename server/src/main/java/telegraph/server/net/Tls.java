package telegraph.server.net;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import telegraph.memory.TelegraphException;

/// Makes what a server speaks TLS with, from files in PEM.
public final class Tls {
    private Tls() {}

    /// @param chain the server's certificate and those it rests on
    /// @param key the private key that belongs to it, without a password
    /// @throws TelegraphException if they cannot be read, or do not belong together
    public static SslContext read(Path chain, Path key) {
        demandReadable("--tls-cert", chain);
        demandReadable("--tls-key", key);
        try {
            return SslContextBuilder.forServer(chain.toFile(), key.toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .clientAuth(ClientAuth.NONE)
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw TelegraphException.input(
                    "a certificate and its private key are files in PEM, the key without a"
                            + " password: --tls-cert="
                            + chain
                            + " --tls-key="
                            + key
                            + " cause="
                            + root(e),
                    e);
        }
    }

    private static void demandReadable(String option, Path file) {
        if (!Files.isReadable(file)) {
            throw TelegraphException.input(
                    "a file of the certificate must be there and readable: " + option + "=" + file);
        }
    }

    private static String root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
