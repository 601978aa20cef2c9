package telegraph.sources.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import telegraph.sources.text.TranscodedStream;

/// Cuts CSV bytes into records and fields, in place.
///
/// ```
/// buffer  │ done │ the current record: "a","b ""c""",d ⏎ │ not looked at │ free │
///                ▲ record                                ▲ at            ▲ limit
/// ```
///
/// A field is a range of the buffer; doubled quotes are closed up where they stand, so no field is
/// copied. Lines end in LF, CRLF or CR; in quotes they belong to the field (RFC 4180).
///
/// Invariants:
///
/// 1. The current record lies in the buffer as a whole; more bytes are read behind it, after it was
///    moved to the front, and the buffer grows up to [#RECORD_BYTES_MAX].
/// 2. A quote counts only as the first byte of a field, and then up to its partner.
/// 3. [#line] counts lines as an editor does, so a record may span several.
///
/// Threads: one.
public final class CsvRecords {
    /// The longest record.
    public static final int RECORD_BYTES_MAX = 64 << 20;

    private static final int BUFFER_BYTES = 128 << 10;

    private final CsvDialect dialect;
    private final CsvMarks marking;
    private final boolean[] ends = new boolean[256];
    private final boolean[] quotedStops = new boolean[256];
    private InputStream in;
    private long offset;
    private byte[] buffer;
    private int record;
    private int at;
    private int limit;
    private boolean afterCr;
    private boolean atEnd;
    private boolean lined = true;
    private long line = 1;
    private long lineNext = 1;
    private int count;
    private int[] starts = new int[64];
    private int[] stops = new int[64];
    private boolean[] quoted = new boolean[64];
    private String problem;

    /// The bytes of the buffer from here on that [#marks] are of; -1 if of none.
    private int marked = -1;

    private long marks;

    /// The records of a whole text in RFC 4180, which may begin with a byte order mark.
    public static CsvRecords of(byte[] utf8, byte delimiter) {
        int start = TranscodedStream.hasUtf8Mark(utf8) ? 3 : 0;
        return new CsvRecords(
                new ByteArrayInputStream(utf8, start, utf8.length - start),
                CsvDialect.RFC_4180.withDelimiter(delimiter),
                Math.clamp(utf8.length + 1, 1, BUFFER_BYTES));
    }

    CsvRecords(InputStream in, CsvDialect dialect) {
        this(in, dialect, BUFFER_BYTES);
    }

    CsvRecords(InputStream in, CsvDialect dialect, int bufferBytes) {
        this.in = in;
        this.dialect = dialect;
        this.marking = new CsvMarks(dialect);
        this.buffer = new byte[bufferBytes];
        ends[dialect.delimiter() & 0xff] = true;
        ends['\n'] = true;
        ends['\r'] = true;
        quotedStops['\n'] = true;
        quotedStops['\r'] = true;
        if (dialect.quote() >= 0) {
            quotedStops[dialect.quote()] = true;
        }
        if (dialect.escape() >= 0) {
            quotedStops[dialect.escape()] = true;
        }
    }

    /// Starts anew at the beginning of a record of other bytes.
    ///
    /// @param from where in the file they begin
    /// @param fromLine the line they begin on, or 0 if nobody counted
    void restart(InputStream other, long from, long fromLine) {
        in = other;
        offset = from;
        record = 0;
        at = 0;
        limit = 0;
        marked = -1;
        count = 0;
        afterCr = false;
        atEnd = false;
        lined = fromLine > 0;
        line = fromLine;
        lineNext = fromLine;
    }

    /// Leaves out whole lines, whatever is in them.
    void skipLines(long lines) throws IOException {
        for (long i = 0; i < lines && begin(); i++) {
            while (at < limit || more()) {
                byte b = buffer[at++];
                if (b == '\n' || b == '\r') {
                    endLine(b);
                    break;
                }
                record = at;
            }
        }
    }

    /// Goes to the next record; false at the end.
    public boolean next() throws IOException {
        return next(Long.MAX_VALUE);
    }

    /// Goes to the next record if it begins before `end`, which is a place in the file. If it does
    /// not, or there is none, [#offset] tells where it would begin.
    boolean next(long end) throws IOException {
        if (!begin() || offset() >= end) {
            return false;
        }
        problem = null;
        count = 0;
        while (true) {
            if (at < limit && buffer[at] != dialect.quote() && plainFields()) {
                return true;
            }
            if (at == limit) {
                more(); // it moves what is there, even at the end
            }
            int start = at;
            if (at < limit && buffer[at] == dialect.quote()) {
                quotedField();
            } else {
                plainField();
                add(start - shifted, at, false);
            }
            if (at == limit) {
                return true;
            }
            byte b = buffer[at++];
            if (b != dialect.delimiter()) {
                endLine(b);
                return true;
            }
            if (at == limit && !more()) {
                // A delimiter as the last byte of all: an empty field follows.
                add(at, at, false);
                return true;
            }
        }
    }

    /// How far the last field moved to the left while it was read.
    private int shifted;

    private boolean begin() throws IOException {
        record = at;
        line = lineNext;
        if (at == limit && !more()) {
            return false;
        }
        if (afterCr) {
            afterCr = false;
            if (buffer[at] == '\n') {
                at++;
                record = at;
                return at < limit || more();
            }
        }
        return true;
    }

    private void endLine(byte end) {
        lineNext++;
        if (end == '\r') {
            if (at < limit && buffer[at] == '\n') {
                at++;
            } else {
                afterCr = at == limit;
            }
        }
    }

    /// Cuts fields up to the end of the record; false if it first comes to a quoted field, or too
    /// near to what is not read yet. That field is then the next.
    private boolean plainFields() {
        byte[] bytes = buffer;
        int start = at;
        int from = marked;
        long left;
        if (from >= 0 && start - from < CsvMarks.BYTES) {
            left = marks & -1L << start - from;
        } else if (start + CsvMarks.BYTES <= limit) {
            from = start;
            left = marking.of(bytes, from);
        } else {
            return false;
        }
        byte delimiter = dialect.delimiter();
        while (true) {
            for (; left != 0; left &= left - 1) {
                int mark = from + Long.numberOfTrailingZeros(left);
                byte b = bytes[mark];
                if (b == delimiter) {
                    add(start, mark, false);
                    start = mark + 1;
                } else if (b == '\n' || b == '\r') {
                    add(start, mark, false);
                    at = mark + 1;
                    remember(from, left);
                    endLine(b);
                    return true;
                } else if (b == dialect.quote() && mark == start) {
                    at = start;
                    remember(from, left);
                    return false;
                }
            }
            from += CsvMarks.BYTES;
            if (from + CsvMarks.BYTES > limit) {
                at = start;
                marked = -1;
                return false;
            }
            left = marking.of(bytes, from);
        }
    }

    private void remember(int from, long left) {
        marked = from;
        marks = left;
    }

    private void plainField() throws IOException {
        shifted = 0;
        do {
            byte[] bytes = buffer;
            int end = limit;
            int i = at;
            while (i < end && !ends[bytes[i] & 0xff]) {
                i++;
            }
            at = i;
        } while (at == limit && more());
    }

    private void quotedField() throws IOException {
        long opened = lineNext;
        at++;
        shifted = 0;
        int start = at;
        int to = at;
        while (true) {
            int from = at;
            int i = at;
            while (i < limit && !quotedStops[buffer[i] & 0xff]) {
                i++;
            }
            at = i;
            if (to != from) {
                System.arraycopy(buffer, from, buffer, to, at - from);
            }
            to += at - from;
            if (at == limit) {
                int before = shifted;
                boolean more = more();
                to -= shifted - before;
                if (!more) {
                    problem =
                            "a quote is never closed" + (lined ? ": opened in line=" + opened : "");
                    add(start - shifted, to, true);
                    return;
                }
                continue;
            }
            byte b = buffer[at];
            int before = shifted;
            int follower = follower();
            to -= shifted - before;
            if (b == dialect.escape()
                    && follower >= 0
                    && (follower == dialect.quote() || follower == dialect.escape())) {
                buffer[to++] = (byte) follower;
                at += 2;
                continue;
            }
            if (b == dialect.quote()) {
                at++;
                break;
            }
            if (b == '\n' || (b == '\r' && follower != '\n')) {
                lineNext++;
            }
            buffer[to++] = b;
            at++;
        }
        add(start - shifted, to, true);
        if (at < limit || more()) {
            if (!ends[buffer[at] & 0xff]) {
                problem = "text follows a closing quote" + (lined ? ": line=" + lineNext : "");
                plainField();
            }
        }
    }

    /// The byte after the one at `at`, or -1 at the end.
    private int follower() throws IOException {
        if (at + 1 == limit && !more()) {
            return -1;
        }
        return buffer[at + 1] & 0xff;
    }

    private void add(int start, int stop, boolean inQuotes) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            stops = Arrays.copyOf(stops, count * 2);
            quoted = Arrays.copyOf(quoted, count * 2);
        }
        starts[count] = start;
        stops[count] = stop;
        quoted[count++] = inQuotes;
    }

    /// Reads more bytes behind those of the record; false if there are none.
    private boolean more() throws IOException {
        if (atEnd) {
            return false;
        }
        if (record > 0) {
            int by = record;
            offset += by;
            marked = -1;
            System.arraycopy(buffer, record, buffer, 0, limit - record);
            for (int i = 0; i < count; i++) {
                starts[i] -= by;
                stops[i] -= by;
            }
            at -= by;
            limit -= by;
            record = 0;
            shifted += by;
        }
        if (limit == buffer.length) {
            if (limit >= RECORD_BYTES_MAX) {
                throw new IOException(
                        "a row has at most "
                                + RECORD_BYTES_MAX
                                + " bytes: line="
                                + line
                                + ". Is a quote not closed?");
            }
            buffer = Arrays.copyOf(buffer, Math.min(buffer.length * 2, RECORD_BYTES_MAX));
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        if (read < 0) {
            atEnd = true;
            return false;
        }
        limit += read;
        return read > 0 || more();
    }

    public int fields() {
        return count;
    }

    /// The bytes that [#start] and [#stop] count in, valid until the next record.
    byte[] bytes() {
        return buffer;
    }

    int start(int field) {
        return starts[field];
    }

    int stop(int field) {
        return stops[field];
    }

    boolean isQuoted(int field) {
        return quoted[field];
    }

    /// A field as text.
    public String text(int field) {
        return new String(
                buffer, starts[field], stops[field] - starts[field], StandardCharsets.UTF_8);
    }

    /// Whether the record is a line with nothing in it.
    public boolean isBlank() {
        return count == 1 && starts[0] == stops[0] && !quoted[0];
    }

    /// The line on which the record begins, counted from 1.
    long line() {
        return line;
    }

    /// Where in the file the record begins.
    long offset() {
        return offset + record;
    }

    /// Where the record is, for messages.
    public String place() {
        return lined ? "line=" + line : "byte=" + offset();
    }

    /// Whether all bytes were taken in.
    boolean isAtEnd() {
        return atEnd && at == limit;
    }

    /// What is wrong with the record as CSV, or null.
    public String problem() {
        return problem;
    }
}
