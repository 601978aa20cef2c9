package telegraph.sources.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.engine.meter.Meter;
import telegraph.sources.fetch.BodyStream;
import telegraph.sources.fetch.FetchRules;
import telegraph.sources.fetch.Fetcher;
import telegraph.sources.fetch.PageRequest;
import telegraph.sources.fetch.Transport;

/// A body that goes on where it broke off, since whoever reads it has passed rows on already.
///
/// ```
/// broken at byte n ──▶ pause ──▶ asked again ──┬─ 206 from n on, by a strong tag ──▶ goes on
///       ▲                                      └─ 200 ──▶ n bytes read again ──┬─ the same ──▶ goes on
///       └──────────────────────── broken ──────────────────────────────────────┴─ others ──▶ an error
/// ```
///
/// What was read and what is read from there on are always one body that the server gave: a part is
/// taken only under the tag of the whole (RFC 9110, *If-Range*), and a whole one only if it begins
/// with what was read, as its digest tells. Each time that brings nothing new counts as an attempt
/// that failed.
///
/// Threads: one reads, any closes.
final class ContinuedBody extends InputStream {
    private static final Pattern CONTENT_RANGE =
            Pattern.compile("\\s*bytes\\s+(\\d+)-\\d+/(?:\\d+|\\*)\\s*", Pattern.CASE_INSENSITIVE);

    private static final int PIECE_BYTES = 1 << 16;

    private final Fetcher fetcher;
    private final Ask ask;
    private final String encoding;
    private final MessageDigest read = sha256();

    /// Names these very bytes; empty if the server gives no such name.
    private final Optional<String> tag;

    private volatile Transport.Answer<BodyStream> answer;
    private volatile boolean closed;
    private long position;
    private boolean ended;
    private boolean changed;
    private int failures;

    /// What was asked for, and how hard to try.
    record Ask(PageRequest request, FetchRules rules, Meter meter) {}

    /// @param first the answer that begins
    ContinuedBody(Fetcher fetcher, Ask ask, Transport.Answer<BodyStream> first) {
        this.fetcher = fetcher;
        this.ask = ask;
        this.answer = first;
        this.encoding = first.header("Content-Encoding");
        this.tag = first.headers().firstValue("ETag").filter(t -> t.startsWith("\""));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (!ended) {
            try {
                int count = answer.body().read(target, offset, length);
                if (count < 0) {
                    ended = true;
                } else {
                    read.update(target, offset, count);
                    position += count;
                    failures = 0;
                    return count;
                }
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                goOn(e);
            }
        }
        return -1;
    }

    /// Gets an answer that goes on at the position, or gives up.
    private void goOn(IOException broken) throws IOException {
        IOException why = broken;
        boolean goesOn = false;
        while (!goesOn) {
            answer.body().close();
            failures++;
            if (closed || failures > ask.rules.retries()) {
                throw closed ? why : givenUp(why);
            }
            try {
                fetcher.pause(failures, ask.request, ask.rules, ask.meter);
                answer = fetcher.open(next(), ask.rules, ask.meter);
                goesOn = answer.status() == 206 ? isContinuation() : isSameSoFar();
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                if (changed) {
                    throw e;
                }
                why = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException stopped = new InterruptedIOException("reading was stopped");
                stopped.initCause(e);
                throw stopped;
            }
        }
        if (closed) {
            answer.body().close();
        }
    }

    private IOException givenUp(IOException why) {
        return new IOException(
                why.getMessage() + ", " + failures + " times at byte " + position, why);
    }

    /// What to ask for now: the rest if these very bytes have a name, else all.
    private PageRequest next() {
        if (tag.isEmpty() || position == 0) {
            return ask.request;
        }
        Map<String, String> headers = new HashMap<>(ask.request.headers());
        headers.put("Range", "bytes=" + position + "-");
        headers.put("If-Range", tag.get());
        return new PageRequest(
                ask.request.method(),
                ask.request.uri(),
                ask.request.shown(),
                headers,
                ask.request.body(),
                ask.request.idempotent());
    }

    private boolean isContinuation() throws IOException {
        Matcher range = CONTENT_RANGE.matcher(answer.header("Content-Range"));
        boolean fits =
                range.matches()
                        && range.group(1).equals(Long.toString(position))
                        && answer.headers().firstValue("ETag").equals(tag)
                        && answer.header("Content-Encoding").equals(encoding);
        if (!fits) {
            throw changed("it gave another part of it than it was asked for");
        }
        return true;
    }

    /// Reads again what was read before.
    private boolean isSameSoFar() throws IOException {
        MessageDigest again = sha256();
        byte[] piece = new byte[PIECE_BYTES];
        long left = position;
        while (left > 0) {
            int count = answer.body().read(piece, 0, (int) Math.min(left, piece.length));
            if (count < 0) {
                throw changed("it is shorter now");
            }
            again.update(piece, 0, count);
            left -= count;
        }
        boolean same =
                answer.header("Content-Encoding").equals(encoding)
                        && MessageDigest.isEqual(copy(read).digest(), again.digest());
        if (!same) {
            throw changed("it is another now");
        }
        return true;
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("a digest can be copied", e);
        }
    }

    /// The server has something else to give: no more attempts.
    private IOException changed(String how) {
        changed = true;
        answer.body().close();
        return new IOException(
                "the connection broke, and the server had changed the file when asked again: "
                        + how);
    }

    @Override
    public void close() {
        closed = true;
        answer.body().close();
    }
}
