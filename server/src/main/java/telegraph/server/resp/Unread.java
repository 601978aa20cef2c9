package telegraph.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/// Bytes that have come and are no whole command yet, or wait for the answer to one before.
///
/// They lie in the buffer they were read into as long as that is not much larger. More than
/// [#FREE_BYTES] of one connection are taken from the budget of all.
///
/// Threads: the connection's loop. [#release] frees what is left.
public final class Unread {
    /// What every connection may have.
    public static final int FREE_BYTES = 16 << 10;

    private static final int SMALL_BYTES = 1_024;

    private final Budget budget;
    private ByteBuf bytes;
    private int charged;

    public Unread(Budget budget) {
        this.budget = budget;
    }

    /// The bytes, or null if there are none.
    public ByteBuf bytes() {
        return bytes;
    }

    public int size() {
        return bytes == null ? 0 : bytes.readableBytes();
    }

    /// Appends what came, and owns it.
    ///
    /// @param wanted how many bytes there must be before it is worth looking at them
    /// @throws MalformedRequest if they are too many
    public void add(ByteBuf more, int wanted, ByteBufAllocator allocator) throws MalformedRequest {
        if (bytes == null) {
            bytes = more;
            return;
        }
        try {
            int size = size() + more.readableBytes();
            if (more.readableBytes() > bytes.writableBytes()) {
                move(Math.max(size, Math.min(2 * size, wanted)), allocator);
            }
            bytes.writeBytes(more);
        } finally {
            more.release();
        }
    }

    private void move(int capacity, ByteBufAllocator allocator) throws MalformedRequest {
        charge(capacity > FREE_BYTES ? capacity : 0);
        ByteBuf roomier = allocator.ioBuffer(capacity);
        roomier.writeBytes(bytes);
        bytes.release();
        bytes = roomier;
    }

    private void charge(int now) throws MalformedRequest {
        if (now > charged && !budget.take(now - charged)) {
            throw new MalformedRequest("too many large requests at once");
        } else if (now < charged) {
            budget.give(charged - now);
        }
        charged = now;
    }

    /// Goes on behind `count` bytes.
    public void skip(int count) {
        bytes.skipBytes(count);
        if (!bytes.isReadable()) {
            release();
        }
    }

    /// Lets go of room that the bytes do not need while more of them are awaited.
    public void settle(ByteBufAllocator allocator) throws MalformedRequest {
        if (bytes != null && bytes.capacity() > SMALL_BYTES + 2 * size() && charged == 0) {
            move(size(), allocator);
        }
    }

    public void release() {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
        budget.give(charged);
        charged = 0;
    }
}
