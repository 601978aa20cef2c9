package telegraph.sql.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeField;
import telegraph.engine.Confidence;
import telegraph.engine.meter.Progress;
import telegraph.query.plan.GroupLineage;
import telegraph.query.plan.Plan;
import telegraph.query.run.PlanRun;
import telegraph.query.run.RowClaim;
import telegraph.query.run.RunningAnswer;
import telegraph.query.value.Values;
import telegraph.sql.Mark;

/// How the answer of a running query stands, in the form of a result.
///
/// Threads: any.
final class Standings {
    private final Plan plan;
    private final GroupLineage running;
    private final PlanRun run;
    private final boolean estimates;

    /// @param estimates whether the engine was asked to keep what estimates need
    Standings(Plan plan, GroupLineage running, PlanRun run, boolean estimates) {
        this.plan = plan;
        this.running = running;
        this.run = run;
        this.estimates = estimates;
    }

    /// The answer at one moment.
    ///
    /// @param rows values of the query's columns
    /// @param marks one for each row
    /// @param progress the share of what is to be read that the rows rest on, or NaN if unknown
    /// @param unmet the most of the parts of the source, as a share, that have groups which are not
    ///   among the rows; NaN if nobody knows
    /// @param undecided how many groups are not among the rows of which the intervals do not tell
    ///   whether they belong there
    /// @param stoppingPoint whether a query may stop here by what it sees
    /// @param reason why there are no intervals at all, or ""
    record Standing(
            List<Object[]> rows,
            List<Mark> marks,
            double progress,
            double unmet,
            int undecided,
            boolean stoppingPoint,
            String reason) {}

    /// Whether rows can be led back to groups, so that there may be intervals.
    boolean areClaimed() {
        return estimates && running.threaded().isPresent();
    }

    /// The answer as it stands, or empty if there is none yet or it has too many groups or rows.
    Optional<Standing> now(int groupsMax, int rowsMax, Confidence confidence)
            throws InterruptedException {
        if (areClaimed()) {
            return run.estimates(running, groupsMax, rowsMax, confidence).map(this::claimed);
        }
        String reason =
                !running.isEstimated() ? "" : estimates ? running.reason() : "estimates = off";
        return run.snapshot(rowsMax).map(rows -> unclaimed(rows, reason));
    }

    private Standing claimed(RunningAnswer answer) {
        List<Mark> marks = new ArrayList<>();
        for (RowClaim claim : answer.claims()) {
            marks.add(
                    new Mark(
                            claim.basis(),
                            claim.isUndecided(),
                            claim.errors(),
                            claim.lows(),
                            claim.highs(),
                            claim.reason()));
        }
        double progress = Double.isNaN(answer.progress()) ? read() : answer.progress();
        return new Standing(
                results(plan, answer.rows()),
                marks,
                progress,
                answer.unmet(),
                answer.undecided(),
                answer.stoppingPoint(),
                answer.reason());
    }

    private Standing unclaimed(List<Object[]> rows, String reason) {
        Mark none = Mark.none(plan.rowType().getFieldCount(), reason);
        List<Mark> marks = rows.stream().map(_ -> none).toList();
        return new Standing(results(plan, rows), marks, read(), Double.NaN, 0, false, reason);
    }

    /// The number of the largest cohort that is resolved, or -1.
    int cohort() {
        return areClaimed() ? run.cohort(running) : -1;
    }

    /// The share read of the source that is read to the least part, or NaN if no size is known.
    private double read() {
        List<Progress> sources = new ArrayList<>();
        run.progress(sources);
        return sources.stream()
                .mapToDouble(ReadShare::of)
                .filter(share -> !Double.isNaN(share))
                .min()
                .orElse(Double.NaN);
    }

    /// Rows of a plan as a result shows them.
    static List<Object[]> results(Plan plan, List<Object[]> internal) {
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
}
