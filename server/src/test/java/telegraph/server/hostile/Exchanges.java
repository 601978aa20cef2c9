package telegraph.server.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What well-behaved clients of each door send.
final class Exchanges {
    private static final int VERSION_3 = 196_608;
    private static final int TLS = 80_877_103;
    private static final int CANCEL = 80_877_102;

    private Exchanges() {}

    /// How a connection to the PostgreSQL door begins.
    static byte[] postgresStart() {
        return startup("user", "fuzz", "database", "fuzz", "client_encoding", "UTF8");
    }

    /// How others begin.
    static List<byte[]> postgresStarts() {
        return List.of(postgresStart(), fours(8, TLS), fours(16, CANCEL, 1, 2));
    }

    /// What follows [#postgresStart].
    static List<byte[]> postgres() {
        byte[] sync = message('S');
        byte[] parse =
                message(
                        'P',
                        text("s"),
                        text("SELECT a, b FROM t WHERE a = $1"),
                        twos(1),
                        fours(23));
        byte[] bind = message('B', text("p"), text("s"), twos(1, 1, 1), fours(4, 7), twos(1, 1));
        List<byte[]> all = new ArrayList<>();
        all.add(all(message('Q', text("SELECT b FROM t WHERE a = 1")), message('X')));
        all.add(all(message('Q', text("BEGIN; UPDATE t SET b = 'x' WHERE a = 9; ROLLBACK"))));
        all.add(
                all(
                        parse,
                        bind,
                        message('D', new byte[] {'P'}, text("p")),
                        message('E', text("p"), fours(0)),
                        sync,
                        message('X')));
        all.add(
                all(
                        parse,
                        message('D', new byte[] {'S'}, text("s")),
                        message('H'),
                        bind,
                        message('E', text("p"), fours(1)),
                        message('C', new byte[] {'P'}, text("p")),
                        sync));
        all.add(
                all(
                        message('Q', text("COPY t FROM STDIN")),
                        message('d', "100\tx\n101\ty\n".getBytes(StandardCharsets.UTF_8)),
                        message('c'),
                        message('X')));
        all.add(all(message('Q', text("COPY t TO STDOUT")), message('f', text("no more"))));
        all.add(
                all(
                        message(
                                'p',
                                text("SCRAM-SHA-256"),
                                fours(32),
                                "n,,n=,r=abcdefghijklmnopqrstuvwx"
                                        .getBytes(StandardCharsets.UTF_8))));
        all.add(all(message('Q', text("")), message('F', fours(1), twos(0, 0, 0))));
        return all;
    }

    static List<byte[]> http() {
        String host = "Host: 127.0.0.1\r\n";
        String json = "{\"sql\":\"SELECT b FROM t WHERE a = 1\",\"live\":true}";
        List<String> all =
                List.of(
                        "GET /healthz HTTP/1.1\r\n" + host + "\r\n",
                        "GET / HTTP/1.1\r\n" + host + "Accept-Encoding: gzip\r\n\r\n",
                        "GET /v1/catalog HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n",
                        "GET /v1/queries HTTP/1.1\r\n"
                                + host
                                + "\r\nGET /metrics HTTP/1.1\r\n"
                                + host
                                + "\r\n",
                        "POST /v1/query HTTP/1.1\r\n"
                                + host
                                + "Content-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: "
                                + json.length()
                                + "\r\n\r\n"
                                + json,
                        "POST /v1/query HTTP/1.1\r\n"
                                + host
                                + "Content-Type: text/plain\r\nAccept: text/csv\r\nContent-Length: 8\r\n\r\nSELECT 1",
                        "POST /v1/query HTTP/1.1\r\n"
                                + host
                                + "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\nAccept: application/x-ndjson\r\n\r\n8\r\nSELECT 1\r\n0\r\n\r\n",
                        "POST /v1/query HTTP/1.1\r\n"
                                + host
                                + "Content-Type: text/plain\r\nExpect: 100-continue\r\nContent-Length: 8\r\n\r\nSELECT 2",
                        "DELETE /v1/queries/q1 HTTP/1.1\r\n"
                                + host
                                + "Authorization: Bearer abc\r\n\r\n",
                        "OPTIONS /v1/query HTTP/1.1\r\n"
                                + host
                                + "Origin: http://example.org\r\nAccess-Control-Request-Method: POST\r\n\r\n",
                        "GET /lib/d3/d3.min.js HTTP/1.1\r\n"
                                + host
                                + "Range: bytes=0-10\r\nIf-None-Match: \"x\"\r\n\r\n");
        return all.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    static List<byte[]> redis() {
        return List.of(
                        "*1\r\n$4\r\nPING\r\n",
                        "PING\r\n",
                        "*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n",
                        "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\nvalue\r\n*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
                        "*7\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\n1\r\n$2\r\nEX\r\n$2\r\n10\r\n$2\r\nNX\r\n$3\r\nGET\r\n",
                        "*5\r\n$4\r\nMSET\r\n$1\r\na\r\n$1\r\n1\r\n$1\r\nb\r\n$1\r\n2\r\n",
                        "*3\r\n$4\r\nMGET\r\n$1\r\na\r\n$1\r\nb\r\n*2\r\n$4\r\nINCR\r\n$1\r\na\r\n",
                        "*6\r\n$4\r\nSCAN\r\n$1\r\n0\r\n$5\r\nMATCH\r\n$2\r\n*a\r\n$5\r\nCOUNT\r\n$2\r\n10\r\n",
                        "*3\r\n$6\r\nEXPIRE\r\n$1\r\na\r\n$3\r\n100\r\n*2\r\n$3\r\nTTL\r\n$1\r\na\r\n",
                        "*3\r\n$6\r\nCLIENT\r\n$7\r\nSETNAME\r\n$1\r\nx\r\n*1\r\n$4\r\nINFO\r\n",
                        "*3\r\n$3\r\nDEL\r\n$1\r\na\r\n$1\r\nb\r\n*1\r\n$4\r\nQUIT\r\n")
                .stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static byte[] startup(String... parameters) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(fours(VERSION_3));
        for (String parameter : parameters) {
            body.writeBytes(text(parameter));
        }
        body.write(0);
        return all(fours(4 + body.size()), body.toByteArray());
    }

    private static byte[] message(char type, byte[]... parts) {
        byte[] body = all(parts);
        return all(new byte[] {(byte) type}, fours(4 + body.length), body);
    }

    private static byte[] text(String text) {
        return (text + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] twos(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * values.length);
        for (int value : values) {
            bytes.putShort((short) value);
        }
        return bytes.array();
    }

    private static byte[] fours(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    private static byte[] all(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
