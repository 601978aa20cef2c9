package telegraph.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import telegraph.bench.Outcome;
import telegraph.engine.Basis;
import telegraph.engine.meter.Progress;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// A sandbox that questions are put to and timed, deleted when closed.
///
/// Threads: one.
public final class TelegraphRuns implements AutoCloseable {
    private final Path folder;
    private final Telegraph telegraph;
    private final Session session;

    public TelegraphRuns(int workers, long seed) throws IOException {
        folder = Files.createTempDirectory("telegraph-bench");
        telegraph =
                Telegraph.open(
                        folder.resolve("data"),
                        folder,
                        Map.of("workers", "" + workers, "seed", "" + seed),
                        Map.of());
        session = telegraph.session();
    }

    /// A statement without a result.
    public void execute(String sql) throws InterruptedException {
        ask(sql);
    }

    /// The time until something is claimed of the first row of a running answer, in milliseconds;
    /// until the exact answer, if that comes first.
    public double firstEstimate(String sql) throws InterruptedException {
        execute("SET report_interval = '5ms'");
        AtomicLong claimed = new AtomicLong(Long.MAX_VALUE);
        CountDownLatch told = new CountDownLatch(1);
        long start = System.nanoTime();
        Query query =
                session.start(
                        sql,
                        event -> {
                            if (isClaim(event)) {
                                claimed.accumulateAndGet(System.nanoTime(), Math::min);
                                told.countDown();
                            }
                        },
                        true);
        told.await();
        query.cancel();
        query.join();
        execute("RESET report_interval");
        return (claimed.get() - start) / 1e6;
    }

    /// The rows of a query, when the first and the last came, and how much memory it had at most.
    public record Timed(List<Object[]> rows, double millis, double firstMillis, long peakBytes) {}

    public Timed timed(String sql) throws InterruptedException {
        List<Object[]> rows = new ArrayList<>();
        List<RuntimeException> failures = new ArrayList<>();
        AtomicLong first = new AtomicLong();
        long start = System.nanoTime();
        Query query =
                session.start(
                        sql,
                        event -> {
                            if (event instanceof Event.Rows more) {
                                first.compareAndSet(0, System.nanoTime());
                                rows.addAll(more.rows());
                            } else if (event instanceof Event.Failed failed) {
                                failures.add(failed.cause());
                            }
                        });
        query.join();
        double millis = (System.nanoTime() - start) / 1e6;
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return new Timed(rows, millis, (first.get() - start) / 1e6, query.memoryPeak());
    }

    private static boolean isClaim(Event event) {
        return switch (event) {
            case Event.Snapshot snapshot ->
                    snapshot.marks().stream().anyMatch(mark -> mark.basis() != Basis.SO_FAR);
            case Event.End end -> true;
            case Event.Failed failed -> true;
            default -> false;
        };
    }

    /// The whole result of a query, and the time until it was there.
    public Outcome ask(String sql) throws InterruptedException {
        List<String> columns = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>();
        List<String> notices = new ArrayList<>();
        List<Progress> progress = new ArrayList<>();
        List<RuntimeException> failure = new ArrayList<>();
        long start = System.nanoTime();
        session.start(
                        sql,
                        event -> {
                            switch (event) {
                                case Event.Columns shape ->
                                        shape.columns().forEach(c -> columns.add(c.name()));
                                case Event.Rows more -> rows.addAll(more.rows());
                                case Event.Notice notice -> notices.add(notice.text());
                                case Event.End end -> progress.addAll(end.progress());
                                case Event.Failed failed -> failure.add(failed.cause());
                                case Event.Snapshot passing -> {}
                                case Event.Sources passing -> {}
                                case Event.Routing passing -> {}
                                case Event.Copy passing -> {}
                            }
                        })
                .join();
        double millis = (System.nanoTime() - start) / 1e6;
        if (!failure.isEmpty()) {
            throw failure.getFirst();
        }
        return new Outcome(columns, rows, millis, share(progress), notices);
    }

    /// How much of the input that was read least was read; 1 if none says.
    private static double share(List<Progress> progress) {
        double least = 1;
        for (Progress one : progress) {
            if (one.unitsTotal() > 0) {
                least = Math.min(least, (double) one.units() / one.unitsTotal());
            }
        }
        return least;
    }

    @Override
    public void close() throws IOException {
        session.close();
        telegraph.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
