package telegraph.server.http.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import telegraph.server.net.Outflow;

/// The body of a response that comes piece by piece. Every piece is whole by itself, so that a sign
/// of life can stand between any two.
///
/// Threads: [#write] and the ends one at a time, never the connection's loop; [#offer] any.
public final class Flow {
    private final HttpConversation conversation;
    private final Channel channel;
    private final Outflow outflow;
    private volatile long writtenNanos;

    Flow(HttpConversation conversation, Channel channel, Outflow outflow) {
        this.conversation = conversation;
        this.channel = channel;
        this.outflow = outflow;
        this.writtenNanos = conversation.nanos();
    }

    /// Sends a piece, which is released, once the client has read enough of those before.
    ///
    /// @return false if the client is gone
    public boolean write(ByteBuf piece) throws InterruptedException {
        writtenNanos = conversation.nanos();
        return outflow.write(piece);
    }

    /// Sends a piece, which is released, if the client has read enough of those before; otherwise
    /// returns false and forgets it.
    public boolean offer(ByteBuf piece) {
        if (!hasRoom()) {
            piece.release();
            return false;
        }
        writtenNanos = conversation.nanos();
        channel.writeAndFlush(piece, channel.voidPromise());
        return true;
    }

    /// Whether [#offer] would send now.
    public boolean hasRoom() {
        return channel.isActive() && channel.isWritable();
    }

    /// Memory for a piece.
    public ByteBuf buffer(int bytes) {
        return channel.alloc().buffer(bytes);
    }

    /// When the last piece was sent.
    long writtenNanos() {
        return writtenNanos;
    }

    /// The body is complete.
    public void end() {
        conversation.endStream(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    /// The body is complete, and a header follows it, which the head has announced as a trailer. A
    /// client of HTTP/1.0 does not get it.
    ///
    /// @param value in ASCII, without line ends
    public void end(String name, String value) {
        LastHttpContent last = new DefaultLastHttpContent();
        last.trailingHeaders().set(name, value);
        conversation.endStream(last);
    }

    /// The body stays incomplete, which the client sees by the connection's end.
    public void abort() {
        channel.close();
    }
}
