package telegraph.http.client;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.wire.Borrowed;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.Inflaters;

/// Unpacks gzip (RFC 1952), and deflate with the frame of zlib (RFC 1950) or, as some send it,
/// without one.
///
/// It takes the packed octets as they come, in pieces of any size, and stops at the limit of what
/// comes out. A body is a bomb when it grows more than [#RATIO_MAX] times: beyond [#BOMB_OCTETS],
/// or where it meets the limit.
///
/// Threads: one.
final class Unpacker {
    private static final int RATIO_MAX = 100;
    private static final int BOMB_OCTETS = 1 << 20;
    private static final int PIECE = 16 << 10;
    private static final int HAS_HEADER_SUM = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int GZIP_HEADER = 10;
    private static final int GZIP_TRAILER = 8;

    /// What the next octet belongs to.
    private enum State {
        GZIP_HEADER,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_SUM,
        ZLIB_HEADER,
        DEFLATED,
        GZIP_TRAILER,
        REST
    }

    private final Inflaters inflaters;
    private final CRC32 sum = new CRC32();
    private final byte[] few = new byte[GZIP_HEADER];
    private final byte[] probe = new byte[1];
    private Inflater inflater;
    private State state = State.REST;
    private boolean gzip;
    private int fewCount;
    private int skip;
    private int flags;
    private long sumOctets;
    private long packedBefore;
    private boolean finished;
    private int limit;

    Unpacker(Inflaters inflaters) {
        this.inflaters = inflaters;
    }

    /// Begins another body, of at most `octetsMax` when unpacked.
    void begin(boolean isGzip, int octetsMax) throws FetchFailure {
        if (inflater == null) {
            inflater = inflaters.take();
        }
        gzip = isGzip;
        limit = octetsMax;
        packedBefore = 0;
        finished = false;
        member();
    }

    private void member() {
        packedBefore += inflater.getBytesRead();
        inflater.reset();
        sum.reset();
        sumOctets = 0;
        fewCount = 0;
        state = gzip ? State.GZIP_HEADER : State.ZLIB_HEADER;
    }

    /// Gives back what is held between [#begin] and this.
    void release() {
        if (inflater != null) {
            inflaters.give(inflater);
            inflater = null;
        }
    }

    /// Whether all that was promised came.
    boolean isFinished() {
        return finished;
    }

    /// Unpacks `from[start, end)` into `to`; false if there is more than the limit allows.
    boolean unpack(byte[] from, int start, int end, Borrowed to)
            throws FetchFailure, InterruptedException {
        int at = start;
        while (at < end) {
            switch (state) {
                case DEFLATED -> {
                    inflater.setInput(from, at, end - at);
                    if (!inflate(to)) {
                        return false;
                    }
                    at = end - inflater.getRemaining();
                    if (inflater.finished()) {
                        finished = true;
                        fewCount = 0;
                        state = gzip ? State.GZIP_TRAILER : State.REST;
                    }
                }
                case REST -> at = rest(from, at, end);
                case ZLIB_HEADER -> {
                    few[fewCount++] = from[at++];
                    if (fewCount == 2 && !zlibHeader(to)) {
                        return false;
                    }
                }
                case GZIP_HEADER, EXTRA_LENGTH, EXTRA, NAME, COMMENT, HEADER_SUM, GZIP_TRAILER ->
                        framing(from[at++]);
            }
        }
        return true;
    }

    /// After a member of gzip there may be another; what is none is left out, as browsers do.
    private int rest(byte[] from, int at, int end) {
        if (gzip && from[at] == 0x1f) {
            member();
            finished = false;
            return at;
        }
        gzip = false;
        return end;
    }

    private boolean zlibHeader(Borrowed to) throws FetchFailure, InterruptedException {
        int head = (few[0] & 0xff) << 8 | few[1] & 0xff;
        state = State.DEFLATED;
        if ((few[0] & 0x0f) == 8 && head % 31 == 0) {
            if ((few[1] & 0x20) != 0) {
                throw bad("deflate with a dictionary of its own");
            }
            return true;
        }
        inflater.setInput(few, 0, 2);
        if (!inflate(to)) {
            return false;
        }
        if (inflater.finished()) {
            finished = true;
            state = State.REST;
        }
        return true;
    }

    private void framing(byte octet) throws FetchFailure {
        switch (state) {
            case GZIP_HEADER -> {
                few[fewCount++] = octet;
                if (fewCount == GZIP_HEADER) {
                    gzipHeader();
                }
            }
            case EXTRA_LENGTH -> {
                skip |= (octet & 0xff) << 8 * fewCount++;
                if (fewCount == 2) {
                    state = State.EXTRA;
                    after(skip == 0, State.EXTRA);
                }
            }
            case EXTRA -> after(--skip == 0, State.EXTRA);
            case NAME -> after(octet == 0, State.NAME);
            case COMMENT -> after(octet == 0, State.COMMENT);
            case HEADER_SUM -> after(++fewCount == 2, State.HEADER_SUM);
            case GZIP_TRAILER -> {
                few[fewCount++] = octet;
                if (fewCount == GZIP_TRAILER) {
                    gzipTrailer();
                }
            }
            case ZLIB_HEADER, DEFLATED, REST -> throw new AssertionError(state);
        }
    }

    private void gzipHeader() throws FetchFailure {
        if (few[0] != 0x1f || few[1] != (byte) 0x8b || few[2] != 8) {
            throw bad("no gzip header");
        }
        flags = few[3];
        after(true, State.GZIP_HEADER);
    }

    /// Goes to the next part of the header that the flags announce.
    private void after(boolean over, State part) {
        if (!over) {
            return;
        }
        fewCount = 0;
        skip = 0;
        if (part.compareTo(State.EXTRA_LENGTH) < 0 && (flags & HAS_EXTRA) != 0) {
            state = State.EXTRA_LENGTH;
        } else if (part.compareTo(State.NAME) < 0 && (flags & HAS_NAME) != 0) {
            state = State.NAME;
        } else if (part.compareTo(State.COMMENT) < 0 && (flags & HAS_COMMENT) != 0) {
            state = State.COMMENT;
        } else if (part.compareTo(State.HEADER_SUM) < 0 && (flags & HAS_HEADER_SUM) != 0) {
            state = State.HEADER_SUM;
        } else {
            state = State.DEFLATED;
        }
    }

    private void gzipTrailer() throws FetchFailure {
        if (littleEndian(0) != sum.getValue() || littleEndian(4) != (sumOctets & 0xffff_ffffL)) {
            throw bad("the sum of gzip differs");
        }
        state = State.REST;
    }

    private long littleEndian(int at) {
        return few[at] & 0xffL
                | (few[at + 1] & 0xffL) << 8
                | (few[at + 2] & 0xffL) << 16
                | (few[at + 3] & 0xffL) << 24;
    }

    /// Unpacks all the input that was set; false at the limit.
    private boolean inflate(Borrowed to) throws FetchFailure, InterruptedException {
        Octets out = to.octets();
        while (!inflater.finished()) {
            boolean full = out.length() == limit;
            int count;
            try {
                if (full) {
                    count = inflater.inflate(probe, 0, 1);
                } else {
                    to.room(1);
                    int room = Math.min(limit, out.array().length) - out.length();
                    count = inflater.inflate(out.array(), out.length(), Math.min(room, PIECE));
                }
            } catch (DataFormatException e) {
                throw bad(String.valueOf(e.getMessage()));
            }
            if (count == 0) {
                if (inflater.needsDictionary()) {
                    throw bad("deflate with a dictionary of its own");
                }
                if (inflater.needsInput() || inflater.finished()) {
                    return true;
                }
                throw bad("deflate that goes nowhere");
            } else if (full) {
                demandHonest(out.length(), 0);
                return false;
            } else {
                sum.update(out.array(), out.length(), count);
                sumOctets += count;
                out.length(out.length() + count);
                demandHonest(out.length(), BOMB_OCTETS);
            }
        }
        return true;
    }

    private void demandHonest(int unpacked, int floor) throws FetchFailure {
        long packed = packedBefore + inflater.getBytesRead();
        if (unpacked > floor && unpacked / RATIO_MAX > packed) {
            throw new FetchFailure(
                    FetchOutcome.BOMB,
                    "a body grows at most "
                            + RATIO_MAX
                            + " times when it is unpacked: packed="
                            + packed
                            + " unpacked="
                            + unpacked);
        }
    }

    private static FetchFailure bad(String why) {
        return new FetchFailure(
                FetchOutcome.BAD_ENCODING, "a body is packed as its header says: cause=" + why);
    }
}
