package telegraph.bench.doors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lookups of single rows over PostgreSQL's protocol, of ours or of PostgreSQL itself.
public final class WireRun {
    /// Of the table that is looked into.
    static final int ROWS = 100_000;

    private static final List<String> CLIENT_OPTIONS = List.of("-Xmx512m");

    private final long warmMillis;
    private final long millis;

    /// What was measured with some connections.
    ///
    /// @param cpuMicros of the server, a lookup
    public record Result(
            int connections,
            double perSecond,
            double p50Micros,
            double p99Micros,
            double cpuMicros) {
        /// A row of a report: what was measured, as it stands here.
        public Object[] row(String server) {
            return new Object[] {
                server, connections, Math.round(perSecond), p50Micros, p99Micros, cpuMicros
            };
        }
    }

    /// Lookups on one connection, alone and while another one asks for much.
    public record Beside(double aloneP99Micros, double besideP99Micros, double scans) {}

    public WireRun(long warmMillis, long millis) {
        this.warmMillis = warmMillis;
        this.millis = millis;
    }

    /// PostgreSQL; empty if it is not installed.
    public List<Result> postgres(Path directory, List<Integer> connections)
            throws IOException, InterruptedException {
        Optional<Path> programs = PostgresServer.programs();
        if (programs.isEmpty()) {
            return List.of();
        }
        try (PostgresServer server = PostgresServer.start(programs.get(), directory);
                Child clients = clients(server.url())) {
            return measure(clients, server.child(), connections);
        }
    }

    public List<Result> telegraph(Path directory, List<Integer> connections)
            throws IOException, InterruptedException {
        try (Child server = server(directory);
                Child clients = clients(url(server))) {
            return measure(clients, server, connections);
        }
    }

    /// Starts a server of ours with a sandbox in a directory.
    public static Child server(Path directory) throws IOException {
        return Child.java(
                DoorProcess.class,
                List.of("-Xmx2g"),
                DoorProcess.STORE,
                directory.resolve("sandbox").toString());
    }

    /// Where it listens.
    public static String url(Child server) {
        return Address.of(server).url();
    }

    private static Child clients(String url) throws IOException {
        return Child.java(PointLoad.class, CLIENT_OPTIONS, url);
    }

    private List<Result> measure(Child clients, Child server, List<Integer> connections) {
        fill(clients);
        List<Result> results = new ArrayList<>();
        for (int threads : connections) {
            results.add(measure(clients, server, threads));
        }
        return results;
    }

    private static void fill(Child clients) {
        clients.tell("fill " + ROWS);
        clients.await("filled");
    }

    private Result measure(Child clients, Child server, int threads) {
        return measure(
                clients, server, "run " + threads + " " + warmMillis + " " + millis, threads);
    }

    /// What clients that are told to run measure, and the processor time of the server meanwhile.
    static Result measure(Child clients, Child server, String told, int threads) {
        clients.tell(told);
        clients.await("begin");
        double cpu = -server.cpuMicros();
        double[] end = clients.numbers("end");
        cpu += server.cpuMicros();
        clients.tell("release");
        return new Result(threads, end[0] / end[1], end[2], end[3], cpu / end[0]);
    }

    /// Ours, alone and beside a query that reads all and groups it.
    public Beside beside(Path directory) throws IOException, InterruptedException {
        try (Child server = server(directory)) {
            String url = url(server);
            try (Child clients = clients(url);
                    Child scanner = clients(url)) {
                fill(clients);
                double alone = measure(clients, server, 1).p99Micros();
                scanner.tell("scan " + (2 * warmMillis + millis));
                scanner.await("scanning");
                double beside = measure(clients, server, 1).p99Micros();
                return new Beside(alone, beside, scanner.numbers("end")[0]);
            }
        }
    }
}
