package telegraph.crawler.scan;

import java.nio.charset.Charset;
import telegraph.http.Octets;

/// The transcoder of a charset in which an octet is a character, and the lower half is ASCII.
///
/// Threads: any.
final class SingleTranscoder implements Transcoder {
    /// The longest character of such a charset in UTF-8.
    private static final int LONGEST = 3;

    private final char[] upper = new char[128];
    private final Charset charset;

    SingleTranscoder(Charset charset) {
        this.charset = charset;
        byte[] octet = new byte[1];
        for (int i = 0; i < upper.length; i++) {
            octet[0] = (byte) (128 + i);
            char c = new String(octet, charset).charAt(0);
            boolean control = c == Utf8Encoder.REPLACEMENT && i < 32;
            upper[i] = control ? (char) (128 + i) : c;
        }
    }

    @Override
    public Charset charset() {
        return charset;
    }

    @Override
    public void append(byte[] a, int start, int end, Octets to) {
        int at = start;
        while (at < end) {
            int foreign = Ascii.asciiEnd(a, at, end);
            to.append(a, at, foreign);
            at = foreign;
            while (at < end && a[at] < 0) {
                int length = to.length();
                byte[] into = to.room(LONGEST).array();
                to.length(Utf8Encoder.write(upper[a[at] & 0x7F], into, length));
                at++;
            }
        }
    }
}
