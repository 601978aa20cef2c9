package telegraph.bench.doors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What people use who know nothing of us: pgbench, and psycopg, against our server and PostgreSQL
/// itself.
///
/// Threads: one.
public final class OutsideRun {
    private final List<StatementLoad.Kind> kinds;
    private final Path programs;
    private final Psycopg psycopg;
    private final long warmMillis;
    private final long millis;

    /// All that was measured of a server.
    public record Results(List<Pgbench.Result> pgbench, List<StatementRun.Result> psycopg) {}

    private OutsideRun(
            Path programs,
            Psycopg psycopg,
            List<StatementLoad.Kind> kinds,
            long warmMillis,
            long millis) {
        this.programs = programs;
        this.psycopg = psycopg;
        this.kinds = kinds;
        this.warmMillis = warmMillis;
        this.millis = millis;
    }

    /// Makes ready what measures; empty if PostgreSQL is not installed.
    ///
    /// @param kinds what psycopg asks
    public static Optional<OutsideRun> find(
            List<StatementLoad.Kind> kinds, long warmMillis, long millis)
            throws IOException, InterruptedException {
        Optional<Path> programs = PostgresServer.programs();
        if (programs.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new OutsideRun(programs.get(), Psycopg.find(), kinds, warmMillis, millis));
    }

    /// Why psycopg asks nothing, or "".
    public String missing() {
        return psycopg.missing();
    }

    public Results telegraph(Path directory, List<Integer> connections)
            throws IOException, InterruptedException {
        try (Child server = WireRun.server(directory)) {
            return measure(Address.of(server), server, connections);
        }
    }

    public Results postgres(Path directory, List<Integer> connections)
            throws IOException, InterruptedException {
        try (PostgresServer server = PostgresServer.start(programs, directory)) {
            return measure(server.address(), server.child(), connections);
        }
    }

    private Results measure(Address address, Child server, List<Integer> connections)
            throws IOException, InterruptedException {
        List<StatementRun.Result> asked = new ArrayList<>();
        if (psycopg.isThere()) {
            try (Child filling = StatementRun.clients(address.url())) {
                filling.tell("fill");
                filling.await("filled");
            }
            try (Child clients = psycopg.clients(address)) {
                for (StatementLoad.Kind kind : kinds) {
                    for (int count : connections) {
                        asked.add(
                                StatementRun.measure(
                                        clients, server, kind, count, warmMillis, millis));
                    }
                }
            }
        }
        List<Pgbench.Result> done = new ArrayList<>();
        Pgbench pgbench = new Pgbench(programs, address, server);
        pgbench.fill();
        for (Pgbench.Script script : Pgbench.Script.values()) {
            for (int count : connections) {
                done.add(pgbench.run(script, count, warmMillis, millis));
            }
        }
        return new Results(done, asked);
    }
}
