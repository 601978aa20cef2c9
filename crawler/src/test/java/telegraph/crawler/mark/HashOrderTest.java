package telegraph.crawler.mark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Seeds;

final class HashOrderTest {
    @Test
    void thingsStandByTheWholeHashWithoutSignAndThenAsTheyCame() {
        try (MemoryManager memory = new MemoryManager(16 << 20);
                Region region = memory.query("order", 16 << 20)) {
            HashOrder order = new HashOrder(region, 3_000);
            Seeds.run(
                    40,
                    (seed, random) -> {
                        // Some seeds have hashes that differ in few bits, high or low.
                        int shift = random.nextInt(64);
                        long mask = seed % 3 == 0 ? -1L : 0x3FL << shift;
                        long base = seed % 2 == 0 ? random.nextLong() & ~mask : 0;
                        long[] hashes = new long[random.nextInt(3_000)];
                        order.clear();
                        for (int i = 0; i < hashes.length; i++) {
                            hashes[i] = base | random.nextLong() & mask;
                            order.add(hashes[i], i);
                        }
                        order.sort(index -> hashes[index]);
                        int[] expected =
                                IntStream.range(0, hashes.length)
                                        .boxed()
                                        .sorted(
                                                Comparator.comparing(
                                                        i -> hashes[i], Long::compareUnsigned))
                                        .mapToInt(i -> i)
                                        .toArray();
                        int[] found = IntStream.range(0, order.count()).map(order::at).toArray();
                        assertEquals(Arrays.toString(expected), Arrays.toString(found));
                    });
        }
    }
}
