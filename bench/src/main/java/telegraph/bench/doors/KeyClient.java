package telegraph.bench.doors;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;

/// One client: sends a command, waits for its answer, sends the next.
///
/// Threads: its event loop.
final class KeyClient extends ChannelInboundHandlerAdapter {
    /// The keys that are asked for.
    static final int KEYS = 10_000;

    private static final int VALUE_BYTES = 1_024;
    private static final int DIGITS = 12;

    /// Of `+OK` and of a null.
    private static final int SHORT_ANSWER_BYTES = 5;

    private static final String KEY = "$16\r\nkey:";
    private static final byte[] GET = bytes("*2\r\n$3\r\nGET\r\n" + KEY);
    private static final byte[] SET = bytes("*3\r\n$3\r\nSET\r\n" + KEY);
    private static final byte[] GET_END = bytes("\r\n");
    private static final byte[] SET_END = bytes(value());

    private final KeyCounts counts;
    private ChannelHandlerContext context;
    private boolean runs;
    private long sentNanos;
    private int got;
    private int wanted;
    private volatile long answered;

    KeyClient(KeyCounts counts) {
        this.counts = counts;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String value() {
        return "\r\n$" + VALUE_BYTES + "\r\n" + "v".repeat(VALUE_BYTES) + "\r\n";
    }

    /// The command that gives a key a value.
    static String set(int key) {
        return new String(SET, StandardCharsets.US_ASCII)
                + String.format("%0" + DIGITS + "d", key)
                + value();
    }

    /// How many answers came.
    long answered() {
        return answered;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    void start() {
        if (!runs) {
            runs = true;
            send();
            context.flush();
        }
    }

    private void send() {
        boolean get = counts.random().nextBoolean();
        ByteBuf command = context.alloc().ioBuffer(VALUE_BYTES + 64);
        command.writeBytes(get ? GET : SET);
        int key = counts.random().nextInt(KEYS);
        int end = command.writerIndex() + DIGITS;
        for (int i = end - 1; i >= end - DIGITS; i--) {
            command.setByte(i, '0' + key % 10);
            key /= 10;
        }
        command.writerIndex(end);
        command.writeBytes(get ? GET_END : SET_END);
        sentNanos = System.nanoTime();
        context.write(command, context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        while (bytes.isReadable()) {
            take(bytes);
        }
        bytes.release();
    }

    /// Passes over one answer, or as much of it as has come. What is of interest of its head comes
    /// in one piece.
    private void take(ByteBuf bytes) {
        if (got == 0) {
            wanted = length(bytes);
        }
        int taken = Math.min(wanted - got, bytes.readableBytes());
        bytes.skipBytes(taken);
        got += taken;
        if (got == wanted) {
            got = 0;
            answered++;
            if (runs) {
                counts.answered(System.nanoTime() - sentNanos);
                send();
            }
        }
    }

    private static int length(ByteBuf bytes) {
        int start = bytes.readerIndex();
        byte kind = bytes.getByte(start);
        if (kind == '+' || bytes.getByte(start + 1) == '-') {
            return SHORT_ANSWER_BYTES;
        } else if (kind != '$') {
            throw new IllegalStateException(
                    "no such answer: " + bytes.toString(StandardCharsets.US_ASCII));
        }
        int at = start + 1;
        int length = 0;
        while (bytes.getByte(at) != '\r') {
            length = length * 10 + bytes.getByte(at++) - '0';
        }
        return at + 2 - start + length + 2;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
        from.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        System.err.println("a client ends: " + cause);
        from.close();
    }
}
