package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// HAVING over estimates is decided where the intervals decide it, and said to be open elsewhere.
@Timeout(600)
class HavingTest {
    private static final int UNITS = 400;
    private static final int GROUPS = 20;
    private static final int RUNS = 30;
    private static final Pattern OPEN =
            Pattern.compile(
                    "HAVING is not decided by the intervals of (\\d+) of the (\\d+) groups shown"
                            + " \\(undecided\\) and of (\\d+) that are not shown");

    private final double[] sums = new double[GROUPS];
    private final int[] counts = new int[GROUPS];

    /// Groups with means from 9 to 10.9, three rows of each in every unit and a fourth of one.
    private Units groups() {
        Random random = new Random(7);
        Units units =
                new Units(
                        "m",
                        List.of(new Column("g", Type.INTEGER), new Column("x", Type.DOUBLE)),
                        UNITS,
                        unit ->
                                IntStream.rangeClosed(0, 3 * GROUPS)
                                        .mapToObj(row -> {
                                            int g = (row < 3 * GROUPS ? row : unit) % GROUPS;
                                            double x = 4 + g / 10.0 + 10 * random.nextDouble();
                                            sums[g] += x;
                                            counts[g]++;
                                            return new Object[] {g, x};
                                        })
                                        .toList());
        units.holdAt = UNITS / 2;
        return units;
    }

    private boolean belongs(int group) {
        return sums[group] / counts[group] > 10;
    }

    @Test
    void aGroupNearTheBorderIsUndecided() throws InterruptedException {
        int wrong = 0;
        int doubted = 0;
        int open = 0;
        for (int seed = 1; seed <= RUNS; seed++) {
            Arrays.fill(sums, 0);
            Arrays.fill(counts, 0);
            Asked asked =
                    Asked.of(
                            "SELECT g, avg(x) AS m FROM m GROUP BY g HAVING avg(x) > 10 ERROR"
                                    + " WITHIN 6 PERCENT",
                            Map.of("seed", String.valueOf(seed)),
                            groups());
            assertEquals("", asked.error());
            int missing = (int) IntStream.range(0, GROUPS).filter(this::belongs).count();
            int shown = 0;
            for (Object[] row : asked.rows()) {
                boolean belongs = belongs(((Number) row[0]).intValue());
                missing -= belongs ? 1 : 0;
                if (row[3].equals("sampled, undecided")) {
                    shown++;
                    doubted += belongs ? 0 : 1;
                } else {
                    assertEquals("sampled", row[3]);
                    wrong += belongs ? 0 : 1;
                }
            }
            Matcher told =
                    asked.notices().stream()
                            .map(OPEN::matcher)
                            .filter(Matcher::matches)
                            .findFirst()
                            .orElseThrow();
            assertEquals(shown, Integer.parseInt(told.group(1)));
            assertEquals(asked.rows().size(), Integer.parseInt(told.group(2)));
            open += shown + Integer.parseInt(told.group(3));
            wrong += Math.max(0, missing - Integer.parseInt(told.group(3)));
        }
        assertTrue(wrong <= RUNS * GROUPS / 100, "decided, and wrong: " + wrong);
        assertTrue(doubted > RUNS / 6, "would be wrong if all were decided: " + doubted);
        assertTrue(open < RUNS * GROUPS * 3 / 4, "open: " + open);
    }

    @Test
    void conditionsAreJoinedAsKleeneDoes() throws InterruptedException {
        // Each is decided of all groups whatever the sample, though one of its sides is not.
        for (String having :
                List.of(
                        "avg(x) > 10 OR avg(x) > 5",
                        "NOT (avg(x) > 10 AND avg(x) > 20)",
                        "avg(x) BETWEEN 1 AND 30",
                        "g >= 0 AND avg(x) + 1 > 2 AND count(*) >= 1")) {
            Asked asked =
                    Asked.of(
                            "SELECT g, avg(x) AS m FROM m GROUP BY g HAVING "
                                    + having
                                    + " ERROR WITHIN 6 PERCENT",
                            Map.of("seed", "3"),
                            groups());
            assertEquals("", asked.error());
            assertEquals(GROUPS, asked.rows().size(), having);
            assertTrue(asked.rows().stream().allMatch(row -> row[3].equals("sampled")), having);
        }
    }

    @Test
    void whatHasNoIntervalDecidesNothing() throws InterruptedException {
        Asked asked =
                Asked.of(
                        "SELECT g, avg(x) AS m FROM m GROUP BY g HAVING max(x) > 5 ERROR WITHIN 6"
                                + " PERCENT",
                        Map.of("seed", "3"),
                        groups());
        assertTrue(
                asked.rows().stream().allMatch(row -> row[3].equals("sampled, undecided")),
                asked.lines()::toString);
    }

    @Test
    void atTheEndAllIsDecided() throws InterruptedException {
        Units source = groups();
        source.holdAt = -1;
        Asked asked =
                Asked.of(
                        "SELECT g, avg(x) AS m FROM m GROUP BY g HAVING avg(x) > 10 ERROR WITHIN"
                                + " 0.01 PERCENT",
                        Map.of(),
                        source);
        assertEquals(IntStream.range(0, GROUPS).filter(this::belongs).count(), asked.rows().size());
        assertTrue(asked.rows().stream().allMatch(row -> row[3].equals("exact")));
    }

    @Test
    void aSmallGroupThatKeepsAQueryFromStoppingIsNamed() throws InterruptedException {
        Random random = new Random(7);
        Units source =
                new Units(
                        "m",
                        List.of(new Column("g", Type.TEXT), new Column("x", Type.DOUBLE)),
                        UNITS,
                        unit -> {
                            List<Object[]> rows = new ArrayList<>();
                            for (int row = 0; row < 30; row++) {
                                String g = row % 2 == 0 ? "a" : "b";
                                rows.add(new Object[] {g, 5 + random.nextDouble()});
                            }
                            if (unit % 20 == 0) {
                                rows.add(new Object[] {"rare", 5.0});
                            }
                            return rows;
                        });
        source.holdAt = UNITS / 2;
        Asked asked =
                Asked.of(
                        "SELECT g, avg(x) AS m FROM m GROUP BY g ERROR WITHIN 5 PERCENT",
                        Map.of(),
                        false,
                        event -> {
                            if (event instanceof Event.Notice) {
                                source.go.countDown();
                            }
                        },
                        source);
        assertEquals(3, asked.rows().size());
        String told = asked.notices().getFirst();
        assertTrue(
                told.startsWith(
                        "2 of 3 groups are within the error asked for; the query goes on for the"
                                + " others, such as (rare): too few"),
                asked.notices()::toString);
        assertEquals(1, asked.notices().stream().filter(n -> n.contains("such as")).count());
    }
}
