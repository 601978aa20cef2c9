package telegraph.sources.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Numbers and dates out of eight bytes at once, within a word.
///
/// A word is eight bytes of text, the first in its lowest byte. The usual forms alone are read
/// here; whoever is told that a text is none of them asks [NumberScanner] or [TimeScanner], who
/// know all. (Lamport, *Multiple byte processing with full-word instructions*, 1975; Lemire,
/// *Number parsing at a gigabyte per second*, 2021.)
///
/// Threads: any.
public final class Digits {
    /// Bytes that must be readable before a number, whatever they are.
    public static final int BEFORE_BYTES = 16;

    /// No number or date is this one, so it says that a text is none.
    public static final long NONE = Long.MIN_VALUE;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x80 * ONES;
    private static final long ZEROS = '0' * ONES;

    /// Added to a byte below 0x80, sets its high bit if it is beyond 9.
    private static final long BEYOND_NINE = 0x76 * ONES;

    private static final long POINTS = ('.' ^ '0') * ONES;
    private static final int SEVEN_DIGITS = 10_000_000;
    private static final int EIGHT_DIGITS = 100_000_000;

    /// `0000-00-`: a date taken together with this is digits where digits were, and zero between.
    private static final long DATE = ZEROS ^ (('-' ^ '0') * (1L << 32 | 1L << 56));

    private static final long HYPHENS = 0xffL << 32 | 0xffL << 56;
    private static final int YEAR_FIRST = 1800;
    private static final int YEARS = 400;

    /// For each month from that of [#YEAR_FIRST] on its first day, counted from 1970-01-01.
    private static final int[] MONTHS = new int[YEARS * 12 + 1];

    static {
        for (int i = 0; i < MONTHS.length; i++) {
            MONTHS[i] =
                    (int) java.time.LocalDate.of(YEAR_FIRST + i / 12, 1 + i % 12, 1).toEpochDay();
        }
    }

    private Digits() {}

    private static long word(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /// Whether every byte is at most 9.
    private static boolean areDigits(long word) {
        return ((word + BEYOND_NINE | word) & HIGH) == 0;
    }

    /// Eight digits as a number, by adding neighbours, then pairs, then pairs of pairs.
    private static long number(long digits) {
        long pairs = digits * 10 + (digits >>> 8);
        return ((pairs & 0x000000ff000000ffL) * 0x000f424000000064L
                        + (pairs >>> 16 & 0x000000ff000000ffL) * 0x0000271000000001L)
                >>> 32;
    }

    /// A number of 1 to 16 digits without sign, or [#NONE] for any other text.
    public static long whole(byte[] bytes, int start, int end) {
        int length = end - start;
        if (length <= 8) {
            if (length <= 0) {
                return NONE;
            }
            long word = (word(bytes, end - 8) ^ ZEROS) & -1L << 64 - 8 * length;
            return areDigits(word) ? number(word) : NONE;
        }
        if (length > 16) {
            return NONE;
        }
        long word = word(bytes, end - 8) ^ ZEROS;
        long front = (word(bytes, end - 16) ^ ZEROS) & -1L << 128 - 8 * length;
        return areDigits(word) && areDigits(front)
                ? number(front) * EIGHT_DIGITS + number(word)
                : NONE;
    }

    /// A number of 1 to 15 digits without sign, with a point among the last seven or none, as if
    /// there was no point, times 8, plus how many digits follow it; or [#NONE] for any other text.
    public static long fraction(byte[] bytes, int start, int end) {
        int length = end - start;
        if (length < 2 || length > 16) {
            return length == 1 ? scaled(whole(bytes, start, end)) : NONE;
        }
        long word = word(bytes, end - 8) ^ ZEROS;
        long front = 0;
        if (length < 8) {
            word &= -1L << 64 - 8 * length;
        } else if (length > 8) {
            front = (word(bytes, end - 16) ^ ZEROS) & -1L << 128 - 8 * length;
        }
        long points = word ^ POINTS;
        points = ~((points & ~HIGH) + ~HIGH | points) & HIGH;
        if (points == 0) {
            return length == 16 ? NONE : scaled(whole(bytes, start, end));
        }
        // The bits from the lowest of the point's byte on.
        long from = (points & -points) >>> 7;
        long before = word & from - 1;
        long after = word & -(from << 8);
        long digits = before << 8 | after;
        if (!areDigits(digits) || !areDigits(front)) {
            return NONE;
        }
        int scale = Long.numberOfLeadingZeros(points & -points) >>> 3;
        return (number(front) * SEVEN_DIGITS + number(digits)) << 3 | scale;
    }

    private static long scaled(long whole) {
        return whole == NONE ? NONE : whole << 3;
    }

    /// The days from 1970-01-01 to a date written `yyyy-mm-dd`, or [#NONE] for any other text and
    /// for dates of long ago or far away.
    public static long date(byte[] bytes, int start, int end) {
        if (end - start != 10) {
            return NONE;
        }
        long word = word(bytes, start) ^ DATE;
        int tens = bytes[end - 2] - '0';
        int ones = bytes[end - 1] - '0';
        if (!areDigits(word) || (word & HYPHENS) != 0 || (tens | ones | 9 - tens | 9 - ones) < 0) {
            return NONE;
        }
        long pairs = word * 10 + (word >>> 8);
        int year = (int) (pairs & 0xff) * 100 + (int) (pairs >>> 16 & 0xff) - YEAR_FIRST;
        int month = (int) (pairs >>> 40 & 0xff) - 1;
        int day = tens * 10 + ones - 1;
        if ((year | YEARS - 1 - year | month | 11 - month | day) < 0) {
            return NONE;
        }
        int first = MONTHS[year * 12 + month];
        return day < MONTHS[year * 12 + month + 1] - first ? first + day : NONE;
    }
}
