package telegraph.http.client;

import java.io.EOFException;
import java.io.IOException;
import telegraph.http.FetchOutcome;
import telegraph.http.wire.Borrowed;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.Inlet;
import telegraph.http.wire.MessageWords;

/// Finds the payload of a response among the octets that come, by its length, by its chunks, or as
/// all up to the end of the connection (RFC 9112, sections 6 and 7).
///
/// Threads: one.
final class BodyFraming {
    private static final int CHUNK_LINE_MAX = 4096;
    private static final int CHUNK_DIGITS_MAX = 15;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final Inlet inlet;
    private final Body body;
    private final int trailersMax;
    private long deadline;

    /// All that came behind the head, as it came, if that is wanted and is not the body itself.
    private final Borrowed raw;

    private boolean rawWanted;

    BodyFraming(Inlet inlet, Body body, Borrowed raw, int trailersMax) {
        this.inlet = inlet;
        this.body = body;
        this.raw = raw;
        this.trailersMax = trailersMax;
    }

    /// Whether what came behind the head is kept apart from the body.
    boolean isRawApart() {
        return rawWanted;
    }

    void begin(long until) {
        deadline = until;
        rawWanted = false;
    }

    /// Reads the payload into the body; returns whether the connection is at the start of another
    /// response then.
    boolean read(ResponseHead head, boolean keepRaw)
            throws IOException, FetchFailure, InterruptedException {
        if (head.status() == NO_CONTENT || head.status() == NOT_MODIFIED) {
            return inlet.isEmpty();
        }
        boolean encoded = false;
        boolean chunked = false;
        for (int i = head.find("transfer-encoding", 0);
                i >= 0;
                i = head.find("transfer-encoding", i + 1)) {
            chunked = head.endsWithToken(i, "chunked");
            // The word that says that nothing was done is from RFC 2616.
            boolean identity = !chunked && head.hasToken(i, "identity");
            encoded |= !identity;
            if (!identity && (!chunked || head.hasMany(i))) {
                throw new FetchFailure(
                        FetchOutcome.BAD_ENCODING,
                        "a body is not packed for the way: transfer_encoding="
                                + MessageWords.shown(
                                        head.array(), head.valueStart(i), head.valueEnd(i)));
            }
        }
        long length = encoded ? -1 : head.contentLength();
        rawWanted = keepRaw && (chunked || body.isPacked());
        if (rawWanted) {
            raw.append(inlet.array, inlet.start, inlet.end);
        }
        boolean complete = chunked ? chunks() : length >= 0 ? measured(length) : untilEnd();
        if (rawWanted) {
            int behind = inlet.end - inlet.start;
            raw.octets().length(Math.max(0, raw.length() - behind));
        }
        // Both at once is how requests are smuggled; such a connection is not used again.
        boolean ambiguous = encoded && head.find("content-length", 0) >= 0;
        return complete && inlet.isEmpty() && !ambiguous && (chunked || length >= 0);
    }

    /// Reads all there is into the body.
    void readAll(boolean keepRaw) throws IOException, FetchFailure, InterruptedException {
        rawWanted = keepRaw && body.isPacked();
        untilEnd();
    }

    private boolean measured(long length) throws IOException, FetchFailure, InterruptedException {
        long left = length;
        while (left > 0) {
            if (inlet.isEmpty()) {
                int room = rawWanted ? 0 : body.room(left);
                if (room > 0) {
                    int count = inlet.read(body.octets().array(), body.octets().length(), room);
                    if (count <= 0) {
                        throw early(length - left, length);
                    }
                    body.wrote(count);
                    left -= count;
                    continue;
                }
                if (!body.isPacked() && !rawWanted) {
                    body.cut();
                    return false;
                }
                if (!fill()) {
                    throw early(length - left, length);
                }
            }
            int count = (int) Math.min(left, inlet.end - inlet.start);
            if (!body.take(inlet.array, inlet.start, inlet.start + count)) {
                return false;
            }
            inlet.start += count;
            left -= count;
        }
        body.finish();
        return true;
    }

    private static FetchFailure early(long came, long length) {
        return new FetchFailure(
                FetchOutcome.BROKEN,
                "the connection ended before the body did: octets="
                        + came
                        + " content_length="
                        + length);
    }

    private boolean untilEnd() throws IOException, FetchFailure, InterruptedException {
        do {
            if (!body.take(inlet.array, inlet.start, inlet.end)) {
                return false;
            }
            inlet.start = inlet.end;
        } while (fill());
        body.finish();
        return true;
    }

    private boolean chunks() throws IOException, FetchFailure, InterruptedException {
        for (long left = chunkLength(); left > 0; left = chunkLength()) {
            while (left > 0) {
                if (inlet.isEmpty()) {
                    demand();
                }
                int count = (int) Math.min(left, inlet.end - inlet.start);
                if (!body.take(inlet.array, inlet.start, inlet.start + count)) {
                    return false;
                }
                inlet.start += count;
                left -= count;
            }
            int end = octet();
            if (end == '\r') {
                end = octet();
            }
            if (end != '\n') {
                throw bad("a chunk ends with its line");
            }
        }
        body.finish();
        trailers();
        return true;
    }

    /// Reads the line before a chunk.
    private long chunkLength() throws IOException, FetchFailure, InterruptedException {
        long length = 0;
        int digits = 0;
        int octet = octet();
        for (int digit = hex(octet); digit >= 0; digit = hex(octet)) {
            length = length << 4 | digit;
            digits++;
            octet = octet();
        }
        if (digits == 0 || digits > CHUNK_DIGITS_MAX || ";\r\n \t".indexOf(octet) < 0) {
            throw bad("a chunk begins with its length in hexadecimal digits");
        }
        for (int count = 0; octet != '\n'; octet = octet()) {
            if (++count > CHUNK_LINE_MAX) {
                throw bad("a chunk's line is short");
            }
        }
        return length;
    }

    private void trailers() throws IOException, FetchFailure, InterruptedException {
        int line = 0;
        for (int count = 0; count < trailersMax; count++) {
            int octet = octet();
            if (octet == '\n' && line == 0) {
                return;
            }
            line = octet == '\n' ? 0 : octet == '\r' && line == 0 ? 0 : line + 1;
        }
        throw new FetchFailure(
                FetchOutcome.HEADER_TOO_LARGE, "trailers are short: limit=" + trailersMax);
    }

    private int octet() throws IOException, FetchFailure, InterruptedException {
        if (inlet.isEmpty()) {
            demand();
        }
        return inlet.array[inlet.start++];
    }

    private void demand() throws IOException, FetchFailure, InterruptedException {
        if (!fill()) {
            throw new EOFException("the connection ended before the last chunk");
        }
    }

    private boolean fill() throws IOException, FetchFailure, InterruptedException {
        if (!inlet.fill(deadline)) {
            return false;
        }
        if (rawWanted) {
            raw.append(inlet.array, inlet.start, inlet.end);
        }
        return true;
    }

    private static FetchFailure bad(String rule) {
        return new FetchFailure(FetchOutcome.BAD_RESPONSE, rule);
    }

    private static int hex(int octet) {
        return Character.digit((char) octet, 16) < 0 || octet < 0 || octet > 'f'
                ? -1
                : Character.digit((char) octet, 16);
    }
}
