package telegraph.crawler.scan;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import telegraph.crawler.Octets;

/// The transcoder of a charset in which characters have several octets, by the JDK's tables.
///
/// Threads: one.
final class LongTranscoder implements Transcoder {
    private static final int CHARS = 2048;

    /// The longest char in UTF-8; a pair of surrogates has four octets.
    private static final int LONGEST = 3;

    private final CharsetDecoder decoder;
    private final CharBuffer chars = CharBuffer.allocate(CHARS);
    private char high;

    LongTranscoder(Charset charset) {
        this.decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    @Override
    public Charset charset() {
        return decoder.charset();
    }

    @Override
    public void append(byte[] a, int start, int end, Octets to) {
        ByteBuffer from = ByteBuffer.wrap(a, start, end - start);
        decoder.reset();
        high = 0;
        CoderResult result;
        do {
            chars.clear();
            result = decoder.decode(from, chars, true);
            write(to);
        } while (result.isOverflow());
        do {
            chars.clear();
            result = decoder.flush(chars);
            write(to);
        } while (result.isOverflow());
    }

    private void write(Octets to) {
        int count = chars.position();
        int n = to.length();
        byte[] into = to.room(LONGEST * count).array();
        for (int i = 0; i < count; i++) {
            char c = chars.get(i);
            if (Character.isHighSurrogate(c)) {
                high = c;
            } else if (Character.isLowSurrogate(c)) {
                n = Utf8.write(Character.toCodePoint(high, c), into, n);
            } else {
                n = Utf8.write(c, into, n);
            }
        }
        to.length(n);
    }
}
