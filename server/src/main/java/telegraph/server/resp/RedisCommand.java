package telegraph.server.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/// A command as it lies in the buffer it was read into: where its words are, and nothing else.
///
/// ```
/// *3 CRLF $3 CRLF SET CRLF $1 CRLF k CRLF $5 CRLF value CRLF     an array of bulk strings
/// SET k "a value" CRLF                                            a line, as people type it
/// ```
///
/// Positions count from the reader index of the buffer, so the bytes may move to another one
/// between two calls of [#read], which goes on where the last one stopped: bytes that come one by
/// one are looked at once.
///
/// Invariants:
///
/// 1. The first `count` words lie wholly in the buffer.
/// 2. Nothing is allocated for a length that was announced, only for words that are there.
///
/// Threads: one at a time.
public final class RedisCommand implements CommandWords {
    /// The most words of a command.
    static final int WORDS_MAX = 65_536;

    /// The longest word.
    public static final int WORD_BYTES_MAX = 16 << 20;

    /// The longest line.
    static final int LINE_BYTES_MAX = 64 << 10;

    /// What somebody may send who has yet to say who it is.
    private static final int STRANGERS_WORDS_MAX = 10;

    private static final int STRANGERS_WORD_BYTES_MAX = 16 << 10;

    /// More words than these are worth a request of one's own while they are incomplete.
    private static final int WORDS_FIRST = 8;

    private static final int UNKNOWN = -1;
    private static final int NUMBER_LENGTH_MAX = 20;

    private int[] starts = new int[WORDS_FIRST];
    private int[] lengths = new int[WORDS_FIRST];
    private int count;
    private int announced = UNKNOWN;
    private int wordLength = UNKNOWN;
    private int at;
    private ByteBuf buffer;
    private int origin;
    private long number;

    /// Looks at what has come; whether it is a whole command, which then ends at [#end]. One
    /// without words is to be passed over.
    ///
    /// @param known whether the client has said who it is
    public boolean read(ByteBuf in, boolean known) throws MalformedRequest {
        buffer = in;
        origin = in.readerIndex();
        if (announced == UNKNOWN) {
            if (in.readableBytes() == 0) {
                return false;
            }
            if (in.getByte(origin) != '*') {
                return line(known);
            }
            if (!number(1)) {
                return false;
            }
            if (number > (known ? WORDS_MAX : STRANGERS_WORDS_MAX)) {
                throw new MalformedRequest(
                        known ? "invalid multibulk length" : "unauthenticated multibulk length");
            }
            announced = (int) Math.max(0, number);
        }
        while (count < announced) {
            if (!word(known)) {
                return false;
            }
        }
        return true;
    }

    /// Moves on over one word, if it is there.
    private boolean word(boolean known) throws MalformedRequest {
        if (wordLength == UNKNOWN) {
            if (at >= buffer.readableBytes()) {
                return false;
            }
            byte sign = buffer.getByte(origin + at);
            if (sign != '$') {
                throw new MalformedRequest("expected '$', got '" + shown(sign) + "'");
            }
            if (!number(at + 1)) {
                return false;
            }
            if (number < 0 || number > WORD_BYTES_MAX) {
                throw new MalformedRequest("invalid bulk length");
            }
            if (!known && number > STRANGERS_WORD_BYTES_MAX) {
                throw new MalformedRequest("unauthenticated bulk length");
            }
            wordLength = (int) number;
        }
        if (at + wordLength + 2 > buffer.readableBytes()) {
            return false;
        }
        int end = origin + at + wordLength;
        if (buffer.getByte(end) != '\r' || buffer.getByte(end + 1) != '\n') {
            throw new MalformedRequest("a word ends with CRLF after its length");
        }
        add(at, wordLength);
        at += wordLength + 2;
        wordLength = UNKNOWN;
        return true;
    }

    private static char shown(byte sign) {
        return sign >= ' ' && sign < 127 ? (char) sign : '?';
    }

    private void add(int start, int length) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        starts[count] = start;
        lengths[count++] = length;
    }

    /// Reads a number that ends with CRLF, and moves behind that; false if it has not all come.
    private boolean number(int from) throws MalformedRequest {
        int limit = buffer.readableBytes();
        boolean negative = from < limit && buffer.getByte(origin + from) == '-';
        int i = negative ? from + 1 : from;
        int first = i;
        long value = 0;
        while (i < limit) {
            byte digit = buffer.getByte(origin + i);
            if (digit == '\r') {
                break;
            }
            if (digit < '0' || digit > '9' || i - first >= NUMBER_LENGTH_MAX - 2) {
                throw new MalformedRequest(
                        announced == UNKNOWN ? "invalid multibulk length" : "invalid bulk length");
            }
            value = value * 10 + (digit - '0');
            i++;
        }
        if (i + 1 >= limit) {
            return false;
        }
        if (i == first || buffer.getByte(origin + i + 1) != '\n') {
            throw new MalformedRequest("a length is digits and CRLF");
        }
        number = negative ? -value : value;
        at = i + 2;
        return true;
    }

    /// A line, as somebody types it.
    private boolean line(boolean known) throws MalformedRequest {
        int limit = Math.min(buffer.readableBytes(), LINE_BYTES_MAX);
        int end = buffer.indexOf(origin + at, origin + limit, (byte) '\n');
        if (end < 0) {
            if (limit == LINE_BYTES_MAX) {
                throw new MalformedRequest("too big inline request");
            }
            at = limit;
            return false;
        }
        int last = end > origin && buffer.getByte(end - 1) == '\r' ? end - 1 : end;
        InlineWords.cut(buffer, origin, last - origin, this::add);
        if (count > (known ? WORDS_MAX : STRANGERS_WORDS_MAX)) {
            throw new MalformedRequest("too many words in a line");
        }
        announced = count;
        at = end + 1 - origin;
        return true;
    }

    /// Bytes from the reader index to the end of the command.
    public int end() {
        return at;
    }

    /// How many bytes there must be before [#read] can get on, counted from the reader index.
    public int wanted() {
        return wordLength == UNKNOWN ? at + 1 : at + wordLength + 2;
    }

    /// Whether so much of it is known that it would be a loss to begin anew.
    public boolean isLong() {
        return count > WORDS_FIRST;
    }

    /// Forgets the command.
    public void clear() {
        count = 0;
        announced = UNKNOWN;
        wordLength = UNKNOWN;
        at = 0;
        buffer = null;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int length(int index) {
        return lengths[index];
    }

    @Override
    public byte at(int index, int offset) {
        return buffer.getByte(origin + starts[index] + offset);
    }

    @Override
    public byte[] bytes(int index) {
        byte[] copy = new byte[lengths[index]];
        buffer.getBytes(origin + starts[index], copy);
        return copy;
    }

    /// Appends a word to `out`.
    void copy(int index, ByteBuf out) {
        out.writeBytes(buffer, origin + starts[index], lengths[index]);
    }
}
