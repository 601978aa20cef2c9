package telegraph.engine.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import telegraph.engine.Basis;
import telegraph.engine.aggregate.Drawn;
import telegraph.engine.estimate.Cohorts;
import telegraph.engine.estimate.StoppingRule;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Progress;

/// Says which cohort of the sampled inputs is the largest that is resolved.
///
/// Both sides of a ripple join have cohorts of one number, so that which pairs count is set before
/// any is seen. A side that is complete counts as a whole.
///
/// Threads: any.
public final class ResolvedCohort {
    private final QueryGraph graph;
    private final UnitLedger ledger;
    private final Meter[] meters;
    private final boolean boundsMissing;
    private final LongSupplier rowsTotal;

    /// @param boundsMissing whether rows that are missing from a unit can be bounded
    /// @param rowsTotal how many rows there are said to be, see [Drawn.Side]
    public ResolvedCohort(
            QueryGraph graph,
            UnitLedger ledger,
            Meter[] meters,
            boolean boundsMissing,
            LongSupplier rowsTotal) {
        this.boundsMissing = boundsMissing;
        this.rowsTotal = rowsTotal;
        this.graph = graph;
        this.ledger = ledger;
        this.meters = meters;
    }

    /// @param stopping whether only stopping points count
    public Drawn drawn(boolean stopping) {
        if (ledger.sides() == 0) {
            return Drawn.nothing("no input can be read as a sample");
        }
        List<UnitLedger.Sample> samples = new ArrayList<>();
        int cohort = Integer.MAX_VALUE;
        Basis basis = Basis.EXACT;
        for (int s = 0; s < ledger.sides(); s++) {
            UnitLedger.Sample sample = ledger.sample(s);
            samples.add(sample);
            if (sample.complete() && sample.lost() >= 0) {
                return Drawn.nothing(missing(s, sample));
            }
            if (sample.complete()) {
                continue;
            }
            if (sample.basis() == Basis.SO_FAR) {
                return Drawn.nothing(alias(s) + ": " + sample.reason());
            }
            basis = basis.or(sample.basis());
            cohort = Math.min(cohort, cohort(sample));
        }
        String failed = failed();
        if (!failed.isEmpty()) {
            return Drawn.nothing(failed);
        }
        if (cohort == Integer.MAX_VALUE) {
            return whole(samples);
        }
        if (cohort < 0) {
            return Drawn.nothing(waiting(samples));
        }
        if (stopping && !isAll(samples, cohort)) {
            cohort -= cohort % 2;
            long[] unitsTotals = samples.stream().mapToLong(UnitLedger.Sample::units).toArray();
            if (StoppingRule.test(cohort, StoppingRule.first(unitsTotals)) == 0) {
                return Drawn.nothing("too few units yet to stop at");
            }
        }
        List<Drawn.Side> sides = new ArrayList<>();
        for (int s = 0; s < samples.size(); s++) {
            UnitLedger.Sample sample = samples.get(s);
            long units = Cohorts.size(cohort, sample.units());
            sides.add(
                    new Drawn.Side(
                            units,
                            sample.units(),
                            ledger.lostWithin(s, units),
                            sample.unitRowsMax(),
                            sample.even(),
                            sample.complete(),
                            rowsTotal.getAsLong()));
        }
        return Drawn.of(cohort, sides, basis);
    }

    private static Drawn whole(List<UnitLedger.Sample> samples) {
        int cohort = 0;
        List<Drawn.Side> sides = new ArrayList<>();
        for (UnitLedger.Sample sample : samples) {
            cohort = Math.max(cohort, cohort(sample.resolved(), sample.units()));
            sides.add(
                    new Drawn.Side(
                            sample.resolved(),
                            sample.resolved(),
                            0,
                            sample.unitRowsMax(),
                            sample.even(),
                            true,
                            -1));
        }
        return Drawn.whole(cohort, sides);
    }

    /// The last cohort there was.
    private static int cohort(long resolved, long units) {
        return Math.max(0, Cohorts.numberWithin(resolved, units));
    }

    private int cohort(UnitLedger.Sample sample) {
        // Units given up are unknown, and those behind them no sample without them, unless what is
        // missing can be bounded.
        long resolved =
                sample.lost() < 0 || boundsMissing && sample.unitRowsMax() >= 0
                        ? sample.resolved()
                        : Math.min(sample.resolved(), sample.lost());
        return Cohorts.numberWithin(resolved, sample.units());
    }

    private static boolean isAll(List<UnitLedger.Sample> samples, int cohort) {
        return samples.stream()
                .allMatch(s -> s.complete() || Cohorts.size(cohort, s.units()) == s.units());
    }

    /// Why there is no cohort yet.
    private String waiting(List<UnitLedger.Sample> samples) {
        for (int i = 0; i < graph.size(); i++) {
            if (ledger.side(i) < 0 && graph.instance(i).hasFeed() && ledger.isScanning(i)) {
                return "reading all of " + graph.instance(i).alias() + " first";
            }
        }
        for (int s = 0; s < samples.size(); s++) {
            UnitLedger.Sample sample = samples.get(s);
            if (sample.lost() >= 0 && sample.lost() < sample.resolved()) {
                return missing(s, sample);
            }
            if (!sample.complete()) {
                return alias(s)
                        + ": too few units yet: units="
                        + sample.resolved()
                        + " needed="
                        + Cohorts.size(0, sample.units());
            }
        }
        return "";
    }

    private String missing(int side, UnitLedger.Sample sample) {
        return alias(side) + ": a part of the sample is missing: " + sample.lostReason();
    }

    /// Rows that are missing from lookups are missing from no particular unit, or, where lookups
    /// are the units, from one that does not say so.
    private String failed() {
        for (int i = 0; i < graph.size(); i++) {
            Progress progress = meters[i].progress();
            boolean said = ledger.side(i) >= 0 && graph.instance(i).feed() == Instance.Feed.SCAN;
            if (!said && progress.failed() > 0) {
                return progress.source() + ": requests failed: " + progress.failure();
            }
        }
        return "";
    }

    private String alias(int side) {
        return graph.instance(ledger.input(side)).alias();
    }
}
