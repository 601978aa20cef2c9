package telegraph.sources.page;

import java.lang.foreign.MemorySegment;

/// Whole numbers as differences from one to the next, packed in as few bits as each small block of
/// them needs.
///
/// ```
/// header = values in a block, miniblocks in a block, values in all, first value (zigzag)
/// block  = least difference (zigzag), bits of each miniblock (bytes), miniblocks
/// ```
///
/// Numbers in headers are varints. A difference is what a miniblock has plus the least of its
/// block; sums wrap around.
///
/// Threads: one.
public final class DeltaRuns {
    private static final int BLOCK_VALUES_MAX = 1 << 20;

    private MemorySegment segment;
    private long at;
    private long end;
    private int miniblocks;
    private int miniblockValues;
    private int total;
    private int read;
    private long last;
    private boolean firstPending;
    private long least;
    private int miniblock;
    private long widthsAt;

    /// Where the miniblock begins, and where the next does.
    private long bitsAt;

    private long nextAt;

    /// What is left of the miniblock, and its bits.
    private int left;

    private int bits;
    private long bit;

    /// Starts with the numbers from `start` on.
    public void begin(MemorySegment from, long start, long limit) throws DamagedPageException {
        segment = from;
        at = start;
        end = limit;
        long blockValues = varint();
        long blocks = varint();
        long count = varint();
        if (blockValues <= 0
                || blockValues > BLOCK_VALUES_MAX
                || blocks <= 0
                || blocks > blockValues
                || blockValues % blocks != 0
                || blockValues / blocks % 8 != 0
                || count < 0
                || count > Integer.MAX_VALUE) {
            throw new DamagedPageException(
                    "blocks of differences have whole miniblocks: values="
                            + blockValues
                            + " miniblocks="
                            + blocks);
        }
        miniblocks = (int) blocks;
        miniblockValues = (int) (blockValues / blocks);
        total = (int) count;
        last = zigzag();
        nextAt = at;
        read = 0;
        firstPending = count > 0;
        miniblock = miniblocks;
        left = 0;
    }

    /// How many numbers there are.
    public int total() {
        return total;
    }

    /// Reads the next `count` numbers; without an array, passes over them.
    void read(long[] to, int count) throws DamagedPageException {
        if (count > total - read) {
            throw new DamagedPageException(
                    "a page must have as many values as it says: values=" + total);
        }
        int done = 0;
        if (firstPending && count > 0) {
            firstPending = false;
            if (to != null) {
                to[0] = last;
            }
            done = 1;
        }
        while (done < count) {
            if (left == 0) {
                nextMiniblock();
            }
            int some = Math.min(left, count - done);
            unpack(to, done, some);
            left -= some;
            done += some;
        }
        read += count;
    }

    /// Where the numbers end, all of which were read.
    long end() {
        return nextAt;
    }

    private void nextMiniblock() throws DamagedPageException {
        if (miniblock == miniblocks) {
            at = nextAt;
            least = zigzag();
            widthsAt = at;
            nextAt = at + miniblocks;
            miniblock = 0;
        }
        if (nextAt > end) {
            throw new DamagedPageException("differences must lie in their page");
        }
        bits = segment.get(ParquetPage.BYTE, widthsAt + miniblock++) & 0xff;
        if (bits > 64) {
            throw new DamagedPageException("a number has at most 64 bits: bits=" + bits);
        }
        bit = 0;
        left = miniblockValues;
        bitsAt = nextAt;
        nextAt += (long) (miniblockValues >>> 3) * bits;
    }

    private void unpack(long[] to, int first, int count) throws DamagedPageException {
        if (bitsAt + (bit + (long) count * bits + 7) / 8 > end) {
            throw new DamagedPageException("differences must lie in their page");
        }
        MemorySegment from = segment;
        long sum = last;
        long step = least;
        long start = bitsAt;
        long place = bit;
        int width = bits;
        if (width == 0) {
            for (int i = first; i < first + count; i++) {
                sum += step;
                if (to != null) {
                    to[i] = sum;
                }
            }
        } else {
            long mask = -1L >>> 64 - width;
            for (int i = first; i < first + count; i++) {
                int shift = (int) place & 7;
                long word = from.get(ParquetPage.LONG, start + (place >>> 3)) >>> shift;
                if (width + shift > 64) {
                    word |=
                            (long) from.get(ParquetPage.BYTE, start + (place >>> 3) + 8)
                                    << 64 - shift;
                }
                sum += step + (word & mask);
                place += width;
                if (to != null) {
                    to[i] = sum;
                }
            }
        }
        bit = place;
        last = sum;
    }

    private long zigzag() throws DamagedPageException {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long varint() throws DamagedPageException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                break;
            }
            byte b = segment.get(ParquetPage.BYTE, at++);
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new DamagedPageException("differences must lie in their page");
    }
}
