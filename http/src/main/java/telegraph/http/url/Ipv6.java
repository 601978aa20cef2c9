package telegraph.http.url;

/// One address of IPv6, read and written as RFC 5952 wants it.
///
/// Threads: one.
final class Ipv6 {
    private static final int PIECES = 8;

    private final int[] pieces = new int[PIECES];

    /// Takes the address in `in[start, end)`, without brackets; says whether it is one.
    boolean parse(byte[] in, int start, int end) {
        int count = 0;
        int gap = -1;
        int at = start;
        if (isAt(in, at, end, ':')) {
            if (!isAt(in, at + 1, end, ':')) {
                return false;
            }
            at += 2;
            gap = 0;
        }
        while (at < end) {
            if (count == PIECES) {
                return false;
            }
            if (in[at] == ':') {
                if (gap >= 0) {
                    return false;
                }
                at++;
                gap = count;
                continue;
            }
            int digits = digits(in, at, end);
            if (isAt(in, at + digits, end, '.')) {
                return count <= PIECES - 2 && isTail(in, at, end, count) && spread(count + 2, gap);
            }
            pieces[count++] = piece(in, at, at + digits);
            at += digits;
            if (at == end) {
                break;
            }
            if (digits == 0 || in[at] != ':' || at + 1 == end) {
                return false;
            }
            at++;
        }
        return spread(count, gap);
    }

    private static boolean isAt(byte[] in, int at, int end, char octet) {
        return at < end && in[at] == octet;
    }

    private static int digits(byte[] in, int start, int end) {
        int at = start;
        while (at < end && at - start < 4 && Octet.hex(in[at]) >= 0) {
            at++;
        }
        return at - start;
    }

    private static int piece(byte[] in, int start, int end) {
        int piece = 0;
        for (int i = start; i < end; i++) {
            piece = piece << 4 | Octet.hex(in[i]);
        }
        return piece;
    }

    /// Takes the last two pieces from four decimal numbers.
    private boolean isTail(byte[] in, int start, int end, int count) {
        int at = start;
        int address = 0;
        for (int part = 0; part < 4; part++) {
            if (part > 0 && !isAt(in, at++, end, '.')) {
                return false;
            }
            int first = at;
            int value = 0;
            while (at < end && Octet.isDigit(in[at]) && value < 256) {
                value = value * 10 + in[at++] - '0';
            }
            boolean leadingZero = at - first > 1 && in[first] == '0';
            if (at == first || value > 255 || leadingZero) {
                return false;
            }
            address = address << 8 | value;
        }
        pieces[count] = address >>> 16;
        pieces[count + 1] = address & 0xFFFF;
        return at == end;
    }

    /// Puts zeros in the gap.
    private boolean spread(int count, int gap) {
        if (gap < 0) {
            return count == PIECES;
        }
        if (count == PIECES) {
            return false;
        }
        int moved = count - gap;
        System.arraycopy(pieces, gap, pieces, PIECES - moved, moved);
        for (int i = gap; i < PIECES - moved; i++) {
            pieces[i] = 0;
        }
        return true;
    }

    /// Writes the address in brackets and returns the offset behind it.
    int write(byte[] out, int at) {
        int zeros = 1;
        int gap = -1;
        for (int i = 0; i < PIECES; i++) {
            int run = 0;
            while (i + run < PIECES && pieces[i + run] == 0) {
                run++;
            }
            if (run > zeros) {
                zeros = run;
                gap = i;
            }
        }
        int n = at;
        out[n++] = '[';
        for (int i = 0; i < PIECES; i++) {
            if (i == gap) {
                out[n++] = ':';
                if (i == 0) {
                    out[n++] = ':';
                }
                i += zeros - 1;
                continue;
            }
            n = Octet.hexadecimal(pieces[i], out, n);
            if (i < PIECES - 1) {
                out[n++] = ':';
            }
        }
        out[n++] = ']';
        return n;
    }
}
