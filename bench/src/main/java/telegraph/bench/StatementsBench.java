package telegraph.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import telegraph.bench.doors.OutsideRun;
import telegraph.bench.doors.Pgbench;
import telegraph.bench.doors.StatementLoad;
import telegraph.bench.doors.StatementRun;
import telegraph.bench.doors.WireRun;

/// Measures small statements by pgjdbc beside PostgreSQL, each server and its clients in processes
/// of their own; and what comes of them through psycopg and pgbench.
///
/// `--quick` measures one and eight connections for a shorter time; `--only INSERT` (or another
/// kind, again and again) only those kinds by pgjdbc, `--only OUTSIDE` only the clients of others.
public final class StatementsBench {
    private static final String OUTSIDE = "OUTSIDE";

    /// What PostgreSQL is not to be better at.
    private static final List<StatementLoad.Kind> COMPARED =
            List.of(
                    StatementLoad.Kind.INSERT,
                    StatementLoad.Kind.UPDATE,
                    StatementLoad.Kind.UPSERT,
                    StatementLoad.Kind.JOIN);

    private final boolean quick;
    private final List<StatementLoad.Kind> kinds;
    private final boolean outside;
    private final Report report;

    private StatementsBench(boolean quick, List<String> only) {
        this.quick = quick;
        this.outside = only.isEmpty() || only.contains(OUTSIDE);
        this.kinds =
                only.isEmpty()
                        ? List.of(StatementLoad.Kind.values())
                        : only.stream()
                                .filter(name -> !name.equals(OUTSIDE))
                                .map(StatementLoad.Kind::valueOf)
                                .toList();
        this.report = new Report("statements", only.size() == 1 ? only.getFirst() : "", quick);
    }

    public static void main(String[] args) throws Exception {
        List<String> names =
                Stream.concat(
                                Stream.of(StatementLoad.Kind.values()).map(Enum::name),
                                Stream.of(OUTSIDE))
                        .toList();
        Options options = Options.of(args, List.of("--quick"), Map.of("--only", names));
        StatementsBench bench = new StatementsBench(options.has("--quick"), options.all("--only"));
        if (!bench.kinds.isEmpty()) {
            bench.runKinds();
        }
        if (bench.outside) {
            bench.runOutside();
        }
        bench.report.finish();
    }

    private void runKinds() throws IOException, InterruptedException {
        List<Integer> connections = quick ? List.of(1, 8) : List.of(1, 2, 8);
        StatementRun run = new StatementRun(quick ? 1_000 : 5_000, quick ? 1_000 : 5_000);
        StatementRun.Results ours =
                TemporaryFolder.with(at -> run.telegraph(at, kinds, connections));
        Optional<StatementRun.Results> theirs =
                TemporaryFolder.with(at -> run.postgres(at, kinds, connections));
        for (StatementLoad.Kind kind : kinds) {
            report.section(
                    kind.name(),
                    kind.title(),
                    "server",
                    "connections",
                    "a second",
                    "p50 us",
                    "p99 us",
                    "cpu us");
            rows("telegraph", ours.statements(), kind);
            theirs.ifPresent(results -> rows("postgresql", results.statements(), kind));
        }
        report.section(
                "EXPLAIN",
                "TPC-H's Q5 over tables without rows.",
                "server",
                "first ms",
                "again ms");
        report.row("telegraph", ours.explained()[0], ours.explained()[1]);
        theirs.ifPresent(results ->
                report.row("postgresql", results.explained()[0], results.explained()[1]));
        goals(ours, theirs);
    }

    /// What people use who know nothing of us.
    private void runOutside() throws IOException, InterruptedException {
        long millis = quick ? 2_000 : 5_000;
        Optional<OutsideRun> found = OutsideRun.find(COMPARED, millis, millis);
        if (found.isEmpty()) {
            report.note("pgbench and psycopg were not measured: PostgreSQL is not installed");
            return;
        }
        OutsideRun run = found.get();
        List<Integer> connections = quick ? List.of(8) : List.of(1, 8);
        OutsideRun.Results ours = TemporaryFolder.with(at -> run.telegraph(at, connections));
        OutsideRun.Results theirs = TemporaryFolder.with(at -> run.postgres(at, connections));
        for (Pgbench.Script script : Pgbench.Script.values()) {
            report.section(
                    "PGBENCH " + script.name(),
                    script.title() + ", prepared",
                    "server",
                    "connections",
                    "a second",
                    "mean us",
                    "cpu us");
            rows("telegraph", ours, script);
            rows("postgresql", theirs, script);
        }
        report.atLeast(
                "pgbench-select-over-postgresql-at-8",
                ratio(ours, theirs, Pgbench.Script.SELECT, 8),
                1.5);
        report.atLeast(
                "pgbench-tpc-b-over-postgresql-at-8",
                ratio(ours, theirs, Pgbench.Script.TPC_B, 8),
                1);
        if (!run.missing().isEmpty()) {
            report.note("psycopg was not measured: " + run.missing());
            return;
        }
        for (StatementLoad.Kind kind : COMPARED) {
            report.section(
                    "PSYCOPG " + kind.name(),
                    kind.title() + ", by as many processes of Python as connections",
                    "server",
                    "connections",
                    "a second",
                    "p50 us",
                    "p99 us",
                    "cpu us");
            rows("telegraph", ours.psycopg(), kind);
            rows("postgresql", theirs.psycopg(), kind);
            for (int count : connections) {
                compare("psycopg-", ours.psycopg(), theirs.psycopg(), kind, count);
            }
        }
    }

    private void rows(String server, OutsideRun.Results results, Pgbench.Script script) {
        for (Pgbench.Result one : results.pgbench()) {
            if (one.script() == script) {
                report.row(
                        server,
                        one.connections(),
                        Math.round(one.perSecond()),
                        one.meanMicros(),
                        one.cpuMicros());
            }
        }
    }

    private static double ratio(
            OutsideRun.Results ours,
            OutsideRun.Results theirs,
            Pgbench.Script script,
            int connections) {
        return perSecond(ours, script, connections) / perSecond(theirs, script, connections);
    }

    private static double perSecond(
            OutsideRun.Results results, Pgbench.Script script, int connections) {
        return results.pgbench().stream()
                .filter(one -> one.script() == script && one.connections() == connections)
                .findFirst()
                .orElseThrow()
                .perSecond();
    }

    private void rows(String server, List<StatementRun.Result> results, StatementLoad.Kind kind) {
        for (StatementRun.Result result : results) {
            if (result.kind() == kind) {
                report.row(result.load().row(server));
            }
        }
    }

    private void goals(StatementRun.Results ours, Optional<StatementRun.Results> theirs) {
        at(ours.statements(), StatementLoad.Kind.FILTER_AS_TEXT, 1)
                .ifPresent(one ->
                        report.atMost("filter-as-text-cpu-ms-at-1", one.cpuMicros() / 1e3, 1));
        for (StatementLoad.Kind kind :
                List.of(StatementLoad.Kind.RANGE, StatementLoad.Kind.INDEXED)) {
            at(ours.statements(), kind, 1)
                    .ifPresent(one ->
                            report.atMost(name(kind) + "-cpu-ms-at-1", one.cpuMicros() / 1e3, 0.3));
        }
        at(ours.statements(), StatementLoad.Kind.FIRST, 1)
                .ifPresent(one -> report.atMost("first-ms-at-1", one.p50Micros() / 1e3, 1));
        for (StatementLoad.Kind kind : COMPARED) {
            for (int connections : List.of(1, 8)) {
                theirs.ifPresent(results ->
                        compare("", ours.statements(), results.statements(), kind, connections));
            }
        }
        report.atMost("explain-q5-first-ms", ours.explained()[0], 10);
        report.atMost("explain-q5-again-ms", ours.explained()[1], 1);
    }

    private void compare(
            String by,
            List<StatementRun.Result> ours,
            List<StatementRun.Result> theirs,
            StatementLoad.Kind kind,
            int connections) {
        Optional<WireRun.Result> our = at(ours, kind, connections);
        Optional<WireRun.Result> their = at(theirs, kind, connections);
        if (our.isPresent() && their.isPresent()) {
            report.atLeast(
                    by + name(kind) + "-over-postgresql-at-" + connections,
                    our.get().perSecond() / their.get().perSecond(),
                    1);
        }
    }

    private static String name(StatementLoad.Kind kind) {
        return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private static Optional<WireRun.Result> at(
            List<StatementRun.Result> results, StatementLoad.Kind kind, int connections) {
        return results.stream()
                .filter(one -> one.kind() == kind && one.load().connections() == connections)
                .map(StatementRun.Result::load)
                .findFirst();
    }
}
