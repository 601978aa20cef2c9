package telegraph.server.http.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import telegraph.ground.TelegraphException;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.ReplyCompression;
import telegraph.server.http.wire.WholeRequest;

/// A file as it is sent: packed once, when somebody first wants it so.
///
/// Threads: any.
public final class Asset {
    private static final int PACKED_FROM_BYTES = 512;
    private static final int TAG_BYTES = 12;

    private final byte[] plain;
    private final String type;
    private final String tag;
    private volatile byte[] packed;

    public Asset(byte[] plain, String type) {
        this.plain = plain;
        this.type = type;
        this.tag = HexFormat.of().formatHex(digest(plain), 0, TAG_BYTES);
    }

    /// SHA-256.
    static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw TelegraphException.bug("every JDK has SHA-256", e);
        }
    }

    String text() {
        return new String(plain, StandardCharsets.UTF_8);
    }

    /// The answer to a request for it.
    ///
    /// @param caching how long a client may keep it
    public HttpReply reply(WholeRequest request, String caching) {
        boolean gzip = plain.length >= PACKED_FROM_BYTES && ReplyCompression.isWanted(request);
        String etag = '"' + tag + (gzip ? "-gz\"" : "\"");
        HttpReply reply;
        if (isKnown(request.header("if-none-match"), etag)) {
            reply = HttpReply.empty(304);
        } else {
            reply = HttpReply.of(200, type, gzip ? packed() : plain);
            reply = gzip ? reply.with("content-encoding", "gzip") : reply;
        }
        return reply.with("etag", etag)
                .with("cache-control", caching)
                .with("vary", "accept-encoding");
    }

    private static boolean isKnown(String tags, String etag) {
        for (String known : tags.split(",")) {
            String strong = known.strip().replaceFirst("^W/", "");
            if (strong.equals(etag) || strong.equals("*")) {
                return true;
            }
        }
        return false;
    }

    private byte[] packed() {
        byte[] known = packed;
        if (known == null) {
            known = ReplyCompression.gzip(plain);
            packed = known;
        }
        return known;
    }
}
