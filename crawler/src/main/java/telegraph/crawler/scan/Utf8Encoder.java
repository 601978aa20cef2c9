package telegraph.crawler.scan;

/// Characters as UTF-8, one at a time.
///
/// Threads: any.
final class Utf8Encoder {
    static final int LONGEST = 4;
    static final int REPLACEMENT = 0xFFFD;

    private Utf8Encoder() {}

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
