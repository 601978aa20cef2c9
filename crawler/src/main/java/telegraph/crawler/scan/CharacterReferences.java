package telegraph.crawler.scan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Character references such as `&amp;`, `&eacute` and `&#x2F;` (WHATWG, *HTML*, sections 13.2.5.72
/// and 13.5).
///
/// All names of the standard are known. They stand in the resource `character-references.txt`, one
/// meaning a line: its one or two characters in hexadecimal digits, then its names, with `?` behind
/// those that may stand without a semicolon.
///
/// In memory a name is found by its hash, in a table that is at most half full, and compared with
/// the letters that are kept in one array; so reading one makes no garbage.
///
/// Threads: one; the tables, which never change, are for all.
final class CharacterReferences {
    private static final int REPLACEMENT = 0xFFFD;
    private static final int NAME_MAX = 31;
    private static final int OLD_NAME_MAX = 6;
    private static final int SLOT_BITS = 12;
    private static final int SLOTS = 1 << SLOT_BITS;

    /// A meaning: the first character, the second shifted, and whether it needs no semicolon.
    private static final int SECOND_SHIFT = 24;

    private static final long CODE_MASK = (1L << SECOND_SHIFT) - 1;
    private static final long OLD = 1L << 62;

    /// Letters of all names, one after the other, and where in them the name of a slot is.
    private static final byte[] LETTERS;

    private static final int[] STARTS = new int[SLOTS];
    private static final int[] LENGTHS = new int[SLOTS];
    private static final long[] MEANINGS = new long[SLOTS];

    /// What Windows means by the codes from 128 to 159, 0 for itself.
    private static final String WINDOWS =
            "\u20AC\0\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\0\u017D\0"
                    + "\0\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\0"
                    + "\u017E\u0178";

    static {
        String[] lines = table().split("\n");
        byte[] letters = new byte[SLOTS * NAME_MAX];
        int end = 0;
        for (String line : lines) {
            String[] words = line.split(" ");
            for (int i = 1; i < words.length; i++) {
                boolean old = words[i].endsWith("?");
                byte[] name = words[i].getBytes(StandardCharsets.US_ASCII);
                int length = name.length - (old ? 1 : 0);
                System.arraycopy(name, 0, letters, end, length);
                int slot = slot(hash(name, 0, length), letters, end, length, letters);
                STARTS[slot] = end;
                LENGTHS[slot] = length;
                MEANINGS[slot] = meaning(words[0]) | (old ? OLD : 0);
                end += length;
            }
        }
        LETTERS = Arrays.copyOf(letters, end);
    }

    private int code;
    private int second;

    /// The standard's names and what they mean.
    static String table() {
        try (InputStream table =
                CharacterReferences.class.getResourceAsStream("character-references.txt")) {
            return new String(table.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("a class has its resources beside it", e);
        }
    }

    private static long meaning(String codes) {
        int plus = codes.indexOf('+');
        return plus < 0
                ? Long.parseLong(codes, 16)
                : Long.parseLong(codes, 0, plus, 16)
                        | Long.parseLong(codes, plus + 1, codes.length(), 16) << SECOND_SHIFT;
    }

    private static int hash(byte[] a, int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = next(hash, a[i]);
        }
        return hash;
    }

    private static int next(int hash, byte letter) {
        return hash * 31 + letter;
    }

    /// Where a name is, or else the empty slot where it would be.
    private static int slot(int hash, byte[] a, int start, int length, byte[] letters) {
        int slot = hash * 0x9E3779B1 >>> Integer.SIZE - SLOT_BITS;
        while (LENGTHS[slot] != 0
                && !Arrays.equals(
                        letters,
                        STARTS[slot],
                        STARTS[slot] + LENGTHS[slot],
                        a,
                        start,
                        start + length)) {
            slot = slot + 1 & SLOTS - 1;
        }
        return slot;
    }

    /// The character of the reference that was read last, or the first of two.
    int code() {
        return code;
    }

    /// The second character of the reference that was read last; 0 if it has one.
    int second() {
        return second;
    }

    /// Writes what the reference that was read last stands for, and returns the offset behind it.
    int write(byte[] to, int start) {
        int at = Utf8Encoder.write(code, to, start);
        return second == 0 ? at : Utf8Encoder.write(second, to, at);
    }

    /// Reads the reference whose `&` is at an offset; returns its length, or 0 if it is none and
    /// the `&` stands for itself.
    int read(byte[] a, int at, int end, boolean inAttribute) {
        if (at + 1 >= end) {
            return 0;
        }
        if (a[at + 1] == '#') {
            return number(a, at, end);
        }
        return Ascii.isLetter(a[at + 1]) ? name(a, at, end, inAttribute) : 0;
    }

    private int number(byte[] a, int start, int end) {
        int at = start + 2;
        boolean hex = at < end && (a[at] | 0x20) == 'x';
        if (hex) {
            at++;
        }
        int first = at;
        int value = 0;
        for (int digit; at < end && (digit = digit(a[at], hex)) >= 0; at++) {
            value = Math.min(Character.MAX_CODE_POINT + 1, value * (hex ? 16 : 10) + digit);
        }
        if (at == first) {
            return 0;
        }
        code = meant(value);
        second = 0;
        return (at < end && a[at] == ';' ? at + 1 : at) - start;
    }

    private static int digit(byte octet, boolean hex) {
        if (Ascii.isDigit(octet)) {
            return octet - '0';
        }
        int small = octet | 0x20;
        return hex && small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
    }

    private static int meant(int value) {
        boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
        if (value == 0 || value > Character.MAX_CODE_POINT || surrogate) {
            return REPLACEMENT;
        }
        if (value >= 128 && value < 160 && WINDOWS.charAt(value - 128) != 0) {
            return WINDOWS.charAt(value - 128);
        }
        return value;
    }

    private int name(byte[] a, int start, int end, boolean inAttribute) {
        int first = start + 1;
        int stop = Math.min(end, first + NAME_MAX);
        int at = first;
        int old = first;
        long oldMeaning = 0;
        int hash = 0;
        while (at < stop && Ascii.isLetterOrDigit(a[at])) {
            hash = next(hash, a[at++]);
            if (at - first <= OLD_NAME_MAX) {
                long found = MEANINGS[slot(hash, a, first, at - first, LETTERS)];
                if ((found & OLD) != 0) {
                    old = at;
                    oldMeaning = found;
                }
            }
        }
        if (at < end && a[at] == ';') {
            long found = MEANINGS[slot(hash, a, first, at - first, LETTERS)];
            if (found != 0) {
                means(found);
                return at + 1 - start;
            }
        }
        boolean literal =
                inAttribute && old < end && (a[old] == '=' || Ascii.isLetterOrDigit(a[old]));
        if (old == first || literal) {
            return 0;
        }
        means(oldMeaning);
        return old - start;
    }

    private void means(long meaning) {
        code = (int) (meaning & CODE_MASK);
        second = (int) (meaning >>> SECOND_SHIFT & CODE_MASK);
    }
}
