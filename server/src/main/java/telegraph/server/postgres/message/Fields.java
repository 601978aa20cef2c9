package telegraph.server.postgres.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The fields of one message, read in order and never past its end. It is opened on the next
/// message again, so that reading makes no object but the values.
///
/// Threads: one at a time. The bytes are those of the buffer it was opened on, which stays its
/// owner's.
public final class Fields {
    private ByteBuf bytes;
    private int end;

    /// Begins to read a message whose fields are the next `length` bytes of a buffer. The buffer's
    /// own place stays as it is until [#close].
    public Fields open(ByteBuf from, int length) {
        bytes = from;
        end = from.readerIndex() + length;
        return this;
    }

    /// The buffer, which is at the next field.
    public ByteBuf bytes() {
        return bytes;
    }

    /// How many bytes are left.
    public int left() {
        return end - bytes.readerIndex();
    }

    public byte int8() {
        demand(1);
        return bytes.readByte();
    }

    public int int16() {
        demand(2);
        return bytes.readShort();
    }

    /// How many fields follow of which each has at least `least` bytes.
    public int count(int least) {
        demand(2);
        int count = bytes.readUnsignedShort();
        demand((long) count * least);
        return count;
    }

    public int int32() {
        demand(4);
        return bytes.readInt();
    }

    /// How many bytes the next value has, which are there; -1 if it is NULL.
    public int valueLength() {
        int length = int32();
        if (length < -1) {
            throw new Malformed("a value's length is at least -1: length=" + length);
        }
        demand(length);
        return length;
    }

    /// The next text.
    ///
    /// @throws TelegraphException if it is no UTF-8
    public String text() {
        int start = bytes.readerIndex();
        int zero = bytes.indexOf(start, end, (byte) 0);
        if (zero < 0) {
            throw new Malformed("a text ends with a zero byte");
        }
        bytes.readerIndex(zero + 1);
        return zero == start ? "" : decoded(bytes, start, zero - start);
    }

    /// The next `length` bytes as text, which [#valueLength] has counted.
    public String text(int length) {
        int start = bytes.readerIndex();
        bytes.skipBytes(length);
        return decoded(bytes, start, length);
    }

    /// Whether the next text is `wanted`, which is ASCII; it is read then, and nothing if not.
    public boolean acceptText(String wanted) {
        int start = bytes.readerIndex();
        int length = wanted.length();
        if (end - start <= length || bytes.getByte(start + length) != 0) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes.getByte(start + i) != wanted.charAt(i)) {
                return false;
            }
        }
        bytes.readerIndex(start + length + 1);
        return true;
    }

    /// The rest of the message as bytes of its own.
    public byte[] rest() {
        byte[] rest = new byte[left()];
        bytes.readBytes(rest);
        return rest;
    }

    /// Ends a message of which everything has been read.
    public void demandEnd() {
        if (left() != 0) {
            throw new Malformed("a message ends with its last field: bytes left=" + left());
        }
    }

    /// Leaves the message; the buffer is after it, however much was read.
    public void close() {
        bytes.readerIndex(end);
        bytes = null;
    }

    private void demand(long more) {
        if (more > left()) {
            throw new Malformed(
                    "a field ends within its message: bytes=" + more + " left=" + left());
        }
    }

    private static String decoded(ByteBuf bytes, int start, int length) {
        if (!ByteBufUtil.isText(bytes, start, length, StandardCharsets.UTF_8)) {
            throw TelegraphException.of(
                    SqlState.CHARACTER_NOT_IN_REPERTOIRE, "text comes in UTF-8: invalid bytes");
        }
        return bytes.toString(start, length, StandardCharsets.UTF_8);
    }
}
