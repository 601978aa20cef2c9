package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Counts for one statistic of one population how often its interval was shown and held, at each
/// size of the sample.
///
/// A gate that looks at the sample lets some samples pass by luck, and they hold less often: a
/// sample that happens to have enough rows has too many. So a size counts only if half of the
/// samples were shown there; for all sizes together it is the first interval of each sample that
/// counts.
final class Tally {
    private static final double NOMINAL = 0.95;
    private static final double LEAST = 0.93;
    private static final double FIRST_WRONG = 0.06;

    private final String name;
    private final int[] shown;
    private final int[] held;
    private int runs;
    private int firstWrong;
    private boolean isNew;

    Tally(String name, int sizes) {
        this.name = name;
        this.shown = new int[sizes];
        this.held = new int[sizes];
    }

    /// A new sample begins.
    void begin() {
        runs++;
        isNew = true;
    }

    void add(int size, boolean holds) {
        shown[size]++;
        held[size] += holds ? 1 : 0;
        if (isNew && !holds) {
            firstWrong++;
        }
        isNew = false;
    }

    String name() {
        return name;
    }

    int shown(int size) {
        return shown[size];
    }

    int held(int size) {
        return held[size];
    }

    boolean counts(int size) {
        return 2 * shown[size] >= runs;
    }

    /// What is wrong with it; empty if nothing is.
    List<String> faults() {
        return faults(LEAST, FIRST_WRONG);
    }

    /// The same of other bounds.
    ///
    /// @param least how often its intervals are to hold
    /// @param wrong of how many of all samples the first interval may not
    List<String> faults(double least, double wrong) {
        List<String> faults = new ArrayList<>();
        for (int size = 0; size < shown.length; size++) {
            double room = 4 * deviation(least, shown[size]);
            if (counts(size) && held[size] < (least - room) * shown[size]) {
                faults.add(name + " size " + size + ": held=" + held[size] + " of " + shown[size]);
            }
        }
        if (firstWrong > runs * (wrong + 4 * deviation(wrong, runs))) {
            faults.add(name + ": first interval wrong=" + firstWrong + " of " + runs);
        }
        return faults;
    }

    /// Whether several of one kind hold together as often as they say: between 93 and 97 times in
    /// 100, at the sizes where at least one of them counts.
    static List<String> faultsTogether(String name, List<Tally> tallies, int from, int to) {
        List<String> faults = new ArrayList<>();
        for (int size = from; size < to; size++) {
            long shown = 0;
            long held = 0;
            for (Tally tally : tallies) {
                if (tally.counts(size)) {
                    shown += tally.shown[size];
                    held += tally.held[size];
                }
            }
            double share = held / (double) shown;
            if (shown > 0 && Math.abs(share - NOMINAL) > 0.02 + 4 * deviation(NOMINAL, shown)) {
                faults.add(
                        String.format(
                                Locale.ROOT,
                                "%s size %d: held=%.3f of %d",
                                name,
                                size,
                                share,
                                shown));
            }
        }
        return faults;
    }

    static void assertNone(List<String> faults) {
        assertTrue(faults.isEmpty(), () -> String.join("\n", faults));
    }

    private static double deviation(double share, long of) {
        return Math.sqrt(share * (1 - share) / of);
    }

    /// In how many of the samples it was shown.
    String shares() {
        StringBuilder line = new StringBuilder("  shown");
        for (int share : shown) {
            line.append(String.format(Locale.ROOT, " %.2f", share / (double) runs));
        }
        return line.toString();
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(String.format("%-40s", name));
        for (int size = 0; size < shown.length; size++) {
            line.append(
                    counts(size)
                            ? String.format(Locale.ROOT, " %.3f", held[size] / (double) shown[size])
                            : shown[size] == 0 ? "     -" : "     ~");
        }
        return line.append(
                        String.format(
                                Locale.ROOT, "  first wrong %.3f", firstWrong / (double) runs))
                .toString();
    }
}
