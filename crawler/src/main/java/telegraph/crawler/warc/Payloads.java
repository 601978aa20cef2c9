package telegraph.crawler.warc;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The payloads that were archived last, so that one that comes again need not be.
///
/// A table of fixed size in which a digest has one place and the newer payload pushes the older
/// out. What is forgotten is archived once more, which is no mistake.
///
/// Threads: any.
final class Payloads {
    /// What is shorter takes no more room than the words that it is the same.
    static final int LEAST_BYTES = 1 << 10;

    static final int PLACES = 1 << 12;
    private static final int URL_MAX = 256;

    /// A payload and the response that had it.
    record Payload(byte[] digest, UUID record, String url, Instant at) {}

    private final AtomicReferenceArray<Payload> places = new AtomicReferenceArray<>(PLACES);

    /// The response with the same payload, if it is remembered.
    Optional<Payload> find(byte[] digest) {
        Payload there = places.get(place(digest));
        return there != null && Arrays.equals(there.digest, digest)
                ? Optional.of(there)
                : Optional.empty();
    }

    /// Remembers a payload whose response is in a file.
    void add(Payload payload) {
        if (payload.url.length() <= URL_MAX) {
            places.set(place(payload.digest), payload);
        }
    }

    private static int place(byte[] digest) {
        return ((digest[0] & 0xFF) << 8 | digest[1] & 0xFF) & PLACES - 1;
    }
}
