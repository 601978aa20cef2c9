package telegraph.sources.json;

import java.io.ByteArrayOutputStream;
import java.util.function.Supplier;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
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
    private final Supplier<TelegraphException> tooLong;
    private final Nested nested = new Nested();
    private byte[] bytes = new byte[256];
    private int length;
    private boolean broken;

    /// @param tooLong what is said of a value that is longer than a row may be
    JsonText(JsonFactory factory, Supplier<TelegraphException> tooLong) {
        this.factory = factory;
        this.tooLong = tooLong;
    }

    /// Another, that says something else of a value that is too long.
    JsonText saying(Supplier<TelegraphException> said) {
        return new JsonText(factory, said);
    }

    /// Takes the value that begins with the current token, up to its last.
    void take(JsonParser tokens) {
        broken = false;
        if (tokens.currentToken().isStructStart()) {
            nested.reset();
            try (JsonGenerator generator =
                    factory.createGenerator(ObjectWriteContext.empty(), nested)) {
                generator.copyCurrentStructureExact(tokens);
            }
            nested.exchange();
            return;
        }
        encode(tokens.getStringCharacters(), tokens.getStringOffset(), tokens.getStringLength());
    }

    /// The JSON of the current value, and leaves the parser at the value's last token.
    byte[] json(JsonParser tokens) {
        nested.reset();
        try (JsonGenerator generator =
                factory.createGenerator(ObjectWriteContext.empty(), nested)) {
            generator.copyCurrentStructureExact(tokens);
        }
        return nested.taken();
    }

    /// A parser of such JSON, at its first token.
    JsonParser parser(byte[] json) {
        JsonParser parser = factory.createParser(ObjectReadContext.empty(), json);
        parser.nextToken();
        return parser;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /// Whether the text has half a surrogate pair, which is no character.
    boolean isBroken() {
        return broken;
    }

    private void encode(char[] chars, int offset, int count) {
        if (bytes.length < count * 3L) {
            bytes =
                    new byte
                            [count <= KEPT_BYTES_MAX / 3
                                    ? count * 3
                                    : exactly(chars, offset, count)];
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
                broken |= Character.isSurrogate(c);
                bytes[to++] = (byte) (0xe0 | c >> 12);
                bytes[to++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[to++] = (byte) (0x80 | c & 0x3f);
            }
        }
        length = to;
    }

    /// At least the bytes that characters have in UTF-8.
    private int exactly(char[] chars, int offset, int count) {
        long sum = 0;
        for (int i = offset; i < offset + count; i++) {
            char c = chars[i];
            sum += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
        }
        if (sum > JsonLimits.ROW_BYTES_MAX) {
            throw tooLong.get();
        }
        return (int) sum;
    }

    private final class Nested extends ByteArrayOutputStream {
        @Override
        public void write(byte[] more, int from, int moreCount) {
            if (count + (long) moreCount > JsonLimits.ROW_BYTES_MAX) {
                throw tooLong.get();
            }
            super.write(more, from, moreCount);
        }

        /// Its bytes, which it keeps no longer.
        byte[] taken() {
            byte[] taken = toByteArray();
            if (buf.length > KEPT_BYTES_MAX) {
                buf = new byte[256];
            }
            count = 0;
            return taken;
        }

        /// Gives its bytes away for the others.
        void exchange() {
            byte[] before = bytes;
            bytes = buf;
            length = count;
            buf = before.length > KEPT_BYTES_MAX ? new byte[256] : before;
        }
    }
}
