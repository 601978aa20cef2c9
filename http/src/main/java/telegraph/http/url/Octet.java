package telegraph.http.url;

/// What an octet may be where in a URL: the percent-encode sets and forbidden host code points of
/// the URL standard (WHATWG, *URL*, sections 1.3 and 3.1) as one table.
///
/// Threads: any.
final class Octet {
    /// May stand in a path as it is.
    private static final int PATH = 1;

    /// May stand in the query of an http URL as it is.
    private static final int QUERY = 2;

    /// May stand in a host, in small letters.
    private static final int HOST = 4;

    /// May follow the first letter of a scheme.
    private static final int SCHEME = 8;

    private static final byte[] MAY_BE = table();

    private static final byte[] HEX = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
    };

    private Octet() {}

    private static byte[] table() {
        byte[] table = new byte[256];
        for (int c = 0x21; c < 0x7F; c++) {
            boolean letterOrDigit = isLetter((byte) c) || isDigit((byte) c);
            table[c] =
                    (byte)
                            (in("\"#<>?^`{}/\\", c, PATH)
                                    | in("\"#<>'", c, QUERY)
                                    | in("#/:<>?@[\\]^|%", c, HOST)
                                    | (letterOrDigit || "+-.".indexOf(c) >= 0 ? SCHEME : 0));
        }
        return table;
    }

    private static int in(String except, int c, int place) {
        return except.indexOf(c) < 0 ? place : 0;
    }

    static boolean fitsPath(byte octet) {
        return (MAY_BE[octet & 0xFF] & PATH) != 0;
    }

    static boolean fitsQuery(byte octet) {
        return (MAY_BE[octet & 0xFF] & QUERY) != 0;
    }

    static boolean fitsHost(byte octet) {
        return (MAY_BE[octet & 0xFF] & HOST) != 0;
    }

    static boolean fitsScheme(byte octet) {
        return (MAY_BE[octet & 0xFF] & SCHEME) != 0;
    }

    static boolean isSlash(byte octet) {
        return octet == '/' || octet == '\\';
    }

    static boolean isLetter(byte octet) {
        int small = octet | 0x20;
        return small >= 'a' && small <= 'z';
    }

    static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    /// Whether browsers strip it from the ends of a URL: a control character or a space.
    static boolean isBlank(byte octet) {
        return octet >= 0 && octet <= ' ';
    }

    /// Whether browsers drop it wherever it stands.
    static boolean isDropped(byte octet) {
        return octet == '\t' || octet == '\n' || octet == '\r';
    }

    static byte small(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? (byte) (octet | 0x20) : octet;
    }

    /// The value of a hexadecimal digit, or -1.
    static int hex(byte octet) {
        if (isDigit(octet)) {
            return octet - '0';
        }
        int small = octet | 0x20;
        return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
    }

    /// Writes `%XX` at an offset and returns the offset behind it.
    static int encode(byte octet, byte[] to, int at) {
        to[at] = '%';
        to[at + 1] = HEX[octet >> 4 & 0xF];
        to[at + 2] = HEX[octet & 0xF];
        return at + 3;
    }

    /// Writes a number that is not negative and returns the offset behind it.
    static int decimal(int number, byte[] to, int at) {
        int behind = at + 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            behind++;
        }
        int rest = number;
        for (int i = behind - 1; i >= at; i--) {
            to[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return behind;
    }

    /// Writes a number of 16 bits in small hexadecimal digits, without leading zeros.
    static int hexadecimal(int number, byte[] to, int at) {
        int n = at;
        for (int shift = 12; shift >= 0; shift -= 4) {
            if (shift == 0 || number >> shift != 0) {
                to[n++] = small(HEX[number >> shift & 0xF]);
            }
        }
        return n;
    }
}
