package telegraph.server.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.Map;
import telegraph.server.observe.ServerLog;

/// Stands last in the pipeline of each connection: what no handler before it has taken ends the
/// connection. That a client is gone or speaks no TLS is its own affair; all else is a fault of
/// ours, and told.
///
/// Threads: the connection's loop.
final class PipelineTail extends ChannelInboundHandlerAdapter {
    private final ServerLog journal;
    private final String door;

    PipelineTail(ServerLog journal, String door) {
        this.journal = journal;
        this.door = door;
    }

    @Override
    public boolean isSharable() {
        return true;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable fault) {
        boolean clients =
                fault instanceof IOException
                        || fault instanceof DecoderException
                                && fault.getCause() instanceof IOException;
        if (!clients) {
            StackTraceElement[] at = fault.getStackTrace();
            journal.tell(
                    "fault",
                    Map.of(
                            "door",
                            door,
                            "cause",
                            fault.toString(),
                            "at",
                            at.length == 0 ? "" : at[0].toString()));
        }
        context.close();
    }
}
