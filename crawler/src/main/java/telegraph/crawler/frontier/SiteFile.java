package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.HashOrder;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.MarkedFile;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.memory.Region;

/// Sites that are not in memory: slots of [SiteTable], sorted by hash, in a file that is written
/// anew to add some.
///
/// A sparse index in memory has the first hash of every so many sites. It never has more than
/// [#INDEX_MAX] hashes: with more sites, each stands for more of them.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
final class SiteFile {
    static final int INDEX_MAX = 1 << 14;

    /// Sites that are read at once to find one.
    private static final int RUN = 32;

    private static final String KIND = "sites";
    private static final int SLOT = SiteTable.SLOT_BYTES;

    private final MarkedFiles files;
    private final MemorySegment in;
    private final MemorySegment out;
    private final MemorySegment run = MemorySegment.ofArray(new byte[RUN * SLOT]);
    private final MemorySegment one = MemorySegment.ofArray(new byte[Long.BYTES]);
    private final int stepBytes;
    private long[] index = new long[0];
    private int indexed;
    private long every = RUN;
    private MarkedFile file;
    private long count;

    /// The first site of the run that was read last, or -1.
    private long runStart = -1;

    private int runCount;

    /// Where the merge stands.
    private long inStart;

    private int inAt;
    private int inEnd;
    private long outStart;
    private int outAt;

    SiteFile(Parts parts) {
        Region region = parts.region();
        long stepBytes = parts.shares().stepBytes();
        this.files = parts.files();
        this.stepBytes = (int) (stepBytes / SLOT * SLOT);
        this.in = region.allocate(stepBytes);
        this.out = region.allocate(stepBytes);
    }

    /// Copies a site into `to`; false if it is not here.
    boolean find(long hash, MemorySegment to) {
        if (count == 0) {
            return false;
        }
        int block = block(hash);
        if (block < 0) {
            return false;
        }
        long low = block * every;
        long high = Math.min(count, low + every);
        while (high - low > RUN) {
            long middle = low + high >>> 1;
            file.read(one, middle * SLOT);
            if (Long.compareUnsigned(one.get(FrontierWords.LONG, 0), hash) <= 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        load(low, (int) (high - low));
        for (int i = 0; i < runCount; i++) {
            if (run.get(FrontierWords.LONG, (long) i * SLOT) == hash) {
                MemorySegment.copy(run, (long) i * SLOT, to, 0, SLOT);
                return true;
            }
        }
        return false;
    }

    private void load(long start, int sites) {
        if (runStart != start || runCount != sites) {
            file.read(run.asSlice(0, (long) sites * SLOT), start * SLOT);
            runStart = start;
            runCount = sites;
        }
    }

    /// The last block whose first hash is not above `hash`, or -1.
    private int block(long hash) {
        int low = -1;
        int high = indexed;
        while (high - low > 1) {
            int middle = low + high >>> 1;
            if (Long.compareUnsigned(index[middle], hash) <= 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Adds the slots in `order`, in the place of those with the same hash.
    void merge(MemorySegment slots, HashOrder order) {
        MarkedFile next = files.create(KIND);
        beginIndex(count + order.count());
        inStart = 0;
        inAt = 0;
        inEnd = 0;
        outStart = 0;
        outAt = 0;
        boolean more = more();
        for (int i = 0; i < order.count(); i++) {
            long at = (long) order.at(i) * SLOT;
            long hash = slots.get(FrontierWords.LONG, at);
            while (more && Long.compareUnsigned(in.get(FrontierWords.LONG, inAt), hash) < 0) {
                put(next, in, inAt);
                inAt += SLOT;
                more = more();
            }
            if (more && in.get(FrontierWords.LONG, inAt) == hash) {
                inAt += SLOT;
                more = more();
            }
            put(next, slots, at);
        }
        while (more) {
            put(next, in, inAt);
            inAt += SLOT;
            more = more();
        }
        flush(next);
        if (file != null) {
            files.drop(file);
        }
        file = next;
        count = outStart / SLOT;
        runStart = -1;
    }

    private boolean more() {
        if (inAt < inEnd) {
            return true;
        }
        inStart += inEnd;
        inAt = 0;
        inEnd = (int) Math.min(stepBytes, count * SLOT - inStart);
        if (inEnd > 0) {
            file.read(in.asSlice(0, inEnd), inStart);
        }
        return inEnd > 0;
    }

    private void put(MarkedFile to, MemorySegment from, long at) {
        long place = (outStart + outAt) / SLOT;
        if (place % every == 0) {
            index[indexed++] = from.get(FrontierWords.LONG, at);
        }
        MemorySegment.copy(from, at, out, outAt, SLOT);
        outAt += SLOT;
        if (outAt == stepBytes) {
            flush(to);
        }
    }

    private void flush(MarkedFile to) {
        if (outAt > 0) {
            to.write(out.asSlice(0, outAt), outStart);
            outStart += outAt;
            outAt = 0;
        }
    }

    private void beginIndex(long sitesMax) {
        while (sitesMax / every >= INDEX_MAX) {
            every *= 2;
        }
        index = Arrays.copyOf(index, (int) (sitesMax / every + 1));
        indexed = 0;
    }

    void mark(MarkWriter to) {
        to.putLong(count);
        to.putText(file == null ? "" : file.name());
    }

    void restart(MarkReader from) {
        count = from.getLong();
        String name = from.getText();
        if (!name.isEmpty()) {
            file = files.adopt(name);
        }
        beginIndex(count);
        for (long place = 0; place < count; place += every) {
            file.read(one, place * SLOT);
            index[indexed++] = one.get(FrontierWords.LONG, 0);
        }
    }
}
