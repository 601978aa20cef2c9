package telegraph.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/// A door that can say in its own protocol why a client may not come in.
public interface RefusingDoor {
    /// What a client is sent before its connection is closed, instead of all else.
    ByteBuf refusal(ByteBufAllocator allocator, String why);
}
