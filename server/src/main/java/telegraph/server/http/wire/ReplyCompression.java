package telegraph.server.http.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// Whether, and how, what is sent is packed.
public final class ReplyCompression {
    private ReplyCompression() {}

    /// Whether a client takes gzip.
    public static boolean isWanted(WholeRequest request) {
        for (String coding : request.header("accept-encoding").split(",")) {
            String[] parts = coding.split(";");
            String name = parts[0].strip();
            if (name.equalsIgnoreCase("gzip") || name.equals("*")) {
                String refused = parts.length > 1 ? parts[1].replace(" ", "") : "";
                return !refused.matches("q=0(\\.0*)?");
            }
        }
        return false;
    }

    public static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 3 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
