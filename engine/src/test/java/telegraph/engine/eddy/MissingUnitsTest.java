package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Basis;
import telegraph.engine.Block;
import telegraph.engine.Claim;
import telegraph.engine.Column;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.vector.TestColumn;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Units that were given up are never left out in silence: either what they could have been widens
/// the interval, or there is none behind them.
class MissingUnitsTest {
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
        source.beforeUnit = u -> Thread.sleep(1);
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
                    List<Watch.Seen> all = watch(source);
                    assertTrue(
                            all.stream().anyMatch(s -> s.claim(0).basis() == Basis.SAMPLED),
                            "some were published: " + all.getLast().estimates());
                    for (Watch.Seen seen : all) {
                        Claim claim = seen.claim(0);
                        if (claim.basis() == Basis.SO_FAR) {
                            continue;
                        }
                        for (int a = 0; a < 3; a++) {
                            double value = seen.value(0, a);
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

    /// Nothing is assumed of the units that are missing, not even that they have rows.
    @Test
    void howManyUnitsAreMissingIsEstimatedToo() {
        int[] seen = {0, 0};
        Seeds.run(
                24,
                (seed, random) -> {
                    UnitSource source = source(random, 0, true);
                    List<Integer> lost = new ArrayList<>();
                    for (int u = 0; u < source.units.size(); u++) {
                        if (random.nextInt(12) == 0) {
                            lost.add(u);
                        }
                    }
                    source.lost = lost;
                    double there = UNIT_ROWS * (source.units.size() - lost.size());
                    Watch.Seen first =
                            watch(source).stream()
                                    .filter(s -> s.claim(0).basis() == Basis.SAMPLED)
                                    .filter(s -> lost.getFirst() < s.estimates().units())
                                    .findFirst()
                                    .orElse(null);
                    if (first != null) {
                        double off = Math.abs(first.value(0, 0) - there);
                        seen[0]++;
                        seen[1] += off > first.claim(0).errors()[0] + 1 ? 1 : 0;
                    }
                });
        assertTrue(seen[0] > 10 && seen[1] <= 4, seen[1] + " of " + seen[0] + " miss");
    }

    @Test
    void withoutBoundsThereIsNoIntervalBehindAMissingUnit() throws InterruptedException {
        for (Watch.Seen seen : watch(source(Seeds.random(3), 1, false))) {
            assertEquals(Basis.SO_FAR, seen.claim(0).basis());
            assertTrue(Double.isNaN(seen.claim(0).errors()[0]), "no interval");
        }
    }

    /// Each value asked for is a unit, and one of the first does not answer.
    private static List<Watch.Seen> lookedUp(boolean failing) throws InterruptedException {
        TestSource source =
                new TestSource("t", new Column("k", Type.INTEGER), new Column("x", Type.INTEGER)) {
                    @Override
                    public Reader lookup(LookupRequest request) {
                        Reader all = super.lookup(request);
                        return sink -> {
                            if (failing && lookups.size() == 1) {
                                lookups.add(request);
                                sink.meter().addFailed("it did not answer");
                            } else {
                                all.read(sink);
                            }
                        };
                    }
                };
        List<Object> keys = new ArrayList<>();
        for (int k = 0; k < 80; k++) {
            keys.add(k);
            for (int r = 0; r < 5 + k % 5; r++) {
                source.row(k, r);
            }
        }
        source.bind(false, new int[] {0});
        source.lookupsMax = 1;
        source.beforeLookup =
                at -> {
                    if (at % 8 == 0) {
                        source.awaitLooks();
                    }
                };
        TestQuery query = new TestQuery().input(source, Map.of(0, keys));
        query.output =
                new Block.Output.Groups(
                        List.of(), List.of(new int[0]), List.of(of(Function.COUNT, Type.BIGINT)));
        return Watch.all(query, Watch.POINTWISE);
    }

    @Test
    void behindALookupThatFailedThereIsNoInterval() throws InterruptedException {
        assertTrue(
                lookedUp(false).stream().anyMatch(s -> s.claim(0).basis() == Basis.SAMPLED),
                "without a failure there are intervals");
        for (Watch.Seen seen : lookedUp(true)) {
            assertEquals(Basis.SO_FAR, seen.claim(0).basis());
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

    private static List<Watch.Seen> watch(UnitSource source) throws InterruptedException {
        TestQuery query = new TestQuery().input(source);
        query.output =
                new Block.Output.Groups(
                        List.of(),
                        List.of(new int[0]),
                        List.of(
                                of(Function.COUNT, Type.BIGINT),
                                of(Function.SUM, Type.BIGINT),
                                of(Function.AVG, Type.DOUBLE)));
        return Watch.all(query, Watch.POINTWISE);
    }
}
