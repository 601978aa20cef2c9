package telegraph.sql.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Basis;
import telegraph.engine.Claim;
import telegraph.engine.Dataflow;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// Pages that cannot be had are those with the greatest values, as if their server were tired of
/// them. Nothing is claimed of a cohort that has one.
class LostPagesTest {
    private static final int RUNS = 10;

    @TempDir Path directory;

    @Test
    void noIntervalIsOfACohortWithALostPage() throws Exception {
        List<Object[]> rows = Population.rows(6_000, 31, Population::oneGroup);
        rows.removeIf(row -> row[2] == null);
        int shown = 0;
        try (Site site = new Site(directory, Population.sorted(rows), 30);
                MemoryManager memory = new MemoryManager(1L << 28)) {
            int pages = (rows.size() + 29) / 30;
            site.broken = new HashSet<>(Set.of(pages - 2, pages - 9));
            Question question =
                    new Question()
                            .from(site.source("skip"))
                            .withFilter(Function.COUNT, "x", "c", 50)
                            .with(Function.AVG, "x");
            for (long seed = 1; seed <= RUNS; seed++) {
                try (Region region = memory.query("lost", 1L << 28)) {
                    shown += run(question, region, seed);
                }
            }
            assertEquals(0, memory.used(), "memory is left");
        }
        assertTrue(shown > RUNS, "before the first lost page there are intervals: " + shown);
    }

    /// Opens the gate cohort by cohort until the first page is lost, and then for all.
    private static int run(Question question, Region region, long seed)
            throws InterruptedException {
        Gated source = question.sources.getFirst();
        source.reset();
        int shown = 0;
        try (Execution execution =
                Dataflow.start(question.blocks(), Experiment.context(region, seed, true))) {
            for (int k = 0; k < 8; k++) {
                long units = Experiment.size(k);
                source.open(units);
                while (execution.cohort() < k && source.lost() >= units) {
                    Thread.sleep(0, 100_000);
                }
                shown += look(execution, source);
            }
            source.open(Long.MAX_VALUE);
            for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                batch.unpin();
            }
            assertTrue(source.lost() < Integer.MAX_VALUE, "pages are lost");
            assertEquals(0, look(execution, source), "it is not the exact answer either");
        }
        return shown;
    }

    private static int look(Execution execution, Gated source) throws InterruptedException {
        Estimates seen = execution.estimates(10, Experiment.POINTWISE).orElseThrow();
        seen.rows().forEach(Batch::unpin);
        Claim claim = seen.claims().getFirst();
        int shown = 0;
        for (double error : claim.errors()) {
            if (!Double.isNaN(error)) {
                shown++;
                assertEquals(Basis.SAMPLED, claim.basis());
                assertTrue(
                        seen.units() <= source.lost(),
                        "units=" + seen.units() + " first lost=" + source.lost());
            }
        }
        return shown;
    }
}
