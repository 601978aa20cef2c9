package telegraph.testkit.web;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Headers of one connection as HTTP/2 writes them (RFC 7541), by Netty's codec.
///
/// What is written refers to nothing written before, whatever table the client has room for.
///
/// Threads: one.
final class Hpack {
    private static final long OCTETS_MAX = 1 << 20;

    private final Http2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, OCTETS_MAX);
    private final Http2HeadersEncoder encoder =
            new DefaultHttp2HeadersEncoder(Http2HeadersEncoder.NEVER_SENSITIVE, true);

    Hpack() throws IOException {
        try {
            encoder.configuration().maxHeaderTableSize(0);
        } catch (Http2Exception e) {
            throw new IOException(e);
        }
    }

    /// The headers of a request by their names.
    Map<String, String> read(byte[] block) throws IOException {
        Map<String, String> found = new HashMap<>();
        try {
            decoder.decodeHeaders(1, Unpooled.wrappedBuffer(block))
                    .forEach(header ->
                            found.put(header.getKey().toString(), header.getValue().toString()));
        } catch (Http2Exception e) {
            throw new IOException("headers are broken: octets=" + block.length, e);
        }
        return found;
    }

    /// The headers of a response, from its head as HTTP/1.1 writes it.
    byte[] write(String head) throws IOException {
        String[] lines = head.split("\r\n");
        Http2Headers headers = new DefaultHttp2Headers(false).status(lines[0].split(" ")[1]);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.add(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        ByteBuf block = Unpooled.buffer();
        try {
            encoder.encodeHeaders(1, headers, block);
        } catch (Http2Exception e) {
            throw new IOException("headers cannot be written: " + head, e);
        }
        return ByteBufUtil.getBytes(block);
    }
}
