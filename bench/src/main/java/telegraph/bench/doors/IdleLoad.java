package telegraph.bench.doors;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/// Connections that have said hello and nothing since, in a process of their own.
///
/// | it is told         | it says     | each connection                                          |
/// |--------------------|-------------|----------------------------------------------------------|
/// | `postgres PORT N`  | `connected` | has begun a session                                      |
/// | `events PORT N`    | `connected` | follows the list of queries as a stream of events        |
public final class IdleLoad {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final byte READY = 'Z';

    private static final byte[] STARTUP = {
        0, 0, 0, 20, 0, 3, 0, 0, 'u', 's', 'e', 'r', 0, 'b', 'e', 'n', 'c', 'h', 0, 0
    };

    private static final byte[] EVENTS =
            ("GET /v1/queries/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream"
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII);

    private IdleLoad() {}

    public static void main(String[] arguments) throws IOException {
        List<Socket> open = new ArrayList<>();
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                boolean postgres = words[0].equals("postgres");
                for (int i = 0; i < Integer.parseInt(words[2]); i++) {
                    Socket socket = new Socket("127.0.0.1", Integer.parseInt(words[1]));
                    socket.setSoTimeout(TIMEOUT_MILLIS);
                    socket.getOutputStream().write(postgres ? STARTUP : EVENTS);
                    demandHello(socket, postgres);
                    open.add(socket);
                }
                System.out.println("connected");
            }
        }
        for (Socket socket : open) {
            socket.close();
        }
    }

    /// Reads until the server has said all it says at first.
    private static void demandHello(Socket socket, boolean postgres) throws IOException {
        byte[] buffer = new byte[8_192];
        int length = 0;
        while (true) {
            int read = socket.getInputStream().read(buffer, length, buffer.length - length);
            if (read < 0) {
                throw new IOException(
                        "no hello: " + new String(buffer, 0, length, StandardCharsets.US_ASCII));
            }
            length += read;
            boolean said =
                    postgres
                            ? length > 5 && buffer[length - 6] == READY
                            : new String(buffer, 0, length, StandardCharsets.US_ASCII)
                                    .contains("\r\n\r\n");
            if (said) {
                return;
            }
        }
    }
}
