package telegraph.engine.source;

import java.util.Arrays;

/// Files cut into blocks of about equally many bytes, numbered through all files, so that each
/// block can be a sampling unit.
///
/// ```
/// file 0  │ 0        │ 1        │ 2       │   file 1  │ 3        │ 4        │
/// ```
///
/// The blocks of a file differ by a byte at most. A rest as its last block would be the one block
/// unlike all others, which small samples do not have. A file without a byte has no block.
///
/// Threads: any.
public final class EvenBlocks {
    private static final int BLOCKS_MAX = 1 << 24;

    private final long[] sizes;
    private final long blockBytes;

    /// For each file its first block, and then how many there are.
    private final int[] firsts;

    /// @param sizes for each file its bytes
    /// @param blockBytes the most a block shall have; it has more if there were too many blocks
    public EvenBlocks(long[] sizes, long blockBytes) {
        this.sizes = sizes.clone();
        this.blockBytes = Math.max(blockBytes, Arrays.stream(sizes).sum() / BLOCKS_MAX + 1);
        this.firsts = new int[sizes.length + 1];
        for (int file = 0; file < sizes.length; file++) {
            long blocks = Math.ceilDiv(sizes[file], this.blockBytes);
            firsts[file + 1] = firsts[file] + Math.toIntExact(blocks);
        }
    }

    /// The most bytes that a block has.
    public long blockBytes() {
        return blockBytes;
    }

    /// How many blocks all files have.
    public int count() {
        return firsts[sizes.length];
    }

    /// How many blocks a file has.
    public int count(int file) {
        return firsts[file + 1] - firsts[file];
    }

    /// The first block of a file, or of the next that has one.
    public int first(int file) {
        return firsts[file];
    }

    /// The file that a block is in.
    public int file(int block) {
        int at = Arrays.binarySearch(firsts, block);
        if (at < 0) {
            return -at - 2;
        }
        while (firsts[at + 1] == block) { // files without a block come before the one it is in
            at++;
        }
        return at;
    }

    /// The bytes of a file.
    public long size(int file) {
        return sizes[file];
    }

    /// Where in its file a block begins.
    public long start(int block) {
        return border(file(block), block);
    }

    /// Where in its file the next block begins, or would.
    public long end(int block) {
        return border(file(block), block + 1);
    }

    private long border(int file, int block) {
        int blocks = count(file);
        int before = block - firsts[file];
        return sizes[file] / blocks * before + Math.min(before, sizes[file] % blocks);
    }

    /// Whether the blocks of all files are about equally long.
    public boolean even() {
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        for (int file = 0; file < sizes.length; file++) {
            if (count(file) > 0) {
                shortest = Math.min(shortest, sizes[file] / count(file));
                longest = Math.max(longest, sizes[file] / count(file));
            }
        }
        return longest - shortest <= longest / 100;
    }
}
