package telegraph.bench.doors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.server.ServerOptions.KeyValueEngine;
import telegraph.sql.Telegraph;

/// A server under measurement, until its input ends: says `ports POSTGRES HTTP REDIS`, and cleans
/// up its memory when it is told `clean`.
public final class DoorProcess {
    /// Telegraph, with keys in a table.
    static final String STORE = "telegraph-store";

    /// Telegraph, with keys that are forgotten.
    static final String NOOP = "telegraph-noop";

    /// A thread of the system for each connection.
    static final String PLATFORM = "platform-threads";

    /// A virtual thread for each connection.
    static final String VIRTUAL = "virtual-threads";

    /// What keeps the heap small, so that what connections take can be told from garbage.
    static final List<String> OPTIONS = List.of("-Xmn32m", "-Xmx1g");

    private DoorProcess() {}

    /// @param arguments which server, and for Telegraph where its sandbox is
    public static void main(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case PLATFORM -> threads(new ThreadServer(Thread.ofPlatform().daemon().factory()));
            case VIRTUAL -> threads(new ThreadServer(Thread.ofVirtual().factory()));
            default -> telegraph(arguments[0].equals(NOOP), Path.of(arguments[1]));
        }
    }

    private static void threads(ThreadServer server) {
        System.out.println("ports -1 -1 " + server.port());
        obey();
    }

    private static void telegraph(boolean noop, Path directory) {
        try (Telegraph telegraph =
                        Telegraph.open(directory, Map.of("log_queries", "none"), Map.of());
                Server server =
                        Server.start(
                                telegraph,
                                ServerOptions.DEFAULT
                                        .withPorts(0, 0, 0)
                                        .withKeyValues(
                                                noop
                                                        ? KeyValueEngine.NOOP
                                                        : KeyValueEngine.STORE))) {
            System.out.println(
                    "ports "
                            + server.postgres().orElseThrow().getPort()
                            + " "
                            + server.http().orElseThrow().getPort()
                            + " "
                            + server.redis().orElseThrow().getPort());
            obey();
        }
    }

    private static void obey() {
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                if (lines.nextLine().equals("clean")) {
                    System.gc();
                    System.out.println("cleaned");
                }
            }
        }
    }
}
