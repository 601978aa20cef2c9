package telegraph.crawler.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Seeds;

/// Random operations agree with a set of the platform's. Hashes share their low bits, so that they
/// crowd each other out of their places.
class LongSetTest {
    @Test
    void aSetAgreesWithThePlatforms() {
        Seeds.run(20, (seed, random) -> agrees(random));
    }

    private static void agrees(RandomGenerator random) {
        try (MemoryManager memory = new MemoryManager(1 << 24);
                Region region = memory.query("set", 1 << 24)) {
            try (LongSet set = new LongSet(region)) {
                Set<Long> right = new HashSet<>();
                int range = 1 + random.nextInt(600);
                for (int i = 0; i < 3_000; i++) {
                    long hash = (long) random.nextInt(range) << random.nextInt(3) * 8;
                    if (random.nextInt(3) == 0) {
                        assertEquals(right.remove(hash), set.remove(hash));
                    } else {
                        right.add(hash);
                        set.add(hash);
                    }
                    assertEquals(right.contains(hash), set.contains(hash));
                    assertEquals(right.size(), set.size());
                }
                long[] all = set.toArray();
                Arrays.sort(all);
                assertArrayEquals(
                        right.stream().mapToLong(Long::longValue).sorted().toArray(), all);
            }
            assertEquals(0, region.used());
        }
    }
}
