package telegraph.sql.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.memory.Batch;

/// Of a hundred queries that stop as soon as they know their answer to 5 %, no more than five are
/// wrong, although each looked several times.
class StopsAreRightTest {
    private static final Confidence SEQUENTIAL =
            new Confidence(0.95, Confidence.Method.NORMAL, true);
    private static final double WITHIN = 0.05;
    private static final int COHORTS = 12;

    /// How it ended for one value.
    private record Stops(int stopped, int wrong, long units) {}

    @Test
    void aHundredStopsAreRight() throws Exception {
        for (Function function : new Function[] {Function.SUM, Function.AVG}) {
            Stops stops = stops(function, 100);
            assertEquals(100, stops.stopped(), "they stop early: " + stops);
            // More than this come of 5 in 100 less than once in a thousand.
            assertTrue(stops.wrong() <= 12, function + " is wrong too often: " + stops);
        }
    }

    @Test
    @Tag("slow")
    void ofAThousandStopsAtMostFiftyAreWrong() throws Exception {
        for (Function function : new Function[] {Function.SUM, Function.AVG}) {
            Stops stops = stops(function, 1_000);
            System.out.println("| stop at 5 % | " + function + " | " + stops + " |");
            assertEquals(1_000, stops.stopped(), "they stop early: " + stops);
            assertTrue(stops.wrong() <= 50, function + " is wrong too often: " + stops);
        }
    }

    /// Pages of differing size. An average is known soon, a sum takes more looks.
    private static Stops stops(Function function, int runs) throws Exception {
        List<Object[]> rows = Population.rows(30_000, 25, Population::oneGroup);
        Pages pages = new Pages("t", Population.COLUMNS, Population.uneven(rows, 20, 26), 3);
        Question question = new Question().from(pages).with(function, "x");
        int[] counts = new int[2];
        long[] units = new long[1];
        try (Experiment experiment = new Experiment(question, COHORTS)) {
            double truth = experiment.truth.get("")[0];
            for (long seed = 1; seed <= runs; seed++) {
                experiment.watch(
                        seed,
                        SEQUENTIAL,
                        seen -> {
                            if (!pleases(experiment, seen)) {
                                return true;
                            }
                            counts[0]++;
                            units[0] += seen.units();
                            double off = Math.abs(value(experiment, seen) - truth);
                            counts[1] += off > WITHIN * Math.abs(truth) ? 1 : 0;
                            return false;
                        });
            }
        }
        return new Stops(counts[0], counts[1], units[0] / Math.max(1, counts[0]));
    }

    private static boolean pleases(Experiment experiment, Estimates seen) {
        double error = seen.claims().getFirst().errors()[0];
        assertTrue(seen.stoppingPoint(), "only such are shown");
        return error <= WITHIN * Math.abs(value(experiment, seen));
    }

    private static double value(Experiment experiment, Estimates seen) {
        assertEquals(1, seen.rows().size());
        Batch batch = seen.rows().getFirst();
        return experiment.values(batch, 0)[0];
    }
}
