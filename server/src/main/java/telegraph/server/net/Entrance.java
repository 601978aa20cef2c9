package telegraph.server.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Stands first in the pipeline of each connection: counts it, closes it when its client proves
/// nothing in time, and when its client has stopped reading although there is something to read.
///
/// A client that reads, however slowly, stays: what counts is that the buffer became emptier since
/// the last look.
///
/// Threads: the connection's loop.
final class Entrance extends ChannelInboundHandlerAdapter {
    private final Connections connections;
    private final Doorway door;
    private final InetAddress address;
    private Future<?> login;
    private Future<?> stall;

    Entrance(Connections connections, Doorway door, InetAddress address) {
        this.connections = connections;
        this.door = door;
        this.address = address;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        long nanos = connections.limits().login().toNanos();
        if (door.proof() && nanos > 0) {
            login =
                    context.executor()
                            .schedule(() -> unproven(context), nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void unproven(ChannelHandlerContext context) {
        login = null;
        connections.unproven();
        context.close();
    }

    void proven() {
        if (login != null) {
            login.cancel(false);
            login = null;
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (!context.channel().isWritable() && stall == null) {
            look(context);
        }
        context.fireChannelWritabilityChanged();
    }

    private void look(ChannelHandlerContext context) {
        long nanos = connections.limits().clientRead().toNanos();
        if (nanos == 0) {
            return;
        }
        long before = context.channel().bytesBeforeWritable();
        stall =
                context.executor()
                        .schedule(() -> look(context, before), nanos, TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext context, long before) {
        stall = null;
        if (context.channel().isWritable()) {
            return;
        }
        if (context.channel().bytesBeforeWritable() == before) {
            connections.stalled();
            context.close();
        } else {
            look(context);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        proven();
        if (stall != null) {
            stall.cancel(false);
            stall = null;
        }
        connections.leave(context.channel(), door.name(), address);
        context.fireChannelInactive();
    }
}
