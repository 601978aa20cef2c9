package telegraph.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import telegraph.bench.doors.IdleRun;
import telegraph.bench.doors.KeyRun;
import telegraph.bench.doors.KeyServer;
import telegraph.bench.doors.WireRun;

/// Measures the doors, each server in processes of its own and its clients in others.
///
/// `--quick` measures fewer connections for a shorter time; `--only keys` (or another part, again
/// and again) only those parts.
public final class DoorsBench {
    /// More connections than one process may have open as files.
    private static final int ONE_PROCESS_MAX = 16_000;

    /// Of each kind; with the files of the process they are as many as it may open.
    private static final int IDLE = 9_300;

    private static final int FEW = 1_000;
    private static final int MANY = 10_000;

    private static final List<String> PARTS =
            List.of("keys", "stored-keys", "lookups", "beside", "idle");
    private static final List<String> SERVERS =
            List.of(
                    KeyServer.NOOP,
                    KeyServer.REDIS,
                    KeyServer.VIRTUAL,
                    KeyServer.PLATFORM,
                    KeyServer.STORE,
                    KeyServer.REDIS_SYNC);

    private final boolean quick;
    private final List<String> only;
    private final Report report;

    private DoorsBench(boolean quick, List<String> servers) {
        this.quick = quick;
        this.only = servers;
        this.report = new Report("doors", quick);
    }

    public static void main(String[] args) throws Exception {
        Options options =
                Options.of(args, List.of("--quick"), Map.of("--only", PARTS, "--server", SERVERS));
        List<String> parts = options.all("--only");
        DoorsBench bench = new DoorsBench(options.has("--quick"), options.all("--server"));
        if (parts.isEmpty() || parts.contains("keys")) {
            bench.keys();
        }
        if (parts.isEmpty() && !bench.quick || parts.contains("stored-keys")) {
            bench.storedKeys();
        }
        if (parts.isEmpty() || parts.contains("lookups")) {
            bench.lookups();
        }
        if (parts.isEmpty() && !bench.quick || parts.contains("beside")) {
            bench.beside();
        }
        if (parts.isEmpty() && !bench.quick || parts.contains("idle")) {
            bench.idle();
        }
        bench.report.finish();
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private void keys() throws IOException, InterruptedException {
        List<String> servers = new ArrayList<>(List.of(KeyServer.NOOP));
        if (isInstalled(KeyServer.REDIS)) {
            servers.add(KeyServer.REDIS);
        }
        servers.add(KeyServer.VIRTUAL);
        servers.add(KeyServer.PLATFORM);
        section(
                "Key-value, changes forgotten",
                "Half GET, half SET of 1 KB, each connection one at a time; the reference servers"
                        + " forget every change as ours does, redis-server keeps it in memory.");
        List<Integer> sizes = quick ? List.of(MANY) : List.of(FEW, 4_000, MANY, 32_000);
        Map<String, KeyRun.Result> at = new LinkedHashMap<>();
        for (int connections : sizes) {
            for (String server : servers) {
                KeyRun.Result result = run(server, connections, server.equals(KeyServer.REDIS));
                if (connections == MANY && result != null) {
                    at.put(server, result);
                }
            }
        }
        KeyRun.Result ours = at.get(KeyServer.NOOP);
        if (ours == null) {
            return;
        }
        if (at.containsKey(KeyServer.REDIS)) {
            report.atLeast(
                    "keys-over-redis-at-10000",
                    ours.perSecond() / at.get(KeyServer.REDIS).perSecond(),
                    1);
        }
        if (at.containsKey(KeyServer.PLATFORM)) {
            report.atLeast(
                    "keys-over-platform-threads-at-10000",
                    ours.perSecond() / at.get(KeyServer.PLATFORM).perSecond(),
                    1.5);
        }
        report.atMost("keys-cpu-micros-at-10000", ours.cpuMicros(), 15);
        report.atMost("keys-idle-kb-at-10000", ours.idleBytes() / 1_024, 5);
    }

    private void storedKeys() throws IOException, InterruptedException {
        List<String> servers = new ArrayList<>(List.of(KeyServer.STORE));
        if (isInstalled(KeyServer.REDIS)) {
            servers.add(KeyServer.REDIS_SYNC);
        }
        section(
                "Key-value, changes on the disk",
                "The same load; a change is answered when it is on the disk: ours in a table that"
                        + " SQL reads too, redis-server with appendfsync always.");
        for (int connections : quick ? List.of(FEW) : List.of(FEW, 4_000, MANY, 32_000)) {
            for (String server : servers) {
                run(server, connections, true);
            }
        }
    }

    private WireRun wire() {
        return new WireRun(quick ? 1_500 : 6_000, quick ? 1_500 : 8_000);
    }

    private void lookups() throws IOException, InterruptedException {
        report.section(
                "Lookups over PostgreSQL's protocol",
                "SELECT b FROM foo WHERE a = ? by pgjdbc, prepared, 100,000 rows, each connection"
                        + " a thread; PostgreSQL as it comes (own directory, TCP on the loopback,"
                        + " default configuration).",
                "server",
                "connections",
                "lookups/s",
                "p50 us",
                "p99 us",
                "cpu us");
        List<Integer> connections = quick ? List.of(8) : List.of(1, 2, 4, 8, 16, 32, 64);
        List<WireRun.Result> ours = TemporaryFolder.with(at -> wire().telegraph(at, connections));
        List<WireRun.Result> theirs = TemporaryFolder.with(at -> wire().postgres(at, connections));
        ours.forEach(result -> report.row(result.row("telegraph")));
        theirs.forEach(result -> report.row(result.row("postgresql")));
        if (!theirs.isEmpty()) {
            report.atLeast("lookups-over-postgresql-at-8", at8(ours) / at8(theirs), 2);
        }
    }

    private static double at8(List<WireRun.Result> results) {
        return results.stream()
                .filter(result -> result.connections() == 8)
                .mapToDouble(WireRun.Result::perSecond)
                .findFirst()
                .orElse(Double.NaN);
    }

    private void beside() throws IOException, InterruptedException {
        WireRun.Beside beside = TemporaryFolder.with(at -> wire().beside(at));
        report.section(
                "A lookup beside a heavy query",
                "99th percentile of lookups on one connection, alone and while another groups all"
                        + " 100,000 rows again and again.",
                "alone p99 us",
                "beside p99 us",
                "heavy queries");
        report.row(beside.aloneP99Micros(), beside.besideP99Micros(), Math.round(beside.scans()));
        report.atMost(
                "lookup-p99-beside-over-alone",
                beside.besideP99Micros() / beside.aloneP99Micros(),
                5);
    }

    private void idle() throws IOException, InterruptedException {
        IdleRun.Result idle = TemporaryFolder.with(at -> new IdleRun(IDLE, IDLE).measure(at));
        double projected =
                (idle.beforeBytes() + MANY * (idle.postgresBytes() + idle.eventsBytes()))
                        / (1 << 20);
        report.section(
                "Connections that are only there",
                IDLE
                        + " sessions of PostgreSQL's protocol and as many streams of events, on one"
                        + " process; a machine that lets it open 20,000 files has room for no more.",
                "before MB",
                "KB a session",
                "KB a stream",
                "all MB",
                "MB with 10,000 of each, projected");
        report.row(
                idle.beforeBytes() / (1 << 20),
                idle.postgresBytes() / 1_024,
                idle.eventsBytes() / 1_024,
                idle.allBytes() / (1 << 20),
                projected);
        report.atMost("idle-mb-with-10000-of-each-projected", projected, 1_024);
    }

    private void section(String title, String explanation) {
        report.section(
                title,
                explanation,
                "server",
                "connections",
                "commands/s",
                "p50 ms",
                "p99 ms",
                "cpu us",
                "idle KB a connection",
                "peak MB");
    }

    private KeyRun.Result run(String server, int connections, boolean fills)
            throws IOException, InterruptedException {
        if (!only.isEmpty() && !only.contains(server)) {
            return null;
        }
        int processes = connections > ONE_PROCESS_MAX ? 2 : 1;
        KeyRun run =
                new KeyRun(
                        server,
                        connections,
                        processes,
                        quick ? 1_500 : 6_000,
                        quick ? 2_000 : 10_000);
        try {
            KeyRun.Result result = TemporaryFolder.with(at -> run.measure(at, fills));
            report.row(
                    server + (processes > 1 ? " (" + processes + " processes)" : ""),
                    connections,
                    Math.round(result.perSecond()),
                    result.p50Micros() / 1e3,
                    result.p99Micros() / 1e3,
                    result.cpuMicros(),
                    result.idleBytes() / 1_024,
                    Math.round(result.peakBytes() / (1 << 20)));
            return result;
        } catch (IllegalStateException e) {
            report.row(server, connections, "failed: " + e.getMessage(), "", "", "", "", "");
            return null;
        }
    }
}
