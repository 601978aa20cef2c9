package telegraph.bench.doors;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// PostgreSQL as it comes, in a directory of its own, over TCP. It does not run as root; where the
/// bench does, it runs as the user that Debian makes for it.
///
/// Threads: one.
public final class PostgresServer implements AutoCloseable {
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
    private static final int STARTS_MILLIS_MAX = 20_000;

    private final Child child;
    private final int port;

    private PostgresServer(Child child, int port) {
        this.child = child;
        this.port = port;
    }

    /// Where its programs are, if it is installed.
    public static Optional<Path> programs() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Path::compareTo);
        }
    }

    public static PostgresServer start(Path programs, Path directory)
            throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        boolean root = System.getProperty("user.name").equals("root");
        if (root) {
            run(List.of("chown", "postgres", directory.toString()));
        }
        run(
                as(
                        root,
                        programs.resolve("initdb").toString(),
                        "-D",
                        data.toString(),
                        "-U",
                        "postgres",
                        "-A",
                        "trust",
                        "--no-locale",
                        "-E",
                        "UTF8"));
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Child child =
                Child.program(
                        as(
                                        root,
                                        programs.resolve("postgres").toString(),
                                        "-D",
                                        data.toString(),
                                        "-p",
                                        String.valueOf(port),
                                        "-c",
                                        "listen_addresses=127.0.0.1",
                                        "-c",
                                        "unix_socket_directories=",
                                        "-c",
                                        "log_min_messages=fatal")
                                .toArray(String[]::new));
        PostgresServer server = new PostgresServer(child, port);
        for (int waited = 0; !server.listens(); waited += 100) {
            if (waited > STARTS_MILLIS_MAX) {
                child.close();
                throw new IllegalStateException("PostgreSQL does not start");
            }
            Thread.sleep(100);
        }
        return server;
    }

    private static List<String> as(boolean root, String... command) {
        List<String> all = new ArrayList<>();
        if (root) {
            all.addAll(
                    List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        all.addAll(List.of(command));
        return all;
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("a command failed: " + command);
        }
    }

    private boolean listens() {
        try {
            DriverManager.getConnection(url()).close();
            return true;
        } catch (SQLException e) {
            return false; // not yet
        }
    }

    public String url() {
        return address().url();
    }

    Address address() {
        return new Address(port, "postgres", "postgres");
    }

    Child child() {
        return child;
    }

    @Override
    public void close() {
        child.close();
    }
}
