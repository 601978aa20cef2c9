package telegraph.engine.eddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import telegraph.engine.Aggregate;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Basis;
import telegraph.engine.Block;
import telegraph.engine.Claim;
import telegraph.engine.Column;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.vector.TestColumn;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Of a source in any order nothing is claimed but bounds, and those hold at every moment.
class CertainBoundsTest {

    /// Ordered by its value, which lies between -20 and 100.
    private static final class Sorted extends TestSource {
        Sorted(int rows) {
            super("t", new Column("x", Type.INTEGER));
            for (int i = 0; i < rows; i++) {
                row(-20 + i * 120 / rows);
            }
            batchRows = 7;
            rowsKnown = OptionalLong.of(rows);
            beforeBatch =
                    at -> {
                        if (at % 8 == 0) {
                            awaitLooks();
                        }
                    };
        }

        @Override
        public Optional<Bounds> bounds(int column) {
            return Optional.of(new Bounds(-20, 100));
        }
    }

    private static Aggregate of(Function function, boolean distinct, Type type) {
        return new Aggregate(
                function,
                Optional.of(TestColumn.integer(0, 0)),
                distinct,
                Optional.empty(),
                new int[0],
                type);
    }

    @Test
    void boundsOfTheRestHoldWhateverTheOrder() {
        List<Aggregate> aggregates =
                List.of(
                        of(Function.COUNT, false, Type.BIGINT),
                        of(Function.SUM, false, Type.BIGINT),
                        of(Function.MIN, false, Type.INTEGER),
                        of(Function.MAX, false, Type.INTEGER),
                        of(Function.AVG, false, Type.DOUBLE),
                        of(Function.COUNT, true, Type.BIGINT));
        int[] seen = {0};
        Seeds.run(
                5,
                (seed, random) -> {
                    TestQuery query = new TestQuery().input(new Sorted(400 + random.nextInt(400)));
                    query.output =
                            new Block.Output.Groups(List.of(), List.of(new int[0]), aggregates);
                    List<Double> exact =
                            query.rows().getFirst().stream()
                                    .map(v -> ((Number) v).doubleValue())
                                    .toList();
                    List<Claim> claims =
                            Watch.all(query, Watch.POINTWISE).stream()
                                    .map(one -> one.claim(0))
                                    .toList();
                    seen[0] += claims.size();
                    for (Claim claim : claims) {
                        if (claim.basis() == Basis.EXACT) {
                            continue; // it has ended
                        }
                        assertEquals(Basis.SO_FAR, claim.basis());
                        for (int a = 0; a < exact.size(); a++) {
                            assertTrue(Double.isNaN(claim.errors()[a]), "no interval");
                            assertTrue(claim.lows()[a] <= exact.get(a), "low of " + a);
                            assertTrue(claim.highs()[a] >= exact.get(a), "high of " + a);
                            assertTrue(
                                    a == 1 || Double.isFinite(claim.lows()[a]),
                                    "there is a bound of " + a);
                        }
                    }
                });
        assertTrue(seen[0] > 20, "seen while it ran: " + seen[0]);
    }

    @Test
    void aListThatChangesHasNoKnownSize() throws InterruptedException {
        UnitSource source =
                new UnitSource("t", new Column("x", Type.INTEGER)) {
                    @Override
                    public Reader scan(ScanRequest request) {
                        Reader units = super.scan(request);
                        return sink -> {
                            sink.distrust("it grows");
                            units.read(sink);
                        };
                    }
                };
        for (int u = 0; u < 60; u++) {
            source.units.add(List.of(new Object[] {u}, new Object[] {u}));
        }
        source.rowsKnown = OptionalLong.of(100);
        source.beforeUnit = u -> Thread.sleep(1);
        TestQuery query = new TestQuery().input(source);
        query.output =
                new Block.Output.Groups(
                        List.of(),
                        List.of(new int[0]),
                        List.of(of(Function.COUNT, false, Type.BIGINT)));
        List<Claim> claims =
                Watch.all(query, Watch.POINTWISE).stream()
                        .filter(one -> one.value(0, 0) > 0)
                        .map(one -> one.claim(0))
                        .filter(claim -> claim.basis() == Basis.SO_FAR)
                        .toList();
        assertTrue(claims.size() > 3, "seen while it ran: " + claims.size());
        for (Claim claim : claims) {
            assertEquals(Double.POSITIVE_INFINITY, claim.highs()[0]);
        }
    }
}
