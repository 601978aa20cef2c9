package telegraph.server.resp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/// Writes answers, in version 2 of the protocol or 3, which has maps and a null of its own.
///
/// Threads: one at a time.
public final class RedisReply {
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] OK = ascii("+OK\r\n");
    private static final byte[] PONG = ascii("+PONG\r\n");
    private static final byte[] NULL_2 = ascii("$-1\r\n");
    private static final byte[] NULL_3 = ascii("_\r\n");
    private static final int DIGITS_MAX = 20;

    private final byte[] digits = new byte[DIGITS_MAX];
    private ByteBuf out;
    private boolean third;

    /// Has what follows written there.
    ///
    /// @param version of the protocol, 2 or 3
    public RedisReply to(ByteBuf buffer, int version) {
        out = buffer;
        third = version == 3;
        return this;
    }

    int version() {
        return third ? 3 : 2;
    }

    /// How much was written, for [#back].
    public int mark() {
        return out.writerIndex();
    }

    /// Takes back what was written since a mark.
    public void back(int mark) {
        out.writerIndex(mark);
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public void ok() {
        out.writeBytes(OK);
    }

    public void pong() {
        out.writeBytes(PONG);
    }

    /// Answers that were made beforehand.
    public void raw(byte[] made) {
        out.writeBytes(made);
    }

    public void simple(String text) {
        out.writeByte('+');
        line(text);
    }

    public void error(String message) {
        out.writeByte('-');
        line(message);
    }

    private void line(String text) {
        int start = out.writerIndex();
        out.writeCharSequence(text, StandardCharsets.UTF_8);
        for (int i = start; i < out.writerIndex(); i++) {
            // A line break would be the end of the answer.
            if (out.getByte(i) == '\r' || out.getByte(i) == '\n') {
                out.setByte(i, ' ');
            }
        }
        out.writeBytes(CRLF);
    }

    public void whole(long number) {
        head(':', number);
    }

    public void nil() {
        out.writeBytes(third ? NULL_3 : NULL_2);
    }

    public void bulk(byte[] bytes) {
        bulk(bytes, 0, bytes.length);
    }

    public void bulk(byte[] array, int offset, int length) {
        head('$', length);
        out.writeBytes(array, offset, length);
        out.writeBytes(CRLF);
    }

    public void bulk(String text) {
        bulk(text.getBytes(StandardCharsets.UTF_8));
    }

    /// A text for people, such as INFO gives.
    public void verbatim(String text) {
        if (!third) {
            bulk(text);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        head('=', bytes.length + 4);
        out.writeBytes(ascii("txt:"));
        out.writeBytes(bytes);
        out.writeBytes(CRLF);
    }

    /// Begins an array; its members follow.
    public void array(int count) {
        head('*', count);
    }

    /// Begins a map; keys and values follow, one after the other.
    public void map(int count) {
        head(third ? '%' : '*', third ? count : 2L * count);
    }

    private void head(char kind, long number) {
        out.writeByte(kind);
        if (number >= 0 && number < 10) {
            out.writeByte('0' + (int) number);
        } else {
            digits(number);
        }
        out.writeBytes(CRLF);
    }

    private void digits(long number) {
        int at = DIGITS_MAX;
        // Negative, since there is one more of those.
        long rest = number > 0 ? -number : number;
        do {
            digits[--at] = (byte) ('0' - rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (number < 0) {
            digits[--at] = '-';
        }
        out.writeBytes(digits, at, DIGITS_MAX - at);
    }
}
