package telegraph.sql.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

/// Whatever happens to a sandbox, in whatever order, it gives no wrong answer, loses nothing that
/// it confirmed and holds nothing that nobody needs; and what happened happens again from its seed.
class SimulationTest {
    private static final int SEEDS = 100;
    private static final int MANY_SEEDS = 100_000;
    private static final int SEEDS_TWICE = 6;
    private static final int TRIES = 20;

    @Test
    void ofASeedTheSameHappensAgain() throws Exception {
        for (long seed = 1; seed <= SEEDS_TWICE; seed++) {
            assertEquals(undisturbed(seed), undisturbed(seed), "seed " + seed);
        }
    }

    /// What happens of a seed when nobody outside wakes one of the world's threads, as other tests
    /// of the same process do that hold a library's lock.
    private static long undisturbed(long seed) throws Exception {
        for (int tries = 0; tries < TRIES; tries++) {
            Simulation simulation = new Simulation(seed);
            long digest = simulation.run();
            if (simulation.wakings() == 0) {
                return digest;
            }
        }
        throw new AssertionError("seed " + seed + " was disturbed " + TRIES + " times");
    }

    @Test
    void whateverHappensNothingIsWrongOrLost() {
        Seeds.run(SEEDS, (seed, random) -> simulate(new Simulation(seed)));
    }

    @Test
    @Tag("slow")
    void whateverHappensInManyLivesNothingIsWrongOrLost() throws Exception {
        int carriers = Runtime.getRuntime().availableProcessors();
        try (ExecutorService each = Executors.newFixedThreadPool(carriers)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int c = 0; c < carriers; c++) {
                int first = c;
                ends.add(
                        each.submit(() -> {
                            for (long s = first; s < MANY_SEEDS; s += carriers) {
                                simulate(new Simulation(s));
                                if (s % 1_000 == 0) {
                                    System.out.println("lives: " + s);
                                }
                            }
                            return null;
                        }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
    }

    @Test
    void aCommitThatDoesNotWaitForTheDiskIsMissed() throws Exception {
        demandNoticed(
                seed -> new Simulation(seed, Map.of("durability", "relaxed"), Simulation::site));
    }

    @Test
    void aSiteThatSaysSomethingElseIsNoticed() throws Exception {
        demandNoticed(seed ->
                new Simulation(
                        seed,
                        Map.of(),
                        uri -> Simulation.site(uri).replace("\"plane\": 3", "\"plane\": 4")));
    }

    private static void demandNoticed(LongFunction<Simulation> broken) throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                broken.apply(seed).run();
            } catch (AssertionError e) {
                return;
            }
        }
        throw new AssertionError("nobody noticed");
    }

    private static void simulate(Simulation simulation) throws Exception {
        try {
            simulation.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(simulation.summary(), e);
        }
    }
}
