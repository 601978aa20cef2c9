package telegraph.tables.copy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Reads lines of fields.
///
/// | format | a line ends       | fields                                                         |
/// |--------|-------------------|----------------------------------------------------------------|
/// | text   | at a line feed    | backslashes write what would be read as an end: `a\tb`, `\N`   |
/// | CSV    | the same, outside of quotes | in quotes, a quote is written by an escape before it |
///
/// A carriage return before a line feed belongs to the end of the line. A line of `\.` alone ends
/// all; what follows it is read and passed over.
///
/// Invariants:
///
/// 1. At most one line is in memory, of [#LINE_MAX] bytes at most.
/// 2. Every field is valid UTF-8 without zero bytes.
///
/// Threads: one.
public final class CopyReader {
    /// The longest line, in bytes.
    static final int LINE_MAX = 256 << 20;

    private static final int BUFFER = 64 << 10;

    private final InputStream in;
    private final CopyFormat format;
    private final byte[] nullBytes;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private byte[] line = new byte[1 << 10];
    private int length;
    private long number;
    private boolean over;

    /// The fields of the line: the bytes of each in [#line], as they are after escapes were read,
    /// and whether it is NULL.
    private int[] starts = new int[16];

    private int[] ends = new int[16];
    private boolean[] nulls = new boolean[16];
    private int fields;

    /// @param in where the bytes come from, and all of them are taken
    public CopyReader(InputStream in, CopyFormat format) {
        this.in = in;
        this.format = format;
        this.nullBytes = format.nullText().getBytes(StandardCharsets.UTF_8);
    }

    /// The number of the line that was read, from 1 on.
    public long number() {
        return number;
    }

    /// The number of the line with a row, from 1 on.
    public long line(long row) {
        return format.header() ? row + 1 : row;
    }

    /// Reads the next line; false if there is none.
    public boolean next() throws IOException {
        if (number == 0 && format.header()) {
            readLine();
        }
        if (!readLine()) {
            drain();
            return false;
        }
        if (format.csv()) {
            cutCsv();
        } else {
            cutText();
        }
        return true;
    }

    /// How many fields the line has.
    public int fields() {
        return fields;
    }

    /// A field of the line, null for NULL.
    public String field(int index) {
        return nulls[index] ? null : text(starts[index], ends[index]);
    }

    private String text(int start, int end) {
        String text = new String(line, start, end - start, StandardCharsets.UTF_8);
        if (text.indexOf('\ufffd') >= 0 || text.indexOf('\0') >= 0) {
            demandUtf8(start, end, text);
        }
        return text;
    }

    private void demandUtf8(int start, int end, String text) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, start, end - start));
        } catch (CharacterCodingException e) {
            throw TelegraphException.of(
                    SqlState.CHARACTER_NOT_IN_REPERTOIRE,
                    "invalid byte sequence for encoding \"UTF8\"",
                    e);
        }
        if (text.indexOf('\0') >= 0) {
            throw TelegraphException.of(
                    SqlState.CHARACTER_NOT_IN_REPERTOIRE, "text has no zero byte");
        }
    }

    private int read() throws IOException {
        if (at == end) {
            end = Math.max(0, in.read(buffer, 0, buffer.length));
            at = 0;
            if (end == 0) {
                return -1;
            }
        }
        return buffer[at++] & 0xff;
    }

    private void drain() throws IOException {
        over = true;
        while (read() >= 0) {
            at = end;
        }
    }

    /// Takes a line into [#line]; false at the end.
    private boolean readLine() throws IOException {
        length = 0;
        if (over) {
            return false;
        }
        boolean quoted = false;
        boolean escaped = false;
        int b = read();
        if (b < 0) {
            return false;
        }
        number++;
        for (; b >= 0; b = read()) {
            if (b == '\n' && !quoted && !escaped) {
                break;
            }
            keep((byte) b);
            if (!format.csv()) {
                escaped = b == '\\' && !escaped;
            } else if (escaped) {
                escaped = false;
            } else if (quoted
                    && b == (format.escape() & 0xff)
                    && format.escape() != format.quote()) {
                escaped = true;
            } else if (b == (format.quote() & 0xff)) {
                quoted = !quoted;
            }
        }
        if (quoted) {
            throw TelegraphException.of(
                    SqlState.BAD_COPY_FILE, "a field in quotes has a quote at its end");
        }
        if (length > 0 && line[length - 1] == '\r' && !(escaped && !format.csv())) {
            length--;
        }
        return !(length == 2 && line[0] == '\\' && line[1] == '.');
    }

    private void keep(byte b) {
        if (length == line.length) {
            if (length == LINE_MAX) {
                throw TelegraphException.of(
                        SqlState.BAD_COPY_FILE, "a line has at most " + LINE_MAX + " bytes");
            }
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = b;
    }

    private void add(int start, int end, boolean isNull) {
        if (fields == starts.length) {
            starts = Arrays.copyOf(starts, 2 * fields);
            ends = Arrays.copyOf(ends, 2 * fields);
            nulls = Arrays.copyOf(nulls, 2 * fields);
        }
        starts[fields] = start;
        ends[fields] = end;
        nulls[fields++] = isNull;
    }

    private boolean isNull(int start, int end) {
        return Arrays.equals(line, start, end, nullBytes, 0, nullBytes.length);
    }

    /// Cuts the line into fields, each of which shrinks in place as its escapes are read.
    private void cutText() {
        fields = 0;
        int from = 0;
        while (true) {
            int until = from;
            boolean escapes = false;
            while (until < length && line[until] != format.delimiter()) {
                if (line[until] == '\\' && until + 1 < length) {
                    escapes = true;
                    until++;
                }
                until++;
            }
            boolean isNull = isNull(from, until);
            add(from, escapes && !isNull ? unescaped(from, until) : until, isNull);
            if (until >= length) {
                return;
            }
            from = until + 1;
        }
    }

    /// Reads the escapes between two places; where what they say ends.
    private int unescaped(int from, int until) {
        int to = from;
        int i = from;
        while (i < until) {
            byte b = line[i++];
            if (b != '\\' || i == until) {
                line[to++] = b;
                continue;
            }
            byte c = line[i++];
            if (c >= '0' && c <= '7') {
                int value = c - '0';
                for (int n = 0; n < 2 && i < until && line[i] >= '0' && line[i] <= '7'; n++) {
                    value = 8 * value + line[i++] - '0';
                }
                line[to++] = (byte) value;
            } else if (c == 'x' && i < until && Character.digit(line[i], 16) >= 0) {
                int value = Character.digit(line[i++], 16);
                if (i < until && Character.digit(line[i], 16) >= 0) {
                    value = 16 * value + Character.digit(line[i++], 16);
                }
                line[to++] = (byte) value;
            } else {
                line[to++] = meant(c);
            }
        }
        return to;
    }

    private static byte meant(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0b;
            default -> letter;
        };
    }

    private void cutCsv() {
        fields = 0;
        int i = 0;
        while (true) {
            int start = i;
            int to = i;
            boolean quoted = false;
            boolean anyQuote = false;
            while (i < length && (quoted || line[i] != format.delimiter())) {
                byte b = line[i++];
                boolean escapes =
                        quoted
                                && b == format.escape()
                                && i < length
                                && (line[i] == format.quote() || line[i] == format.escape());
                if (escapes) {
                    line[to++] = line[i++];
                } else if (b == format.quote()) {
                    quoted = !quoted;
                    anyQuote = true;
                } else {
                    line[to++] = b;
                }
            }
            add(start, to, !anyQuote && isNull(start, to));
            if (i >= length) {
                return;
            }
            i++;
        }
    }
}
