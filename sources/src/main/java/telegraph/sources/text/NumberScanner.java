package telegraph.sources.text;

import java.nio.charset.StandardCharsets;

/// Reads numbers from ASCII bytes without making objects; the last value read is in its fields.
///
/// A decimal fraction of at most 19 digits and a small exponent becomes a double by one exact
/// multiplication or division (Clinger, *How to Read Floating Point Numbers Accurately*, 1990); the
/// rest goes through the JDK's parser, so that every value is the nearest double.
///
/// Threads: one.
public final class NumberScanner {
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };
    private static final int POWER_MAX = 22;
    private static final long EXACT_MAX = 1L << 53;

    /// So many digits fit 64 bits, whatever they are.
    public static final int DIGITS_MAX = 18;

    private static final long[] WHOLE_POWERS = new long[DIGITS_MAX + 1];

    static {
        WHOLE_POWERS[0] = 1;
        for (int i = 1; i < WHOLE_POWERS.length; i++) {
            WHOLE_POWERS[i] = WHOLE_POWERS[i - 1] * 10;
        }
    }

    public long integer;
    public double real;

    /// Whether [#real] is about the number that was read, which may be too large for a double, or
    /// too small.
    boolean fits;

    /// Of a fraction how many digits follow its point.
    int scale;

    private boolean negative;

    /// 10 to the `exponent`, which is at most [#DIGITS_MAX].
    public static long power(int exponent) {
        return WHOLE_POWERS[exponent];
    }

    /// A number of digits with a point so far from their end as the nearest double.
    ///
    /// @param digits at most 2^53
    public static double real(long digits, int scale) {
        return digits / POWERS[scale];
    }

    /// Reads an optional sign and digits that fit 64 bits into [#integer].
    public boolean scanInteger(byte[] bytes, int start, int end) {
        int at = start;
        boolean below = false;
        if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
            below = bytes[at++] == '-';
        }
        if (at == end) {
            return false;
        }
        // Counted downwards, since the negative range is the larger one.
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            if (value < -922337203685477580L) {
                return false;
            }
            value = value * 10 - digit;
            if (value > 0) {
                return false;
            }
        }
        if (!below && value == Long.MIN_VALUE) {
            return false;
        }
        integer = below ? value : -value;
        return true;
    }

    /// Whether the bytes are an optional sign and digits, of any length.
    public static boolean isInteger(byte[] bytes, int start, int end) {
        int at = start;
        if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
            at++;
        }
        if (at == end) {
            return false;
        }
        for (; at < end; at++) {
            if (bytes[at] < '0' || bytes[at] > '9') {
                return false;
            }
        }
        return true;
    }

    /// Whether a number is written with zeros before its first digit, as codes are. Whether a
    /// number is written as codes are, with a plus or leading zeros that it would lose.
    public static boolean isCode(byte[] bytes, int start, int end) {
        return bytes[start] == '+' || hasLeadingZero(bytes, start, end);
    }

    public static boolean hasLeadingZero(byte[] bytes, int start, int end) {
        int at = bytes[start] == '-' || bytes[start] == '+' ? start + 1 : start;
        return at + 1 < end && bytes[at] == '0' && bytes[at + 1] >= '0' && bytes[at + 1] <= '9';
    }

    /// Reads an optional sign and at most [#DIGITS_MAX] digits with or without a point into
    /// [#integer], as if there was no point, and [#scale].
    boolean scanFraction(byte[] bytes, int start, int end) {
        if (!scanDigits(bytes, start, end)) {
            return false;
        }
        integer = negative ? -integer : integer;
        return true;
    }

    private boolean scanDigits(byte[] bytes, int start, int end) {
        int at = start;
        negative = at < end && bytes[at] == '-';
        if (negative || at < end && bytes[at] == '+') {
            at++;
        }
        int digits = end - at;
        if (digits > DIGITS_MAX + 1) {
            return false;
        }
        int point = end;
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                value = value * 10 + digit;
            } else if (bytes[at] == '.' && point == end) {
                point = at;
                digits--;
            } else {
                return false;
            }
        }
        integer = value;
        scale = point == end ? 0 : end - 1 - point;
        return digits > 0 && digits <= DIGITS_MAX;
    }

    /// Reads a decimal fraction, with or without exponent, into [#real].
    public boolean scanReal(byte[] bytes, int start, int end) {
        if (scanDigits(bytes, start, end) && integer <= EXACT_MAX) {
            double value = real(integer, scale);
            real = negative ? -value : value;
            fits = true;
            return true;
        }
        return scanAnyReal(bytes, start, end);
    }

    private boolean scanAnyReal(byte[] bytes, int start, int end) {
        int at = start;
        boolean below = false;
        if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
            below = bytes[at++] == '-';
        }
        long mantissa = 0;
        int digits = 0;
        int significant = 0;
        int fraction = 0;
        boolean point = false;
        for (; at < end; at++) {
            byte b = bytes[at];
            if (b == '.' && !point) {
                point = true;
                continue;
            }
            int digit = b - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            digits++;
            if (significant > 0 || digit > 0) {
                significant++;
            }
            if (significant <= DIGITS_MAX) {
                mantissa = mantissa * 10 + digit;
            }
            if (point) {
                fraction++;
            }
        }
        if (digits == 0) {
            return false;
        }
        int exponent = 0;
        if (at < end && (bytes[at] | 0x20) == 'e') {
            if (!scanExponent(bytes, at + 1, end)) {
                return false;
            }
            exponent = (int) integer;
            at = end;
        }
        if (at != end) {
            return false;
        }
        int power = exponent - fraction;
        if (significant <= DIGITS_MAX
                && mantissa <= EXACT_MAX
                && power >= -POWER_MAX
                && power <= POWER_MAX) {
            double value = power < 0 ? mantissa / POWERS[-power] : mantissa * POWERS[power];
            real = below ? -value : value;
            fits = true;
            return true;
        }
        real =
                Double.parseDouble(
                        new String(bytes, start, end - start, StandardCharsets.ISO_8859_1));
        fits = !Double.isInfinite(real) && (real != 0 || significant == 0);
        return true;
    }

    private boolean scanExponent(byte[] bytes, int start, int end) {
        if (!scanInteger(bytes, start, end)) {
            // Digits beyond 64 bits: zero or infinite either way, so a large stand-in will do.
            if (!isInteger(bytes, start, end)) {
                return false;
            }
            integer = bytes[start] == '-' ? -100_000 : 100_000;
        }
        integer = Math.max(-100_000, Math.min(100_000, integer));
        return true;
    }

    /// Reads the words for what is no finite number, `nan`, `inf`, `infinity`, into [#real].
    boolean scanWord(byte[] bytes, int start, int end) {
        boolean below = start < end && bytes[start] == '-';
        int from = below ? start + 1 : start;
        if (AsciiWord.equalsIgnoreCase(bytes, from, end, "nan") && !below) {
            real = Double.NaN;
            fits = true;
            return true;
        }
        if (AsciiWord.equalsIgnoreCase(bytes, from, end, "inf")
                || AsciiWord.equalsIgnoreCase(bytes, from, end, "infinity")) {
            real = below ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            fits = true;
            return true;
        }
        return false;
    }
}
