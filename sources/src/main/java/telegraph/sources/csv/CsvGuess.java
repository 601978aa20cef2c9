package telegraph.sources.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import telegraph.sources.file.BlockBytes;
import telegraph.sources.file.UnitSizes;

/// Finds the first record that begins at or after some place in a CSV file, from the bytes nearby.
///
/// A line end in quotes ends no record, and whether a place is in quotes is decided at the top of
/// the file. But the bytes that follow mostly betray it. They are read twice, once as if the place
/// were in quotes and once as if not. A reading that comes upon text after a closing quote, or upon
/// a record with too few or too many fields, is refuted. What remains is right if the file is CSV
/// with equally many fields in each record:
///
/// 1. one reading remains, and tells where a record begins;
/// 2. both remain, and tell the same place;
/// 3. nothing more is to be learnt, since there is no quote in sight or both readings go on alike
///    behind it, and either the top of the file has none, or what stands there before the first
///    quote reads as [#RECORDS_PERSUASIVE] records. This alone is a guess: it may be a page of CSV
///    in quotes. (The blocks verify it.)
///
/// Otherwise more bytes are looked at, and if they do not help, [#find] says so.
///
/// Threads: one.
final class CsvGuess {
    static final long UNDECIDED = -1;

    private static final long REFUTED = -2;

    /// So many records of the right number of fields are no accident.
    private static final int RECORDS_PERSUASIVE = 8;

    /// How far back a place is looked for whose state is either in or out of quotes.
    private static final int BACK_BYTES = 64;

    private final CsvDialect dialect;
    private final CsvRecords records;
    private final int windowBytes;
    private final byte filler;

    /// The bytes of windows, reused.
    private byte[] room = new byte[0];

    CsvGuess(CsvDialect dialect, int windowBytes) {
        this.dialect = dialect;
        this.windowBytes = windowBytes;
        this.records = new CsvRecords(InputStream.nullInputStream(), dialect);
        byte plain = 'a';
        while (plain == dialect.delimiter() || isQuoting(plain)) {
            plain++;
        }
        this.filler = plain;
    }

    /// Where the first record at or after `place` begins, which is where the file ends if there is
    /// none; or [#UNDECIDED].
    ///
    /// @param fields of each record
    /// @param start where the first record of all begins
    /// @param topHasQuotes whether there are quotes at the top of the file
    long find(BlockBytes bytes, long place, int fields, long start, boolean topHasQuotes)
            throws IOException {
        if (place <= start) {
            return start;
        }
        for (int size = windowBytes; ; size = Math.min(size * 4, UnitSizes.WINDOW_BYTES_MAX)) {
            Window window = window(bytes, place, start, size);
            if (window == null) {
                return UNDECIDED;
            }
            long found = decide(window, place, fields, topHasQuotes);
            if (found != UNDECIDED || window.toEnd || size >= UnitSizes.WINDOW_BYTES_MAX) {
                return found;
            }
        }
    }

    /// Some bytes of the file, of which the first stands in or out of quotes, but not after a quote
    /// that may be half of two, nor between CR and LF.
    ///
    /// @param start where they begin in `bytes`, behind room for a byte
    /// @param from where they begin in the file
    /// @param before the byte before them
    /// @param certain whether they begin the file's first record
    /// @param toEnd whether the file ends with them
    private record Window(
            byte[] bytes,
            int start,
            int end,
            long from,
            byte before,
            boolean certain,
            boolean toEnd) {}

    private Window window(BlockBytes bytes, long place, long start, int size) throws IOException {
        long back = Math.max(start, place - BACK_BYTES);
        int wanted = Math.toIntExact(place - back) + size;
        if (room.length < wanted + 1) {
            room = new byte[wanted + 1];
        }
        int read = bytes.fill(back, room, 1, wanted);
        int at = 1 + (int) Math.min(place - back, read);
        while (at > 1 && (room[at - 1] == '\r' || isQuoting(room[at - 1]))) {
            at--;
        }
        if (at == 1 && back > start) {
            return null;
        }
        return new Window(
                room,
                at,
                1 + read,
                back + at - 1,
                at == 1 ? (byte) '\n' : room[at - 1],
                at == 1,
                back + read >= bytes.size());
    }

    private boolean isQuoting(byte b) {
        return b == dialect.quote() || b == dialect.escape();
    }

    private long decide(Window window, long place, int fields, boolean topHasQuotes)
            throws IOException {
        int quote = dialect.quote() < 0 ? window.end : window.start;
        while (quote < window.end && window.bytes[quote] != dialect.quote()) {
            quote++;
        }
        boolean quoteInSight = quote < window.end;
        if (window.certain || dialect.quote() < 0 || !quoteInSight && !topHasQuotes) {
            return reading(window, place, fields, false, 0);
        }
        firstQuote = window.from + quote - window.start;
        long quoted = reading(window, place, fields, true, Integer.MAX_VALUE);
        long quotedLast = last;
        long plain =
                reading(
                        window,
                        place,
                        fields,
                        false,
                        quoted == REFUTED ? RECORDS_PERSUASIVE : Integer.MAX_VALUE);
        if (quoted == REFUTED && plain == REFUTED) {
            return UNDECIDED;
        }
        if (quoted == REFUTED || plain == REFUTED) {
            return Math.max(quoted, plain);
        }
        if (quoted == plain) {
            return plain;
        }
        boolean alike = !quoteInSight || last == quotedLast;
        return alike && fields > 1 && persuasive >= RECORDS_PERSUASIVE ? plain : UNDECIDED;
    }

    private long firstQuote;

    /// Of the records that the last reading checked those that begin before the first quote, the
    /// last of them not counted.
    private int persuasive;

    /// Where the last record began that the last reading came upon.
    private long last;

    /// Where the first record begins if the window begins in quotes, or if it does not;
    /// [#UNDECIDED] if that is out of sight; [#REFUTED] if it cannot be so.
    ///
    /// @param fields how many each record must have
    /// @param enough how many whole records are checked; 0 to believe it
    private long reading(Window window, long place, int fields, boolean quoted, int enough)
            throws IOException {
        boolean whole = !quoted && window.before == '\n';
        boolean prefixed = quoted || !whole && window.before != dialect.delimiter();
        int start = prefixed ? window.start - 1 : window.start;
        window.bytes[window.start - 1] = quoted ? (byte) dialect.quote() : filler;
        records.restart(
                new ByteArrayInputStream(window.bytes, start, window.end - start),
                window.from + start - window.start,
                0);
        int checked = 0;
        persuasive = 0;
        long found = UNDECIDED;
        while (records.next()) {
            last = records.offset();
            persuasive = last <= firstQuote ? checked : persuasive;
            if (whole && found == UNDECIDED && records.offset() >= place) {
                found = records.offset();
            }
            if (found != UNDECIDED && checked >= enough) {
                return found;
            }
            if (records.isAtEnd() && !window.toEnd) {
                return found; // the record may go on
            }
            if (enough > 0) {
                if (records.problem() != null
                        || whole
                                && !CsvRows.isNoRow(records, fields)
                                && records.fields() != fields) {
                    return REFUTED;
                }
                checked += whole ? 1 : 0;
            }
            whole = true;
        }
        return found == UNDECIDED && window.toEnd ? records.offset() : found;
    }
}
