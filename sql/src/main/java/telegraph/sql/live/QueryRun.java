package telegraph.sql.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.engine.Confidence;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.meter.Progress;
import telegraph.engine.meter.RequestBudget;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.ground.Uninterruptibly;
import telegraph.language.ast.EstimateClause;
import telegraph.memory.Region;
import telegraph.query.label.EnumType;
import telegraph.query.plan.GroupLineage;
import telegraph.query.plan.Plan;
import telegraph.query.run.PlanRun;
import telegraph.query.run.RunContext;
import telegraph.query.translate.QueryShape;
import telegraph.query.value.Types;
import telegraph.sql.Event;
import telegraph.sql.Mark;
import telegraph.sql.ResultColumn;
import telegraph.sql.Settings;

/// Carries out one planned query: runs it in a region of its own, within its limits, reports while
/// it runs, and ends it early if it need not be exact.
///
/// Threads: the query's runs it; a virtual thread reports, another watches for the moment to stop.
public final class QueryRun {
    private final RunningQuery query;
    private final Plan plan;
    private final GroupLineage running;
    private final EstimateClause estimating;
    private final Settings settings;
    private final Ticker ticker;
    private final boolean live;
    private final ClaimedShape shape;

    public QueryRun(
            RunningQuery query,
            Plan plan,
            EstimateClause estimating,
            Settings settings,
            Ticker ticker,
            boolean live) {
        this.query = query;
        this.plan = plan;
        this.running = GroupLineage.of(plan);
        this.estimating = estimating;
        this.settings = settings;
        this.ticker = ticker;
        this.live = live;
        this.shape = ClaimedShape.of(plan, running, estimating);
        if (estimating.isAsked() && !running.isEstimated()) {
            throw noAggregates();
        }
    }

    private TelegraphException noAggregates() {
        String clause =
                estimating.errorPercent().isPresent()
                        ? "ERROR WITHIN"
                        : estimating.time().isPresent() ? "WITHIN" : "SELECT ONLINE";
        return TelegraphException.input(
                clause
                        + " is about estimates, and no column of this query is computed from"
                        + " aggregates. Its rows come as they are read: use LIMIT for fewer, or SET"
                        + " time_limit");
    }

    /// What a query did.
    ///
    /// @param stopped why it ended before its answer was exact, and what else is to be said of
    ///   that; empty if it did not
    public record Outcome(
            long rows,
            long nanos,
            List<Progress> progress,
            List<Routes> routes,
            List<String> stopped) {}

    /// The columns of the result.
    public List<ResultColumn> columns() {
        return shape.columns();
    }

    /// What its estimates will be, for EXPLAIN; nothing if it asks for none.
    public List<String> explain() {
        if (!estimating.isAsked()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("estimates");
        if (estimating.mayStop()) {
            lines.add("  may stop: " + estimating.text());
        }
        List<String> names = plan.rowType().getFieldNames();
        for (int c = 0; c < names.size(); c++) {
            GroupLineage.Column column = running.columns().get(c);
            if (column.estimated()) {
                lines.add(
                        "  "
                                + names.get(c)
                                + (column.isClaimable()
                                        ? ": interval"
                                        : ": no interval, " + column.hindrance()));
            }
        }
        return lines;
    }

    /// Runs the query in `region`, which the caller closes, and passes on its rows as events.
    public Outcome run(Region region) {
        query.emit(new Event.Columns(columns()));
        return run(region, rows -> query.emit(new Event.Rows(rows)), settings.integer("row_limit"));
    }

    /// As [#run(Region)], but gives the rows to `to`, which the query's thread calls.
    public Outcome run(Region region, Consumer<List<Object[]>> to) {
        return run(region, to, 0);
    }

    private Outcome run(Region region, Consumer<List<Object[]>> to, long limit) {
        long start = ticker.nanos();
        Delivery delivery = new Delivery(to, limit, estimating.isAsked());
        boolean estimates = settings.text("estimates").equals("on");
        BooleanSupplier over = () -> query.isCancelled() || delivery.isStopped();
        RunContext context = context(region, estimates, over);
        try (PlanRun run = PlanRun.start(plan, context)) {
            query.onCancel(() -> run.cancel("the query was cancelled"));
            Standings standings = new Standings(plan, running, run, estimates);
            Reporter reporter = new Reporter(query, run, standings, shape, confidence(), over);
            StopWatcher stopping =
                    new StopWatcher(
                            estimating,
                            running,
                            standings,
                            confidence(),
                            ticker,
                            text -> query.emit(new Event.Notice(text)));
            delivery.finishBy(rows -> finished(rows, run, reporter));
            stopping.warnings(plan.rowType().getFieldNames())
                    .forEach(text -> query.emit(new Event.Notice(text)));
            List<Thread> watching = new ArrayList<>();
            watching.add(watch("reporter", () -> report(reporter, delivery)));
            if (stopping.canStop()) {
                watching.add(
                        watch(
                                "stopping",
                                () -> {
                                    StopWatcher.Stop stop = stopping.await(start);
                                    stop(stop, delivery, reporter, run);
                                }));
            }
            try {
                List<String> stopped = deliver(run, delivery);
                List<Progress> progress = new ArrayList<>();
                run.progress(progress);
                List<Routes> routes = new ArrayList<>();
                run.routes(routes);
                return new Outcome(
                        delivery.rows(), ticker.nanos() - start, progress, routes, stopped);
            } finally {
                end(watching);
                query.onCancel(() -> {});
            }
        }
    }

    /// Estimates cost something, so they are prepared only where somebody will see them.
    private RunContext context(Region region, boolean estimates, BooleanSupplier over) {
        boolean seen = live || estimating.isAsked();
        return new RunContext(
                new QueryContext(
                        query.id(),
                        region,
                        (int) settings.integer("workers"),
                        RoutingPolicy.named(settings.text("policy")),
                        false,
                        -1,
                        ticker,
                        settings.integer("seed"),
                        estimates && seen,
                        RequestBudget.current()),
                over,
                seen);
    }

    private Confidence confidence() {
        double level =
                estimating
                        .confidencePercent()
                        .map(percent -> percent.movePointLeft(2).doubleValue())
                        .orElseGet(() -> settings.share("confidence"));
        Confidence.Method method =
                settings.text("confidence_method").equals("normal")
                        ? Confidence.Method.NORMAL
                        : Confidence.Method.CONSERVATIVE;
        return new Confidence(level, method, false);
    }

    /// Something that is done beside the query until it ends.
    @FunctionalInterface
    private interface Watch {
        void run() throws InterruptedException;
    }

    private Thread watch(String what, Watch watch) {
        return Thread.ofVirtual()
                .name(query.id() + " " + what)
                .start(() -> {
                    try {
                        watch.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt(); // the query ended first
                    }
                });
    }

    private static void end(List<Thread> watching) {
        watching.forEach(Thread::interrupt);
        Uninterruptibly.join(watching);
    }

    private void report(Reporter reporter, Delivery delivery) throws InterruptedException {
        Optional<Reporter.Outlet> outlet =
                shape.isOnline()
                        ? Optional.of(reporter.rows(delivery))
                        : live ? Optional.of(reporter.snapshots()) : Optional.empty();
        reporter.report(settings.duration("report_interval"), ticker, live, outlet);
    }

    private void stop(StopWatcher.Stop stop, Delivery delivery, Reporter reporter, PlanRun run) {
        List<Object[]> rows =
                stop.answer()
                        .map(answer -> reporter.rows(answer, reporter.next()))
                        .orElse(List.of());
        List<String> why = new ArrayList<>();
        why.add(stop.why());
        stop.answer().flatMap(StopWatcher::unmet).ifPresent(why::add);
        stop.answer().flatMap(StopWatcher::undecided).ifPresent(why::add);
        if (delivery.stop(rows, why)) {
            run.cancel(stop.why());
        }
    }

    /// Passes the rows on; returns why the query stopped early, or nothing.
    private List<String> deliver(PlanRun run, Delivery delivery) {
        try {
            run.forEach(delivery::accept);
            delivery.end();
        } catch (RuntimeException e) {
            if (query.isCancelled() || !delivery.isStopped()) {
                throw e;
            }
        }
        return delivery.stopped();
    }

    /// Rows of the result of rows of the whole answer.
    private List<Object[]> finished(List<Object[]> internal, PlanRun run, Reporter reporter) {
        List<Object[]> rows = Standings.results(plan, internal);
        if (!estimating.isAsked()) {
            return rows;
        }
        List<Progress> sources = new ArrayList<>();
        run.progress(sources);
        Mark mark = Progress.incompleteness(sources).map(shape::none).orElseGet(shape::exact);
        long number = reporter.next();
        return rows.stream().map(row -> shape.row(row, mark, number, 1)).toList();
    }

    public static List<ResultColumn> columns(QueryShape shape) {
        return shape.rowType().getFieldList().stream()
                .map(field ->
                        new ResultColumn(
                                field.getName(),
                                Types.name(field.getType()),
                                shape.declared().get(field.getIndex()),
                                EnumType.oid(field.getType())))
                .toList();
    }

    public static List<ResultColumn> columns(RelDataType rowType) {
        return rowType.getFieldList().stream()
                .map(field ->
                        new ResultColumn(
                                field.getName(),
                                Types.name(field.getType()),
                                Types.declared(field.getType()),
                                EnumType.oid(field.getType())))
                .toList();
    }
}
