package telegraph.engine.stem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Vector;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// What a SteM says of the keys it holds.
class StemTest {
    private static final long ASKERS = 1L << 1;

    /// A SteM of one column, which is its key and its only index.
    private static Stem keyed(Region region, StemMemory memory, RoutingRules rules) {
        Stem.Index index = new Stem.Index(List.of(0), ASKERS);
        Stem.Design design =
                new Stem.Design(0, List.of(Type.BIGINT), List.of(index), new int[] {0}, false);
        return new Stem(
                design, region.child("stem"), new Stem.Shared(new Stamps(), rules, memory, 4));
    }

    private static void build(Stem stem, long value, long incomplete) {
        Vector column = new Vector(Type.BIGINT);
        column.longs[0] = value;
        Stem.Incoming rows =
                new Stem.Incoming(-1, new Vector[] {column}, (c, s, n) -> column, new int[] {0}, 1);
        assertEquals(1, stem.build(rows, incomplete, new Scratch()).count());
    }

    /// Rows that come when nobody can ask an index any more are not in it.
    @Test
    void anIndexThatLacksRowsTellsNothingOfTheKeys() {
        try (MemoryManager memory = new MemoryManager(64 << 20);
                Region region = memory.query("test", 64 << 20);
                StemMemory shared = new StemMemory(region, 1, RoutingRules.EXACT.eviction());
                Stem whole = keyed(region, shared, RoutingRules.EXACT);
                Stem partial = keyed(region, shared, RoutingRules.EXACT);
                Stem broken =
                        keyed(
                                region,
                                shared,
                                RoutingRules.without(RoutingRules.Rule.KNOW_PARTIAL))) {
            assertTrue(tells(whole, ASKERS));
            assertFalse(tells(partial, 0));
            assertTrue(tells(broken, 0));
        }
    }

    private static boolean tells(Stem stem, long incomplete) {
        build(stem, 1, ASKERS);
        build(stem, 2, incomplete);
        stem.complete();
        return stem.reduction(0).isPresent();
    }
}
