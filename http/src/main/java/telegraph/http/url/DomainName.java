package telegraph.http.url;

import java.text.Normalizer;
import java.util.Locale;

/// Names of hosts in other letters than ASCII, written in ASCII: the steps of UTS 46 without
/// transition that the JDK has the tables for, then Punycode (RFC 3492).
///
/// `java.net.IDN` follows the older IDNA 2003, by which `ß` becomes `ss` and so leads to another
/// host than in a browser. What is left out here is the refusal of letters that UTS 46 does not
/// allow: such names are not found by any name server.
///
/// Threads: any.
final class DomainName {
    private static final int BASE = 36;
    private static final int T_MIN = 1;
    private static final int T_MAX = 26;
    private static final int SKEW = 38;
    private static final int DAMP = 700;
    private static final int FIRST_BIAS = 72;
    private static final int FIRST_CODE = 128;

    /// The longest label, in letters: more are never found.
    private static final int LABEL_MAX = 63;

    private static final char IDEOGRAPHIC_STOP = '\u3002';
    private static final char UNKNOWN = '\uFFFD';
    private static final int SHARP_S = 0xDF;
    private static final int SHARP_S_CAPITAL = 0x1E9E;

    private DomainName() {}

    /// The name in ASCII; empty if it is no name.
    static String toAscii(String name) {
        if (name.length() > Url.LENGTH_MAX || name.indexOf(UNKNOWN) >= 0) {
            return "";
        }
        StringBuilder ascii = new StringBuilder();
        String mapped = mapped(name);
        int start = 0;
        while (start <= mapped.length()) {
            int dot = mapped.indexOf('.', start);
            int end = dot < 0 ? mapped.length() : dot;
            if (start > 0) {
                ascii.append('.');
            }
            if (!append(mapped.substring(start, end), ascii)) {
                return "";
            }
            start = end + 1;
        }
        return ascii.toString();
    }

    /// Small letters in the form that is one for all that look the same.
    private static String mapped(String name) {
        StringBuilder kept = new StringBuilder();
        name.codePoints()
                .filter(c -> !isIgnored(c))
                .map(c -> c == SHARP_S_CAPITAL ? SHARP_S : c)
                .forEach(kept::appendCodePoint);
        String form = Normalizer.normalize(kept, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(form, Normalizer.Form.NFKC).replace(IDEOGRAPHIC_STOP, '.');
    }

    /// Soft hyphen, word joiners, variation selectors: what UTS 46 leaves out.
    private static boolean isIgnored(int c) {
        return c == 0xAD
                || c == 0x34F
                || c == 0x200B
                || c == 0x2060
                || c == 0x2064
                || c == 0xFEFF
                || c >= 0x180B && c <= 0x180F
                || c >= 0xFE00 && c <= 0xFE0F
                || c >= 0xE0100 && c <= 0xE01EF;
    }

    private static boolean append(String label, StringBuilder to) {
        int[] codes = label.codePoints().toArray();
        if (codes.length > LABEL_MAX) {
            return false;
        }
        boolean ascii = true;
        for (int code : codes) {
            ascii &= code < FIRST_CODE;
        }
        if (ascii) {
            to.append(label);
        } else {
            encode(codes, to.append("xn--"));
        }
        return true;
    }

    /// Punycode: the ASCII letters, then for all others, from the smallest on, how many steps of a
    /// counter lie between it and the one before.
    private static void encode(int[] codes, StringBuilder to) {
        int handled = 0;
        for (int code : codes) {
            if (code < FIRST_CODE) {
                to.append((char) code);
                handled++;
            }
        }
        if (handled > 0) {
            to.append('-');
        }
        int ascii = handled;
        int next = FIRST_CODE;
        int delta = 0;
        int bias = FIRST_BIAS;
        while (handled < codes.length) {
            int smallest = Integer.MAX_VALUE;
            for (int code : codes) {
                smallest = code >= next ? Math.min(smallest, code) : smallest;
            }
            delta += (smallest - next) * (handled + 1);
            next = smallest;
            for (int code : codes) {
                if (code < next) {
                    delta++;
                } else if (code == next) {
                    number(delta, bias, to);
                    bias = adapted(delta, handled + 1, handled == ascii);
                    delta = 0;
                    handled++;
                }
            }
            delta++;
            next++;
        }
    }

    private static void number(int delta, int bias, StringBuilder to) {
        int rest = delta;
        for (int k = BASE; ; k += BASE) {
            int threshold = Math.clamp(k - bias, T_MIN, T_MAX);
            if (rest < threshold) {
                to.append(digit(rest));
                return;
            }
            to.append(digit(threshold + (rest - threshold) % (BASE - threshold)));
            rest = (rest - threshold) / (BASE - threshold);
        }
    }

    private static char digit(int value) {
        return (char) (value < 26 ? 'a' + value : '0' + value - 26);
    }

    private static int adapted(int delta, int count, boolean first) {
        int rest = first ? delta / DAMP : delta / 2;
        rest += rest / count;
        int k = 0;
        while (rest > (BASE - T_MIN) * T_MAX / 2) {
            rest /= BASE - T_MIN;
            k += BASE;
        }
        return k + (BASE - T_MIN + 1) * rest / (rest + SKEW);
    }
}
