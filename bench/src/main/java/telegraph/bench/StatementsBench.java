package telegraph.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.bench.doors.StatementLoad;
import telegraph.bench.doors.StatementRun;
import telegraph.bench.doors.WireRun;

/// Measures small statements by pgjdbc beside PostgreSQL, each server and its clients in processes
/// of their own.
///
/// `--quick` measures one and eight connections for a shorter time; `--only INSERT` (or another
/// kind, again and again) only those kinds.
public final class StatementsBench {
    private final boolean quick;
    private final List<StatementLoad.Kind> kinds;
    private final Report report;

    private StatementsBench(boolean quick, List<StatementLoad.Kind> kinds) {
        this.quick = quick;
        this.kinds = kinds;
        this.report = new Report("statements", quick);
    }

    public static void main(String[] args) throws Exception {
        List<StatementLoad.Kind> kinds = new ArrayList<>();
        for (int i = 0; i + 1 < args.length; i++) {
            if (args[i].equals("--only")) {
                kinds.add(StatementLoad.Kind.valueOf(args[i + 1]));
            }
        }
        new StatementsBench(
                        List.of(args).contains("--quick"),
                        kinds.isEmpty() ? List.of(StatementLoad.Kind.values()) : kinds)
                .run();
    }

    private void run() throws IOException, InterruptedException {
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
            rows("telegraph", ours, kind);
            theirs.ifPresent(results -> rows("postgresql", results, kind));
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
        report.finish();
    }

    private void rows(String server, StatementRun.Results results, StatementLoad.Kind kind) {
        for (StatementRun.Result result : results.statements()) {
            if (result.kind() == kind) {
                report.row(result.load().row(server));
            }
        }
    }

    private void goals(StatementRun.Results ours, Optional<StatementRun.Results> theirs) {
        at(ours, StatementLoad.Kind.FILTER_AS_TEXT, 1)
                .ifPresent(one ->
                        report.atMost("filter-as-text-cpu-ms-at-1", one.cpuMicros() / 1e3, 1));
        for (StatementLoad.Kind kind :
                List.of(StatementLoad.Kind.RANGE, StatementLoad.Kind.INDEXED)) {
            at(ours, kind, 1)
                    .ifPresent(one ->
                            report.atMost(name(kind) + "-cpu-ms-at-1", one.cpuMicros() / 1e3, 0.3));
        }
        at(ours, StatementLoad.Kind.FIRST, 1)
                .ifPresent(one -> report.atMost("first-ms-at-1", one.p50Micros() / 1e3, 1));
        for (StatementLoad.Kind kind :
                List.of(
                        StatementLoad.Kind.INSERT,
                        StatementLoad.Kind.UPDATE,
                        StatementLoad.Kind.UPSERT,
                        StatementLoad.Kind.JOIN)) {
            for (int connections : List.of(1, 8)) {
                Optional<WireRun.Result> our = at(ours, kind, connections);
                Optional<WireRun.Result> their =
                        theirs.flatMap(results -> at(results, kind, connections));
                if (our.isPresent() && their.isPresent()) {
                    report.atLeast(
                            name(kind) + "-over-postgresql-at-" + connections,
                            our.get().perSecond() / their.get().perSecond(),
                            1);
                }
            }
        }
        report.atMost("explain-q5-first-ms", ours.explained()[0], 10);
        report.atMost("explain-q5-again-ms", ours.explained()[1], 1);
    }

    private static String name(StatementLoad.Kind kind) {
        return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private static Optional<WireRun.Result> at(
            StatementRun.Results results, StatementLoad.Kind kind, int connections) {
        return results.statements().stream()
                .filter(one -> one.kind() == kind && one.load().connections() == connections)
                .map(StatementRun.Result::load)
                .findFirst();
    }
}
