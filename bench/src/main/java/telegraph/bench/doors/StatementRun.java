package telegraph.bench.doors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Small statements over PostgreSQL's protocol, of ours or of PostgreSQL itself.
public final class StatementRun {
    private static final List<String> CLIENT_OPTIONS = List.of("-Xmx512m");

    private final long warmMillis;
    private final long millis;

    /// What was measured of one kind with some connections.
    public record Result(StatementLoad.Kind kind, WireRun.Result load) {}

    /// All that was measured of a server.
    ///
    /// @param explained milliseconds of EXPLAIN of TPC-H's Q5, the first time and again
    public record Results(List<Result> statements, double[] explained) {}

    public StatementRun(long warmMillis, long millis) {
        this.warmMillis = warmMillis;
        this.millis = millis;
    }

    /// PostgreSQL; empty if it is not installed.
    public Optional<Results> postgres(
            Path directory, List<StatementLoad.Kind> kinds, List<Integer> connections)
            throws IOException, InterruptedException {
        Optional<Path> programs = PostgresServer.programs();
        if (programs.isEmpty()) {
            return Optional.empty();
        }
        try (PostgresServer server = PostgresServer.start(programs.get(), directory);
                Child clients = clients(server.url())) {
            return Optional.of(measure(clients, server.child(), kinds, connections));
        }
    }

    public Results telegraph(
            Path directory, List<StatementLoad.Kind> kinds, List<Integer> connections)
            throws IOException {
        try (Child server = WireRun.server(directory);
                Child clients = clients(WireRun.url(server))) {
            return measure(clients, server, kinds, connections);
        }
    }

    static Child clients(String url) throws IOException {
        return Child.java(StatementLoad.class, CLIENT_OPTIONS, url);
    }

    private Results measure(
            Child clients,
            Child server,
            List<StatementLoad.Kind> kinds,
            List<Integer> connections) {
        clients.tell("fill");
        clients.await("filled");
        List<Result> results = new ArrayList<>();
        for (StatementLoad.Kind kind : kinds) {
            for (int threads : connections) {
                results.add(measure(clients, server, kind, threads, warmMillis, millis));
            }
        }
        clients.tell("explain");
        return new Results(results, clients.numbers("end"));
    }

    /// What clients measure of one kind, after a time that warms.
    static Result measure(
            Child clients,
            Child server,
            StatementLoad.Kind kind,
            int threads,
            long warmMillis,
            long millis) {
        String told = "run " + kind + " " + threads + " " + warmMillis + " " + millis;
        return new Result(kind, WireRun.measure(clients, server, told, threads));
    }
}
