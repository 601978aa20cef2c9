package telegraph.engine.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class EvenBlocksTest {
    @Test
    void theBlocksOfAFileAreAllOfItAndDifferByAByteAtMost() {
        Seeds.run(1_000, (_, random) -> cut(random));
    }

    private static void cut(RandomGenerator random) {
        long[] sizes = new long[1 + random.nextInt(5)];
        Arrays.setAll(sizes, _ -> random.nextInt(3) == 0 ? 0 : random.nextInt(1_000));
        long most = 1 + random.nextInt(300);
        EvenBlocks blocks = new EvenBlocks(sizes, most);
        int block = 0;
        for (int file = 0; file < sizes.length; file++) {
            assertEquals(sizes[file] == 0, blocks.count(file) == 0);
            assertEquals(block, blocks.first(file));
            long at = 0;
            for (int i = 0; i < blocks.count(file); i++, block++) {
                assertEquals(file, blocks.file(block));
                assertEquals(at, blocks.start(block));
                long bytes = blocks.end(block) - at;
                long least = sizes[file] / blocks.count(file);
                assertTrue(bytes >= least && bytes <= least + 1, bytes + " of " + least);
                assertTrue(bytes <= most, bytes + " of " + most);
                at = blocks.end(block);
            }
            assertEquals(sizes[file], at);
        }
        assertEquals(block, blocks.count());
    }

    @Test
    void blocksOfSeveralFilesAreEvenIfEachFileIsLongOrAllAreAlike() {
        assertTrue(new EvenBlocks(new long[] {1_000_000, 0, 2_000_000}, 1_000).even());
        assertTrue(new EvenBlocks(new long[] {64_000, 64_300}, 65_000).even());
        assertFalse(new EvenBlocks(new long[] {64_000, 60_000}, 65_000).even());
    }

    @Test
    void hugeFilesHaveLargerBlocksInsteadOfTooMany() {
        EvenBlocks blocks = new EvenBlocks(new long[] {1L << 50}, 1 << 10);
        assertTrue(blocks.count() <= 1 << 24, "blocks: " + blocks.count());
        assertEquals(1L << 50, blocks.end(blocks.count() - 1));
    }
}
