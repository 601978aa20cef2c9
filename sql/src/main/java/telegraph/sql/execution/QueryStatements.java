package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.engine.meter.Progress;
import telegraph.engine.meter.RequestBudget;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.EstimateClause;
import telegraph.language.ast.Statement;
import telegraph.memory.Region;
import telegraph.query.plan.Explain;
import telegraph.query.plan.Plan;
import telegraph.query.plan.PlanLease;
import telegraph.query.run.PlanRun;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.listing.Analysis;
import telegraph.sql.live.QueryRun;
import telegraph.sql.live.StopWatcher;

/// Carries out queries and explains them.
///
/// Threads: the statement's own.
final class QueryStatements {
    private final StatementRun run;

    QueryStatements(StatementRun run) {
        this.run = run;
    }

    Event.End select(Statement.Select select) {
        PlanLease lease = run.planner(select).lease(select);
        try (lease;
                Region region = run.region()) {
            QueryRun.Outcome outcome =
                    briefly(lease, select.estimating(), region)
                            .orElseGet(() ->
                                    run.asking(lease.plan(), select.estimating()).run(region));
            notices(outcome, select.estimating());
            return run.end("SELECT " + outcome.rows(), outcome);
        } catch (TelegraphException e) {
            throw UnboundPlace.added(e, select);
        }
    }

    /// Carries out a query by a plan that was made before, if it is about a few rows at hand;
    /// empty, with nothing done, if it is not.
    Optional<Event.End> briefly(Statement.Select select) {
        if (select.estimating().isAsked()) {
            return Optional.empty();
        }
        Optional<PlanLease> kept = run.planner(select).kept(select);
        if (kept.isEmpty()) {
            return Optional.empty();
        }
        try (PlanLease lease = kept.get();
                Region region = run.region()) {
            Optional<QueryRun.Outcome> brief = briefly(lease, select.estimating(), region);
            brief.ifPresent(outcome -> notices(outcome, select.estimating()));
            return brief.map(outcome -> run.end("SELECT " + outcome.rows(), outcome));
        } catch (TelegraphException e) {
            throw UnboundPlace.added(e, select);
        }
    }

    private Optional<QueryRun.Outcome> briefly(
            PlanLease lease, EstimateClause estimating, Region region) {
        return run.query().isLive() || estimating.isAsked()
                ? Optional.empty()
                : run.briefly(lease.brief()).run(region);
    }

    private void notices(QueryRun.Outcome outcome, EstimateClause estimating) {
        StopWatcher.ending(estimating, outcome.stopped(), outcome.progress())
                .forEach(text -> run.emit(new Event.Notice(text)));
        notices(run, outcome);
    }

    /// Says what is missing from the rows of a query, if something is.
    static void notices(StatementRun run, QueryRun.Outcome outcome) {
        notices(outcome).forEach(text -> run.emit(new Event.Notice(text)));
    }

    private static List<String> notices(QueryRun.Outcome outcome) {
        Set<String> texts = new LinkedHashSet<>(); // a source that is read twice says it once
        for (Progress progress : outcome.progress()) {
            texts.addAll(lost(progress));
            progress.notes().forEach(note -> texts.add(progress.source() + ": " + note));
            if (!progress.doubt().isEmpty()) {
                texts.add(progress.source() + ": " + progress.doubt());
            }
        }
        return List.copyOf(texts);
    }

    private static List<String> lost(Progress progress) {
        List<String> texts = new ArrayList<>();
        String end = " missing from this result (" + progress.failure() + ")";
        long requests = progress.failed() - progress.rowsLost();
        if (requests > 0) {
            texts.add(
                    progress.source()
                            + ": "
                            + requests
                            + " of "
                            + progress.requests()
                            + " requests failed, and their rows are"
                            + end);
        }
        if (progress.rowsLost() > 0) {
            texts.add(
                    progress.source()
                            + ": "
                            + (progress.rowsLost() == 1
                                    ? "1 row could not be read, and is"
                                    : progress.rowsLost() + " rows could not be read, and are")
                            + end);
        }
        return texts;
    }

    Event.End explain(Statement.Explain explain) {
        try (PlanLease lease = run.planner(explain.query()).lease(explain.query())) {
            return explain(explain, lease.plan());
        }
    }

    private Event.End explain(Statement.Explain explain, Plan plan) {
        EstimateClause estimating = explain.query().estimating();
        QueryRun asking = run.asking(plan, estimating);
        List<String> lines = new ArrayList<>(Explain.lines(plan, PlanRun.byEngine(plan)));
        RequestBudget requests = RequestBudget.current();
        lines.addAll(Analysis.plan(requests));
        lines.addAll(asking.explain());
        QueryRun.Outcome outcome = null;
        if (explain.analyze()) {
            try (Region region = run.region()) {
                outcome = asking.run(region, _ -> {});
                lines.addAll(Analysis.lines(outcome, requests));
                notices(outcome).forEach(text -> lines.add("notice: " + text));
                ending(outcome, estimating, lines);
            }
        }
        List<Object[]> rows = lines.stream().map(line -> new Object[] {line}).toList();
        run.emit(new Event.Columns(List.of(new ResultColumn("plan", "text"))));
        run.emit(new Event.Rows(rows));
        return outcome == null
                ? new Event.End("EXPLAIN", rows.size(), run.elapsed(), List.of(), List.of())
                : run.end("EXPLAIN", outcome);
    }

    private static void ending(
            QueryRun.Outcome outcome, EstimateClause estimating, List<String> lines) {
        List<String> said = StopWatcher.ending(estimating, outcome.stopped(), outcome.progress());
        if (!said.isEmpty()) {
            lines.add("");
            lines.addAll(said);
        }
    }
}
