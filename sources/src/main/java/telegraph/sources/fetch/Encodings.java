package telegraph.sources.fetch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/// Undoes the `Content-Encoding` of a body, up to a limit: a small body can unpack to anything.
public final class Encodings {
    public static final String ACCEPTED = "gzip, deflate";

    private Encodings() {}

    /// The bytes as they were before encoding.
    ///
    /// @throws BodyLimit.Exceeded if there are more than `bytesMax`
    static byte[] undo(byte[] body, String encoding, long bytesMax) throws IOException {
        if (body.length == 0 || encoding.isEmpty() || encoding.equalsIgnoreCase("identity")) {
            return body;
        }
        try (InputStream unpacked = stream(new ByteArrayInputStream(body), encoding)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(body.length * 4);
            byte[] piece = new byte[16384];
            for (int n = unpacked.read(piece); n >= 0; n = unpacked.read(piece)) {
                if (out.size() + (long) n > bytesMax) {
                    throw new BodyLimit.Exceeded(
                            "the body may have at most "
                                    + bytesMax
                                    + " bytes once unpacked: packed="
                                    + body.length);
                }
                out.write(piece, 0, n);
            }
            return out.toByteArray();
        }
    }

    /// The stream as it was before encoding.
    public static InputStream stream(InputStream body, String encoding) throws IOException {
        return switch (encoding.toLowerCase(Locale.ROOT)) {
            case "", "identity" -> body;
            case "gzip", "x-gzip" -> new GZIPInputStream(body);
            case "deflate" -> inflated(body);
            default ->
                    throw new IOException(
                            "the body is packed in a way nobody asked for: encoding=" + encoding);
        };
    }

    /// Deflate means zlib (RFC 9110), but some servers send it without the zlib header.
    private static InputStream inflated(InputStream body) throws IOException {
        InputStream marked = body.markSupported() ? body : new java.io.BufferedInputStream(body);
        marked.mark(2);
        int first = marked.read();
        int second = marked.read();
        marked.reset();
        boolean zlib = (first & 15) == 8 && second >= 0 && ((first << 8) + second) % 31 == 0;
        return new InflaterInputStream(marked, new Inflater(!zlib));
    }
}
