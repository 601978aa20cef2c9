package telegraph.tables.access;

import telegraph.language.sample.Sample;

/// Decides of each row of a table by its number whether it is in a sample: the same for the same
/// seed, and of different rows, or with different seeds, as if by chance.
///
/// Threads: any.
@FunctionalInterface
interface Sampling {
    /// Rows of a block, which are in a sample of blocks or not as a whole.
    int BLOCK_ROWS = 128;

    /// @param row counts from 0 in the table's order
    boolean takes(long row);

    static Sampling of(Sample sample, long seed) {
        return sample.blocks()
                ? row -> draw(seed, row / BLOCK_ROWS) * 100 < sample.percentage()
                : row -> draw(seed, row) * 100 < sample.percentage();
    }

    /// The number at a place of a sequence of random ones from 0 to below 1 (Steele, Lea and Flood,
    /// *Fast splittable pseudorandom number generators*, 2014).
    private static double draw(long seed, long place) {
        return (mixed(mixed(seed) + place * 0x9E3779B97F4A7C15L) >>> 11) * 0x1p-53;
    }

    private static long mixed(long word) {
        long once = (word ^ word >>> 30) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ once >>> 27) * 0x94D049BB133111EBL;
        return twice ^ twice >>> 31;
    }
}
