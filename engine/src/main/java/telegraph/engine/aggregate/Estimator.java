package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.Basis;
import telegraph.engine.Claim;
import telegraph.engine.Confidence;
import telegraph.engine.estimate.Gates;
import telegraph.engine.estimate.Moments;
import telegraph.engine.estimate.Quantiles;
import telegraph.engine.estimate.Statistic;
import telegraph.engine.estimate.StoppingRule;
import telegraph.engine.estimate.Totals;

/// Makes claims of the sums of a cohort.
///
/// ```
/// cells of (group, unit A, unit B) ──► moments of each group over units ──► totals ──► claims
/// ```
///
/// Threads: one at a time.
final class Estimator {
    private final List<Aggregate> aggregates;
    private final Components components;
    private final Drawn drawn;
    private final Rest rest;
    private final Confidence confidence;
    private final UnitSums cells;

    /// @param cells the sums of the cohort; the unit of a side that is complete is 0
    Estimator(
            List<Aggregate> aggregates,
            Components components,
            Drawn drawn,
            Rest rest,
            Confidence confidence,
            UnitSums cells) {
        this.aggregates = aggregates;
        this.components = components;
        this.drawn = drawn;
        this.rest = rest;
        this.confidence = confidence;
        this.cells = cells;
    }

    /// What is known of one group.
    ///
    /// @param values estimates of the aggregates, NaN where there is none. If nothing at all is
    ///   claimed there are none, so that a row is either of the rows read or of all
    record Estimated(double[] values, Claim claim) {}

    /// By group; null where the cohort has no row of it. Empty if there is no room for it.
    Optional<Estimated[]> all(int groups, Grouping room) {
        List<Drawn.Side> incomplete = drawn.incomplete();
        boolean ripple = incomplete.size() == 2;
        boolean byB = incomplete.size() == 1 && drawn.sides().getFirst().complete();
        Moments[] a = new Moments[groups];
        Moments[] b = new Moments[groups];
        if (ripple) {
            long unitsA = incomplete.getFirst().units();
            long unitsB = incomplete.getLast().units();
            if (!collect(true, 1.0 / unitsB, unitsA, a, room)
                    || !collect(false, 1.0 / unitsA, unitsB, b, room)) {
                return Optional.empty();
            }
        } else {
            long units = incomplete.isEmpty() ? 1 : incomplete.getFirst().seen();
            if (!collect(!byB, 1, units, a, room)) {
                return Optional.empty();
            }
        }
        Estimated[] estimated = new Estimated[groups];
        for (int g = 0; g < groups; g++) {
            if (a[g] != null) {
                estimated[g] = ripple ? ofPairs(a[g], b[g], incomplete) : ofUnits(a[g], incomplete);
            }
        }
        return Optional.of(estimated);
    }

    /// Moments over the units of one side of sums over the other, multiplied.
    private boolean collect(boolean byA, double factor, long units, Moments[] to, Grouping room) {
        UnitSums marginal = room.emptyUnitSums(Long.MAX_VALUE);
        for (int c = 0; c < cells.size(); c++) {
            int unit = byA ? cells.unitA(c) : cells.unitB(c);
            marginal.addCell(cells, c, cells.group(c), unit, 0, factor);
        }
        if (marginal.isFull()) {
            return false;
        }
        double[] sums = new double[components.size()];
        for (int c = 0; c < marginal.size(); c++) {
            int g = marginal.group(c);
            if (to[g] == null) {
                to[g] = new Moments(components.size());
            }
            for (int i = 0; i < sums.length; i++) {
                sums[i] = marginal.sum(c, i);
            }
            to[g].add(sums);
        }
        for (Moments moments : to) {
            if (moments != null) {
                moments.addZeros(units - moments.units());
            }
        }
        return true;
    }

    private Estimated ofUnits(Moments sample, List<Drawn.Side> incomplete) {
        long total = incomplete.isEmpty() ? 1 : incomplete.getFirst().visible();
        return claims(
                Totals.of(sample, total), statistic -> Gates.sampled(statistic, sample, total));
    }

    private Estimated ofPairs(Moments a, Moments b, List<Drawn.Side> sides) {
        long totalA = sides.getFirst().unitsTotal();
        long totalB = sides.getLast().unitsTotal();
        return claims(
                Totals.ripple(a, totalA, b, totalB),
                statistic -> Gates.ripple(statistic, a, totalA, b, totalB));
    }

    /// Why there is no interval of an aggregate yet.
    @FunctionalInterface
    private interface Gate {
        Optional<String> closed(Statistic statistic);
    }

    private Estimated claims(Totals totals, Gate gate) {
        int count = aggregates.size();
        Claim none = Claim.none(count, "");
        double[] values = new double[count];
        double[] errors = none.errors();
        Arrays.fill(values, Double.NaN);
        Statistic[] claimed = new Statistic[count];
        boolean exact = drawn.incomplete().isEmpty() || isAll() && lost() == 0;
        double factor = exact ? 0 : factor(totals.degreesOfFreedom());
        String reason = "";
        for (int a = 0; a < count; a++) {
            Optional<Statistic> statistic = components.statistic(a);
            if (statistic.isEmpty()) {
                continue;
            }
            Optional<String> closed = exact ? Optional.empty() : gate.closed(statistic.get());
            double value = statistic.get().value(totals);
            double error =
                    exact ? 0 : factor * Math.sqrt(Math.max(0, statistic.get().variance(totals)));
            if (closed.isPresent()) {
                reason = reason.isEmpty() ? closed.get() : reason;
            }
            if (!Double.isFinite(value) || !totals.isScaled() && !statistic.get().isScaleFree()) {
                continue;
            }
            Missing missing = missing(statistic.get(), totals, a);
            values[a] = value + missing.shift();
            if (closed.isEmpty() && Double.isFinite(error)) {
                errors[a] = error + missing.halfWidth();
                claimed[a] = statistic.get();
            }
        }
        boolean any = Arrays.stream(claimed).anyMatch(java.util.Objects::nonNull);
        if (!any) {
            Arrays.fill(values, Double.NaN);
        }
        Basis basis = !any ? Basis.SO_FAR : exact ? Basis.EXACT : drawn.basis();
        return new Estimated(
                values,
                new Claim(
                        basis,
                        any ? "" : reason,
                        errors,
                        none.lows(),
                        none.highs(),
                        lost() > 0 ? new double[0][] : covariances(claimed, totals, exact),
                        factor));
    }

    /// How many units of the cohort were given up.
    private long lost() {
        return drawn.incomplete().stream().mapToLong(Drawn.Side::lost).sum();
    }

    private Missing missing(Statistic statistic, Totals totals, int aggregate) {
        if (lost() == 0) {
            return Missing.NONE;
        }
        // Only a sample of one input is taken with units missing.
        Drawn.Side side = drawn.incomplete().getFirst();
        double scale = side.unitsTotal() < 0 ? 1 : (double) side.unitsTotal() / side.units();
        double rows = scale * side.lost() * side.unitRowsMax();
        return Missing.of(statistic, totals, rows, rest.bounds()[aggregate]);
    }

    /// Whether the cohort has all units.
    private boolean isAll() {
        return drawn.incomplete().stream().allMatch(s -> s.units() == s.unitsTotal());
    }

    private double factor(double degreesOfFreedom) {
        if (confidence.sequential()) {
            return new StoppingRule(confidence.level())
                    .factor(StoppingRule.test(drawn.cohort()), degreesOfFreedom);
        }
        return Quantiles.student(0.5 + confidence.level() / 2, degreesOfFreedom);
    }

    private static double[][] covariances(Statistic[] claimed, Totals totals, boolean exact) {
        double[][] all = new double[claimed.length][claimed.length];
        for (int i = 0; i < claimed.length; i++) {
            for (int j = 0; j <= i; j++) {
                all[i][j] =
                        claimed[i] == null || claimed[j] == null
                                ? Double.NaN
                                : exact ? 0 : claimed[i].covariance(claimed[j], totals);
                all[j][i] = all[i][j];
            }
        }
        return all;
    }
}
