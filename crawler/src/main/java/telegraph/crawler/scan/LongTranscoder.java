package telegraph.crawler.scan;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import telegraph.http.Octets;

/// The transcoder of a charset in which characters have several octets, by the JDK's tables.
///
/// Threads: one.
final class LongTranscoder implements Transcoder {
    private static final int CHARS = 2048;

    /// The longest char in UTF-8; a pair of surrogates has four octets.
    private static final int LONGEST = 3;

    private static final int REPLACEMENT = 0xFFFD;
    private final CharsetDecoder decoder;

    /// Octets that an error takes with it: half a pair of UTF-16 leaves what stands in the place of
    /// the other half as it is.
    private final int errorOctetsMax;

    private final CharBuffer chars = CharBuffer.allocate(CHARS);
    private char high;

    LongTranscoder(Charset charset) {
        this.decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        this.errorOctetsMax = charset.name().startsWith("UTF-16") ? 2 : Integer.MAX_VALUE;
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
            if (result.isError()) {
                from.position(from.position() + Math.min(result.length(), errorOctetsMax));
                to.length(Utf8Encoder.write(REPLACEMENT, to.room(LONGEST).array(), to.length()));
            }
        } while (result.isOverflow() || result.isError());
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
                n = Utf8Encoder.write(Character.toCodePoint(high, c), into, n);
            } else {
                n = Utf8Encoder.write(c, into, n);
            }
        }
        to.length(n);
    }
}
