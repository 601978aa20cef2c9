package telegraph.engine.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Confidence;
import telegraph.engine.estimate.Quantiles;
import telegraph.engine.estimate.Statistic;
import telegraph.engine.estimate.Totals;
import telegraph.engine.estimate.Unmet;
import telegraph.engine.fold.UnitSums;

/// Makes claims of groups whose rows come from several populations, each of which was sampled by
/// itself or read to its end: strata (Cochran, *Sampling Techniques*, 1977, chapter 5).
///
/// ```
/// stratum a: cells ──► totals, gates ┐
/// stratum b: cells ──► totals, gates ├──► totals of the group ──► claims
/// stratum c: read to its end         ┘
/// ```
///
/// | a stratum that                        | adds                                               | and                        |
/// |---------------------------------------|----------------------------------------------------|----------------------------|
/// | was read to its end                   | what it has, exactly                               | has no gate                |
/// | has rows of the group in its sample   | their totals and covariance                        | holds back what its gates do |
/// | has none, but rows of others          | nothing, give or take what [Unmet] says there may be | has no gate                |
/// | has no row at all                     |                                                    | holds back everything      |
///
/// The third is for a group that only one stratum has, as the flights of a year: that no page of
/// another year has one is likely the more of its pages were read, and never certain before its
/// end. The units that may have some are taken to be like its others. It is a variance, so that it
/// adds to the others, and it is as large as the bound at the confidence asked for.
///
/// Threads: one at a time.
final class Stratified {
    private static final Width NOT_CONSERVATIVE =
            new Width.None("there are no conservative intervals of several sources together");

    private final List<Stratum> strata;
    private final List<UnitSums> cells;
    private final Confidence confidence;
    private final Grouping all;
    private final Estimator together;
    private final double alpha;
    private final int components;

    /// By stratum, and then by group; null where it has no row of it.
    private final List<Estimator.Part[]> parts = new ArrayList<>();

    /// By stratum the estimated totals of all groups, and the share of them that a group may have
    /// of which no row came.
    private final List<double[]> everything = new ArrayList<>();

    private final List<Double> unmet = new ArrayList<>();

    /// @param drawn of all strata together
    /// @param cells of each stratum
    Stratified(
            List<Stratum> strata,
            Drawn drawn,
            List<UnitSums> cells,
            Rest rest,
            Confidence confidence,
            Grouping all) {
        this.strata = strata;
        this.cells = cells;
        this.confidence = confidence;
        this.all = all;
        this.together = new Estimator(drawn, rest, confidence, null, all);
        this.alpha = drawn.alpha(confidence);
        this.components = all.components().size();
    }

    /// By group; null where no stratum has a row of it. Empty if there is no room for it.
    Optional<Estimator.Estimated[]> all() {
        for (int h = 0; h < strata.size(); h++) {
            Drawn drawn = strata.get(h).drawn();
            Optional<Estimator.Part[]> own =
                    drawn.isWhole()
                            ? Optional.of(whole(cells.get(h)))
                            : new Estimator(
                                            drawn,
                                            strata.get(h).rest(),
                                            confidence,
                                            cells.get(h),
                                            all)
                                    .parts();
            if (own.isEmpty()) {
                return Optional.empty();
            }
            parts.add(own.get());
            everything.add(everything(drawn, cells.get(h)));
            unmet.add(unmet(drawn));
        }
        Estimator.Estimated[] estimated = new Estimator.Estimated[all.size()];
        for (int g = 0; g < estimated.length; g++) {
            int group = g;
            if (parts.stream().anyMatch(of -> of[group] != null)) {
                estimated[g] = together.claims(g, part(g));
            }
        }
        return Optional.of(estimated);
    }

    private Estimator.Part[] whole(UnitSums of) {
        Estimator.Part[] whole = new Estimator.Part[all.size()];
        for (int c = 0; c < of.size(); c++) {
            double[] sums = new double[components];
            for (int i = 0; i < components; i++) {
                sums[i] = of.sum(c, i);
            }
            whole[of.group(c)] = new Estimator.Part(Totals.known(sums), false, null);
        }
        return whole;
    }

    /// Each row is in as many groups as there are grouping sets; so the totals are too large, and
    /// never too small.
    private double[] everything(Drawn drawn, UnitSums of) {
        double[] sums = new double[components];
        for (int c = 0; c < of.size(); c++) {
            for (int i = 0; i < components; i++) {
                sums[i] += of.sum(c, i);
            }
        }
        for (Drawn.Side side : drawn.incomplete()) {
            for (int i = 0; i < components; i++) {
                sums[i] *= (double) side.unitsTotal() / side.units();
            }
        }
        return sums;
    }

    private double unmet(Drawn drawn) {
        return drawn.incomplete().stream()
                .mapToDouble(side -> Unmet.share(side.units(), side.unitsTotal(), 0, alpha))
                .sum();
    }

    /// What all strata say of one group.
    private Estimator.Part part(int group) {
        List<Totals> totals = new ArrayList<>();
        List<Width> widths = new ArrayList<>();
        boolean scant = true;
        for (int h = 0; h < strata.size(); h++) {
            Estimator.Part own = parts.get(h)[group];
            if (own != null) {
                totals.add(own.totals());
                scant &= own.scant();
                if (own.width() != null) {
                    widths.add(own.width());
                }
            } else if (!strata.get(h).drawn().isWhole()) {
                double error = unmet.get(h) / Quantiles.normal(1 - alpha / 2);
                long units = strata.get(h).drawn().least().orElseThrow().units();
                totals.add(Totals.unmet(everything.get(h), error, units));
            }
        }
        Totals sum = Totals.together(totals);
        Width width =
                confidence.method() == Confidence.Method.NORMAL
                        ? new Width.OfStrata(
                                sum,
                                widths,
                                (aggregate, statistic) -> refusal(group, aggregate, statistic),
                                alpha)
                        : NOT_CONSERVATIVE;
        return new Estimator.Part(sum, scant, width);
    }

    private Optional<String> refusal(int group, int aggregate, Statistic statistic) {
        for (int h = 0; h < strata.size(); h++) {
            Stratum stratum = strata.get(h);
            if (!stratum.drawn().isWhole()) {
                Estimator.Part own = parts.get(h)[group];
                Optional<String> refused =
                        own != null
                                ? own.width().refusal(aggregate, statistic)
                                : everything.get(h)[statistic.rows()] > 0
                                        ? Optional.empty()
                                        : Optional.of("too few rows yet: rows=0");
                if (refused.isPresent()) {
                    return refused.map(stratum::named);
                }
            }
        }
        return Optional.empty();
    }
}
