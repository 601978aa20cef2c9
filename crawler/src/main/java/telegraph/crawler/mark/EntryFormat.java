package telegraph.crawler.mark;

import java.lang.foreign.MemorySegment;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.http.url.Url;

/// A queued URL as bytes.
///
/// | offset | bytes | field                                |
/// |-------:|------:|--------------------------------------|
/// |      0 |     2 | length of all, these two included    |
/// |      2 |     2 | depth                                |
/// |      4 |     1 | tries                                |
/// |      5 |     1 | n, URLs in the chain of redirects    |
/// |      6 |     2 | u, octets of the URL                 |
/// |      8 |   8·n | hashes of the chain                  |
/// |  8+8·n |     u | the URL                              |
/// |      … |  rest | the referrer                         |
///
/// Threads: any; it has no state.
public final class EntryFormat {
    public static final int HEAD_BYTES = 8;
    public static final int REFERRER_MAX = Url.LENGTH_MAX;
    public static final int BYTES_MAX =
            HEAD_BYTES + Origin.CHAIN_MAX * Long.BYTES + Url.LENGTH_MAX + REFERRER_MAX;

    private static final int DEPTH = 2;
    private static final int TRIES = 4;
    private static final int CHAIN = 5;
    private static final int URL = 6;

    private EntryFormat() {}

    public static int bytes(Url url, Origin origin) {
        return HEAD_BYTES
                + origin.chainLength() * Long.BYTES
                + url.length()
                + Math.min(REFERRER_MAX, origin.referrer().length());
    }

    /// Writes an entry of [#bytes] bytes.
    public static void write(MemorySegment to, long at, Url url, Origin origin, int tries) {
        int chain = origin.chainLength();
        Octets referrer = origin.referrer();
        int bytes = bytes(url, origin);
        to.set(FrontierWords.SHORT, at, (short) bytes);
        to.set(FrontierWords.SHORT, at + DEPTH, (short) origin.depth());
        to.set(FrontierWords.BYTE, at + TRIES, (byte) tries);
        to.set(FrontierWords.BYTE, at + CHAIN, (byte) chain);
        to.set(FrontierWords.SHORT, at + URL, (short) url.length());
        long next = at + HEAD_BYTES;
        for (int i = 0; i < chain; i++) {
            to.set(FrontierWords.LONG, next, origin.chain(i));
            next += Long.BYTES;
        }
        MemorySegment.copy(url.array(), 0, to, FrontierWords.BYTE, next, url.length());
        next += url.length();
        MemorySegment.copy(
                referrer.array(), 0, to, FrontierWords.BYTE, next, (int) (at + bytes - next));
    }

    /// Bytes of the entry that begins here.
    public static int bytes(MemorySegment from, long at) {
        return Short.toUnsignedInt(from.get(FrontierWords.SHORT, at));
    }

    public static int urlLength(MemorySegment from, long at) {
        return Short.toUnsignedInt(from.get(FrontierWords.SHORT, at + URL));
    }

    public static long urlStart(MemorySegment from, long at) {
        return at + HEAD_BYTES + (long) from.get(FrontierWords.BYTE, at + CHAIN) * Long.BYTES;
    }

    /// Reads an entry; `octets` is for octets in between.
    public static void read(MemorySegment from, long at, QueuedUrl to, Octets octets) {
        Origin origin = to.origin().seed();
        int chain = from.get(FrontierWords.BYTE, at + CHAIN);
        for (int i = 0; i < chain; i++) {
            origin.redirected(
                    from.get(FrontierWords.LONG, at + HEAD_BYTES + (long) i * Long.BYTES));
        }
        origin.depth(Short.toUnsignedInt(from.get(FrontierWords.SHORT, at + DEPTH)));
        to.tries(Byte.toUnsignedInt(from.get(FrontierWords.BYTE, at + TRIES)));
        long start = urlStart(from, at);
        int length = urlLength(from, at);
        octets.clear().room(length);
        MemorySegment.copy(from, FrontierWords.BYTE, start, octets.array(), 0, length);
        if (to.url().parse(octets.array(), 0, length) != Url.Verdict.OK) {
            throw TelegraphException.corrupt(
                    "a queue of the frontier holds URLs: found=" + octets.length(length));
        }
        int rest = bytes(from, at) - (int) (start + length - at);
        Octets referrer = origin.referrer().clear().room(rest);
        MemorySegment.copy(from, FrontierWords.BYTE, start + length, referrer.array(), 0, rest);
        referrer.length(rest);
    }
}
