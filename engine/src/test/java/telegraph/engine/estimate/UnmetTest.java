package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class UnmetTest {
    private static final int UNITS = 320;
    private static final int RUNS = 1_000;

    @Test
    void itIsTheRuleOfThreeWhereNoGroupStandsAlone() {
        assertEquals(3.0 / 100, Unmet.share(100, -1, 0, 0.05), 0.0005);
        assertEquals(0.9 * 3.0 / 100, Unmet.share(100, 1_000, 0, 0.05), 0.0005);
        assertEquals(0, Unmet.share(100, 100, 40, 0.05));
        // Half the quantile of χ² at 0.95 with 22 degrees of freedom, 33.924.
        assertEquals(16.962 / 100, Unmet.share(100, -1, 10, 0.05), 0.0002);
        assertEquals(1, Unmet.share(3, -1, 3, 0.05));
    }

    /// How often the bound holds for samples of 16, 32, ... 256 of the units.
    private static double held(BiConsumer<Integer, Set<Integer>> population) {
        RandomGenerator random = Seeds.random(29);
        Map<Integer, Set<Integer>> groups = new HashMap<>();
        for (int unit = 0; unit < UNITS; unit++) {
            population.accept(unit, groups.computeIfAbsent(unit, _ -> new HashSet<>()));
        }
        int held = 0;
        int looks = 0;
        for (int run = 0; run < RUNS; run++) {
            int[] order = Samples.permutation(UNITS, random);
            for (int size = 16; size <= 256; size *= 2) {
                Map<Integer, Integer> met = new HashMap<>();
                for (int i = 0; i < size; i++) {
                    groups.get(order[i]).forEach(group -> met.merge(group, 1, Integer::sum));
                }
                long alone = met.values().stream().filter(units -> units == 1).count();
                int unmet = 0;
                for (int i = size; i < UNITS; i++) {
                    unmet += met.keySet().containsAll(groups.get(order[i])) ? 0 : 1;
                }
                looks++;
                held += unmet <= Unmet.share(size, UNITS, alone, 0.05) * UNITS ? 1 : 0;
            }
        }
        return (double) held / looks;
    }

    @Test
    void itHoldsForGroupsThatStandOnAFewPagesOnly() {
        for (int pages : new int[] {1, 3, 10, 30}) {
            double share = held((unit, groups) -> groups.add(unit >= UNITS - pages ? 1 : 0));
            assertTrue(share >= 0.95, pages + " pages: " + share);
        }
    }

    @Test
    void itHoldsForGroupsOfUnlikeSizes() {
        RandomGenerator random = Seeds.random(31);
        double share =
                held((unit, groups) -> {
                    for (int row = 0; row < 30; row++) {
                        groups.add((int) Math.pow(200, random.nextDouble()));
                    }
                });
        assertTrue(share >= 0.95, "Zipf: " + share);
    }

    @Test
    void itHoldsWhereEachUnitHasAGroupOfItsOwn() {
        assertEquals(1, held((unit, groups) -> groups.add(unit)));
        double half = held((unit, groups) -> groups.add(unit % 2 == 0 ? 0 : unit));
        assertTrue(half >= 0.95, "one in two: " + half);
    }
}
