package telegraph.engine.estimate;

import java.util.Optional;
import java.util.OptionalDouble;
import telegraph.engine.source.Bounds;

/// Intervals of a sample of units by the central limit theorem, corrected for skewed units.
///
/// ```
/// half-width = t · standard error · (1 + skew)
/// skew       = 2 · (z⁴ + 2z² - 3) / 18 · dominance · lopsidedness · (1 - n/N)
/// ```
///
/// Where units are skewed an interval of a sample is too narrow as often as the sample has too few
/// of the long tail. Of an interval that is as wide on both sides the Edgeworth expansion of
/// Student's t says by how much: by γ²/n times the fraction above, γ being the skewness (Hall, *The
/// Bootstrap and Edgeworth Expansion*, 1992, section 3.6). The γ of a sample is mostly too small,
/// but γ²/n is at most the share that the unit farthest out has in all squared deviations, its
/// *dominance*; this is taken instead, where it lies on one side only. That and the factor 2, which
/// the expansion does not have, are chosen by measurement.
///
/// So one unit in a hundred that is twenty times as large as all others makes the interval three
/// times as wide, as the Poisson distribution of how many there are would have it. To say nothing
/// instead would leave the field to samples that have none.
///
/// @param sample of one input
/// @param unitsTotal of the population, -1 if unknown
/// @param totals made of the sample
/// @param alpha how often an interval may miss
/// @param unitRowsMax the most rows that a unit can have in a group, -1 if unknown
public record LargeSample(
        Moments sample, long unitsTotal, Totals totals, double alpha, long unitRowsMax) {
    private static final double MEASURED = 2;

    /// Why nothing can be claimed yet, if so.
    ///
    /// @param ofValue bounds of the values, null if unknown
    public Optional<String> refusal(Statistic statistic, Bounds ofValue) {
        return Gates.sampled(statistic, sample, unitsTotal, totals)
                .or(() ->
                        isKnown(statistic) || room(statistic, ofValue).isPresent()
                                ? Optional.empty()
                                : alike(statistic));
    }

    /// Why the spread of the units says nothing of those not met, if so: there is none, or it is
    /// all of one unit. Of one that is unlike all others nobody can tell how far off a second would
    /// be. Of a count that one is mostly the short last page, and there is no second.
    private Optional<String> alike(Statistic statistic) {
        if (spread(statistic).isEmpty()) {
            return Optional.of(Gates.ALIKE);
        }
        int per = statistic.isScaleFree() ? statistic.rows() : totals.isKnown(0) ? 0 : -1;
        return !(statistic instanceof Statistic.Count)
                        && sample.isAlikeButForOne(form(statistic), per)
                ? Optional.of(Gates.ALIKE_BUT_FOR_ONE)
                : Optional.empty();
    }

    /// The half-width of what is not refused.
    ///
    /// @param ofValue bounds of the values, null if unknown
    public double halfWidth(Statistic statistic, Bounds ofValue) {
        if (isKnown(statistic)) {
            return 0;
        }
        Optional<Moments.Spread> spread = spread(statistic);
        if (spread.isEmpty()) {
            return room(statistic, ofValue).orElse(Double.NaN);
        }
        double error = Math.sqrt(Math.max(0, statistic.variance(totals)));
        double factor = Quantiles.student(1 - alpha / 2, degreesOfFreedom(statistic));
        double room = alike(statistic).isPresent() ? room(statistic, ofValue).orElse(0) : 0;
        return factor * error * (1 + skew(spread.get())) + room;
    }

    /// What skew adds to the variance of a linear function of the totals, where they are summed
    /// with those of other samples. Skewed units of one are evened out by the others, so that it
    /// errs to the wide side.
    public double skewVariance(double[] gradient) {
        return sample.spread(totals.ofUnit(gradient))
                .map(spread -> {
                    double wider = 1 + skew(spread);
                    return totals.variance(gradient) * (wider * wider - 1);
                })
                .orElse(0.0);
    }

    /// What units that are all alike here, or all but one, add to the half-width of an aggregate of
    /// several samples together: 0 where they are not.
    ///
    /// @param gradient of the aggregate by the totals
    /// @param ofValue bounds of the values, null if unknown
    /// @param whole the totals of all samples
    public double room(Statistic statistic, double[] gradient, Bounds ofValue, Totals whole) {
        boolean spreads = sample.spread(totals.ofUnit(gradient)).isPresent();
        return isKnown(statistic) || spreads && alike(statistic).isEmpty()
                ? 0
                : Unlike.room(statistic, sample, unitsTotal, unitRowsMax, ofValue, whole)
                        .orElse(Double.NaN);
    }

    private boolean isKnown(Statistic statistic) {
        return sample.units() == unitsTotal
                || statistic instanceof Statistic.Count count && totals.isKnown(count.count());
    }

    private Optional<Moments.Spread> spread(Statistic statistic) {
        return sample.spread(form(statistic));
    }

    private double[] form(Statistic statistic) {
        double[] gradient = new double[sample.dimension()];
        statistic.gradient(totals, gradient);
        return totals.ofUnit(gradient);
    }

    private OptionalDouble room(Statistic statistic, Bounds ofValue) {
        return Unlike.room(statistic, sample, unitsTotal, unitRowsMax, ofValue, totals);
    }

    /// An average has as many as units have rows for it, less one.
    public double degreesOfFreedom(Statistic statistic) {
        double freedom = totals.degreesOfFreedom();
        return statistic.isScaleFree()
                ? Math.min(freedom, sample.contributing(statistic.rows()) - 1.0)
                : freedom;
    }

    private double skew(Moments.Spread spread) {
        double z2 = Math.pow(Quantiles.normal(1 - alpha / 2), 2);
        double left = unitsTotal < 0 ? 1 : 1 - (double) sample.units() / unitsTotal;
        return MEASURED
                * ((z2 * z2 + 2 * z2 - 3) / 18)
                * spread.dominance()
                * spread.lopsidedness()
                * left;
    }
}
