package telegraph.engine.stem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

class KeyCensusTest {
    private static final int[] ALL = IntStream.range(0, Batch.ROWS_MAX).toArray();

    private final MemoryManager memory = new MemoryManager(1L << 24);
    private final Region region = memory.query("test", 1L << 24);
    private final KeyCensus census = new KeyCensus(region);

    @AfterEach
    void everythingIsGivenBack() {
        region.close();
        assertEquals(0, memory.used());
        memory.close();
    }

    private void add(long... keys) {
        Vector vector = new Vector(Type.BIGINT, Batch.ROWS_MAX);
        System.arraycopy(keys, 0, vector.longs, 0, keys.length);
        census.add(new Vector[] {vector}, ALL, keys.length);
    }

    @Test
    void keysAreCountedOnceAndTuplesEachTime() {
        assertEquals(7, census.keysAmong(7), "nothing has come");
        add(1, 2, 3, 1, 1);
        add(3, 4);
        assertEquals(7, census.tuples());
        assertEquals(4, census.keysAmong(7), 1e-9);
        assertEquals(8, census.keysAmong(14), 1e-9, "others like them");
    }

    @Test
    void nullNeedsNoLookup() {
        Vector vector = new Vector(Type.BIGINT, Batch.ROWS_MAX);
        vector.mayHaveNulls();
        vector.nulls[0] = true;
        vector.longs[1] = 5;
        census.add(new Vector[] {vector}, ALL, 2);
        assertEquals(1, census.keysAmong(2), 1e-9);
    }

    @Test
    void ofASampleItSaysAboutAsManyAsTheSampleHas() {
        Random random = new Random(1);
        long[] keys = random.longs(40_000, 0, 3_000).toArray();
        for (int from = 0; from < keys.length; from += 4_000) {
            add(Arrays.copyOfRange(keys, from, from + 4_000));
        }
        for (int drawn : new int[] {10, 500, 4_000, 20_000}) {
            Set<Long> sample = new HashSet<>();
            for (int i = 0; i < drawn; i++) {
                sample.add(keys[i]);
            }
            assertEquals(sample.size(), census.keysAmong(drawn), 0.05 * sample.size());
        }
    }

    @Test
    void itCountsToItsLimit() {
        long next = 0;
        for (int batch = 0; batch < 40; batch++) {
            long first = next;
            next += 4_000;
            add(IntStream.range(0, 4_000).mapToLong(i -> first + i).toArray());
        }
        assertTrue(census.tuples() < KeyCensus.KEYS_MAX + 4_000, () -> "" + census.tuples());
        assertEquals(160_000, census.keysAmong(160_000), 1e-6);
        assertTrue(region.used() <= 3L << 20, () -> "bytes=" + region.used());
    }
}
