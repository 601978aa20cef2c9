package telegraph.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A connection on which a test writes what no client library would.
final class RawHttp implements AutoCloseable {
    final Socket socket;
    private final InputStream in;

    RawHttp(HttpServer http) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), http.port());
        socket.setSoTimeout(120_000);
        in = socket.getInputStream();
    }

    record Response(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    RawHttp write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /// The next response, whole.
    Response read() throws IOException {
        return read(true);
    }

    /// The next response to a HEAD.
    Response readHead() throws IOException {
        return read(false);
    }

    private Response read(boolean hasBody) throws IOException {
        String start = line();
        if (start == null) {
            throw new IOException("the connection has ended");
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int status = Integer.parseInt(start.split(" ")[1]);
        boolean none = !hasBody || status < 200 || status == 204 || status == 304;
        return new Response(status, headers, none ? "" : body(headers));
    }

    private String body(Map<String, String> headers) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (headers.containsKey("content-length")) {
            body.writeBytes(in.readNBytes(Integer.parseInt(headers.get("content-length"))));
        } else if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            for (int size = chunk(); size > 0; size = chunk()) {
                body.writeBytes(in.readNBytes(size));
                line();
            }
            trailers(headers);
        } else {
            body.writeBytes(in.readAllBytes());
        }
        return body.toString(StandardCharsets.UTF_8);
    }

    private void trailers(Map<String, String> headers) throws IOException {
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
    }

    private int chunk() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    /// A line without its end; null at the end of the connection.
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /// Whether the server has closed the connection.
    boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
