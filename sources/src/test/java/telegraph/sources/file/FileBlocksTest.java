package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class FileBlocksTest {
    @Test
    void theBlocksOfAFileAreEquallyLongAndCoverIt() {
        FileBlocks blocks = blocks(new long[] {1_000_025}, 17);
        long read = 0;
        for (int block = 0; block < 17; block++) {
            assertEquals(read, blocks.start(block));
            long bytes = blocks.end(block) - blocks.start(block);
            assertTrue(bytes == 58_825 || bytes == 58_824, "block=" + block + " bytes=" + bytes);
            read = blocks.end(block);
        }
        assertEquals(1_000_025, read);
        assertTrue(blocks.even());
    }

    @Test
    void blocksOfSeveralFilesAreEvenIfEachFileIsLongOrAllAreAlike() {
        assertTrue(blocks(new long[] {64_000, 64_300}, 1, 1).even());
        assertTrue(blocks(new long[] {64_000, 0}, 1, 0).even());
        assertFalse(blocks(new long[] {64_000, 60_000}, 1, 1).even());
    }

    private static FileBlocks blocks(long[] sizes, int... counts) {
        int[] firsts = new int[counts.length + 1];
        for (int i = 0; i < counts.length; i++) {
            firsts[i + 1] = firsts[i] + counts[i];
        }
        // Where blocks are does not depend on what the files are called.
        return new FileBlocks(Collections.nCopies(counts.length, null), sizes, 64_000, firsts);
    }
}
