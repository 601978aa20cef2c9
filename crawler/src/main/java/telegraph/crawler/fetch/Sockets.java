package telegraph.crawler.fetch;

import java.io.IOException;
import java.net.Socket;

/// The end of sockets.
final class Sockets {
    private Sockets() {}

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is gone either way, and nobody will use it.
            assert e != null;
        }
    }
}
