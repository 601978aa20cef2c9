package telegraph.http.client;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.Inlet;
import telegraph.http.wire.MessageWords;

/// Status line and headers of a response, where they lie in an [Inlet].
///
/// What the RFC lets a client forgive is forgiven: lines that end in LF alone, a status line
/// without a reason, lines before the first, a folded header, a line without a colon (it is left
/// out). A head that is not HTTP/1 is a bad response (RFC 9112, sections 2 to 5).
///
/// Threads: one.
final class ResponseHead {
    private static final int HEADERS_MAX = 1000;
    private static final int BLANK_LINES_MAX = 8;
    private static final int CONTINUE = 100;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int FINAL = 200;
    private static final int INTERIM_MAX = 8;
    private static final String BEGINNING = "an answer begins with HTTP/1.1 and a status: line=";
    private static final byte[] PROTOCOL = {'H', 'T', 'T', 'P', '/'};

    /// Four numbers a header: where its name and its value start and end.
    private int[] lines = new int[4 * 32];

    private int count;
    private byte[] array;
    private int status;
    private int minor;
    private boolean keepsAlive;

    /// How far the end of the head was looked for, and where its last line began.
    private int scanned;

    private int lineStart;
    private int firstLine;
    private int blankLines;

    void begin() {
        count = 0;
        status = 0;
        array = null;
    }

    /// Begins to look for a head at `from`.
    void begin(int from) {
        begin();
        scanned = from;
        lineStart = from;
        firstLine = from;
        blankLines = 0;
    }

    /// Whether the head is complete in `from[.., end)`; then [#end] is known.
    boolean isComplete(byte[] from, int end) throws FetchFailure {
        while (scanned < end) {
            if (from[scanned++] != '\n') {
                continue;
            }
            int length = scanned - lineStart;
            boolean blank = length == 1 || length == 2 && from[lineStart] == '\r';
            lineStart = scanned;
            if (!blank) {
                continue;
            }
            if (!startsWithBlank(from)) {
                return true;
            }
            // Some servers send a line's end too many after the body before.
            if (++blankLines > BLANK_LINES_MAX) {
                throw new FetchFailure(
                        FetchOutcome.BAD_RESPONSE, "an answer begins with blank lines");
            }
            firstLine = scanned;
        }
        if (!mayBegin(from, end)) {
            throw new FetchFailure(
                    FetchOutcome.BAD_RESPONSE,
                    BEGINNING + MessageWords.shown(from, firstLine, end));
        }
        return false;
    }

    /// Whether more octets may make a head of what came, so that nobody waits for those of a
    /// protocol that has none. Of a frame of HTTP/2, which begins with a zero, all of its head has
    /// to be there, for then it is known as one.
    private boolean mayBegin(byte[] from, int end) {
        int count = Math.min(end - firstLine, PROTOCOL.length);
        return count <= 0
                || from[firstLine] == '\r'
                || from[firstLine] == '\n'
                || from[firstLine] == 0 && end - firstLine < Inlet.FRAME_HEAD
                || Arrays.equals(from, firstLine, firstLine + count, PROTOCOL, 0, count);
    }

    private boolean startsWithBlank(byte[] from) {
        return from[firstLine] == '\n' || from[firstLine] == '\r' && from[firstLine + 1] == '\n';
    }

    /// Reads the head of a response, past those that only say that it will come. It stays in the
    /// inlet, which has the beginning of the body behind it.
    void receive(Inlet inlet, int octetsMax, long deadline)
            throws IOException, FetchFailure, InterruptedException {
        int interim = 0;
        do {
            inlet.rewind();
            begin(inlet.start);
            while (!isComplete(inlet.array, inlet.end)) {
                if (inlet.end >= octetsMax) {
                    throw new FetchFailure(
                            FetchOutcome.HEADER_TOO_LARGE, "a head is short: limit=" + octetsMax);
                }
                if (!inlet.fill(deadline)) {
                    throw new EOFException(
                            "the connection ended before an answer: octets=" + inlet.received());
                }
            }
            parse(inlet.array);
            inlet.start = end();
            if (status == SWITCHING_PROTOCOLS || ++interim > INTERIM_MAX) {
                throw new FetchFailure(
                        FetchOutcome.BAD_RESPONSE, "an answer comes: status=" + status);
            }
        } while (status >= CONTINUE && status < FINAL);
        inlet.keep(deadline);
        if (array != inlet.array) {
            parse(inlet.array);
        }
    }

    /// Tells the name and the value of each header.
    void each(BiConsumer<String, String> to) {
        Octets text = new Octets(0);
        for (int i = 0; i < count; i++) {
            String name =
                    new String(
                            array,
                            lines[4 * i],
                            lines[4 * i + 1] - lines[4 * i],
                            StandardCharsets.ISO_8859_1);
            value(i, text.clear());
            to.accept(name, text.text(StandardCharsets.ISO_8859_1));
        }
    }

    /// Where the status line begins.
    int start() {
        return firstLine;
    }

    /// Behind the blank line that ends the head.
    int end() {
        return scanned;
    }

    /// Reads the head that is complete.
    void parse(byte[] from) throws FetchFailure {
        array = from;
        count = 0;
        int line = statusLine(firstLine);
        while (line < scanned) {
            line = headerLine(line);
        }
        keepsAlive = judgeKeepAlive();
    }

    private int statusLine(int at) throws FetchFailure {
        int end = lineEnd(at);
        int p = at + PROTOCOL.length;
        boolean right =
                end - at >= 10
                        && Arrays.equals(array, at, p, PROTOCOL, 0, PROTOCOL.length)
                        && array[p] == '1'
                        && array[p + 1] == '.'
                        && isDigit(array[p + 2]);
        minor = right ? array[p + 2] - '0' : 0;
        p += 3;
        while (right && p < end && array[p] == ' ') {
            p++;
        }
        right = right && p + 3 <= end && p > at + 8;
        int number = 0;
        for (int i = 0; right && i < 3; i++) {
            right = isDigit(array[p + i]);
            number = number * 10 + array[p + i] - '0';
        }
        right = right && number >= 100 && (p + 3 == end || array[p + 3] <= ' ');
        if (!right) {
            throw new FetchFailure(FetchOutcome.BAD_RESPONSE, BEGINNING + shown(at, end));
        }
        status = number;
        return next(end);
    }

    private int headerLine(int at) throws FetchFailure {
        int end = lineEnd(at);
        if (count > 0 && at < end && isBlank(array[at])) {
            lines[4 * count - 1] = trimmed(lines[4 * count - 2], end);
            return next(end);
        }
        int colon = at;
        while (colon < end && array[colon] != ':') {
            colon++;
        }
        if (colon < end && colon > at) {
            add(at, colon, end);
        }
        return next(end);
    }

    private void add(int at, int colon, int end) throws FetchFailure {
        if (count == HEADERS_MAX) {
            throw new FetchFailure(
                    FetchOutcome.HEADER_TOO_LARGE,
                    "a head has too many lines: limit=" + HEADERS_MAX);
        }
        if (4 * count == lines.length) {
            lines = Arrays.copyOf(lines, 2 * lines.length);
        }
        int value = colon + 1;
        while (value < end && isBlank(array[value])) {
            value++;
        }
        lines[4 * count] = at;
        lines[4 * count + 1] = trimmed(at, colon);
        lines[4 * count + 2] = value;
        lines[4 * count + 3] = trimmed(value, end);
        count++;
    }

    private int trimmed(int start, int end) {
        int to = end;
        while (to > start && (isBlank(array[to - 1]) || array[to - 1] == '\r')) {
            to--;
        }
        return to;
    }

    /// Where the line at `at` ends, without its CR and LF.
    private int lineEnd(int at) {
        int end = at;
        while (array[end] != '\n') {
            end++;
        }
        return end > at && array[end - 1] == '\r' ? end - 1 : end;
    }

    private int next(int lineEnd) {
        return lineEnd + (array[lineEnd] == '\r' ? 2 : 1);
    }

    int status() {
        return status;
    }

    /// Whether the server means to take another request on this connection.
    boolean keepsAlive() {
        return keepsAlive;
    }

    private boolean judgeKeepAlive() {
        boolean keeps = minor >= 1;
        for (int i = find("connection", 0); i >= 0; i = find("connection", i + 1)) {
            if (hasToken(i, "close")) {
                return false;
            }
            keeps |= hasToken(i, "keep-alive");
        }
        return keeps;
    }

    /// The index of the first header of a name at or after `from`, or -1.
    ///
    /// @param name in small letters
    int find(String name, int from) {
        int length = name.length();
        for (int i = from; i < count; i++) {
            int start = lines[4 * i];
            if (lines[4 * i + 1] - start == length && isSame(start, name)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isSame(int start, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (small(array[start + i]) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    int valueStart(int header) {
        return lines[4 * header + 2];
    }

    int valueEnd(int header) {
        return lines[4 * header + 3];
    }

    byte[] array() {
        return array;
    }

    /// Appends a value to `into`, a folded one in one line.
    void value(int header, Octets into) {
        int from = into.length();
        into.append(array, valueStart(header), valueEnd(header));
        byte[] octets = into.array();
        for (int i = from; i < into.length(); i++) {
            if (octets[i] == '\r' || octets[i] == '\n') {
                octets[i] = ' ';
            }
        }
    }

    /// Whether a list of tokens, with commas between, has one.
    boolean hasToken(int header, String token) {
        int at = valueStart(header);
        int end = valueEnd(header);
        while (at < end) {
            int start = skipBlanks(at, end);
            int stop = start;
            while (stop < end && array[stop] != ',') {
                stop++;
            }
            if (trimmed(start, stop) - start == token.length() && isSame(start, token)) {
                return true;
            }
            at = stop + 1;
        }
        return false;
    }

    /// Whether there is a comma in a value.
    boolean hasMany(int header) {
        for (int i = valueStart(header); i < valueEnd(header); i++) {
            if (array[i] == ',') {
                return true;
            }
        }
        return false;
    }

    /// Whether the last of a list of tokens is `token`.
    boolean endsWithToken(int header, String token) {
        int start = valueEnd(header);
        while (start > valueStart(header) && array[start - 1] != ',') {
            start--;
        }
        start = skipBlanks(start, valueEnd(header));
        return valueEnd(header) - start == token.length() && isSame(start, token);
    }

    private int skipBlanks(int at, int end) {
        int to = at;
        while (to < end && (array[to] <= ' ')) {
            to++;
        }
        return to;
    }

    /// Content-Length, -1 if there is none.
    long contentLength() throws FetchFailure {
        long length = -1;
        for (int i = find("content-length", 0); i >= 0; i = find("content-length", i + 1)) {
            int at = valueStart(i);
            int end = valueEnd(i);
            while (at < end) {
                int stop = at;
                while (stop < end && array[stop] != ',') {
                    stop++;
                }
                long one = number(skipBlanks(at, stop), trimmed(at, stop));
                if (one < 0 || length >= 0 && one != length) {
                    throw new FetchFailure(
                            FetchOutcome.BAD_RESPONSE,
                            "Content-Length is one number: value="
                                    + shown(valueStart(i), valueEnd(i)));
                }
                length = one;
                at = stop + 1;
            }
        }
        return length;
    }

    private long number(int start, int end) {
        if (start >= end || end - start > 18) {
            return -1;
        }
        long number = 0;
        for (int i = start; i < end; i++) {
            if (!isDigit(array[i])) {
                return -1;
            }
            number = 10 * number + array[i] - '0';
        }
        return number;
    }

    private static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    private static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\t';
    }

    private static int small(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? octet + 32 : octet;
    }

    private String shown(int start, int end) {
        return MessageWords.shown(array, start, end);
    }
}
