package telegraph.sources.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import telegraph.ground.TelegraphException;

/// Turns text of another encoding into UTF-8 as it is read.
///
/// Threads: one.
public final class TranscodedStream extends InputStream {
    private static final int CHARS = 16 << 10;

    private final Reader reader;
    private final String charset;
    private final String file;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    private final CharBuffer chars = CharBuffer.allocate(CHARS).flip();
    private final ByteBuffer bytes = ByteBuffer.allocate(CHARS * 3).flip();
    private boolean ended;

    private TranscodedStream(Reader reader, String charset, String file) {
        this.reader = reader;
        this.charset = charset;
        this.file = file;
        encoder.onMalformedInput(CodingErrorAction.REPLACE);
    }

    /// Whether a file that begins with `first` bytes is anything but UTF-8.
    public static boolean isNeeded(Charset charset, byte[] first) {
        return !charset.equals(StandardCharsets.UTF_8) || isUtf16(first);
    }

    /// A stream of UTF-8 made of `in`, whose byte order mark overrides `charset`.
    public static TranscodedStream of(InputStream in, Charset charset, byte[] first, String file) {
        Charset real = isUtf16(first) ? StandardCharsets.UTF_16 : charset;
        Reader reader =
                new InputStreamReader(
                        in,
                        real.newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT));
        return new TranscodedStream(reader, real.name(), file);
    }

    private static boolean isUtf16(byte[] first) {
        return first.length >= 2
                && ((first[0] == (byte) 0xff && first[1] == (byte) 0xfe)
                        || (first[0] == (byte) 0xfe && first[1] == (byte) 0xff));
    }

    public static boolean hasUtf8Mark(byte[] first) {
        return first.length >= 3
                && first[0] == (byte) 0xef
                && first[1] == (byte) 0xbb
                && first[2] == (byte) 0xbf;
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (!fill()) {
            return -1;
        }
        int read = Math.min(length, bytes.remaining());
        bytes.get(target, offset, read);
        return read;
    }

    private boolean fill() throws IOException {
        while (!bytes.hasRemaining()) {
            if (ended) {
                return false;
            }
            chars.compact();
            try {
                ended = reader.read(chars) < 0;
            } catch (CharacterCodingException e) {
                throw TelegraphException.input(
                        "the bytes of a file must be text in its encoding: file="
                                + file
                                + " encoding="
                                + charset
                                + ". Set encoding => 'utf-8', 'latin-1', or what it is.",
                        e);
            }
            chars.flip();
            bytes.clear();
            encoder.encode(chars, bytes, ended);
            if (ended) {
                encoder.flush(bytes);
            }
            bytes.flip();
        }
        return true;
    }
}
