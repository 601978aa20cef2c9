package telegraph.crawler.fetch;

import java.io.Closeable;
import java.io.IOException;

/// The end of connections.
final class Sockets {
    private Sockets() {}

    static void close(Closeable connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // It is gone either way, and nobody will use it.
            assert e != null;
        }
    }
}
