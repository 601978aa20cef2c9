package telegraph.server.postgres.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/// A message that waits for its turn, with bytes of its own, which whoever takes it gives back with
/// [#close].
///
/// @param type its first byte
/// @param body its fields
/// @param length how many bytes they have
public record Message(byte type, ByteBuf body, int length) implements AutoCloseable {
    /// A message whose fields are the next `length` bytes of a buffer, which is after them then.
    public static Message copy(byte type, ByteBuf from, int length, ByteBufAllocator memory) {
        ByteBuf body = memory.heapBuffer(length, length);
        body.writeBytes(from, length);
        return new Message(type, body, length);
    }

    /// Begins to read its fields.
    public Fields open(Fields fields) {
        return fields.open(body, length);
    }

    /// Its fields as bytes of their own.
    public byte[] bytes() {
        byte[] bytes = new byte[length];
        body.getBytes(body.readerIndex(), bytes);
        return bytes;
    }

    @Override
    public void close() {
        body.release();
    }
}
