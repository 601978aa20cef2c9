package telegraph.engine.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Populations of units and the ways to draw from them.
final class Samples {
    private Samples() {}

    static Moments of(double[][] units, int... chosen) {
        Moments moments = new Moments(units[0].length);
        for (int unit : chosen) {
            moments.add(units[unit]);
        }
        return moments;
    }

    /// The half-width at 95 % of what nothing is known of but the sample; NaN where there is none.
    static double halfWidth(Statistic statistic, Moments sample, long unitsTotal, Totals totals) {
        LargeSample large = new LargeSample(sample, unitsTotal, totals, 0.05, -1);
        return large.refusal(statistic, null).isPresent()
                ? Double.NaN
                : large.halfWidth(statistic, null);
    }

    static Moments all(double[][] units) {
        return of(units, identity(units.length));
    }

    static int[] identity(int count) {
        int[] all = new int[count];
        for (int i = 0; i < count; i++) {
            all[i] = i;
        }
        return all;
    }

    /// Every way to choose `size` of `count`.
    static List<int[]> choices(int count, int size) {
        List<int[]> all = new ArrayList<>();
        choose(new int[size], 0, 0, count, all);
        return all;
    }

    private static void choose(int[] chosen, int at, int from, int count, List<int[]> to) {
        if (at == chosen.length) {
            to.add(chosen.clone());
            return;
        }
        for (int i = from; i < count; i++) {
            chosen[at] = i;
            choose(chosen, at + 1, i + 1, count, to);
        }
    }

    static int[] permutation(int count, RandomGenerator random) {
        int[] order = identity(count);
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int moved = order[i];
            order[i] = order[j];
            order[j] = moved;
        }
        return order;
    }
}
