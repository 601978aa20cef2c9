package telegraph.http.url;

/// Addresses of IPv4 as browsers read them: one to four numbers, decimal, octal or hexadecimal, of
/// which the last fills what the others leave (WHATWG, *URL*, section 3.5).
///
/// Threads: any.
final class Ipv4 {
    private static final int REFUSED = -1;
    private static final int PARTS = 4;

    /// More than any part may be.
    private static final long TOO_MUCH = 1L << 40;

    private Ipv4() {}

    /// Makes a host in `host[start, end)` normal if it is an address, and leaves a name as it is;
    /// an address needs room for 15 octets.
    ///
    /// Returns the offset behind it, or a negative number if it looks like an address and is none.
    static int normal(byte[] host, int start, int end) {
        int stop = host[end - 1] == '.' ? end - 1 : end;
        int last = stop;
        while (last > start && host[last - 1] != '.') {
            last--;
        }
        if (last == stop || !Octet.isDigit(host[last])) {
            return end;
        }
        if (!isDigits(host, last, stop) && number(host, last, stop) < 0) {
            return end;
        }
        long address = address(host, start, stop);
        if (address < 0) {
            return REFUSED;
        }
        int n = start;
        for (int shift = 24; shift >= 0; shift -= 8) {
            n = Octet.decimal((int) (address >> shift & 0xFF), host, n);
            if (shift > 0) {
                host[n++] = '.';
            }
        }
        return n;
    }

    private static long address(byte[] host, int start, int end) {
        long address = 0;
        int at = start;
        for (int part = 0; part < PARTS; part++) {
            int dot = at;
            while (dot < end && host[dot] != '.') {
                dot++;
            }
            long value = number(host, at, dot);
            boolean isLast = dot == end;
            int bits = isLast ? 8 * (PARTS - part) : 8;
            if (value < 0 || value >= 1L << bits) {
                return REFUSED;
            }
            if (isLast) {
                return address | value;
            }
            address |= value << 8 * (PARTS - 1 - part);
            at = dot + 1;
        }
        return REFUSED;
    }

    private static boolean isDigits(byte[] host, int start, int end) {
        for (int i = start; i < end; i++) {
            if (!Octet.isDigit(host[i])) {
                return false;
            }
        }
        return true;
    }

    /// The value of a number, [#TOO_MUCH] at most, or a negative one if it is none.
    private static long number(byte[] host, int start, int end) {
        if (start == end) {
            return REFUSED;
        }
        int radix = 10;
        int at = start;
        if (end - at > 1 && host[at] == '0') {
            boolean hex = host[at + 1] == 'x';
            radix = hex ? 16 : 8;
            at += hex ? 2 : 1;
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = Octet.hex(host[at]);
            if (digit < 0 || digit >= radix) {
                return REFUSED;
            }
            value = Math.min(TOO_MUCH, value * radix + digit);
        }
        return value;
    }
}
