package telegraph.sql.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.engine.NotBrief;
import telegraph.engine.QueryContext;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.meter.Progress;
import telegraph.engine.meter.RequestBudget;
import telegraph.ground.Ticker;
import telegraph.memory.Region;
import telegraph.query.plan.Plan;
import telegraph.query.run.PlanRun;
import telegraph.query.run.RunContext;
import telegraph.query.translate.QueryShape;
import telegraph.sql.Event;
import telegraph.sql.Settings;

/// A planned query over a few rows at hand: no thread is started for it, and nobody is told how it
/// goes, since it is over before he could look.
///
/// Threads: the one that wants the rows; any may cancel.
public final class BriefRun {
    private final RunningQuery query;
    private final Plan plan;
    private final Settings settings;
    private final Ticker ticker;

    public BriefRun(RunningQuery query, Plan plan, Settings settings, Ticker ticker) {
        this.query = query;
        this.plan = plan;
        this.settings = settings;
        this.ticker = ticker;
    }

    /// Runs it, and passes on its columns and rows as events; empty, with nothing done, if it is
    /// about more than a few rows at hand.
    public Optional<QueryRun.Outcome> run(Region region) {
        return run(
                region,
                () ->
                        query.emit(
                                new Event.Columns(
                                        QueryRun.columns(
                                                new QueryShape(plan.rowType(), plan.declared())))),
                rows -> query.emit(new Event.Rows(rows)),
                settings.integer("row_limit"));
    }

    /// As [#run(Region)], but gives the rows to `to`.
    public Optional<QueryRun.Outcome> run(Region region, Consumer<List<Object[]>> to) {
        return run(region, () -> {}, to, 0);
    }

    private Optional<QueryRun.Outcome> run(
            Region region, Runnable begun, Consumer<List<Object[]>> to, long limit) {
        if (!PlanRun.mayBeBrief(plan)) {
            return Optional.empty();
        }
        long start = ticker.nanos();
        try (Region own = region.alone("brief");
                PlanRun run = PlanRun.start(plan, context(own))) {
            query.onCancel(() -> run.cancel("the query was cancelled"));
            run.begin();
            begun.run();
            Delivery delivery = new Delivery(to, limit, false);
            delivery.finishBy(rows -> Standings.results(plan, rows));
            run.forEach(delivery::accept);
            List<Progress> progress = new ArrayList<>();
            run.progress(progress);
            return Optional.of(
                    new QueryRun.Outcome(
                            delivery.rows(),
                            ticker.nanos() - start,
                            progress,
                            List.of(),
                            List.of()));
        } catch (NotBrief e) {
            return Optional.empty();
        } finally {
            query.onCancel(() -> {});
        }
    }

    private RunContext context(Region region) {
        return new RunContext(
                new QueryContext(
                        query.id(),
                        region,
                        1,
                        RoutingPolicy.named(settings.text("policy")),
                        false,
                        -1,
                        ticker,
                        settings.integer("seed"),
                        false,
                        RequestBudget.current()),
                query::isCancelled,
                false,
                true);
    }
}
