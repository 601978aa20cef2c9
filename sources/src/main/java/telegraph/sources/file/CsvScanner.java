package telegraph.sources.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds where the fields of regular records end, 64 bytes at a time.
///
/// A record is regular if it has the fields it should have, ends in LF or CRLF, quotes only whole
/// fields, and writes a quote within them as two. Then every second quote closes what the one
/// before opened, and which bytes are in quotes follows from the quotes alone: a bit is set for
/// each of them, and those of all bytes up to it are added without carry.
///
/// ```
/// bytes       a,"b,""c""",d⏎
/// quotes      ..1...11.1111...   closing ones too
/// in quotes   ..1111.11.1.....   sum of the quotes up to the byte
/// marks       .1.........1.1     delimiters and line ends that are not in quotes
/// ```
///
/// The scan stops before a record that is not regular: the caller has it cut by [CsvRecords], which
/// knows all that CSV can be, and goes on behind it.
///
/// Invariants, for every record told:
///
/// 1. An opening quote is the first byte of a field or follows a closing one; what follows a
///    closing one is a quote, a delimiter or a line end.
/// 2. No CR outside quotes stands without an LF behind it.
/// 3. The line end is the last of as many marks as there are fields.
///
/// Threads: one. Langdale and Lemire, *Parsing gigabytes of JSON per second*, 2019.
final class CsvScanner {
    /// Bytes that must be readable behind those to be scanned.
    static final int BEHIND_BYTES = 64;

    /// The most fields of a record that are scanned for.
    static final int FIELDS_MAX = 1 << 14;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long LOW = 0x7f * ONES;
    private static final long HIGH = 0x80 * ONES;
    private static final long LINE_FEEDS = '\n' * ONES;
    private static final long RETURNS = '\r' * ONES;

    /// Moves the lowest bit of each byte to the highest byte.
    private static final long GATHER = 0x0102040810204080L;

    private final long delimiters;
    private final long quotes;

    /// Whether quotes mean anything, and whether those in quotes are doubled.
    private final boolean quoting;

    private final boolean doubling;

    /// Where fields end: record `r` begins behind `marks[r * fields]`, and its field `f` ends
    /// before `marks[r * fields + f + 1]`.
    private int[] marks = new int[0];

    private boolean stuck;
    private boolean returns;
    private boolean ascii;
    private int next;

    CsvScanner(CsvDialect dialect) {
        this.delimiters = dialect.delimiter() * ONES;
        this.quoting = dialect.quote() >= 0;
        this.doubling = quoting && dialect.escape() == dialect.quote();
        this.quotes = (quoting ? dialect.quote() : '\n') * ONES;
    }

    /// Scans records of which the first begins at `from`.
    ///
    /// @param limit where the bytes end that are there
    /// @param end records that begin here or behind are not scanned
    /// @param rowsMax how many records will do
    /// @return how many regular records there are
    int scan(byte[] bytes, int from, int limit, int end, int fields, int rowsMax) {
        requireRoom(rowsMax * fields);
        int[] ends = marks;
        ends[0] = from - 1;
        stuck = false;
        returns = false;
        int rows = 0;
        int count = 0;
        int expected = fields - 1;
        long carried = 0; // whether the 64 bytes begin in quotes: all bits, or none
        long opens = 1; // whether a quote may open there
        long follows = 0; // whether a closing quote was the last byte
        long all = 0;
        boolean more = from < end;
        for (int at = from; more && at < limit; at += 64) {
            long marked = 0;
            long lines = 0;
            long quote = 0;
            long noReturn = -1;
            for (int i = 0; i < 64; i += 8) {
                long word = (long) LONGS.get(bytes, at + i);
                long low = word & LOW;
                long line = (low ^ LINE_FEEDS) + LOW | word;
                long delimiter = ((word ^ delimiters) & LOW) + LOW | word ^ delimiters;
                long quoted = ((word ^ quotes) & LOW) + LOW | word ^ quotes;
                noReturn &= (low ^ RETURNS) + LOW | word;
                marked |= ((~(delimiter & line) & HIGH) >>> 7) * GATHER >>> 56 << i;
                lines |= ((~line & HIGH) >>> 7) * GATHER >>> 56 << i;
                quote |= ((~quoted & HIGH) >>> 7) * GATHER >>> 56 << i;
                all |= word;
            }
            long valid = limit - at >= 64 ? -1L : (1L << limit - at) - 1;
            quote &= quoting ? valid : 0;
            marked &= valid;
            lines &= valid;
            long wrong = 0;
            long cr = 0;
            if ((noReturn & HIGH) != HIGH) {
                cr = returns(bytes, at) & valid;
            }
            if ((quote | carried) != 0) {
                long inside = upTo(quote) ^ carried;
                marked &= ~inside;
                lines &= ~inside;
                cr &= ~inside;
                long closing = quote & ~inside;
                long opening = quote & inside;
                long behind = closing << 1 | follows;
                wrong = opening & ~((marked | closing) << 1 | opens);
                wrong |= behind & ~(marked | quote | cr) & valid;
                wrong |= doubling ? 0 : quote;
                carried = inside >> 63;
                follows = closing >>> 63;
            } else if ((follows & ~(marked | cr)) != 0) {
                wrong = 1;
                follows = 0;
            } else {
                follows = 0;
            }
            opens = marked >>> 63 | follows;
            if (cr != 0) {
                wrong |= cr & ~(lines >>> 1) & ~(endsLine(bytes, at + 64, limit) ? 1L << 63 : 0);
                returns = true;
            }
            if (wrong != 0) {
                long before = Long.lowestOneBit(wrong) - 1;
                marked &= before;
                lines &= before;
                stuck = true;
                more = false;
            }
            for (long left = lines; left != 0; left &= left - 1) {
                long line = left & -left;
                if (count + Long.bitCount(marked & line - 1) != expected) {
                    stuck = true;
                    more = false;
                    break;
                }
                rows++;
                expected += fields;
                if (rows == rowsMax || at + Long.numberOfTrailingZeros(line) + 1 >= end) {
                    more = false;
                    break;
                }
            }
            int to = count + 1;
            count += Long.bitCount(marked);
            for (; marked != 0; marked &= marked - 1) {
                ends[to++] = at + Long.numberOfTrailingZeros(marked);
            }
            if (more && count > expected) {
                stuck = true;
                more = false;
            }
        }
        ascii = (all & HIGH) == 0;
        next = ends[rows * fields] + 1;
        return rows;
    }

    private void requireRoom(int ends) {
        if (marks.length < ends + 66) {
            marks = new int[ends + 66];
        }
    }

    /// A bit for each CR among 64 bytes.
    private static long returns(byte[] bytes, int at) {
        long found = 0;
        for (int i = 0; i < 64; i++) {
            found |= (bytes[at + i] == '\r' ? 1L : 0) << i;
        }
        return found;
    }

    private static boolean endsLine(byte[] bytes, int at, int limit) {
        return at < limit && bytes[at] == '\n';
    }

    /// In each bit the sum of the bits up to it, without carry.
    private static long upTo(long bits) {
        long sum = bits;
        sum ^= sum << 1;
        sum ^= sum << 2;
        sum ^= sum << 4;
        sum ^= sum << 8;
        sum ^= sum << 16;
        sum ^= sum << 32;
        return sum;
    }

    /// Where the fields of the records scanned end.
    int[] marks() {
        return marks;
    }

    /// Where the first record begins that was not scanned.
    int next() {
        return next;
    }

    /// Whether that record is not regular.
    boolean isStuck() {
        return stuck;
    }

    /// Whether lines may end in CRLF, so that the last field of a record is followed by CR.
    boolean hasReturns() {
        return returns;
    }

    /// Whether all bytes looked at were ASCII.
    boolean isAscii() {
        return ascii;
    }
}
