package telegraph.sql.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.engine.Claim;
import telegraph.engine.Confidence;
import telegraph.engine.Dataflow;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// Whoever looks at a union whenever one of its lists comes to its next test, however fast it grows
/// beside the other, sees a wrong interval of a value in at most 5 of 100 runs.
class UnionStopsTest {
    private static final Confidence SEQUENTIAL =
            new Confidence(0.95, Confidence.Method.NORMAL, true);
    private static final long MEMORY = 256L << 20;

    @Test
    void fewRunsEverShowAWrongInterval() throws InterruptedException {
        demandFew(60, wrong(60));
    }

    @Test
    @Tag("slow")
    void fewOfManyRunsEverShowAWrongInterval() throws InterruptedException {
        Map<String, Integer> wrong = wrong(1_000);
        System.out.println("| tests of a union, of 1000 runs wrong at any | " + wrong + " |");
        demandFew(1_000, wrong);
    }

    private static void demandFew(int runs, Map<String, Integer> wrong) {
        double most = 0.05 * runs + 3 * Math.sqrt(0.05 * 0.95 * runs);
        assertTrue(wrong.values().stream().allMatch(n -> n <= most), () -> "wrong=" + wrong);
    }

    /// By value in how many runs an interval of it was wrong.
    private static Map<String, Integer> wrong(int runs) throws InterruptedException {
        Pages slow = Cases.oneList("a", 6_000, 61, 0, 1);
        Pages fast = Cases.oneList("b", 12_000, 62, 300, 4);
        Question question = Cases.union(slow).and(Cases.union(fast));
        Map<String, Integer> wrong = new HashMap<>();
        int looks = 0;
        try (Experiment experiment = new Experiment(question, 1);
                MemoryManager memory = new MemoryManager(MEMORY)) {
            for (int seed = 1; seed <= runs; seed++) {
                long factor = seed % 5;
                slow.latency = _ -> 60 + 100 * factor;
                fast.latency = _ -> 460 - 100 * factor;
                Set<String> missed = new HashSet<>();
                looks += watch(question, experiment, memory, seed, missed);
                missed.forEach(value -> wrong.merge(value, 1, Integer::sum));
            }
        }
        assertTrue(looks > 2 * runs, "there are tests to look at: looks=" + looks);
        return wrong;
    }

    /// @param missed gets the values of which an interval was wrong
    /// @return how often there was something to see
    private static int watch(
            Question question,
            Experiment experiment,
            MemoryManager memory,
            long seed,
            Set<String> missed)
            throws InterruptedException {
        int looks = 0;
        try (Region region = memory.query("union", MEMORY);
                Execution execution =
                        Dataflow.start(question.blocks(), Experiment.context(region, seed, true))) {
            Thread ending = Thread.ofVirtual().start(() -> drain(execution));
            int seen = -1;
            while (ending.isAlive()) {
                int cohort = execution.cohort();
                if (cohort > seen) {
                    seen = cohort;
                    Optional<Estimates> now = execution.estimates(100, SEQUENTIAL);
                    if (now.isPresent()) {
                        looks += now.get().stoppingPoint() ? 1 : 0;
                        check(now.get(), experiment, missed);
                        now.get().rows().forEach(Batch::unpin);
                    }
                }
                Thread.sleep(0, 200_000);
            }
        }
        return looks;
    }

    private static void drain(Execution execution) {
        try {
            for (Batch batch = execution.take(); batch != null; batch = execution.take()) {
                batch.unpin();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void check(Estimates seen, Experiment experiment, Set<String> missed) {
        int at = 0;
        for (Batch batch : seen.rows()) {
            for (int row = 0; row < batch.rows(); row++, at++) {
                Claim claim = seen.claims().get(at);
                String group = experiment.group(batch, row);
                double[] values = experiment.values(batch, row);
                double[] truth = experiment.truth.get(group);
                assertEquals(truth.length, claim.errors().length);
                for (int a = 0; a < values.length; a++) {
                    double off = Math.abs(values[a] - truth[a]);
                    if (off > claim.errors()[a] + 1e-9 * Math.abs(truth[a])) {
                        missed.add(experiment.names().get(a) + " of " + group);
                    }
                }
            }
        }
    }
}
