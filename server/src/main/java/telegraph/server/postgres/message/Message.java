package telegraph.server.postgres.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/// A message that waits for its turn, with bytes of its own.
///
/// @param type its first byte
/// @param body its fields
public record Message(byte type, byte[] body) {
    /// A message whose fields are the next `length` bytes of a buffer, which is after them then.
    public static Message copy(byte type, ByteBuf from, int length) {
        byte[] body = new byte[length];
        from.readBytes(body);
        return new Message(type, body);
    }

    /// Begins to read its fields.
    public Fields open(Fields fields) {
        return fields.open(Unpooled.wrappedBuffer(body), body.length);
    }
}
