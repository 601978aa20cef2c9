package telegraph.crawler.warc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.netpreserve.jwarc.WarcWriter;
import org.netpreserve.jwarc.Warcinfo;
import telegraph.crawler.Octets;

/// Makes gzip members of captures.
///
/// Threads: one at a time. Memory: buffers as long as the longest capture, which [#shrink] gives
/// back.
final class Press implements AutoCloseable {
    static final int KEPT_BYTES = 256 << 10;
    private static final int RECORD_HEAD_BYTES = 4 << 10;
    private static final String DIGEST = "SHA-1";

    private final Octets plain = new Octets(KEPT_BYTES);
    private final Octets packed = new Octets(KEPT_BYTES);
    private final GzipMember member = new GzipMember();
    private final MessageDigest digest;
    private final RandomGenerator chance;

    /// @param chance of record ids
    Press(RandomGenerator chance) {
        this.chance = chance;
        try {
            digest = MessageDigest.getInstance(DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + DIGEST, e);
        }
    }

    /// A file's first record; valid until the next call.
    Octets about(String file, Instant at, Map<String, String> fields) {
        packed.clear();
        Warcinfo.Builder about =
                new Warcinfo.Builder()
                        .version(MessageVersion.WARC_1_1)
                        .recordId(id())
                        .date(at)
                        .filename(file);
        Map<String, List<String>> lists = new LinkedHashMap<>();
        fields.forEach((name, value) -> lists.put(name, List.of(value)));
        append(about.fields(lists).build());
        return packed;
    }

    /// The records of a response and of its request; valid until the next call.
    Octets capture(Capture capture) {
        packed.clear();
        // At once, for what grows step by step needs half as much again.
        plain.clear().room(capture.head().length() + capture.body().length() + RECORD_HEAD_BYTES);
        UUID id = id();
        WarcResponse.Builder response =
                new WarcResponse.Builder(capture.url())
                        .version(MessageVersion.WARC_1_1)
                        .recordId(id)
                        .date(capture.at())
                        .body(MediaType.HTTP_RESPONSE, joined(capture.head(), capture.body()));
        if (capture.truncated()) {
            response.truncated(WarcTruncationReason.LENGTH);
        }
        digest.reset();
        if (!capture.chunked()) {
            digest.update(capture.body().array(), 0, capture.body().length());
        }
        if (!capture.chunked() || Chunks.digest(capture.body(), digest)) {
            response.payloadDigest(new WarcDigest(DIGEST, digest.digest()));
        }
        WarcRequest.Builder request =
                new WarcRequest.Builder(capture.url())
                        .version(MessageVersion.WARC_1_1)
                        .recordId(id())
                        .date(capture.at())
                        .concurrentTo(URI.create("urn:uuid:" + id))
                        .body(MediaType.HTTP_REQUEST, joined(capture.request(), null));
        capture.address()
                .ifPresent(address -> {
                    response.ipAddress(address);
                    request.ipAddress(address);
                });
        append(response.build());
        append(request.build());
        return packed;
    }

    private static byte[] joined(Octets head, Octets body) {
        int more = body == null ? 0 : body.length();
        byte[] joined = Arrays.copyOf(head.array(), head.length() + more);
        if (more > 0) {
            System.arraycopy(body.array(), 0, joined, head.length(), more);
        }
        return joined;
    }

    private UUID id() {
        long high = chance.nextLong() & ~0xf000L | 0x4000L;
        long low = chance.nextLong() & ~(3L << 62) | 2L << 62;
        return new UUID(high, low);
    }

    private void append(WarcRecord record) {
        plain.clear();
        try (WarcWriter writer = new WarcWriter(new Memory(plain), WarcCompression.NONE)) {
            writer.write(record);
        } catch (IOException e) {
            throw new UncheckedIOException("a record in memory is written without a device", e);
        }
        member.write(plain, packed);
    }

    /// Gives back what a long capture needed.
    void shrink() {
        plain.shrink(KEPT_BYTES);
        packed.shrink(KEPT_BYTES);
    }

    @Override
    public void close() {
        member.close();
    }

    /// Octets as a channel.
    private record Memory(Octets octets) implements WritableByteChannel {
        @Override
        public int write(ByteBuffer from) {
            int count = from.remaining();
            octets.room(count);
            from.get(octets.array(), octets.length(), count);
            octets.length(octets.length() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            octets.room(0);
        }
    }
}
