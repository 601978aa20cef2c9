package telegraph.sql.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Claim;

/// An API of 160 pages that states how many rows it has; the last page has one row.
class StatedTotalsTest {
    private static final int PAGE = 30;
    private static final int ROWS = 159 * PAGE + 1;
    private static final int RUNS = 20;

    @TempDir Path directory;

    @Test
    void countIsTheTotalAndAShortLastPageCostsASumNothing() throws Exception {
        List<Object[]> rows = Population.rows(2 * ROWS, 31, Population::oneGroup);
        rows.removeIf(row -> row[2] == null);
        int[] looks = new int[2];
        int[] held = new int[1];
        try (Site site = new Site(directory, rows.subList(0, ROWS), PAGE)) {
            Question question =
                    new Question()
                            .from(site.source("fail", Map.of("total", "$.total")))
                            .count()
                            .with(Function.SUM, "x");
            try (Experiment experiment = new Experiment(question, 7)) {
                double[] truth = experiment.truth.values().iterator().next();
                assertEquals(ROWS, truth[0]);
                for (long seed = 1; seed <= RUNS; seed++) {
                    experiment.watch(
                            seed,
                            Experiment.POINTWISE,
                            seen -> {
                                Claim claim = seen.claims().getFirst();
                                double[] values = experiment.values(seen.rows().getFirst(), 0);
                                assertEquals(ROWS, values[0]);
                                assertEquals(0, claim.errors()[0]);
                                if (seen.units() >= 91) {
                                    looks[0]++;
                                    boolean shown = !Double.isNaN(claim.errors()[1]);
                                    looks[1] += shown ? 1 : 0;
                                    boolean holds =
                                            Math.abs(values[1] - truth[1]) <= claim.errors()[1];
                                    held[0] += holds ? 1 : 0;
                                }
                                return true;
                            });
                }
            }
        }
        assertTrue(looks[1] >= 0.9 * looks[0], "shown " + looks[1] + " of " + looks[0]);
        assertTrue(held[0] >= 0.85 * looks[1], "held " + held[0] + " of " + looks[1]);
    }
}
