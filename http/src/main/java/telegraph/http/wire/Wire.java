package telegraph.http.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import telegraph.http.url.Url;

/// The one connection to a site, kept from one fetch to the next.
///
/// A wire begins closed; a fetch opens it, and leaves it open if the site is ready for another
/// request. Closing it lets the next fetch connect anew.
///
/// Threads: one at a time; but [#close] any, if no fetch uses the wire.
public final class Wire implements AutoCloseable {
    private Socket socket;
    private InputStream in;
    private OutputStream out;
    private OpenWires counted;
    private int bytes;
    private long site;
    private long idleSince;

    /// A wire that is not connected yet.
    public Wire() {}

    /// Whether it is connected, as far as one can know without asking.
    public boolean isOpen() {
        return out != null;
    }

    /// When the last fetch ended, in the ticker's nanoseconds.
    public long idleSinceNanos() {
        return idleSince;
    }

    public boolean serves(Url url) {
        return out != null && site == url.siteHash();
    }

    /// Becomes a connection that will count for `size` in `among` until it is closed.
    ///
    /// @param plain the socket to close, below TLS if there is that
    public void begin(Socket plain, OpenWires among, int size) {
        counted = among;
        bytes = size;
        socket = plain;
    }

    /// @param through the socket to speak through
    public void open(Socket through, Url url) throws IOException {
        in = through.getInputStream();
        out = through.getOutputStream();
        site = url.siteHash();
    }

    public void idle(long now) {
        idleSince = now;
    }

    public Socket socket() {
        return socket;
    }

    public InputStream in() {
        return in;
    }

    public OutputStream out() {
        return out;
    }

    @Override
    public void close() {
        Socket old = socket;
        socket = null;
        in = null;
        out = null;
        if (old != null) {
            Sockets.close(old);
            counted.remove(bytes);
        }
    }
}
