package telegraph.crawler.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Looks at octets as ASCII, eight at a time where that pays.
///
/// Threads: any.
final class Ascii {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    private Ascii() {}

    /// Where `octet`, which is ASCII, is first in `a[start, end)`, or the end.
    static int find(byte[] a, int start, int end, char octet) {
        long pattern = octet * ONES;
        int at = start;
        for (int last = end - 8; at <= last; at += 8) {
            long x = (long) LONG.get(a, at) ^ pattern;
            long hit = x - ONES & ~x & TOPS;
            if (hit != 0) {
                return at + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        while (at < end && a[at] != octet) {
            at++;
        }
        return at;
    }

    /// Where the first octet that is not ASCII is, or the end.
    static int asciiEnd(byte[] a, int start, int end) {
        int at = start;
        for (int last = end - 8; at <= last; at += 8) {
            long tops = (long) LONG.get(a, at) & TOPS;
            if (tops != 0) {
                return at + (Long.numberOfTrailingZeros(tops) >>> 3);
            }
        }
        while (at < end && a[at] >= 0) {
            at++;
        }
        return at;
    }

    /// Eight octets as a number, the first in its lowest bits.
    static long eight(byte[] a, int at) {
        return (long) LONG.get(a, at);
    }

    static void putEight(long octets, byte[] a, int at) {
        LONG.set(a, at, octets);
    }

    /// Whether one of eight octets is not ASCII.
    static boolean isForeign(long octets) {
        return (octets & TOPS) != 0;
    }

    /// How many of eight octets stand before the first `octet`, which is ASCII; 8 if there is none.
    static int before(long octets, char octet) {
        long x = octets ^ octet * ONES;
        return Long.numberOfTrailingZeros(x - ONES & ~x & TOPS) >>> 3;
    }

    /// The highest bit of each of eight octets that is `octet`, all of them ASCII.
    static long marks(long octets, char octet) {
        long x = octets ^ octet * ONES;
        return TOPS - x & TOPS;
    }

    /// Whether one of eight octets, all of them ASCII, is less than `octet`.
    static boolean hasLess(long octets, char octet) {
        return (octets - octet * ONES & TOPS) != 0;
    }

    /// White space of HTML: tab, line feed, form feed, carriage return, space.
    static boolean isSpace(byte octet) {
        return octet == ' ' || octet == '\n' || octet == '\t' || octet == '\r' || octet == '\f';
    }

    static boolean isLetter(byte octet) {
        int small = octet | 0x20;
        return small >= 'a' && small <= 'z';
    }

    static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    static boolean isLetterOrDigit(byte octet) {
        return isLetter(octet) || isDigit(octet);
    }

    static byte small(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? (byte) (octet | 0x20) : octet;
    }

    /// Whether `a[start, end)` is `word`, which is in small letters, whatever its own letters.
    static boolean is(byte[] a, int start, int end, String word) {
        return end - start == word.length() && startsWith(a, start, end, word);
    }

    static boolean startsWith(byte[] a, int start, int end, String word) {
        if (end - start < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (small(a[start + i]) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether `word`, in small letters, is one of the words between white space and commas.
    static boolean hasWord(byte[] a, int start, int end, String word) {
        int at = start;
        while (at < end) {
            while (at < end && (isSpace(a[at]) || a[at] == ',')) {
                at++;
            }
            int first = at;
            while (at < end && !isSpace(a[at]) && a[at] != ',') {
                at++;
            }
            if (is(a, first, at, word)) {
                return true;
            }
        }
        return false;
    }

    /// The name in `a[start, end)` in small letters as a number: itself if it has eight letters or
    /// fewer, else folded.
    static long name(byte[] a, int start, int end) {
        long name = 0;
        for (int i = start; i < end; i++) {
            name = Long.rotateLeft(name, 8) ^ small(a[i]) & 0xFF;
        }
        return name;
    }

    /// The same of a text.
    static long name(String text) {
        long name = 0;
        for (int i = 0; i < text.length(); i++) {
            name = Long.rotateLeft(name, 8) ^ text.charAt(i);
        }
        return name;
    }
}
