package telegraph.sources.file;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The text of the current JSON value as UTF-8, in a buffer used again for the next one.
///
/// A string is its content, a number and a boolean are as they were written, an array or object is
/// its JSON without blanks.
///
/// Threads: one.
final class JsonText {
    private static final int KEPT_BYTES_MAX = 1 << 20;

    private final JsonFactory factory;
    private final Nested nested = new Nested();
    private byte[] bytes = new byte[256];
    private int length;

    JsonText(JsonFactory factory) {
        this.factory = factory;
    }

    /// Takes the value that begins with the current token, up to its last.
    void take(JsonParser tokens) {
        if (tokens.currentToken().isStructStart()) {
            nested.reset();
            try (JsonGenerator generator =
                    factory.createGenerator(ObjectWriteContext.empty(), nested)) {
                generator.copyCurrentStructureExact(tokens);
            }
            nested.moveTo(this);
            return;
        }
        encode(tokens.getStringCharacters(), tokens.getStringOffset(), tokens.getStringLength());
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    private void encode(char[] chars, int offset, int count) {
        if (bytes.length < count * 3L) {
            bytes = new byte[Math.toIntExact(count * 3L)];
        } else if (bytes.length > KEPT_BYTES_MAX && count < KEPT_BYTES_MAX / 3) {
            bytes = new byte[KEPT_BYTES_MAX];
        }
        int to = 0;
        int end = offset + count;
        for (int i = offset; i < end; i++) {
            char c = chars[i];
            if (c < 0x80) {
                bytes[to++] = (byte) c;
            } else if (c < 0x800) {
                bytes[to++] = (byte) (0xc0 | c >> 6);
                bytes[to++] = (byte) (0x80 | c & 0x3f);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < end
                    && Character.isLowSurrogate(chars[i + 1])) {
                int point = Character.toCodePoint(c, chars[++i]);
                bytes[to++] = (byte) (0xf0 | point >> 18);
                bytes[to++] = (byte) (0x80 | point >> 12 & 0x3f);
                bytes[to++] = (byte) (0x80 | point >> 6 & 0x3f);
                bytes[to++] = (byte) (0x80 | point & 0x3f);
            } else {
                // Half a surrogate pair is no character: U+FFFD stands for it.
                char known = Character.isSurrogate(c) ? '\ufffd' : c;
                bytes[to++] = (byte) (0xe0 | known >> 12);
                bytes[to++] = (byte) (0x80 | known >> 6 & 0x3f);
                bytes[to++] = (byte) (0x80 | known & 0x3f);
            }
        }
        length = to;
    }

    private static final class Nested extends ByteArrayOutputStream {
        void moveTo(JsonText text) {
            if (text.bytes.length < count) {
                text.bytes = Arrays.copyOf(buf, count);
            } else {
                System.arraycopy(buf, 0, text.bytes, 0, count);
            }
            text.length = count;
        }
    }
}
