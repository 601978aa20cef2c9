package telegraph.sources.page;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Small numbers in runs of equal ones and of packed ones, as levels and dictionary indices are
/// written.
///
/// ```
/// run = header (varint), then
///         header even: one value in whole bytes, header / 2 times
///         header odd:  header / 2 groups of 8 values of `width` bits each, lowest bits first
/// ```
///
/// Threads: one. The segment has eight bytes to read at each byte before the end.
public final class HybridRuns {
    /// Writers fill up groups of eight numbers, and some as many groups as fit a byte.
    private static final int FILLING_MAX = 512;

    private MemorySegment segment;
    private long at;
    private long end;
    private int width;

    /// What is left of the current run.
    private int left;

    private boolean packed;
    private int value;

    /// Where the packed values begin, and how many of them were read.
    private long packedAt;

    private int packedRead;

    /// Starts with the runs between two places.
    ///
    /// @param bits of a number, 0 to 32
    public void begin(MemorySegment from, long start, long limit, int bits)
            throws DamagedPageException {
        if (bits < 0 || bits > 32 || start > limit) {
            throw new DamagedPageException("numbers in runs have 0 to 32 bits: bits=" + bits);
        }
        segment = from;
        at = start;
        end = limit;
        width = bits;
        left = 0;
    }

    /// Requires that runs say they have no more numbers than are wanted, but for those that fill up
    /// the last groups.
    ///
    /// @param numbers how many are wanted
    public static void requireFitting(
            MemorySegment from, long start, long limit, int bits, long numbers)
            throws DamagedPageException {
        long at = start;
        for (long seen = 0; at < limit && seen < numbers; ) {
            long header = 0;
            for (int shift = 0; ; shift += 7) {
                if (at >= limit || shift > 28) {
                    throw new DamagedPageException("runs must have as many numbers as they say");
                }
                byte b = from.get(ParquetPage.BYTE, at++);
                header |= (long) (b & 0x7f) << shift;
                if (b >= 0) {
                    break;
                }
            }
            boolean packed = (header & 1) != 0;
            long count = packed ? (header >>> 1) * 8 : header >>> 1;
            at += packed ? (header >>> 1) * bits : (bits + 7) >>> 3;
            if (count == 0 || packed && count > numbers - seen + FILLING_MAX) {
                throw new DamagedPageException(
                        "a run must have numbers, and not too many: " + count);
            }
            seen += count;
        }
    }

    /// The value that the next `count` numbers all have, or -1 if that is not known without reading
    /// them. A value above 2^31 - 1 is never told.
    int same(int count) throws DamagedPageException {
        if (left == 0 && count > 0) {
            nextRun();
        }
        return !packed && left >= count ? value : -1;
    }

    /// Reads the next `count` numbers.
    public void read(int[] to, int count) throws DamagedPageException {
        int done = 0;
        while (done < count) {
            if (left == 0) {
                nextRun();
            }
            int some = Math.min(left, count - done);
            if (packed) {
                unpack(to, done, some);
                packedRead += some;
            } else {
                Arrays.fill(to, done, done + some, value);
            }
            left -= some;
            done += some;
        }
    }

    /// Passes over the next `count` numbers.
    void skip(int count) throws DamagedPageException {
        int todo = count;
        while (todo > 0) {
            if (left == 0) {
                nextRun();
            }
            int some = Math.min(left, todo);
            packedRead += some;
            left -= some;
            todo -= some;
        }
    }

    /// Passes over the next `count` numbers, which have one bit, and tells how many of them are 1.
    int skipCounting(int count) throws DamagedPageException {
        int ones = 0;
        int todo = count;
        while (todo > 0) {
            if (left == 0) {
                nextRun();
            }
            int some = Math.min(left, todo);
            if (packed) {
                for (int i = packedRead; i < packedRead + some; i++) {
                    ones += segment.get(ParquetPage.BYTE, packedAt + (i >>> 3)) >>> (i & 7) & 1;
                }
            } else {
                ones += value == 0 ? 0 : some;
            }
            packedRead += some;
            left -= some;
            todo -= some;
        }
        return ones;
    }

    private void nextRun() throws DamagedPageException {
        long header = 0;
        for (int shift = 0; ; shift += 7) {
            if (at >= end || shift > 28) {
                throw new DamagedPageException("runs must have as many numbers as they say");
            }
            byte b = segment.get(ParquetPage.BYTE, at++);
            header |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                break;
            }
        }
        packed = (header & 1) != 0;
        packedRead = 0;
        if (packed) {
            packedAt = at;
            long values = (header >>> 1) * 8;
            long bytes = (header >>> 1) * width;
            if (bytes > end - at) {
                // Some writers leave out what the last group does not need.
                bytes = end - at;
                values = bytes * 8 / width;
            }
            at += bytes;
            left = (int) Math.min(Integer.MAX_VALUE, values);
        } else {
            int bytes = (width + 7) >>> 3;
            if (bytes > end - at) {
                throw new DamagedPageException("a run must have a value");
            }
            value = segment.get(ParquetPage.INT, at);
            if (bytes < 4) {
                value &= (1 << 8 * bytes) - 1;
            }
            at += bytes;
            left = (int) Math.min(Integer.MAX_VALUE, header >>> 1);
        }
        if (left == 0) {
            throw new DamagedPageException("a run must have numbers");
        }
    }

    private void unpack(int[] to, int first, int count) {
        MemorySegment from = segment;
        int bits = width;
        int mask = bits == 32 ? -1 : (1 << bits) - 1;
        int done = 0;
        int next = packedRead;
        int alone = Math.min(count, -next & 7);
        if (bits > 15) {
            alone = count;
        }
        done = oneByOne(to, first, next, alone);
        int groups = (count - done) >>> 3;
        long byteAt = packedAt + (long) ((next + done) >>> 3) * bits;
        int target = first + done;
        if (bits <= 8) {
            for (int g = 0; g < groups; g++) {
                long word = from.get(ParquetPage.LONG, byteAt);
                to[target] = (int) word & mask;
                to[target + 1] = (int) (word >>> bits) & mask;
                to[target + 2] = (int) (word >>> 2 * bits) & mask;
                to[target + 3] = (int) (word >>> 3 * bits) & mask;
                to[target + 4] = (int) (word >>> 4 * bits) & mask;
                to[target + 5] = (int) (word >>> 5 * bits) & mask;
                to[target + 6] = (int) (word >>> 6 * bits) & mask;
                to[target + 7] = (int) (word >>> 7 * bits) & mask;
                byteAt += bits;
                target += 8;
            }
        } else {
            int half = 4 * bits >>> 3;
            int rest = 4 * bits & 7;
            for (int g = 0; g < groups; g++) {
                long low = from.get(ParquetPage.LONG, byteAt);
                long high = from.get(ParquetPage.LONG, byteAt + half) >>> rest;
                to[target] = (int) low & mask;
                to[target + 1] = (int) (low >>> bits) & mask;
                to[target + 2] = (int) (low >>> 2 * bits) & mask;
                to[target + 3] = (int) (low >>> 3 * bits) & mask;
                to[target + 4] = (int) high & mask;
                to[target + 5] = (int) (high >>> bits) & mask;
                to[target + 6] = (int) (high >>> 2 * bits) & mask;
                to[target + 7] = (int) (high >>> 3 * bits) & mask;
                byteAt += bits;
                target += 8;
            }
        }
        done += 8 * groups;
        oneByOne(to, first + done, next + done, count - done);
    }

    private int oneByOne(int[] to, int first, int next, int count) {
        MemorySegment from = segment;
        int bits = width;
        long mask = (1L << bits) - 1;
        long bit = (long) next * bits;
        for (int i = 0; i < count; i++) {
            long word = from.get(ParquetPage.LONG, packedAt + (bit >>> 3));
            to[first + i] = (int) (word >>> (bit & 7) & mask);
            bit += bits;
        }
        return count;
    }
}
