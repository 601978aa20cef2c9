package telegraph.crawler.warc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.netpreserve.jwarc.Warcinfo;
import telegraph.crawler.warc.Payloads.Payload;
import telegraph.http.Octets;

/// Makes gzip members of captures.
///
/// jwarc writes the heads of records; what they hold goes from where it is into the member, with no
/// copy between.
///
/// Threads: one at a time. Memory: the [Parcel]'s buffer, however long captures are.
final class Press implements AutoCloseable {
    private static final String DIGEST = "SHA-1";
    private static final byte[] RECORD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Parcel parcel;
    private final GzipMember member;
    private final Payloads payloads;
    private final MessageDigest digest;
    private final RandomGenerator chance;
    private Optional<Payload> made = Optional.empty();

    /// @param drain where what does not fit into the buffer goes
    /// @param payloads those that were archived
    /// @param chance of record ids
    Press(Parcel.Drain drain, Payloads payloads, RandomGenerator chance) {
        this.parcel = new Parcel(drain);
        this.member = new GzipMember(parcel);
        this.payloads = payloads;
        this.chance = chance;
        try {
            digest = MessageDigest.getInstance(DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + DIGEST, e);
        }
    }

    /// What was made last and is not in the file yet.
    Parcel parcel() {
        return parcel;
    }

    /// The payload of the capture that was made last, if it is one to be remembered.
    Optional<Payload> made() {
        return made;
    }

    /// Makes a file's first record.
    void about(String file, Instant at, Map<String, String> fields)
            throws IOException, InterruptedException {
        begin();
        Map<String, List<String>> lists = new LinkedHashMap<>();
        fields.forEach((name, value) -> lists.put(name, List.of(value)));
        Warcinfo about =
                new Warcinfo.Builder()
                        .version(MessageVersion.WARC_1_1)
                        .recordId(id())
                        .date(at)
                        .filename(file)
                        .fields(lists)
                        .build();
        member.begin();
        member.put(about.serializeHeader());
        member.put(about.body().stream().readAllBytes());
        end();
    }

    /// Makes the records of a response and of its request.
    void capture(Capture capture) throws IOException, InterruptedException {
        begin();
        UUID id = id();
        Optional<byte[]> payload = digest(capture);
        boolean lasting =
                payload.isPresent()
                        && capture.ending() == Capture.Ending.WHOLE
                        && capture.body().length() >= Payloads.LEAST_BYTES;
        Optional<Payload> same = lasting ? payloads.find(payload.get()) : Optional.empty();
        if (same.isPresent()) {
            put(revisit(capture, id, same.get()), capture.head(), null);
        } else {
            put(response(capture, id, payload), capture.head(), capture.body());
            if (lasting) {
                made = Optional.of(new Payload(payload.get(), id, capture.url(), capture.at()));
            }
        }
        put(request(capture, id), capture.request(), null);
    }

    private void begin() {
        parcel.clear();
        made = Optional.empty();
    }

    /// The digest of what the chunks hold, or of the body; empty if the chunks are none.
    private Optional<byte[]> digest(Capture capture) {
        digest.reset();
        Octets body = capture.body();
        if (!capture.chunked()) {
            digest.update(body.array(), 0, body.length());
        } else if (!Chunks.digest(body, digest)) {
            return Optional.empty();
        }
        return Optional.of(digest.digest());
    }

    private static WarcRecord response(Capture capture, UUID id, Optional<byte[]> payload) {
        WarcResponse.Builder response =
                new WarcResponse.Builder(capture.url())
                        .version(MessageVersion.WARC_1_1)
                        .recordId(id)
                        .date(capture.at())
                        .body(
                                MediaType.HTTP_RESPONSE,
                                nothing(),
                                (long) capture.head().length() + capture.body().length());
        capture.address().ifPresent(response::ipAddress);
        payload.ifPresent(octets -> response.payloadDigest(new WarcDigest(DIGEST, octets)));
        switch (capture.ending()) {
            case WHOLE -> {}
            case LENGTH -> response.truncated(WarcTruncationReason.LENGTH);
            case TIME -> response.truncated(WarcTruncationReason.TIME);
            case DISCONNECT -> response.truncated(WarcTruncationReason.DISCONNECT);
            case UNSPECIFIED -> response.truncated(WarcTruncationReason.UNSPECIFIED);
        }
        return response.build();
    }

    /// A response without its payload, and where that is.
    private static WarcRecord revisit(Capture capture, UUID id, Payload same) {
        WarcRevisit.Builder revisit =
                new WarcRevisit.Builder(capture.url(), WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1)
                        .version(MessageVersion.WARC_1_1)
                        .recordId(id)
                        .date(capture.at())
                        .refersTo(urn(same.record()), same.url(), same.at())
                        .payloadDigest(new WarcDigest(DIGEST, same.digest()))
                        .truncated(WarcTruncationReason.LENGTH)
                        .body(MediaType.HTTP_RESPONSE, nothing(), capture.head().length());
        capture.address().ifPresent(revisit::ipAddress);
        return revisit.build();
    }

    private WarcRecord request(Capture capture, UUID response) {
        WarcRequest.Builder request =
                new WarcRequest.Builder(capture.url())
                        .version(MessageVersion.WARC_1_1)
                        .recordId(id())
                        .date(capture.at())
                        .concurrentTo(urn(response))
                        .body(MediaType.HTTP_REQUEST, nothing(), capture.request().length());
        capture.address().ifPresent(request::ipAddress);
        return request.build();
    }

    private static URI urn(UUID id) {
        return URI.create("urn:uuid:" + id);
    }

    private static ReadableByteChannel nothing() {
        return Channels.newChannel(InputStream.nullInputStream());
    }

    private void put(WarcRecord record, Octets head, Octets body)
            throws IOException, InterruptedException {
        member.begin();
        member.put(record.serializeHeader());
        member.put(head.array(), head.length());
        if (body != null) {
            member.put(body.array(), body.length());
        }
        end();
    }

    private void end() throws IOException, InterruptedException {
        member.put(RECORD_END);
        member.end();
    }

    private UUID id() {
        long high = chance.nextLong() & ~0xf000L | 0x4000L;
        long low = chance.nextLong() & ~(3L << 62) | 2L << 62;
        return new UUID(high, low);
    }

    @Override
    public void close() {
        member.close();
    }
}
