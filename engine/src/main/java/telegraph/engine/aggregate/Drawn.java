package telegraph.engine.aggregate;

import java.util.List;
import telegraph.engine.Basis;
import telegraph.engine.Confidence;
import telegraph.engine.estimate.StoppingRule;

/// The part of the sampled inputs that an estimate is of.
///
/// @param cohort its number, or -1 if there is none; where there is one, a side is not complete
/// @param sides the sampled inputs, none, one or two
/// @param basis the weakest of the sides that are not complete; EXACT if all are
/// @param reason why there is no cohort, or ""
public record Drawn(int cohort, List<Side> sides, Basis basis, String reason) {
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
        return new Drawn(-1, List.of(), Basis.SO_FAR, reason);
    }

    /// How often an interval of this cohort may miss.
    double alpha(Confidence confidence) {
        return confidence.sequential()
                ? new StoppingRule(confidence.level()).level(test())
                : 1 - confidence.level();
    }

    /// Which test of the stopping rule is made of this cohort.
    private int test() {
        long[] unitsTotals = sides.stream().mapToLong(Side::unitsTotal).toArray();
        return StoppingRule.lastTest(cohort, StoppingRule.first(unitsTotals));
    }

    boolean has(int unitA, int unitB) {
        return (sides.isEmpty() || sides.getFirst().has(unitA))
                && (sides.size() < 2 || sides.getLast().has(unitB));
    }

    /// The sides that are not complete.
    List<Side> incomplete() {
        return sides.stream().filter(s -> !s.complete()).toList();
    }
}
