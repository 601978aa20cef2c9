package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Basis;
import telegraph.engine.Block;
import telegraph.engine.Column;
import telegraph.engine.Confidence;
import telegraph.engine.source.Bounds;
import telegraph.engine.vector.TestColumn;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// What is claimed of a sample, by the method asked for and on the basis that there is.
@Execution(ExecutionMode.CONCURRENT)
class EstimatesTest {
    private static final int UNITS = 300;
    private static final int UNIT_ROWS = 20;

    /// Values from 0 to 99 in units of 20 rows.
    private static UnitSource source(long seed, boolean sorted) {
        UnitSource source =
                new UnitSource("t", new Column("x", Type.INTEGER)) {
                    @Override
                    public Optional<Bounds> bounds(int column) {
                        return Optional.of(new Bounds(0, 99));
                    }
                };
        source.unitRowsMax = UNIT_ROWS;
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < UNITS * UNIT_ROWS; i++) {
            values.add(i % 100);
        }
        Collections.shuffle(values, new Random(seed));
        if (sorted) {
            Collections.sort(values);
        }
        Random sizes = new Random(seed);
        for (int u = 0; u < UNITS; u++) {
            List<Object[]> rows = new ArrayList<>();
            // Not all of the same size: a spread that is none is not shown.
            int end = Math.min(values.size(), (u + 1) * UNIT_ROWS - sizes.nextInt(3));
            for (int i = u * UNIT_ROWS; i < end; i++) {
                rows.add(new Object[] {values.get(i)});
            }
            source.units.add(rows);
        }
        source.beforeUnit = u -> Thread.sleep(1);
        return source;
    }

    private static TestQuery query(TestSource source, Aggregate... aggregates) {
        TestQuery query = new TestQuery().input(source);
        query.output =
                new Block.Output.Groups(List.of(), List.of(new int[0]), Arrays.asList(aggregates));
        return query;
    }

    private static Aggregate of(Function function, Type type) {
        return new Aggregate(
                function,
                Optional.of(TestColumn.integer(0, 0)),
                false,
                Optional.empty(),
                new int[0],
                type);
    }

    private static Aggregate percentile(double fraction) {
        return new Aggregate(
                Function.PERCENTILE_CONT,
                Optional.of(TestColumn.integer(0, 0)),
                Optional.empty(),
                false,
                Optional.empty(),
                new int[0],
                Optional.of(new Aggregate.Place(BigDecimal.valueOf(fraction), false)),
                Type.DOUBLE);
    }

    private static double exact(TestSource source, Aggregate aggregate)
            throws InterruptedException {
        return ((Number) query(source, aggregate).rows().getFirst().getFirst()).doubleValue();
    }

    @Test
    void whatIsAssumedIsLabelledSoAndWithdrawnWhenTheOrderShows() throws InterruptedException {
        for (boolean sorted : new boolean[] {false, true}) {
            UnitSource source = source(1, sorted);
            source.basis = Basis.ASSUMED;
            boolean claimed = false;
            boolean withdrawn = false;
            for (Watch.Seen seen :
                    Watch.all(query(source, of(Function.AVG, Type.DOUBLE)), Watch.POINTWISE)) {
                Basis basis = seen.claim(0).basis();
                assertTrue(basis != Basis.SAMPLED, "nobody drew a sample");
                claimed |= basis == Basis.ASSUMED && Double.isFinite(seen.claim(0).errors()[0]);
                withdrawn |= seen.estimates().reason().contains("the order has to do with");
            }
            assertEquals(sorted, withdrawn, "an order that shows is noticed, and no other");
            assertEquals(!sorted, claimed, "and nothing is claimed of it");
        }
    }

    @Test
    void whenAllWasReadTheAnswerIsExactOrHasRowsMissing() {
        Seeds.run(
                12,
                (seed, random) -> {
                    UnitSource source = source(seed, false);
                    boolean some = seed % 3 == 0;
                    source.lost = some ? List.of(UNITS - 1) : List.of();
                    TestQuery query = query(source, of(Function.SUM, Type.BIGINT));
                    query.workers = 1 + (int) seed % 3;
                    double truth = exact(source(seed, false), of(Function.SUM, Type.BIGINT));
                    Watch.Seen end = Watch.all(query, Watch.POINTWISE).getLast();
                    assertEquals(some ? Basis.SO_FAR : Basis.EXACT, end.claim(0).basis());
                    if (!some) {
                        assertEquals(truth, end.value(0, 0));
                        assertEquals(0, end.claim(0).errors()[0]);
                    }
                });
    }

    @Test
    void withoutTheNumberOfUnitsAveragesAreEstimatedAndTotalsAreNot() throws InterruptedException {
        UnitSource source = source(2, false);
        source.unitsKnown = false;
        TestQuery query =
                query(source, of(Function.AVG, Type.DOUBLE), of(Function.SUM, Type.BIGINT));
        int claims = 0;
        for (Watch.Seen seen : Watch.all(query, Watch.POINTWISE)) {
            if (seen.claim(0).basis() == Basis.SAMPLED) {
                claims += Double.isFinite(seen.claim(0).errors()[0]) ? 1 : 0;
                assertTrue(Double.isNaN(seen.claim(0).errors()[1]), "no sum");
            }
        }
        assertTrue(claims > 0, "some were published");
    }

    @Test
    void conservativeIntervalsAreWideAndHoldTheTruth() {
        Confidence conservative = new Confidence(0.95, Confidence.Method.CONSERVATIVE, false);
        Seeds.run(
                6,
                (seed, random) -> {
                    UnitSource source = source(seed, seed % 2 == 0);
                    // A random order, as a source that claims a sample has it.
                    Collections.shuffle(source.units, new Random(seed));
                    Aggregate[] all = {
                        of(Function.COUNT, Type.BIGINT),
                        of(Function.SUM, Type.BIGINT),
                        of(Function.AVG, Type.DOUBLE)
                    };
                    double[] truth = new double[all.length];
                    for (int a = 0; a < all.length; a++) {
                        truth[a] = exact(source, all[a]);
                    }
                    int claims = 0;
                    for (Watch.Seen seen : Watch.all(query(source, all), conservative)) {
                        for (int a = 0; a < all.length && seen.estimates().cohort() >= 0; a++) {
                            double error = seen.claim(0).errors()[a];
                            assertTrue(Double.isFinite(error), "there are bounds of " + a);
                            double off = Math.abs(seen.value(0, a) - truth[a]);
                            assertTrue(off <= error + 0.5, a + ": " + off + " of " + error);
                            claims++;
                        }
                    }
                    assertTrue(claims > 0, "some were published");
                });
    }

    @Test
    void quantilesHaveIntervalsOfTheirOwn() throws InterruptedException {
        int[] counts = new int[2];
        // The order of the units has nothing to do with it.
        double[] truth = {
            exact(source(7, true), percentile(0.5)), exact(source(7, true), percentile(0.9))
        };
        Seeds.run(
                25,
                (seed, random) -> {
                    UnitSource source = source(7, true);
                    Collections.shuffle(source.units, new Random(seed));
                    TestQuery query = query(source, percentile(0.5), percentile(0.9));
                    int last = -1;
                    for (Watch.Seen seen : Watch.all(query, Watch.POINTWISE)) {
                        if (seen.estimates().cohort() == last
                                || seen.claim(0).basis() != Basis.SAMPLED) {
                            continue;
                        }
                        last = seen.estimates().cohort();
                        for (int a = 0; a < 2; a++) {
                            double error = seen.claim(0).errors()[a];
                            if (Double.isFinite(error)) {
                                counts[0]++;
                                double off = Math.abs(seen.value(0, a) - truth[a]);
                                counts[1] += off <= error ? 1 : 0;
                            }
                        }
                    }
                });
        assertTrue(counts[0] > 100, "some were published: " + counts[0]);
        assertTrue(counts[1] >= 0.88 * counts[0], "they hold: " + counts[1] + " of " + counts[0]);
    }
}
