package telegraph.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Where a query's thread puts what it has for a client: it waits while the client does not read,
/// so nothing is kept but what the connection's own buffer holds.
///
/// Stands in the pipeline of the connection, whose loop tells it when there is room again.
///
/// Threads: [#write] one at a time, and never the connection's loop, which would wait for itself.
public final class Outflow extends ChannelInboundHandlerAdapter {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Channel channel;

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        channel = context.channel();
    }

    /// Sends a message, which is released, once there is room for it.
    ///
    /// @return false if the client is gone, and nothing was sent
    /// @throws InterruptedException if interrupted while it waited; nothing was sent then
    public boolean write(ByteBuf message) throws InterruptedException {
        boolean passed = false;
        try {
            if (!await()) {
                return false;
            }
            passed = true;
            channel.writeAndFlush(message, channel.voidPromise());
            return true;
        } finally {
            if (!passed) {
                message.release();
            }
        }
    }

    private boolean await() throws InterruptedException {
        if (channel.isActive() && channel.isWritable()) {
            return true;
        }
        lock.lockInterruptibly();
        try {
            while (channel.isActive() && !channel.isWritable()) {
                changed.await();
            }
            return channel.isActive();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        signal();
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        signal();
        context.fireChannelInactive();
    }

    private void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
