package telegraph.server.postgres;

import java.io.InputStream;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Inbox;
import telegraph.server.postgres.message.Kind;
import telegraph.server.postgres.message.Malformed;
import telegraph.server.postgres.message.Message;

/// What a client sends for COPY FROM STDIN, taken from the messages that wait.
///
/// The client says where it ends, or that it has failed. Until then it may send nothing else but
/// Sync and Flush, which mean nothing here.
///
/// Threads: the statement's own, while the conversation waits for it.
final class CopyInput extends InputStream {
    private final Inbox inbox;
    private byte[] piece = {};
    private int at;
    private boolean ended;

    CopyInput(Inbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public int read() {
        return fill() ? piece[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, to, offset, count);
        at += count;
        return count;
    }

    private boolean fill() {
        while (at == piece.length && !ended) {
            Message message = taken();
            switch (message.type()) {
                case Kind.COPY_DATA -> {
                    piece = message.body();
                    at = 0;
                }
                case Kind.COPY_DONE -> ended = true;
                case Kind.COPY_FAIL -> {
                    ended = true;
                    throw TelegraphException.of(
                            SqlState.CANCELLED,
                            "COPY from stdin failed: " + message.open(new Fields()).text());
                }
                case Kind.SYNC, Kind.FLUSH -> {}
                default -> {
                    ended = true;
                    throw new Malformed(
                            "while it copies, a client sends data: type=" + (char) message.type());
                }
            }
        }
        return at < piece.length;
    }

    private Message taken() {
        try {
            Message message = inbox.take();
            if (message == null) {
                ended = true;
                throw TelegraphException.cancelled("the client closed the connection");
            }
            return message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }
}
