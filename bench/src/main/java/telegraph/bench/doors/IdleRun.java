package telegraph.bench.doors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Memory of a server whose clients are there and do nothing.
///
/// @param postgres connections that have a session
/// @param events connections that follow the list of queries
public record IdleRun(int postgres, int events) {
    private static final int SETTLE_MILLIS = 2_000;

    /// @param beforeBytes of the process without connections
    /// @param postgresBytes a connection that has a session
    /// @param eventsBytes a connection that follows the list of queries
    /// @param allBytes of the process with all of them
    public record Result(
            double beforeBytes, double postgresBytes, double eventsBytes, double allBytes) {}

    public Result measure(Path directory) throws IOException, InterruptedException {
        try (Child server =
                        Child.java(
                                DoorProcess.class,
                                DoorProcess.OPTIONS,
                                DoorProcess.STORE,
                                directory.resolve("sandbox").toString());
                Child first = Child.java(IdleLoad.class, List.of("-Xmx512m"));
                Child second = Child.java(IdleLoad.class, List.of("-Xmx512m"))) {
            double[] ports = server.numbers("ports");
            connect(first, "postgres", ports[0], 100);
            connect(second, "events", ports[1], 100);
            double before = settled(server);
            connect(first, "postgres", ports[0], postgres);
            double some = settled(server);
            connect(second, "events", ports[1], events);
            double all = settled(server);
            return new Result(before, (some - before) / postgres, (all - some) / events, all);
        }
    }

    private static void connect(Child clients, String kind, double port, int count) {
        clients.tell(kind + " " + (int) port + " " + count);
        clients.await("connected");
    }

    private static double settled(Child server) throws InterruptedException {
        Thread.sleep(SETTLE_MILLIS);
        server.tell("clean");
        server.await("cleaned");
        return server.memory();
    }
}
