package telegraph.crawler.frontier;

import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.HashOrder;
import telegraph.ground.TelegraphException;

/// How a frontier's memory is shared out.
///
/// | share          | of the whole | of what                                                       |
/// |----------------|-------------:|---------------------------------------------------------------|
/// | `cacheBytes`   |          1/8 | hashes seen lately                                            |
/// | `pending`      |    up to 1/4 | offers between two flushes, with room to sort them            |
/// | `extentBytes`  |         1/16 | offers that are not written yet, for each range of sites      |
/// | `pieceBytes`   |         1/20 | offers read back at once, with room to sort them              |
/// | `stepBytes`    |         1/64 | each of the two buffers of a merge                            |
/// | `slots`        |    up to 1/4 | sites known in memory                                         |
/// | `windowBytes`  |          1/8 | heads of queues of the active sites, for each of them         |
/// | `bufferBytes`  |        1/128 | queues that are not written yet                               |
///
/// @param pending a count
/// @param slots a count, a power of two
/// @param segmentBytes of the log of queues, a power of two, on disk
/// @param logBytesMax bytes of offers on disk after which there is a flush, however few they are
record Shares(
        long cacheBytes,
        int pending,
        int extentBytes,
        long pieceBytes,
        long stepBytes,
        int slots,
        int windowBytes,
        long bufferBytes,
        long segmentBytes,
        long logBytesMax) {
    private static final long EXTENT_MIN = 8 << 10;
    private static final long EXTENT_MAX = 64 << 10;
    private static final long PIECE_MAX = 1 << 21;
    private static final long WINDOW_MIN = 512;
    private static final long WINDOW_MAX = 4 << 10;
    private static final long SEGMENT_MIN = 1 << 20;
    private static final long SEGMENT_MAX = 16 << 20;
    private static final int OFFERS_LONG_BYTES = 1 << 10;

    static Shares of(long all, int sitesActive) {
        long pending = FrontierWords.powerOfTwo(all / 4 / (Long.BYTES + HashOrder.bytes(1)));
        long extent = FrontierWords.powerOfTwo(all / 16 / OfferLog.RANGES);
        long slots =
                FrontierWords.powerOfTwo(all / 4 / (SiteTable.SLOT_BYTES + HashOrder.bytes(1)));
        long window = FrontierWords.powerOfTwo(Math.max(1, all / 8 / sitesActive));
        if (sitesActive > slots / 4) {
            throw TelegraphException.resource(
                    "a frontier's memory has room for four times as many sites as are active:"
                            + " memoryBytes="
                            + all
                            + " sites="
                            + slots
                            + " active="
                            + sitesActive
                            + ". Give it more memory, or fewer active sites.");
        }
        long pieceBytes = FrontierWords.powerOfTwo(all / 32);
        return new Shares(
                FrontierWords.powerOfTwo(all / 8),
                (int) Math.min(HashOrder.COUNT_MAX, pending),
                (int) Math.clamp(extent, EXTENT_MIN, EXTENT_MAX),
                Math.min(PIECE_MAX, pieceBytes),
                FrontierWords.powerOfTwo(all / 128),
                (int) Math.min(HashOrder.COUNT_MAX, slots),
                (int) Math.clamp(window, WINDOW_MIN, WINDOW_MAX),
                FrontierWords.powerOfTwo(all / 128),
                Math.clamp(FrontierWords.powerOfTwo(all / 4), SEGMENT_MIN, SEGMENT_MAX),
                pending * OFFERS_LONG_BYTES);
    }
}
