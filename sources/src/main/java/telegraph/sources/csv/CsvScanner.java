package telegraph.sources.csv;

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
/// Bytes are compared eight at a time within a word, in loops that do nothing else, so that the
/// compiler makes vector code of them; what is rare in most files, quotes, CR and all that is not
/// ASCII, is looked for together, and told apart only where there is some.
///
/// Threads: one. Langdale and Lemire, *Parsing gigabytes of JSON per second*, 2019.
final class CsvScanner {
    /// Bytes that must be readable behind those to be scanned.
    static final int BEHIND_BYTES = 64;

    /// The most fields of a record that are scanned for.
    static final int FIELDS_MAX = 1 << 14;

    /// So many bytes are compared at once; they and what is found stay in the nearest cache.
    private static final int PIECE_BYTES = 8 << 10;

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

    /// The bytes that were compared last, and for each eight of them a bit for each delimiter or
    /// line end, a bit for each line end, and whether there is anything rare.
    private int pieceStart;

    private int pieceEnd;
    private final long[] marked = new long[PIECE_BYTES / 8];
    private final long[] lines = new long[PIECE_BYTES / 8];
    private final long[] rare = new long[PIECE_BYTES / 8];

    private boolean stuck;
    private boolean returns;
    private boolean ascii;
    private int next;

    CsvScanner(CsvDialect dialect) {
        this.delimiters = dialect.delimiter() * ONES;
        this.quoting = dialect.quote() >= 0;
        this.doubling = quoting && dialect.escape() == dialect.quote();
        this.quotes = (quoting ? dialect.quote() : '\r') * ONES;
    }

    /// The bytes to be scanned are others from here on.
    void restart() {
        pieceStart = 0;
        pieceEnd = 0;
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
        ascii = true;
        boolean more = from < end;
        boolean inPiece = pieceStart <= from && from < pieceEnd;
        int at = inPiece ? pieceStart + (from - pieceStart & -64) : from;
        int rows = 0;
        int count = 0;
        int expected = fields - 1;
        long carried = 0; // whether the 64 bytes begin in quotes: all bits, or none
        long opens = 1L << from - at; // where a quote may open because of what is before
        long follows = 0; // whether a closing quote was the last byte
        for (; more && at < limit; at += 64) {
            if (at >= pieceEnd || at < pieceStart) {
                compare(bytes, at, limit);
            }
            int word = at - pieceStart >> 3;
            long valid = at < from ? -1L << from - at : -1L;
            if (limit - at < 64) {
                valid &= (1L << limit - at) - 1;
            }
            long mark = together(marked, word) & valid;
            long line = together(lines, word) & valid;
            if ((any(rare, word) | carried | follows) != 0) {
                long quote = quoting ? equal(bytes, at, quotes) & valid : 0;
                long cr = equal(bytes, at, RETURNS) & valid;
                ascii &= isAscii(bytes, at);
                long inside = upTo(quote) ^ carried;
                mark &= ~inside;
                line &= ~inside;
                cr &= ~inside;
                long closing = quote & ~inside;
                long wrong = quote & inside & ~((mark | closing) << 1 | opens);
                wrong |= (closing << 1 | follows) & ~(mark | quote | cr) & valid;
                wrong |= doubling ? 0 : quote;
                wrong |= cr & ~(line >>> 1) & ~(endsLine(bytes, at + 64, limit) ? 1L << 63 : 0);
                returns |= cr != 0;
                carried = inside >> 63;
                follows = closing >>> 63;
                if (wrong != 0) {
                    long before = Long.lowestOneBit(wrong) - 1;
                    mark &= before;
                    line &= before;
                    stuck = true;
                    more = false;
                }
            }
            opens = mark >>> 63 | follows;
            for (; line != 0; line &= line - 1) {
                if (count + Long.bitCount(mark & (line & -line) - 1) != expected) {
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
            count += Long.bitCount(mark);
            // Four at a time: how many there are is hard to foresee.
            for (; mark != 0; to += 4) {
                ends[to] = at + Long.numberOfTrailingZeros(mark);
                mark &= mark - 1;
                ends[to + 1] = at + Long.numberOfTrailingZeros(mark);
                mark &= mark - 1;
                ends[to + 2] = at + Long.numberOfTrailingZeros(mark);
                mark &= mark - 1;
                ends[to + 3] = at + Long.numberOfTrailingZeros(mark);
                mark &= mark - 1;
            }
            if (more && count > expected) {
                stuck = true;
                more = false;
            }
        }
        next = ends[rows * fields] + 1;
        return rows;
    }

    private void requireRoom(int ends) {
        int room = ends + 1 + 64 + 4;
        if (marks.length < room) {
            marks = new int[room];
        }
    }

    /// Compares bytes from `at` on.
    private void compare(byte[] bytes, int at, int limit) {
        int words = Math.min(PIECE_BYTES, limit - at + 63 & -64) >> 3;
        markEither(bytes, at, words, delimiters, LINE_FEEDS, marked);
        mark(bytes, at, words, LINE_FEEDS, lines);
        findRare(bytes, at, words, quotes, rare);
        pieceStart = at;
        pieceEnd = at + (words << 3);
    }

    private static void mark(byte[] bytes, int at, int words, long one, long[] to) {
        for (int i = 0; i < words; i++) {
            long word = (long) LONGS.get(bytes, at + (i << 3)) ^ one;
            long found = ~((word & LOW) + LOW | word) & HIGH;
            to[i] = (found >>> 7) * GATHER >>> 56;
        }
    }

    private static void markEither(
            byte[] bytes, int at, int words, long one, long other, long[] to) {
        for (int i = 0; i < words; i++) {
            long word = (long) LONGS.get(bytes, at + (i << 3));
            long x = word ^ one;
            long y = word ^ other;
            long found = ~(((x & LOW) + LOW | x) & ((y & LOW) + LOW | y)) & HIGH;
            to[i] = (found >>> 7) * GATHER >>> 56;
        }
    }

    private static void findRare(byte[] bytes, int at, int words, long one, long[] to) {
        for (int i = 0; i < words; i++) {
            long word = (long) LONGS.get(bytes, at + (i << 3));
            long x = word ^ one;
            long y = word ^ RETURNS;
            to[i] = ~(((x & LOW) + LOW | x) & ((y & LOW) + LOW | y) & ~word) & HIGH;
        }
    }

    /// The bits of 64 bytes, from eight of each eight.
    private static long together(long[] bits, int word) {
        return bits[word]
                | bits[word + 1] << 8
                | bits[word + 2] << 16
                | bits[word + 3] << 24
                | bits[word + 4] << 32
                | bits[word + 5] << 40
                | bits[word + 6] << 48
                | bits[word + 7] << 56;
    }

    private static long any(long[] bits, int word) {
        return bits[word]
                | bits[word + 1]
                | bits[word + 2]
                | bits[word + 3]
                | bits[word + 4]
                | bits[word + 5]
                | bits[word + 6]
                | bits[word + 7];
    }

    /// A bit for each of 64 bytes that is the one asked for.
    private static long equal(byte[] bytes, int at, long one) {
        long bits = 0;
        for (int i = 0; i < 64; i += 8) {
            long word = (long) LONGS.get(bytes, at + i) ^ one;
            long found = ~((word & LOW) + LOW | word) & HIGH;
            bits |= (found >>> 7) * GATHER >>> 56 << i;
        }
        return bits;
    }

    private static boolean isAscii(byte[] bytes, int at) {
        long all = 0;
        for (int i = 0; i < 64; i += 8) {
            all |= (long) LONGS.get(bytes, at + i);
        }
        return (all & HIGH) == 0;
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
