package telegraph.testkit.web;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import telegraph.testkit.model.Bytes;

/// Reads requests of HTTP/2 and answers as their hosts behave, one after the other (RFC 9113).
///
/// Answers are made as for HTTP/1.1 and their heads written anew. A body waits until the client has
/// room for it.
///
/// Threads: one.
final class Http2Talk {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;

    private static final int END_STREAM = 1;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int PRIORITY = 0x20;

    private static final int INITIAL_WINDOW = 4;

    private static final int PREFACE = 24;
    private static final int FRAME_MAX = 16_384;
    private static final int WINDOW = 65_535;
    private static final int CANCELLED = -1;
    private static final String HTML = "HTTP/1.1 200 OK\r\nContent-Type: text/html";

    /// A request that waits for its turn.
    private record Asked(int stream, Map<String, String> headers) {}

    private record Frame(int type, int flags, int stream, byte[] payload) {}

    private final WebConnection connection;
    private final WebServer server;
    private final DataInputStream in;
    private final OutputStream out;
    private final Hpack hpack = new Hpack();
    private final Queue<Asked> asked = new ArrayDeque<>();
    private boolean gone;
    private long window = WINDOW;
    private int streamStart = WINDOW;
    private int stream;
    private long streamWindow;

    Http2Talk(WebConnection connection, Socket socket, WebServer server) throws IOException {
        this.connection = connection;
        this.server = server;
        in = new DataInputStream(socket.getInputStream());
        out = new BufferedOutputStream(socket.getOutputStream(), FRAME_MAX + 9);
    }

    /// Answers until one side has enough.
    void run() throws IOException, InterruptedException {
        in.readFully(new byte[PREFACE]);
        send(SETTINGS, 0, 0, new byte[0]);
        out.flush();
        while (true) {
            while (asked.isEmpty()) {
                if (gone) {
                    return;
                }
                take(read());
            }
            Asked next = asked.remove();
            stream = next.stream();
            streamWindow = streamStart;
            if (!answer(next.headers())) {
                return;
            }
            out.flush();
        }
    }

    /// Whether the connection goes on.
    private boolean answer(Map<String, String> headers) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder("GET " + headers.get(":path") + " HTTP/1.1\r\n");
        text.append("Host: " + headers.get(":authority") + "\r\n");
        String etag = headers.get("if-none-match");
        text.append(etag == null ? "\r\n" : "If-None-Match: " + etag + "\r\n\r\n");
        WebRequest request = new WebRequest(new ByteArrayInputStream(Bytes.ascii(text.toString())));
        if (!request.read()) {
            throw new IOException("a request has a path: headers=" + headers);
        }
        long ref = connection.admit(request);
        switch (connection.kind(ref)) {
            case SLOW -> Thread.sleep(WebConnection.LATE_MILLIS);
            case HANGING -> {
                return awaitClient();
            }
            case DRIPPING -> {
                return drip();
            }
            case RESETTING -> {
                connection.reset();
                return false;
            }
            case GARBAGE -> {
                out.write(WebConnection.GARBAGE);
                out.flush();
                return false;
            }
            case NEVER_CLOSING -> {
                head(hpack.write(HTML));
                body(Bytes.ascii("<p>and so on"), 0, 12, false);
                return awaitClient();
            }
            case PLAIN, MIRROR -> {}
        }
        return reply(ref, request);
    }

    private boolean reply(long ref, WebRequest request) throws IOException {
        WebReply reply = connection.reply(ref, request);
        try {
            if (reply.ending() == WebReply.Ending.RESET) {
                connection.reset();
                return false;
            }
            byte[] all = reply.array();
            int end = reply.start() + reply.octets();
            int body = reply.start() + 4;
            while (all[body - 1] != '\n' || all[body - 3] != '\n') {
                body++;
            }
            String head =
                    new String(
                            all, reply.start(), body - reply.start(), StandardCharsets.ISO_8859_1);
            head(hpack.write(head));
            body(all, body, end, true);
            return true;
        } finally {
            server.giveBack(reply);
        }
    }

    /// Waits until the client ends the stream or the connection.
    private boolean awaitClient() throws IOException {
        out.flush();
        while (stream != CANCELLED && !gone) {
            take(read());
        }
        return !gone;
    }

    /// Sends one octet after another until the client has closed the connection.
    private boolean drip() throws IOException, InterruptedException {
        head(hpack.write(HTML));
        while (true) {
            send(DATA, 0, stream, new byte[] {' '});
            out.flush();
            Thread.sleep(WebConnection.DRIP_MILLIS);
        }
    }

    private void head(byte[] block) throws IOException {
        int first = Math.min(FRAME_MAX, block.length);
        send(HEADERS, first == block.length ? END_HEADERS : 0, stream, slice(block, 0, first));
        for (int at = first; at < block.length; at += FRAME_MAX) {
            int end = Math.min(block.length, at + FRAME_MAX);
            int flags = end == block.length ? END_HEADERS : 0;
            send(CONTINUATION, flags, stream, slice(block, at, end));
        }
    }

    private void body(byte[] from, int start, int end, boolean isAll) throws IOException {
        int at = start;
        do {
            while (at < end && Math.min(window, streamWindow) <= 0 && stream != CANCELLED) {
                out.flush();
                take(read());
            }
            if (stream == CANCELLED) {
                return;
            }
            long room = Math.min(FRAME_MAX, Math.min(window, streamWindow));
            int next = (int) Math.min(end, at + Math.max(0, room));
            send(DATA, isAll && next == end ? END_STREAM : 0, stream, slice(from, at, next));
            window -= next - at;
            streamWindow -= next - at;
            at = next;
        } while (at < end);
    }

    private static byte[] slice(byte[] from, int start, int end) {
        return Arrays.copyOfRange(from, start, end);
    }

    private void take(Frame frame) throws IOException {
        ByteBuffer payload = ByteBuffer.wrap(frame.payload());
        switch (frame.type()) {
            case SETTINGS -> {
                if ((frame.flags() & ACK) == 0) {
                    settings(payload);
                    send(SETTINGS, ACK, 0, new byte[0]);
                    out.flush();
                }
            }
            case WINDOW_UPDATE -> {
                int more = payload.getInt();
                if (frame.stream() == 0) {
                    window += more;
                } else if (frame.stream() == stream) {
                    streamWindow += more;
                }
            }
            case HEADERS -> asked.add(new Asked(frame.stream(), hpack.read(block(frame))));
            case RESET_STREAM -> {
                asked.removeIf(a -> a.stream() == frame.stream());
                if (frame.stream() == stream) {
                    stream = CANCELLED;
                }
            }
            case PING -> {
                if ((frame.flags() & ACK) == 0) {
                    send(PING, ACK, 0, frame.payload());
                    out.flush();
                }
            }
            case GO_AWAY -> gone = true;
            default -> {}
        }
    }

    private void settings(ByteBuffer payload) {
        while (payload.remaining() >= 6) {
            int id = payload.getShort();
            int value = payload.getInt();
            if (id == INITIAL_WINDOW) {
                streamWindow += value - streamStart;
                streamStart = value;
            }
        }
    }

    /// All the headers of a request that begins with this frame.
    private byte[] block(Frame first) throws IOException {
        ByteBuffer payload = ByteBuffer.wrap(first.payload());
        int padding = (first.flags() & PADDED) == 0 ? 0 : payload.get() & 0xff;
        if ((first.flags() & PRIORITY) != 0) {
            payload.position(payload.position() + 5);
        }
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(first.payload(), payload.position(), payload.remaining() - padding);
        for (Frame f = first; (f.flags() & END_HEADERS) == 0; ) {
            f = read();
            block.writeBytes(f.payload());
        }
        return block.toByteArray();
    }

    private Frame read() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int of = in.readInt() & Integer.MAX_VALUE;
        if (length > FRAME_MAX) {
            throw new IOException("a frame is short: octets=" + length);
        }
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(type, flags, of, payload);
    }

    private void send(int type, int flags, int of, byte[] payload) throws IOException {
        byte[] head = new byte[9];
        ByteBuffer.wrap(head).putInt(payload.length << 8 | type).put((byte) flags).putInt(of);
        out.write(head);
        out.write(payload);
    }
}
