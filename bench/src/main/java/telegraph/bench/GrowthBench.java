package telegraph.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import telegraph.bench.doors.Child;
import telegraph.bench.doors.PostgresServer;
import telegraph.bench.doors.WireRun;
import telegraph.bench.growth.AllSeries;
import telegraph.bench.growth.Samples;
import telegraph.bench.growth.Series;
import telegraph.bench.growth.Server;
import telegraph.bench.run.DuckDb;

/// Measures how time grows with rows, columns, tables, files, and the sizes of statements, values
/// and results, beside PostgreSQL, of files beside DuckDB: the power of the size with which it grew
/// between the last two sizes. Each server is a process of its own, asked by one connection.
///
/// `--quick` leaves out the largest sizes; `--only rows` (or another series, again and again) the
/// other series.
public final class GrowthBench {
    private static final int QUICK_MOST = 100_000;
    private static final double LINEAR = 1.1;

    /// A sort does n log n.
    private static final double SORTING = 1.2;

    private static final List<Integer> FILES = List.of(10, 100, 1_000);
    private static final int FILE_ROWS = 100;

    private final boolean quick;
    private final List<String> only;
    private final Report report;

    private GrowthBench(boolean quick, List<String> only) {
        this.quick = quick;
        this.only = only;
        this.report = new Report("growth", quick);
    }

    public static void main(String[] args) throws Exception {
        List<String> names =
                Stream.concat(AllSeries.all().stream().map(Series::name), Stream.of("files"))
                        .toList();
        Options options = Options.of(args, List.of("--quick"), Map.of("--only", names));
        new GrowthBench(options.has("--quick"), options.all("--only")).run();
    }

    private void run() throws IOException, InterruptedException {
        for (Series series : AllSeries.all()) {
            if (wanted(series.name())) {
                Series some = quick ? series.upTo(QUICK_MOST) : series;
                Samples ours = TemporaryFolder.with(folder -> ours(folder, some));
                Optional<Samples> theirs = TemporaryFolder.with(folder -> theirs(folder, some));
                show(some.name(), some.unit(), some.sizes(), "PostgreSQL", ours, theirs);
            }
        }
        if (wanted("files")) {
            files();
        }
        report.finish();
    }

    private boolean wanted(String series) {
        return only.isEmpty() || only.contains(series);
    }

    private static Samples ours(Path folder, Series series) throws IOException {
        try (Child process = WireRun.server(folder);
                Server server = new Server(WireRun.url(process), true)) {
            return series.through(server);
        } catch (SQLException e) {
            throw new IOException("series=" + series.name() + " cause=" + e.getMessage(), e);
        }
    }

    private static Optional<Samples> theirs(Path folder, Series series)
            throws IOException, InterruptedException {
        Optional<Path> programs = PostgresServer.programs();
        if (programs.isEmpty()) {
            return Optional.empty();
        }
        try (PostgresServer process = PostgresServer.start(programs.get(), folder);
                Server server = new Server(process.url(), false)) {
            return Optional.of(series.through(server));
        } catch (SQLException e) {
            throw new IOException("series=" + series.name() + " cause=" + e.getMessage(), e);
        }
    }

    private void files() throws IOException, InterruptedException {
        List<Integer> sizes = quick ? FILES.subList(0, 2) : FILES;
        Samples ours = new Samples();
        Samples theirs = new Samples();
        TemporaryFolder.with(folder -> {
            Path sandbox = Files.createDirectories(folder.resolve("sandbox"));
            try (Child process = WireRun.server(folder);
                    Server server = new Server(WireRun.url(process), true);
                    DuckDb duck = new DuckDb(Runtime.getRuntime().availableProcessors())) {
                for (int size : sizes) {
                    Path files = write(sandbox.resolve("files" + size), size);
                    String query =
                            "SELECT count(*), sum(b) FROM '" + files + "/*.csv' WHERE a >= 0";
                    ours.at(size);
                    ours.time("CSV files of 100 rows", () -> server.ask(query));
                    theirs.at(size);
                    theirs.time("CSV files of 100 rows", () -> duck.ask(query));
                }
                return null;
            } catch (SQLException e) {
                throw new IOException("series=files cause=" + e.getMessage(), e);
            }
        });
        show("files", "files", sizes, "DuckDB", ours, Optional.of(theirs));
    }

    private static Path write(Path folder, int count) throws IOException {
        Files.createDirectories(folder);
        for (int f = 0; f < count; f++) {
            List<String> lines = new ArrayList<>(List.of("a,b"));
            for (int row = 0; row < FILE_ROWS; row++) {
                lines.add(f + "," + row);
            }
            Files.write(folder.resolve(f + ".csv"), lines);
        }
        return folder;
    }

    private void show(
            String name,
            String unit,
            List<Integer> sizes,
            String peer,
            Samples ours,
            Optional<Samples> theirs) {
        List<String> head = new ArrayList<>(List.of("milliseconds", "server"));
        sizes.forEach(size -> head.add(String.format(java.util.Locale.ROOT, "%,d", size)));
        head.add("exponent");
        report.section(name, "More and more " + unit + ".", head.toArray(String[]::new));
        for (String what : ours.measures()) {
            row(what, "Telegraph", sizes, ours);
            theirs.filter(samples -> samples.measures().contains(what))
                    .ifPresent(samples -> row(what, peer, sizes, samples));
            String goal =
                    name
                            + "-"
                            + what.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
            report.atMost(
                    goal,
                    Math.max(0, ours.exponent(what)),
                    what.startsWith("sort") ? SORTING : LINEAR);
        }
    }

    private void row(String what, String server, List<Integer> sizes, Samples samples) {
        List<Object> cells = new ArrayList<>(List.of(what, server));
        sizes.forEach(size -> cells.add(samples.at(what, size)));
        cells.add(samples.exponent(what));
        report.row(cells.toArray());
    }
}
