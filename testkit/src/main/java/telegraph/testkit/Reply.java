package telegraph.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// What [FaultServer] sends back, and how badly.
///
/// @param delayMillis how long the first byte waits; a client that goes away ends the wait
/// @param sentBytes how many bytes of the body are sent before the `ending`; the length announced
///   is that of the whole body
/// @param chunked whether the body is sent in chunks with no length announced
public record Reply(
        int status,
        Map<String, String> headers,
        byte[] body,
        long delayMillis,
        int sentBytes,
        Ending ending,
        boolean chunked) {

    /// What happens after the last byte sent.
    public enum Ending {
        /// The connection stays open for the next request.
        KEEP,
        /// The connection is closed in good order.
        CLOSE,
        /// The connection is reset.
        RESET,
        /// Nothing, until the client or the server goes away.
        HANG
    }

    /// The whole body with a status and a content type.
    public static Reply of(int status, String contentType, byte[] body) {
        return new Reply(
                status,
                Map.of("Content-Type", contentType),
                body,
                0,
                body.length,
                Ending.KEEP,
                false);
    }

    public static Reply of(int status, String contentType, String body) {
        return of(status, contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply json(String body) {
        return of(200, "application/json", body);
    }

    public static Reply html(String body) {
        return of(200, "text/html; charset=utf-8", body);
    }

    public static Reply csv(String body) {
        return of(200, "text/csv", body);
    }

    /// A bare status with a line of text.
    public static Reply status(int status) {
        return of(status, "text/plain", "status " + status + "\n");
    }

    /// Status 429 with the seconds to wait.
    public static Reply tooMany(int retryAfterSeconds) {
        return status(429).with("Retry-After", Integer.toString(retryAfterSeconds));
    }

    public static Reply redirect(String location) {
        return status(302).with("Location", location);
    }

    /// Takes the request and never answers.
    public static Reply hang() {
        return status(200).ending(-1, Ending.HANG);
    }

    /// Takes the request and drops the connection before the status line.
    public static Reply drop() {
        return status(200).ending(-1, Ending.RESET);
    }

    /// A small compressed body that unfolds to `bytes` zeros.
    public static Reply gzipBomb(String contentType, long bytes) {
        ByteArrayOutputStream folded = new ByteArrayOutputStream();
        byte[] zeros = new byte[1 << 16];
        try (GZIPOutputStream gzip = new GZIPOutputStream(folded)) {
            for (long left = bytes; left > 0; left -= zeros.length) {
                gzip.write(zeros, 0, (int) Math.min(left, zeros.length));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return of(200, contentType, folded.toByteArray()).with("Content-Encoding", "gzip");
    }

    public Reply with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Reply(status, more, body, delayMillis, sentBytes, ending, chunked);
    }

    public Reply delayed(long millis) {
        return new Reply(status, headers, body, millis, sentBytes, ending, chunked);
    }

    /// Closes the connection after so many bytes of the body.
    public Reply cutAfter(int bytes) {
        return ending(bytes, Ending.CLOSE);
    }

    /// Resets the connection after so many bytes of the body.
    public Reply resetAfter(int bytes) {
        return ending(bytes, Ending.RESET);
    }

    /// Falls silent after so many bytes of the body.
    public Reply hangAfter(int bytes) {
        return ending(bytes, Ending.HANG);
    }

    /// Sends the body in chunks, without its length.
    public Reply inChunks() {
        return new Reply(status, headers, body, delayMillis, sentBytes, ending, true);
    }

    private Reply ending(int bytes, Ending how) {
        return new Reply(status, headers, body, delayMillis, bytes, how, chunked);
    }
}
