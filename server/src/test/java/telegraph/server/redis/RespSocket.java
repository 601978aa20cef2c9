package telegraph.server.redis;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// The protocol of Redis byte by byte: sends what it is told, and shows answers as a person would
/// write them down.
final class RespSocket implements AutoCloseable {
    /// How long to wait for an answer, on a machine that has much else to do.
    static final int TIMEOUT_MILLIS = 120_000;

    private final Socket socket;
    private final InputStream in;

    RespSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    Socket socket() {
        return socket;
    }

    /// Sends text as it is, `\n` as CRLF.
    void send(String text) throws IOException {
        raw(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    void raw(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /// A command as clients write it.
    static String command(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\n");
        for (String word : words) {
            text.append("$")
                    .append(word.getBytes(StandardCharsets.UTF_8).length)
                    .append("\n")
                    .append(word)
                    .append("\n");
        }
        return text.toString();
    }

    /// Sends a command, and reads its answer.
    String ask(String... words) throws IOException {
        send(command(words));
        return answer();
    }

    /// The next answer: `+text`, `-text`, `:1`, `"text"`, `nil`, `[a, b]`, `{a, b}`.
    String answer() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', '-', ':' -> line;
            case '_' -> "nil";
            case '$', '=' -> bulk(Integer.parseInt(rest));
            case '*' -> "[" + members(Integer.parseInt(rest)) + "]";
            case '%' -> "{" + members(2 * Integer.parseInt(rest)) + "}";
            default -> throw new IOException("no answer begins so: " + line);
        };
    }

    private String bulk(int length) throws IOException {
        if (length < 0) {
            return "nil";
        }
        byte[] bytes = in.readNBytes(length + 2);
        return '"' + new String(bytes, 0, length, StandardCharsets.UTF_8) + '"';
    }

    private String members(int count) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ").append(answer());
        }
        return text.toString();
    }

    private String line() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection after: " + text);
            }
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    /// Whether the server has closed the connection, after nothing more.
    boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
