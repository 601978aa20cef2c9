package telegraph.crawler.scan;

/// UTF-8, one character at a time.
///
/// Threads: any.
final class Utf8 {
    static final int LONGEST = 4;
    static final int REPLACEMENT = 0xFFFD;

    private Utf8() {}

    /// The length of the character that begins at an offset, or 0 if what is there is not UTF-8.
    static int length(byte[] a, int at, int end) {
        int lead = a[at];
        if (lead >= 0) {
            return 1;
        }
        if (at + 1 >= end || !isMore(a[at + 1])) {
            return 0;
        }
        int second = a[at + 1] & 0xFF;
        lead &= 0xFF;
        if (lead >= 0xC2 && lead < 0xE0) {
            return 2;
        }
        if (at + 2 >= end || !isMore(a[at + 2])) {
            return 0;
        }
        if (lead >= 0xE0 && lead < 0xF0) {
            boolean overlong = lead == 0xE0 && second < 0xA0;
            boolean surrogate = lead == 0xED && second >= 0xA0;
            return overlong || surrogate ? 0 : 3;
        }
        if (at + 3 >= end || !isMore(a[at + 3])) {
            return 0;
        }
        boolean overlong = lead == 0xF0 && second < 0x90;
        boolean tooHigh = lead == 0xF4 && second >= 0x90;
        return lead >= 0xF0 && lead <= 0xF4 && !overlong && !tooHigh ? 4 : 0;
    }

    private static boolean isMore(byte octet) {
        return octet < (byte) 0xC0;
    }

    /// Whether all of `a[start, end)` is UTF-8.
    static boolean isValid(byte[] a, int start, int end) {
        int at = Ascii.asciiEnd(a, start, end);
        while (at < end) {
            int length = length(a, at, end);
            if (length == 0) {
                return false;
            }
            at += length;
            if (at < end && a[at] >= 0) {
                at = Ascii.asciiEnd(a, at, end);
            }
        }
        return true;
    }

    /// Writes a character and returns the offset behind it.
    static int write(int code, byte[] to, int start) {
        int at = start;
        if (code < 0x80) {
            to[at++] = (byte) code;
            return at;
        }
        if (code < 0x800) {
            to[at++] = (byte) (0xC0 | code >> 6);
        } else {
            if (code < 0x10000) {
                to[at++] = (byte) (0xE0 | code >> 12);
            } else {
                to[at++] = (byte) (0xF0 | code >> 18);
                to[at++] = (byte) (0x80 | code >> 12 & 0x3F);
            }
            to[at++] = (byte) (0x80 | code >> 6 & 0x3F);
        }
        to[at++] = (byte) (0x80 | code & 0x3F);
        return at;
    }
}
