package telegraph.bench.doors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One server, or several that share the connections between them, under the load of as many
/// clients.
///
/// | step                                  | gives                                  |
/// |---------------------------------------|----------------------------------------|
/// | some connections that work, then none | what the server has before              |
/// | all connections, idle                 | memory a connection                     |
/// | all connections at work               | commands a second, latencies, processor |
///
/// @param connections in all
/// @param processes of the server, and of clients: one may open so many files only
public record KeyRun(String server, int connections, int processes, long warmMillis, long millis) {
    private static final List<String> CLIENT_OPTIONS = List.of("-Xmx1g");
    private static final int WARM_CONNECTIONS = 200;
    private static final int SETTLE_MILLIS = 500;

    /// What was measured.
    ///
    /// @param cpuMicros of the server, a command
    /// @param idleBytes of the server, a connection that does nothing
    /// @param peakBytes of the server
    public record Result(
            double perSecond,
            double p50Micros,
            double p99Micros,
            double cpuMicros,
            double idleBytes,
            double peakBytes) {}

    /// A server and its clients.
    private record Pair(KeyServer server, Child clients) {}

    /// @param directory an empty one
    /// @param fills whether keys get values first
    public Result measure(Path directory, boolean fills) throws IOException, InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        try {
            for (int i = 0; i < processes; i++) {
                Path own = Files.createDirectories(directory.resolve("server" + i));
                KeyServer started = KeyServer.start(server, own);
                pairs.add(new Pair(started, clients(started)));
            }
            return measured(pairs, fills);
        } finally {
            for (Pair pair : pairs) {
                pair.clients().close();
                pair.server().close();
            }
        }
    }

    private static Child clients(KeyServer server) throws IOException {
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return Child.java(
                KeyLoad.class,
                CLIENT_OPTIONS,
                String.valueOf(server.port()),
                String.valueOf(threads));
    }

    private Result measured(List<Pair> pairs, boolean fills)
            throws IOException, InterruptedException {
        int share = connections / pairs.size();
        double idle = 0;
        for (Pair pair : pairs) {
            try (Child warmer = clients(pair.server())) {
                connect(warmer, WARM_CONNECTIONS);
                if (fills) {
                    warmer.tell("fill " + KeyClient.KEYS);
                    warmer.await("filled");
                }
                warmer.tell("run " + warmMillis / 2 + " " + warmMillis / 2);
                warmer.await("end");
            }
            Thread.sleep(SETTLE_MILLIS);
            pair.server().clean();
            long before = pair.server().child().memory();
            connect(pair.clients(), share);
            Thread.sleep(SETTLE_MILLIS);
            pair.server().clean();
            idle += pair.server().child().memory() - before;
        }
        pairs.forEach(pair -> pair.clients().tell("run " + warmMillis + " " + millis));
        double cpu = 0;
        for (Pair pair : pairs) {
            pair.clients().await("begin");
            cpu -= pair.server().child().cpuMicros();
        }
        double commands = 0;
        double seconds = 0;
        double p50 = 0;
        double p99 = 0;
        double peak = 0;
        for (Pair pair : pairs) {
            double[] end = pair.clients().numbers("end");
            cpu += pair.server().child().cpuMicros();
            commands += end[0];
            seconds = Math.max(seconds, end[1]);
            p50 = Math.max(p50, end[2]);
            p99 = Math.max(p99, end[3]);
            peak += pair.server().child().memoryPeak();
        }
        return new Result(commands / seconds, p50, p99, cpu / commands, idle / connections, peak);
    }

    private static void connect(Child clients, int count) {
        clients.tell("connect " + count);
        clients.await("connected");
    }
}
