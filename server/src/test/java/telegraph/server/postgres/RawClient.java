package telegraph.server.postgres;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/// A client that sends messages one by one as it is told, and shows what comes back.
///
/// Messages are shown by their first byte; of errors the code follows, of rows the values, of what
/// is complete the tag, of readiness the status.
final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();

    RawClient(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(120_000);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /// A client that is in.
    static RawClient in(int port) throws IOException {
        RawClient client = new RawClient(port);
        client.startup(3 << 16, "user", "raw");
        client.until('Z');
        return client;
    }

    void startup(int version, String... settings) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (String setting : settings) {
            body.writeBytes(text(setting));
        }
        body.write(0);
        out.writeInt(8 + body.size());
        out.writeInt(version);
        body.writeTo(out);
        out.flush();
    }

    void raw(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /// Adds a message to those that [#send] sends. Parts are texts, numbers of two bytes (Short)
    /// and four (Integer), a byte, or bytes.
    RawClient add(char type, Object... parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Object part : parts) {
            body.writeBytes(
                    switch (part) {
                        case String text -> text(text);
                        case Short two -> ByteBuffer.allocate(2).putShort(two).array();
                        case Integer four -> ByteBuffer.allocate(4).putInt(four).array();
                        case Byte one -> new byte[] {one};
                        case byte[] bytes -> bytes;
                        default -> throw new IllegalArgumentException("no part: " + part);
                    });
        }
        waiting.write(type);
        waiting.writeBytes(ByteBuffer.allocate(4).putInt(4 + body.size()).array());
        waiting.writeBytes(body.toByteArray());
        return this;
    }

    RawClient parse(String name, String sql, Integer... types) {
        Object[] parts = new Object[3 + types.length];
        parts[0] = name;
        parts[1] = sql;
        parts[2] = (short) types.length;
        System.arraycopy(types, 0, parts, 3, types.length);
        return add('P', parts);
    }

    /// Binds text values; the results are text.
    RawClient bind(String portal, String statement, String... values) {
        Object[] parts = new Object[5 + 2 * values.length];
        int at = 0;
        parts[at++] = portal;
        parts[at++] = statement;
        parts[at++] = (short) 0;
        parts[at++] = (short) values.length;
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            parts[at++] = bytes.length;
            parts[at++] = bytes;
        }
        parts[at] = (short) 0;
        return add('B', parts);
    }

    RawClient execute(String portal, int most) {
        return add('E', portal, most);
    }

    RawClient describe(char what, String name) {
        return add('D', (byte) what, name);
    }

    RawClient sync() {
        return add('S');
    }

    RawClient send() throws IOException {
        waiting.writeTo(out);
        waiting.reset();
        out.flush();
        return this;
    }

    private static byte[] text(String text) {
        return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }

    byte one() throws IOException {
        return in.readByte();
    }

    /// Sends what was added, and shows what comes until a message of a type, or the end.
    String until(char last) throws IOException {
        send();
        StringJoiner shown = new StringJoiner(" ");
        while (true) {
            byte type;
            byte[] body;
            try {
                type = in.readByte();
                body = new byte[in.readInt() - 4];
                in.readFully(body);
            } catch (EOFException e) {
                return shown.add("end").toString();
            }
            shown.add(show(type, body));
            if (type == last) {
                return shown.toString();
            }
        }
    }

    private static String show(byte type, byte[] body) {
        return (char) type
                + switch (type) {
                    case 'E', 'N' -> ":" + field(body, 'C');
                    case 'D' -> ":" + row(body);
                    case 'C' -> ":" + new String(body, 0, body.length - 1, StandardCharsets.UTF_8);
                    case 'Z' -> ":" + (char) body[0];
                    case 'R' -> ":" + ByteBuffer.wrap(body).getInt();
                    case 'v' -> ":" + ByteBuffer.wrap(body).getInt();
                    case 'K' -> ":" + (body.length - 4);
                    case 'd' -> ":" + new String(body, StandardCharsets.UTF_8).strip();
                    default -> "";
                };
    }

    private static String field(byte[] body, char name) {
        String[] fields = new String(body, StandardCharsets.UTF_8).split("\0");
        for (String field : fields) {
            if (!field.isEmpty() && field.charAt(0) == name) {
                return field.substring(1);
            }
        }
        return "";
    }

    private static String row(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body);
        int count = in.getShort();
        StringJoiner row = new StringJoiner(",");
        for (int i = 0; i < count; i++) {
            int length = in.getInt();
            if (length < 0) {
                row.add("null");
            } else {
                byte[] value = new byte[length];
                in.get(value);
                row.add(new String(value, StandardCharsets.UTF_8));
            }
        }
        return row.toString();
    }

    /// Goes without a word, as a program does that is killed.
    void vanish() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
