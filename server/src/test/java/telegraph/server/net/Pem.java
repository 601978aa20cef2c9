package telegraph.server.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import telegraph.testkit.SelfSigned;

/// A certificate for localhost that nobody has signed, its key, and who trusts it.
///
/// @param certificate in PEM
/// @param key in PEM
/// @param trusting for clients
public record Pem(Path certificate, Path key, SSLContext trusting) {
    /// Makes one in a folder.
    public static Pem make(Path folder) throws IOException, GeneralSecurityException {
        SelfSigned made = SelfSigned.make();
        Path certificate = folder.resolve("localhost.crt");
        Path key = folder.resolve("localhost.key");
        write(
                certificate,
                "CERTIFICATE",
                made.keys().getCertificate(SelfSigned.ALIAS).getEncoded());
        write(
                key,
                "PRIVATE KEY",
                made.keys().getKey(SelfSigned.ALIAS, SelfSigned.password()).getEncoded());
        return new Pem(certificate, key, made.trusting());
    }

    private static void write(Path file, String what, byte[] bytes) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN "
                        + what
                        + "-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                        + "\n-----END "
                        + what
                        + "-----\n");
    }
}
