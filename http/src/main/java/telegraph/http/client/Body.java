package telegraph.http.client;

import java.util.List;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.wire.ArrayPool;
import telegraph.http.wire.Borrowed;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.FetchWatch;
import telegraph.http.wire.Inflaters;
import telegraph.http.wire.MessageWords;

/// The payload of a response, unpacked and within its limit.
///
/// Threads: one.
final class Body {
    /// How the payload is packed.
    private enum Coding {
        IDENTITY,
        GZIP,
        DEFLATE
    }

    /// Codings that were not asked for.
    private static final List<String> OTHERS =
            List.of("br", "zstd", "compress", "x-compress", "dcb", "dcz", "exi", "aes128gcm");

    private static final int TRUSTED = 32 << 10;

    private final Borrowed out;
    private final Unpacker unpacker;
    private Coding coding = Coding.IDENTITY;
    private int limit;
    private long taken;
    private boolean truncated;

    Body(ArrayPool pool, Inflaters inflaters, FetchWatch borrower) {
        this.out = new Borrowed(pool, borrower);
        this.unpacker = new Unpacker(inflaters);
    }

    Octets octets() {
        return out.octets();
    }

    boolean isTruncated() {
        return truncated;
    }

    boolean isPacked() {
        return coding != Coding.IDENTITY;
    }

    /// Begins with nothing.
    void begin(int octetsMax, long deadline) {
        out.begin(deadline);
        coding = Coding.IDENTITY;
        limit = octetsMax;
        taken = 0;
        truncated = false;
    }

    /// Learns from the head how the payload is packed.
    void head(ResponseHead head) throws FetchFailure {
        for (int i = head.find("content-encoding", 0);
                i >= 0;
                i = head.find("content-encoding", i + 1)) {
            if (head.valueStart(i) == head.valueEnd(i) || head.hasToken(i, "identity")) {
                continue;
            }
            boolean gzip = head.endsWithToken(i, "gzip") || head.endsWithToken(i, "x-gzip");
            boolean known = gzip || head.endsWithToken(i, "deflate");
            if (!known && !head.hasMany(i) && !isCoding(head, i)) {
                continue;
            }
            if (!known || isPacked() || head.hasMany(i)) {
                throw new FetchFailure(
                        FetchOutcome.BAD_ENCODING,
                        "a body is packed once, as gzip or deflate: content_encoding="
                                + MessageWords.shown(
                                        head.array(), head.valueStart(i), head.valueEnd(i)));
            }
            coding = gzip ? Coding.GZIP : Coding.DEFLATE;
        }
        if (isPacked()) {
            unpacker.begin(coding == Coding.GZIP, limit);
        }
    }

    /// Whether the one word there names a coding. Others, such as a charset or `none`, are a
    /// mistake that browsers pass over.
    private static boolean isCoding(ResponseHead head, int header) {
        for (String coding : OTHERS) {
            if (head.endsWithToken(header, coding)) {
                return true;
            }
        }
        return false;
    }

    /// How many octets may be written behind the length with no look at them, up to `wanted`; none
    /// if they are packed.
    ///
    /// Room is made for no more than came already, however long the body is said to be: a length
    /// costs a server nothing, and the array is everybody's.
    int room(long wanted) throws FetchFailure, InterruptedException {
        int most = Math.min(limit - out.length(), Math.max(TRUSTED, out.length()));
        int count = isPacked() ? 0 : (int) Math.min(wanted, most);
        if (count > 0) {
            out.room(count);
        }
        return count;
    }

    /// Counts what was written there.
    void wrote(int count) {
        out.octets().length(out.length() + count);
        taken += count;
    }

    /// Takes a piece of the payload; false if that is more than the limit allows.
    boolean take(byte[] from, int start, int end) throws FetchFailure, InterruptedException {
        int count = (int) Math.min(end - start, limit - taken);
        taken += count;
        if (isPacked()) {
            truncated = !unpacker.unpack(from, start, start + count, out);
        } else {
            out.append(from, start, start + count);
        }
        truncated |= count < end - start;
        return !truncated;
    }

    /// There is more, which nobody will read.
    void cut() {
        truncated = true;
    }

    /// The payload is complete.
    void finish() throws FetchFailure {
        if (isPacked() && !truncated && taken > 0 && !unpacker.isFinished()) {
            throw new FetchFailure(
                    FetchOutcome.BAD_ENCODING, "a packed body ends too early: octets=" + taken);
        }
        unpacker.release();
    }

    /// Gives back what it grew in.
    void release() {
        unpacker.release();
        out.release();
    }
}
