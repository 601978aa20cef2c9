package telegraph.sources.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Tells which of 64 bytes may end a field or open one: the delimiter, the quote and all control
/// characters up to CR.
///
/// Eight bytes are compared at once within a word, and the high bits that remain are gathered by
/// one multiplication, so that the loop over fields has nothing to do with bytes in between.
/// (Lamport, *Multiple byte processing with full-word instructions*, 1975; Langdale and Lemire,
/// *Parsing gigabytes of JSON per second*, 2019.)
///
/// Threads: any.
final class CsvMarks {
    /// How many bytes are looked at together.
    static final int BYTES = 64;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long LOW = 0x7f * ONES;
    private static final long HIGH = 0x80 * ONES;

    /// Added to a byte without its high bit, sets that bit if the byte is beyond CR.
    private static final long BEYOND_CR = (0x80 - '\r' - 1) * ONES;

    /// Moves the lowest bit of each byte to the highest byte.
    private static final long GATHER = 0x0102040810204080L;

    private final long delimiters;
    private final long quotes;

    CsvMarks(CsvDialect dialect) {
        this.delimiters = dialect.delimiter() * ONES;
        this.quotes = (dialect.quote() < 0 ? dialect.delimiter() : dialect.quote()) * ONES;
    }

    /// A bit for each of the bytes from `at` on, the first one's the lowest.
    long of(byte[] bytes, int at) {
        long marks = 0;
        for (int i = 0; i < BYTES; i += 8) {
            long word = (long) LONGS.get(bytes, at + i);
            long control = ((word & LOW) + BEYOND_CR) | word;
            long delimiter = nonZero(word ^ delimiters);
            long quote = nonZero(word ^ quotes);
            long hits = ~(control & delimiter & quote) & HIGH;
            marks |= ((hits >>> 7) * GATHER >>> 56) << i;
        }
        return marks;
    }

    /// The high bit of each byte that is not zero; the other bits mean nothing.
    private static long nonZero(long word) {
        return ((word & LOW) + LOW) | word;
    }
}
