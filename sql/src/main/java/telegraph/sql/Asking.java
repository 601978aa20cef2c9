package telegraph.sql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import telegraph.engine.Progress;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.Ticker;
import telegraph.memory.Region;
import telegraph.memory.TelegraphException;
import telegraph.sql.expression.Types;
import telegraph.sql.expression.Values;
import telegraph.sql.plan.Plan;
import telegraph.sql.run.PlanRun;
import telegraph.sql.run.RunContext;

/// Carries out one planned query: runs it in a region of its own, within its limits, and reports
/// while it runs.
///
/// Threads: the query's runs it; a virtual thread reports.
final class Asking {
    /// The most rows of a snapshot that anybody is shown.
    private static final int SNAPSHOT_ROWS_MAX = 1_000;

    private final RunningQuery query;
    private final Plan plan;
    private final Settings settings;
    private final Ticker ticker;
    private final boolean live;
    private long snapshots;

    Asking(RunningQuery query, Plan plan, Settings settings, Ticker ticker, boolean live) {
        this.query = query;
        this.plan = plan;
        this.settings = settings;
        this.ticker = ticker;
        this.live = live;
    }

    /// What a query that ran to its end did.
    record Outcome(long rows, long nanos, List<Progress> progress, List<Routes> routes) {}

    /// Runs the query in `region`, which the caller closes, and passes on its rows if `show`.
    Outcome run(Region region, boolean show) {
        long start = ticker.nanos();
        RunContext context =
                new RunContext(
                        new QueryContext(
                                query.id(),
                                region,
                                (int) settings.integer("workers"),
                                settings.text("policy"),
                                false,
                                -1,
                                ticker,
                                settings.integer("seed"),
                                settings.text("estimates").equals("on")),
                        query::isCancelled,
                        live);
        if (show) {
            query.emit(new Event.Columns(columns(plan.rowType())));
        }
        try (PlanRun run = PlanRun.start(plan, context)) {
            query.onCancel(() -> run.cancel("the query was cancelled"));
            Thread reporter =
                    Thread.ofVirtual().name(query.id() + " reporter").start(() -> report(run));
            try {
                long rows = deliver(run, show);
                List<Progress> progress = new ArrayList<>();
                run.progress(progress);
                List<Routes> routes = new ArrayList<>();
                run.routes(routes);
                return new Outcome(rows, ticker.nanos() - start, progress, routes);
            } finally {
                stop(reporter);
                query.onCancel(() -> {});
            }
        }
    }

    private static void stop(Thread reporter) {
        reporter.interrupt();
        boolean interrupted = false;
        while (true) {
            try {
                reporter.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private long deliver(PlanRun run, boolean show) {
        long limit = settings.integer("row_limit");
        long[] count = {0};
        run.forEach(rows -> {
            count[0] += rows.size();
            if (limit > 0 && count[0] > limit) {
                throw TelegraphException.resource(
                        "row limit reached: row_limit="
                                + limit
                                + ". Raise row_limit, or ask for fewer rows with LIMIT.");
            }
            if (show) {
                query.emit(new Event.Rows(results(rows)));
            }
        });
        return count[0];
    }

    private List<Object[]> results(List<Object[]> internal) {
        List<RelDataTypeField> fields = plan.rowType().getFieldList();
        List<Object[]> rows = new ArrayList<>(internal.size());
        for (Object[] from : internal) {
            Object[] row = new Object[fields.size()];
            for (int c = 0; c < row.length; c++) {
                row[c] = Values.toResult(from[c], fields.get(c).getType());
            }
            rows.add(row);
        }
        return rows;
    }

    static List<ResultColumn> columns(RelDataType rowType) {
        return rowType.getFieldList().stream()
                .map(field -> new ResultColumn(field.getName(), Types.name(field.getType())))
                .toList();
    }

    /// Says at every interval how things stand.
    private void report(PlanRun run) {
        Duration interval = settings.duration("report_interval");
        boolean trying = live;
        try {
            while (true) {
                ticker.sleep(interval);
                List<Progress> progress = new ArrayList<>();
                run.progress(progress);
                query.emit(new Event.Sources(progress));
                trying = trying && snapshot(run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Event.Snapshot snapshot(List<Object[]> rows) {
        int columns = plan.rowType().getFieldCount();
        List<Mark> marks = rows.stream().map(_ -> Mark.none(columns, "")).toList();
        snapshots++;
        return new Event.Snapshot(rows, marks, new boolean[columns], snapshots, Double.NaN, "");
    }

    /// Sends the answer as it stands; returns whether there is a point in trying again.
    private boolean snapshot(PlanRun run) throws InterruptedException {
        try {
            run.snapshot(SNAPSHOT_ROWS_MAX).ifPresent(rows -> query.emit(snapshot(results(rows))));
            return true;
        } catch (RuntimeException e) {
            // A remainder over half the rows can fail where the whole does not. The final result
            // decides; until then the user is told why nothing moves.
            if (!query.isCancelled()) {
                query.emit(new Event.Notice("no running answer: " + e.getMessage()));
            }
            return false;
        }
    }
}
