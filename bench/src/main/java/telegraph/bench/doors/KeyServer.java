package telegraph.bench.doors;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/// A key-value server under measurement: ours, a reference, or redis-server.
///
/// Threads: one.
public final class KeyServer implements AutoCloseable {
    /// redis-server, forgetting everything when it ends.
    public static final String REDIS = "redis-server";

    /// redis-server, each change on the disk before it is answered.
    public static final String REDIS_SYNC = "redis-server-fsync";

    public static final String STORE = DoorProcess.STORE;
    public static final String NOOP = DoorProcess.NOOP;
    public static final String PLATFORM = DoorProcess.PLATFORM;
    public static final String VIRTUAL = DoorProcess.VIRTUAL;

    private static final int STARTS_MILLIS_MAX = 10_000;
    private static final int CLIENTS_MAX = 20_000;

    private final Child child;
    private final int port;
    private final boolean isOurs;

    private KeyServer(Child child, int port, boolean isOurs) {
        this.child = child;
        this.port = port;
        this.isOurs = isOurs;
    }

    /// Starts one.
    ///
    /// @param directory where it may keep something; it must be there
    public static KeyServer start(String kind, Path directory)
            throws IOException, InterruptedException {
        if (kind.equals(REDIS) || kind.equals(REDIS_SYNC)) {
            return redis(kind.equals(REDIS_SYNC), directory);
        }
        Child child =
                Child.java(
                        DoorProcess.class,
                        DoorProcess.OPTIONS,
                        kind,
                        directory.resolve("sandbox").toString());
        return new KeyServer(child, (int) child.numbers("ports")[2], true);
    }

    private static KeyServer redis(boolean sync, Path directory)
            throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String log = directory.resolve("redis.log").toString();
        Child child =
                Child.program(
                        REDIS,
                        "--port",
                        String.valueOf(port),
                        "--dir",
                        directory.toString(),
                        "--logfile",
                        log,
                        "--maxclients",
                        String.valueOf(CLIENTS_MAX),
                        "--tcp-backlog",
                        "4096",
                        "--save",
                        "",
                        "--appendonly",
                        sync ? "yes" : "no",
                        "--appendfsync",
                        "always");
        for (int waited = 0; !listens(port); waited += 50) {
            if (waited > STARTS_MILLIS_MAX) {
                throw new IllegalStateException(
                        "redis-server does not start: " + Files.readString(Path.of(log)));
            }
            Thread.sleep(50);
        }
        return new KeyServer(child, port, false);
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            return true;
        } catch (IOException e) {
            return false; // not yet
        }
    }

    int port() {
        return port;
    }

    /// Has it throw away garbage, if it makes any.
    void clean() {
        if (isOurs) {
            child.tell("clean");
            child.await("cleaned");
        }
    }

    Child child() {
        return child;
    }

    @Override
    public void close() {
        child.close();
    }
}
