package telegraph.server.postgres;

import java.io.IOException;
import java.io.InputStream;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Kind;
import telegraph.server.postgres.message.Malformed;
import telegraph.server.postgres.message.Message;
import telegraph.server.postgres.message.PgInbox;
import telegraph.server.postgres.type.BinaryCopyInput;
import telegraph.sql.Event;

/// What a client sends for COPY FROM STDIN, taken from the messages that wait.
///
/// The client says where it ends, or that it has failed. Until then it may send nothing else but
/// Sync and Flush, which mean nothing here.
///
/// Threads: the statement's own, while the conversation waits for it.
final class CopyInput extends InputStream {
    private final PgInbox inbox;
    private InputStream lines = new Pieces();
    private byte[] piece = {};
    private int at;
    private boolean ended;

    CopyInput(PgInbox inbox) {
        this.inbox = inbox;
    }

    /// What is to be copied is known now, before it is read.
    void expect(Event.Copy.In copy) {
        if (copy.binary()) {
            lines = new BinaryCopyInput(lines, copy.types());
        }
    }

    @Override
    public int read() throws IOException {
        return lines.read();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return lines.read(to, offset, length);
    }

    /// The bytes as they come.
    private final class Pieces extends InputStream {
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
    }

    private boolean fill() {
        while (at == piece.length && !ended) {
            try (Message message = taken()) {
                take(message);
            }
        }
        return at < piece.length;
    }

    private void take(Message message) {
        switch (message.type()) {
            case Kind.COPY_DATA -> {
                piece = message.bytes();
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
