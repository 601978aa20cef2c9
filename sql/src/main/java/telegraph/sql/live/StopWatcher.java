package telegraph.sql.live;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import telegraph.engine.Basis;
import telegraph.engine.Confidence;
import telegraph.engine.meter.Progress;
import telegraph.ground.Ticker;
import telegraph.language.ast.EstimateClause;
import telegraph.query.plan.GroupLineage;
import telegraph.query.run.PlanRun;
import telegraph.sql.CellText;
import telegraph.sql.Mark;

/// Watches a query that need not be exact, and stops it when its answer will do.
///
/// The answer is looked at whenever a cohort of the sample is complete, with intervals that hold
/// however often somebody looks; when the time is up, the intervals are those of one look.
///
/// Threads: one of its own.
public final class StopWatcher {
    private static final Duration LOOK = Duration.ofMillis(10);

    private final EstimateClause estimating;
    private final GroupLineage running;
    private final Standings standings;
    private final Confidence confidence;
    private final Ticker ticker;
    private final Consumer<String> notices;
    private boolean told;

    /// @param confidence for one look
    /// @param notices takes what is to be said while the query runs
    StopWatcher(
            EstimateClause estimating,
            GroupLineage running,
            Standings standings,
            Confidence confidence,
            Ticker ticker,
            Consumer<String> notices) {
        this.estimating = estimating;
        this.running = running;
        this.standings = standings;
        this.confidence = confidence;
        this.ticker = ticker;
        this.notices = notices;
    }

    /// An answer that will do.
    ///
    /// @param answer empty if there was none in time
    /// @param why in words
    record Stop(Optional<Standings.Standing> answer, String why) {}

    /// Waits until the answer will do; there must be something to wait for.
    ///
    /// @param start when the query began
    Stop await(long start) throws InterruptedException {
        int seen = -1;
        boolean byError = canStopByError();
        while (true) {
            long left = left(start);
            if (left <= 0) {
                return timeUp();
            }
            ticker.sleep(Duration.ofNanos(Math.min(left, LOOK.toNanos())));
            int cohort = byError ? standings.cohort() : -1;
            if (cohort > seen) {
                seen = cohort;
                Optional<Standings.Standing> answer = look();
                if (answer.isPresent()) {
                    return new Stop(answer, withinError());
                }
            }
        }
    }

    /// Whether there is anything to wait for.
    boolean canStop() {
        return estimating.time().isPresent() || canStopByError();
    }

    private boolean canStopByError() {
        return estimating.errorPercent().isPresent()
                && standings.areClaimed()
                && running.columns().stream().allMatch(c -> !c.estimated() || c.isClaimable());
    }

    private long left(long start) {
        return estimating
                .time()
                .map(time -> start + time.toNanos() - ticker.nanos())
                .orElse(Long.MAX_VALUE);
    }

    /// The answer if all of it is near enough.
    private Optional<Standings.Standing> look() throws InterruptedException {
        Confidence sequential = new Confidence(confidence.level(), confidence.method(), true);
        try {
            Optional<Standings.Standing> answer =
                    standings
                            .now(PlanRun.GROUPS_MAX, PlanRun.GROUPS_MAX, sequential)
                            .filter(Standings.Standing::stoppingPoint);
            answer.ifPresent(this::tellOfFew);
            return answer.filter(this::isNear).filter(some -> !isWhole(some));
        } catch (RuntimeException e) {
            // An answer over a part of the rows can fail where the whole does not; the next part,
            // or the whole, decides.
            return Optional.empty();
        }
    }

    /// Whether all was read: then the exact answer is about to come, to the last digit, which sums
    /// over units need not have.
    private static boolean isWhole(Standings.Standing answer) {
        return answer.marks().stream().allMatch(mark -> mark.basis() == Basis.EXACT);
    }

    private boolean isNear(Standings.Standing answer) {
        return !answer.rows().isEmpty()
                && IntStream.range(0, answer.rows().size()).allMatch(r -> isNear(answer, r));
    }

    private boolean isNear(Standings.Standing answer, int row) {
        double bound = estimating.errorPercent().orElseThrow().doubleValue() / 100;
        double[] errors = answer.marks().get(row).errors();
        return IntStream.range(0, errors.length)
                .filter(c -> running.columns().get(c).estimated())
                .allMatch(c -> isNear(answer.rows().get(row)[c], errors[c], bound));
    }

    /// Says once that all rows are near enough but a few of which nothing is claimed, with the
    /// first of them: they alone keep the query from stopping.
    private void tellOfFew(Standings.Standing answer) {
        int rows = answer.rows().size();
        int[] far = IntStream.range(0, rows).filter(r -> !isNear(answer, r)).toArray();
        boolean few =
                far.length > 0
                        && far.length <= rows / 2
                        && Arrays.stream(far)
                                .allMatch(r -> !answer.marks().get(r).reason().isEmpty());
        if (few && !told) {
            told = true;
            notices.accept(
                    (rows - far.length)
                            + " of "
                            + rows
                            + " groups are within the error asked for; the query goes on for the"
                            + " others, such as "
                            + named(answer.rows().get(far[0]))
                            + ": "
                            + answer.marks().get(far[0]).reason());
        }
    }

    /// A row by what it is grouped by.
    private String named(Object[] row) {
        String key =
                IntStream.range(0, row.length)
                        .filter(c -> !running.columns().get(c).estimated())
                        .mapToObj(c -> row[c] == null ? "NULL" : CellText.of(row[c]))
                        .collect(Collectors.joining(", "));
        return "(" + key + ")";
    }

    private static boolean isNear(Object value, double error, double bound) {
        return value instanceof Number number && error <= bound * Math.abs(number.doubleValue());
    }

    private Stop timeUp() throws InterruptedException {
        Optional<Standings.Standing> answer = Optional.empty();
        String reason = "there was no answer in this time";
        try {
            answer = standings.now(PlanRun.GROUPS_MAX, PlanRun.GROUPS_MAX, confidence);
            reason = answer.map(Standings.Standing::reason).orElse(reason);
        } catch (RuntimeException e) {
            // An answer over a part of the rows can fail where the whole does not.
            reason = "there is no answer of a part: " + e.getMessage();
        }
        return new Stop(
                answer,
                "stopped because the time is up ("
                        + new EstimateClause(
                                        false,
                                        Optional.empty(),
                                        Optional.empty(),
                                        estimating.time())
                                .text()
                        + ")"
                        + (reason.isEmpty() ? "" : "; no intervals: " + reason));
    }

    /// How much of the whole may lie in groups of which no row has come, in words, if any may.
    static Optional<String> unmet(Standings.Standing answer) {
        double share = answer.unmet();
        if (!(share > 0)) {
            return Optional.empty();
        }
        BigDecimal percent =
                BigDecimal.valueOf(100 * share)
                        .round(new MathContext(2, RoundingMode.UP))
                        .min(BigDecimal.valueOf(100));
        return Optional.of(
                "groups of which no row has come may have rows in up to "
                        + percent.stripTrailingZeros().toPlainString()
                        + " % of the parts of the source");
    }

    /// Which rows may not belong to the answer, and how many that are not there may, in words.
    static Optional<String> undecided(Standings.Standing answer) {
        long shown = answer.marks().stream().filter(Mark::undecided).count();
        if (shown == 0 && answer.undecided() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                "HAVING is not decided by the intervals of "
                        + shown
                        + " of the "
                        + answer.rows().size()
                        + " groups shown (undecided) and of "
                        + answer.undecided()
                        + " that are not shown");
    }

    private String withinError() {
        return "stopped because every estimate is within "
                + estimating.errorPercent().orElseThrow().toPlainString()
                + " % at "
                + BigDecimal.valueOf(confidence.level())
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString()
                + " % confidence";
    }

    /// What is to be said of a query that need not have been exact when it has ended.
    ///
    /// @param stopped why it stopped early, and what else is to be said of that; or empty
    public static List<String> ending(
            EstimateClause estimating, List<String> stopped, List<Progress> sources) {
        if (stopped.isEmpty()) {
            return estimating.mayStop() ? List.of(atTheEnd(sources)) : List.of();
        }
        List<String> all = new ArrayList<>();
        all.add(stopped.getFirst());
        sources.stream().map(ReadShare::text).forEach(all::add);
        all.addAll(stopped.subList(1, stopped.size()));
        return all;
    }

    private static String atTheEnd(List<Progress> sources) {
        return Progress.incompleteness(sources)
                .map(reason ->
                        "every source was read to its end, but "
                                + reason
                                + ", so nothing is claimed of the answer")
                .orElse("every source was read to its end, so the answer is exact");
    }

    /// What is to be said at once: columns that can never be near enough.
    List<String> warnings(List<String> names) {
        List<String> warnings = new ArrayList<>();
        if (estimating.errorPercent().isEmpty()) {
            return warnings;
        }
        String then =
                estimating.time().isPresent()
                        ? "the query runs until its time is up"
                        : "the query runs to its end";
        if (!standings.areClaimed()) {
            warnings.add(
                    "no column can have an interval, so "
                            + then
                            + ": "
                            + (running.reason().isEmpty() ? "estimates = off" : running.reason()));
            return warnings;
        }
        for (int c = 0; c < names.size(); c++) {
            GroupLineage.Column column = running.columns().get(c);
            if (column.estimated() && !column.isClaimable()) {
                warnings.add(
                        "column "
                                + names.get(c)
                                + " can have no interval, so "
                                + then
                                + ": "
                                + column.hindrance());
            }
        }
        return warnings;
    }
}
