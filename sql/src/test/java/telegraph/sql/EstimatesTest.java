package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// Running answers of queries over sources that can be read as samples, and stopping at one.
@Timeout(60)
class EstimatesTest {
    private static final int UNITS = 400;
    private static final int UNIT_ROWS = 50;

    /// Two groups, `x` uniform with mean 10 in one and 20 in the other, sorted by nothing.
    private static Units measured() {
        Random random = new Random(42);
        return new Units(
                "m",
                List.of(
                        new Column("k", Type.TEXT),
                        new Column("x", Type.DOUBLE),
                        new Column("n", Type.INTEGER)),
                UNITS,
                unit -> {
                    List<Object[]> rows = new ArrayList<>();
                    for (int r = 0; r < UNIT_ROWS; r++) {
                        boolean a = random.nextBoolean();
                        double x = (a ? 5 : 15) + 10 * random.nextDouble();
                        rows.add(new Object[] {a ? "a" : "b", x, unit});
                    }
                    return rows;
                });
    }

    private static final Map<String, String> QUICK = Map.of("report_interval", "20ms");

    @Test
    void aQueryStopsWhenEveryEstimateIsNearEnough() throws InterruptedException {
        Units source = measured();
        source.holdAt = UNITS / 2;
        Asked asked =
                Asked.of(
                        "SELECT k, avg(x) AS mean, count(*) AS n FROM m GROUP BY k"
                                + " ERROR WITHIN 10 PERCENT",
                        QUICK,
                        source);
        assertEquals("", asked.error());
        assertEquals("k,mean,mean_error,n,n_error,basis", asked.header());
        assertEquals(2, asked.rows().size());
        for (Object[] row : asked.rows()) {
            boolean a = row[0].equals("a");
            double mean = (Double) row[1];
            double error = (Double) row[2];
            assertTrue(error > 0 && error <= 0.1 * mean, "error=" + error);
            assertEquals(a ? 10 : 20, mean, 2 * error);
            double count = ((Long) row[3]).doubleValue();
            assertTrue((Double) row[4] > 0 && (Double) row[4] <= 0.1 * count);
            assertEquals(UNITS * UNIT_ROWS / 2.0, count, 2 * (Double) row[4]);
            assertEquals("sampled", row[5]);
        }
        assertEquals(
                "stopped because every estimate is within 10 % at 95 % confidence",
                asked.notices().getFirst());
        assertTrue(
                asked.notices().get(1).matches("m: \\d+ of 400 parts read \\(\\d+ %\\)"),
                asked.notices()::toString);
        assertEquals(0, asked.held());
    }
}
