package telegraph.http.wire;

import java.io.Closeable;
import java.io.IOException;

/// The end of connections.
public final class Sockets {
    private Sockets() {}

    public static void close(Closeable connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // It is gone either way, and nobody will use it.
            assert e != null;
        }
    }
}
