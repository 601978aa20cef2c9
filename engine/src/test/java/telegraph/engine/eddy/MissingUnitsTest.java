package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Basis;
import telegraph.engine.Block;
import telegraph.engine.Bounds;
import telegraph.engine.Claim;
import telegraph.engine.Column;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.engine.stem.Rules;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Units that were given up are never left out in silence: either what they could have been widens
/// the interval, or there is none behind them.
class MissingUnitsTest {
    private static final Confidence SURE = new Confidence(0.95, Confidence.Method.NORMAL, false);
    private static final int UNIT_ROWS = 20;

    /// The units that are missing have the largest values of all.
    private static UnitSource source(RandomGenerator random, int lost, boolean bounded) {
        UnitSource source =
                new UnitSource("t", new Column("x", Type.INTEGER)) {
                    @Override
                    public Optional<Bounds> bounds(int column) {
                        return bounded ? Optional.of(new Bounds(0, 1_000)) : Optional.empty();
                    }
                };
        source.unitRowsMax = UNIT_ROWS;
        List<Integer> missing = new ArrayList<>();
        for (int u = 0; u < 200; u++) {
            List<Object[]> rows = new ArrayList<>();
            boolean gone = u < lost;
            for (int r = 0; r < UNIT_ROWS; r++) {
                rows.add(new Object[] {gone ? 1_000 : random.nextInt(100)});
            }
            source.units.add(rows);
            if (gone) {
                missing.add(u);
            }
        }
        source.lost = missing;
        source.beforeUnit = u -> Thread.sleep(0, 200_000);
        return source;
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

    @Test
    void boundedValuesMakeUpForUnitsThatAreMissing() {
        Seeds.run(
                8,
                (seed, random) -> {
                    int lost = 1 + random.nextInt(3);
                    UnitSource source = source(random, lost, true);
                    double[] truth = truth(source);
                    List<Seen> all = watch(source);
                    assertTrue(
                            all.stream().anyMatch(s -> s.claim().basis() == Basis.SAMPLED),
                            "some were published");
                    for (Seen seen : all) {
                        Claim claim = seen.claim();
                        if (claim.basis() == Basis.SO_FAR) {
                            continue;
                        }
                        for (int a = 0; a < 3; a++) {
                            double value = ((Number) seen.row().get(a)).doubleValue();
                            double off = Math.abs(value - truth[a]);
                            assertTrue(
                                    Double.isNaN(claim.errors()[a]) || off <= claim.errors()[a] + 1,
                                    a
                                            + ": "
                                            + value
                                            + " ± "
                                            + claim.errors()[a]
                                            + ", truth "
                                            + truth[a]);
                        }
                    }
                });
    }

    @Test
    void withoutBoundsThereIsNoIntervalBehindAMissingUnit() throws InterruptedException {
        for (Seen seen : watch(source(Seeds.random(3), 1, false))) {
            assertEquals(Basis.SO_FAR, seen.claim().basis());
            assertTrue(Double.isNaN(seen.claim().errors()[0]), "no interval");
        }
    }

    private static double[] truth(UnitSource source) {
        double count = 0;
        double sum = 0;
        for (List<Object[]> unit : source.units) {
            for (Object[] row : unit) {
                count++;
                sum += (Integer) row[0];
            }
        }
        return new double[] {count, sum, sum / count};
    }

    /// What was published at some moment.
    private record Seen(Estimates estimates, List<Object> row) {
        Claim claim() {
            return estimates.claims().getFirst();
        }
    }

    private static List<Seen> watch(UnitSource source) throws InterruptedException {
        TestQuery query = new TestQuery().input(source);
        query.output =
                new Block.Output.Groups(
                        List.of(),
                        List.of(new int[0]),
                        List.of(
                                of(Function.COUNT, Type.BIGINT),
                                of(Function.SUM, Type.BIGINT),
                                of(Function.AVG, Type.DOUBLE)));
        List<Seen> seen = new ArrayList<>();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        try (MemoryManager memory = new MemoryManager(64L << 20);
                Region region = memory.query("test", 64L << 20);
                Execution execution =
                        Eddy.start(query.block(), query.context(region), Rules.EXACT)) {
            Thread reader =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    Batch batch = execution.take();
                                    while (batch != null) {
                                        batch.unpin();
                                        batch = execution.take();
                                    }
                                } catch (Throwable e) {
                                    failed.set(e);
                                }
                            });
            while (reader.isAlive()) {
                Optional<Estimates> now = execution.estimates(10, SURE);
                now.ifPresent(e -> {
                    seen.add(new Seen(e, TestQuery.rowsOf(e.rows().getFirst()).getFirst()));
                    e.rows().forEach(Batch::unpin);
                });
                Thread.sleep(1);
            }
            reader.join();
        }
        assertEquals(null, failed.get());
        return seen;
    }
}
