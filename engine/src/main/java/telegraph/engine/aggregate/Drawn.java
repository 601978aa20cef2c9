package telegraph.engine.aggregate;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Basis;
import telegraph.engine.Confidence;
import telegraph.engine.estimate.StoppingRule;

/// The part of the sampled inputs that an estimate is of.
///
/// @param cohort its number, or -1 if there is none
/// @param tests how many tests of the [StoppingRule] there have been up to it
/// @param sides the sampled inputs, none, one or two
/// @param basis the weakest of the sides that are not complete; EXACT if all that the block reads
///   is in its groups, SO_FAR if there is no cohort
/// @param reason why there is nothing to estimate, or ""
public record Drawn(int cohort, int tests, List<Side> sides, Basis basis, String reason) {
    public Drawn {
        sides = List.copyOf(sides);
    }

    /// One sampled input.
    ///
    /// @param units how many of its units count, those of lowest rank; all if it is complete
    /// @param unitsTotal how many it has, or -1
    /// @param lost how many of the units that count were given up: their rows are missing
    /// @param unitRowsMax the most rows a unit has, or -1
    /// @param even whether all are equally large
    /// @param complete whether all its rows count, whatever their unit
    /// @param rowsTotal how many rows there are said to be, if all of them are selected and in one
    ///   group, else -1
    public record Side(
            long units,
            long unitsTotal,
            long lost,
            long unitRowsMax,
            boolean even,
            boolean complete,
            long rowsTotal) {
        boolean has(int unit) {
            return complete || unit >= 0 && unit < units;
        }
    }

    /// Nothing that an interval could be of.
    public static Drawn nothing(String reason) {
        return new Drawn(-1, 0, List.of(), Basis.SO_FAR, reason);
    }

    /// Everything.
    ///
    /// @param cohort the number of the last one there was, or 0
    public static Drawn whole(int cohort, List<Side> sides) {
        return new Drawn(
                cohort,
                lastTest(cohort, sides),
                sides,
                Basis.EXACT,
                "all rows are read, the exact answer is being made");
    }

    /// A cohort, the last there is.
    ///
    /// @param basis the weakest of the sides that are not complete
    public static Drawn of(int cohort, List<Side> sides, Basis basis) {
        return new Drawn(cohort, lastTest(cohort, sides), sides, basis, "");
    }

    private static int lastTest(int cohort, List<Side> sides) {
        return StoppingRule.lastTest(cohort, StoppingRule.first(unitsTotals(sides)));
    }

    private static long[] unitsTotals(List<Side> sides) {
        return sides.stream().mapToLong(Side::unitsTotal).toArray();
    }

    /// What an estimate of several samples together is of: each is drawn by itself, and has the
    /// largest cohort that it has.
    ///
    /// Whenever a sample comes to its next test, so do all together, and no two tests have one
    /// number, however fast one sample grows beside another. So the union bound of the stopping
    /// rule holds.
    public static Drawn together(List<Drawn> all) {
        int cohort = 0;
        int tests = 1;
        long units = 0;
        long total = 0;
        Basis basis = Basis.EXACT;
        for (Drawn one : all) {
            if (one.basis == Basis.SO_FAR) {
                return one;
            }
            if (one.sides.stream().anyMatch(s -> !s.complete && s.unitsTotal < 0)) {
                return nothing(
                        "nobody knows how many units there are, so that several sources cannot be"
                                + " weighed");
            }
            cohort += one.cohort;
            tests += one.tests - 1;
            basis = basis.or(one.basis);
            units += one.least().map(Side::units).orElse(0L);
            total += one.least().map(Side::unitsTotal).orElse(0L);
        }
        if (basis == Basis.EXACT) {
            return whole(cohort, List.of());
        }
        Side side = new Side(units, total, 0, -1, false, false, -1);
        return new Drawn(cohort, tests, List.of(side), basis, "");
    }

    /// Whether it is a part from which the whole can be estimated.
    public boolean isSample() {
        return cohort >= 0 && basis != Basis.EXACT;
    }

    /// Whether nothing is left to estimate.
    public boolean isWhole() {
        return basis == Basis.EXACT;
    }

    /// How often an interval of this cohort may miss.
    double alpha(Confidence confidence) {
        return confidence.sequential()
                ? new StoppingRule(confidence.level()).level(tests)
                : 1 - confidence.level();
    }

    boolean has(int unitA, int unitB) {
        return (sides.isEmpty() || sides.getFirst().has(unitA))
                && (sides.size() < 2 || sides.getLast().has(unitB));
    }

    /// The sides that are not complete.
    List<Side> incomplete() {
        return sides.stream().filter(s -> !s.complete()).toList();
    }

    /// The side of which the least part was read, of those that are not complete if there are any.
    Optional<Side> least() {
        return (isSample() ? incomplete() : sides)
                .stream().min(Comparator.comparingDouble(s -> (double) s.units / s.unitsTotal));
    }
}
