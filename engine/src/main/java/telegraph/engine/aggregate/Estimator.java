package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.Basis;
import telegraph.engine.Claim;
import telegraph.engine.Confidence;
import telegraph.engine.estimate.Conservative;
import telegraph.engine.estimate.Gates;
import telegraph.engine.estimate.LargeSample;
import telegraph.engine.estimate.Moments;
import telegraph.engine.estimate.Quantiles;
import telegraph.engine.estimate.Statistic;
import telegraph.engine.estimate.Totals;
import telegraph.engine.fold.Components;
import telegraph.engine.fold.OrderStatistic;
import telegraph.engine.fold.UnitSums;

/// Makes claims of the sums of a cohort.
///
/// ```
/// cells of (group, unit A, unit B) ──► moments of each group over units ──► totals ──► claims
/// ```
///
/// Threads: one at a time.
final class Estimator {
    private static final Width NOT_CONSERVATIVE =
            new Width.None("there are no conservative intervals of a join");

    private final List<Aggregate> aggregates;
    private final Components components;
    private final Drawn drawn;
    private final Rest rest;
    private final Confidence confidence;
    private final UnitSums cells;
    private final Grouping all;

    /// The sides that are not complete, one or two.
    private final List<Drawn.Side> incomplete;

    /// How many units of the cohort were given up.
    private final long lost;

    /// Whether the cohort has all units, and none was given up.
    private final boolean exact;

    /// @param drawn a cohort
    /// @param cells the sums of the cohort; the unit of a side that is complete is 0. Null where
    ///   claims are made of several samples together, whose sums are elsewhere
    /// @param all the merged groups, also room for sums
    Estimator(Drawn drawn, Rest rest, Confidence confidence, UnitSums cells, Grouping all) {
        this.aggregates = all.aggregates();
        this.components = all.components();
        this.incomplete = drawn.incomplete();
        this.lost = incomplete.stream().mapToLong(Drawn.Side::lost).sum();
        this.exact = lost == 0 && incomplete.stream().allMatch(s -> s.units() == s.unitsTotal());
        this.drawn = drawn;
        this.rest = rest;
        this.confidence = confidence;
        this.cells = cells;
        this.all = all;
    }

    /// What is known of one group.
    ///
    /// @param values estimates of the aggregates, NaN where there is none. They are there before
    ///   there is an interval, so that all groups of a sample are of the same scale
    record Estimated(double[] values, Claim claim) {}

    /// What the cohort says of the totals of one group.
    ///
    /// @param scant whether values without an interval stay as they came, since there is too little
    ///   of the group to estimate them
    record Part(Totals totals, boolean scant, Width width) {}

    /// By group; null where the cohort has no row of it. Empty if there is no room for it.
    Optional<Estimated[]> all() {
        return parts().map(parts -> {
            Estimated[] estimated = new Estimated[parts.length];
            for (int g = 0; g < parts.length; g++) {
                estimated[g] = parts[g] == null ? null : claims(g, parts[g]);
            }
            return estimated;
        });
    }

    /// The same before anything is claimed.
    Optional<Part[]> parts() {
        int groups = all.size();
        boolean ripple = incomplete.size() == 2;
        boolean byB = !ripple && drawn.sides().getFirst().complete();
        Moments[] a = new Moments[groups];
        Moments[] b = new Moments[groups];
        Moments[] pairs = new Moments[groups];
        if (ripple) {
            long unitsA = incomplete.getFirst().units();
            long unitsB = incomplete.getLast().units();
            if (!collect(true, 1.0 / unitsB, unitsA, a)
                    || !collect(false, 1.0 / unitsA, unitsB, b)) {
                return Optional.empty();
            }
            addTo(pairs, cells, unitsA * unitsB);
        } else {
            if (!collect(!byB, 1, incomplete.getFirst().units(), a)) {
                return Optional.empty();
            }
        }
        Part[] parts = new Part[groups];
        for (int g = 0; g < groups; g++) {
            if (a[g] != null) {
                parts[g] = ripple ? ofPairs(a[g], b[g], pairs[g]) : ofUnits(a[g]);
            }
        }
        return Optional.of(parts);
    }

    /// Moments over the units of one side of sums over the other, multiplied.
    private boolean collect(boolean byA, double factor, long units, Moments[] to) {
        UnitSums marginal = all.emptyUnitSums(Long.MAX_VALUE);
        for (int c = 0; c < cells.size(); c++) {
            int unit = byA ? cells.unitA(c) : cells.unitB(c);
            marginal.addCell(cells, c, cells.group(c), unit, 0, factor);
        }
        if (marginal.isFull()) {
            return false;
        }
        addTo(to, marginal, units);
        return true;
    }

    /// Adds each cell to its group as a unit, and zeros up to so many units.
    private void addTo(Moments[] groups, UnitSums from, long units) {
        double[] sums = new double[components.size()];
        for (int c = 0; c < from.size(); c++) {
            int g = from.group(c);
            if (groups[g] == null) {
                groups[g] = new Moments(components.size());
            }
            for (int i = 0; i < sums.length; i++) {
                sums[i] = from.sum(c, i);
            }
            groups[g].add(sums);
        }
        for (Moments moments : groups) {
            if (moments != null) {
                moments.addZeros(units - moments.units());
            }
        }
    }

    private Part ofUnits(Moments sample) {
        Drawn.Side side = incomplete.getFirst();
        // Units that were given up count as empty here: how many more will be is estimated too.
        Totals totals = totals(side, sample);
        return new Part(totals, Gates.isScant(sample, sample.rows()), width(side, sample, totals));
    }

    private Width width(Drawn.Side side, Moments sample, Totals totals) {
        long unitsTotal = side.unitsTotal();
        double alpha = drawn.alpha(confidence);
        if (confidence.method() == Confidence.Method.NORMAL) {
            long unitRowsMax = rest.alone() ? side.unitRowsMax() : -1;
            return new Width.OfUnits(
                    new LargeSample(sample, unitsTotal, totals, alpha, unitRowsMax), rest.bounds());
        }
        return rest.alone()
                ? new Width.FromBounds(
                        new Conservative(1 - alpha),
                        sample,
                        totals,
                        unitsTotal,
                        side.unitRowsMax(),
                        rest.bounds())
                : NOT_CONSERVATIVE;
    }

    private Totals totals(Drawn.Side side, Moments sample) {
        if (lost == 0 && side.rowsTotal() >= 0) {
            return Totals.ofRows(sample, side.unitsTotal(), side.rowsTotal());
        }
        return lost == 0 && side.even()
                ? Totals.ofEven(sample, side.unitsTotal())
                : Totals.of(sample, side.unitsTotal());
    }

    private Part ofPairs(Moments a, Moments b, Moments pairs) {
        long totalA = incomplete.getFirst().unitsTotal();
        long totalB = incomplete.getLast().unitsTotal();
        Totals totals = Totals.ripple(a, totalA, b, totalB, pairs);
        boolean scant = Gates.isScant(a, pairs.rows()) || Gates.isScant(b, pairs.rows());
        Width width =
                confidence.method() == Confidence.Method.NORMAL
                        ? new Width.OfPairs(
                                totals,
                                statistic -> Gates.ripple(statistic, a, totalA, b, totalB),
                                factor(totals.degreesOfFreedom()))
                        : NOT_CONSERVATIVE;
        return new Part(totals, scant, width);
    }

    Estimated claims(int group, Part part) {
        Totals totals = part.totals();
        Width width = part.width();
        int count = aggregates.size();
        Claim none = Claim.none(count, "");
        double[] values = new double[count];
        double[] errors = none.errors();
        Arrays.fill(values, Double.NaN);
        Statistic[] claimed = new Statistic[count];
        double factor = exact ? 0 : factor(totals.degreesOfFreedom());
        String reason = "";
        for (int a = 0; a < count; a++) {
            Statistic statistic = components.statistic(a).orElse(null);
            if (statistic == null) {
                String missing = quantile(group, a, factor, values, errors);
                reason = reason.isEmpty() ? missing : reason;
                continue;
            }
            Optional<String> refusal = exact ? Optional.empty() : width.refusal(a, statistic);
            if (refusal.isPresent()) {
                reason = reason.isEmpty() ? refusal.get() : reason;
            }
            double value = statistic.value(totals);
            if (!Double.isFinite(value) || !totals.isScaled() && !statistic.isScaleFree()) {
                continue;
            }
            LostUnits missing = missing(statistic, totals, a);
            // Of all units the rows themselves say it best, to the last digit.
            values[a] = exact ? Double.NaN : value + missing.shift();
            double error = exact ? 0 : refusal.isEmpty() ? width.of(a, statistic) : Double.NaN;
            if (Double.isFinite(error)) {
                errors[a] = error + missing.halfWidth();
                claimed[a] = statistic;
            }
        }
        boolean any = Arrays.stream(errors).anyMatch(Double::isFinite);
        if (part.scant() && !any) {
            Arrays.fill(values, Double.NaN);
        }
        boolean estimated = any || Arrays.stream(values).anyMatch(Double::isFinite);
        Basis basis = !estimated ? Basis.SO_FAR : exact ? Basis.EXACT : drawn.basis();
        boolean summed = confidence.method() == Confidence.Method.NORMAL && lost == 0;
        return new Estimated(
                values,
                new Claim(
                        basis,
                        any ? "" : reason,
                        errors,
                        none.lows(),
                        none.highs(),
                        summed ? covariances(claimed, errors, totals, factor) : new double[0][],
                        factor));
    }

    /// A quantile has an interval if one input is sampled, and that is the first. Those of several
    /// samples would need weights of their values.
    ///
    /// @return why it has none yet, or "" if it has one or never will
    private String quantile(int group, int a, double factor, double[] values, double[] errors) {
        OrderStatistic kept = all.valuesOf(a);
        boolean first = drawn.sides().size() == 1 || drawn.sides().getLast().complete();
        if (kept == null
                || cells == null
                || aggregates.get(a).function() == Aggregate.Function.MODE
                || !first
                || lost > 0
                || confidence.method() != Confidence.Method.NORMAL
                || !kept.isNumber()) {
            return "";
        }
        Optional<SampledQuantile> quantile =
                SampledQuantile.of(
                        aggregates.get(a), kept, group, drawn.sides().getFirst(), factor);
        if (quantile.isEmpty()) {
            return "";
        }
        values[a] = quantile.get().value();
        errors[a] = quantile.get().error();
        return quantile.get().reason();
    }

    private LostUnits missing(Statistic statistic, Totals totals, int aggregate) {
        if (lost == 0) {
            return LostUnits.NONE;
        }
        // Only a sample of one input is taken with units missing.
        Drawn.Side side = incomplete.getFirst();
        double scale = side.unitsTotal() < 0 ? 1 : (double) side.unitsTotal() / side.units();
        double rows = scale * side.lost() * side.unitRowsMax();
        return LostUnits.of(statistic, totals, rows, rest.bounds()[aggregate]);
    }

    private double factor(double degreesOfFreedom) {
        return Quantiles.student(1 - drawn.alpha(confidence) / 2, degreesOfFreedom);
    }

    /// Those of two quantiles, of a quantile and something else, or of what has an interval without
    /// a variance, are not known.
    private static double[][] covariances(
            Statistic[] claimed, double[] errors, Totals totals, double factor) {
        double[][] all = new double[claimed.length][claimed.length];
        boolean[] known = new boolean[claimed.length];
        for (int i = 0; i < claimed.length && factor > 0; i++) {
            double variance = claimed[i] == null ? 0 : claimed[i].variance(totals);
            known[i] = claimed[i] != null && (variance > 0 || errors[i] == 0);
            all[i][i] = known[i] ? variance : Math.pow(errors[i] / factor, 2);
            for (int j = 0; j < i; j++) {
                all[i][j] =
                        known[i] && known[j]
                                ? claimed[i].covariance(claimed[j], totals)
                                : Double.NaN;
                all[j][i] = all[i][j];
            }
        }
        return all;
    }
}
