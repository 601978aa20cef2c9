package telegraph.engine.estimate;

/// The sizes at which samples are looked at: 16 · 2^(k/2) units, rounded up, and at last all.
///
/// A cohort is the first units of the random order up to such a size, and it is looked at when each
/// of its units is resolved. That the sizes are set beforehand is the point: what happens to be
/// resolved at some moment is what was fast, and the fast are not a sample of all.
public final class Cohorts {
    /// The units of the first cohort.
    public static final long FIRST = 16;

    private static final double ROOT = Math.sqrt(2);

    /// Twice this and more overflows no `long`.
    private static final int NUMBER_MAX = 2 * 57;

    private Cohorts() {}

    /// The units of a cohort of a population without end.
    ///
    /// @param number from 0 on
    public static long size(int number) {
        if (number < 0 || number > NUMBER_MAX) {
            throw new IllegalArgumentException(
                    "cohorts are numbered from 0 to " + NUMBER_MAX + ": number=" + number);
        }
        long even = FIRST << (number / 2);
        return number % 2 == 0 ? even : (long) Math.ceil(even * ROOT);
    }

    /// The units of a cohort of a population: no more than it has.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    public static long size(int number, long unitsTotal) {
        long size = size(number);
        return unitsTotal < 0 ? size : Math.min(size, unitsTotal);
    }

    /// The number of the largest cohort among the first `resolved` units, -1 if there is none.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    public static int numberWithin(long resolved, long unitsTotal) {
        if (unitsTotal >= 0 && resolved >= unitsTotal) {
            return last(unitsTotal);
        }
        int number = -1;
        while (number < NUMBER_MAX && size(number + 1) <= resolved) {
            number++;
        }
        return number;
    }

    /// The units of the largest cohort among the first `resolved` units, 0 if there is none.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    public static long largestWithin(long resolved, long unitsTotal) {
        int number = numberWithin(resolved, unitsTotal);
        return number < 0 ? 0 : size(number, unitsTotal);
    }

    /// The number of the cohort that is all of a population.
    public static int last(long unitsTotal) {
        int number = 0;
        while (size(number) < unitsTotal) {
            number++;
        }
        return number;
    }
}
