package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.MarkedFile;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.memory.Region;

/// All hashes ever seen, sorted in a file, to which many are added at once by writing the file
/// anew.
///
/// ```
/// seen-7      3   9   12  40  41  …            ──►  seen-8      3   9   11  12  40  41  …
/// hashes          9   11  41                        fresh           11
/// ```
///
/// Both are read from front to back in large steps, so a look at what was seen costs no seek
/// however much that is (Heydon and Najork, *Mercator*, 1999; Lee et al., *IRLbot*, 2009). A merge
/// can be made a part at a time; until it is complete the old file is what counts.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
final class SeenHashes {
    private static final String KIND = "seen";

    private final MarkedFiles files;
    private final MemorySegment in;
    private final MemorySegment out;
    private final long stepBytes;
    private MarkedFile file;
    private long count;

    /// Where the merge stands in the hashes that are added, the old file and the new one.
    private Sorted added;

    private int addedAt;
    private MarkedFile next;
    private long inStart;

    private int inAt;
    private int inEnd;
    private long outStart;
    private int outAt;

    /// Told which of the merged hashes is new.
    interface Fresh {
        void fresh(int place);
    }

    /// Hashes in unsigned ascending order.
    interface Sorted {
        int count();

        long hash(int place);
    }

    SeenHashes(Parts parts) {
        Region region = parts.region();
        this.files = parts.files();
        this.stepBytes = parts.shares().stepBytes();
        this.in = region.allocate(stepBytes);
        this.out = region.allocate(stepBytes);
    }

    long count() {
        return count;
    }

    /// Begins to add hashes, which stay as they are until [#merge] returned true.
    void begin(Sorted hashes) {
        added = hashes;
        addedAt = 0;
        next = files.create(KIND);
        inStart = 0;
        inAt = 0;
        inEnd = 0;
        outStart = 0;
        outAt = 0;
    }

    /// Goes on for about as many hashes, and tells of each that was not there, the first time it
    /// comes; true if all are added.
    boolean merge(long most, Fresh fresh) {
        long until = written() + most;
        boolean more = more();
        for (; addedAt < added.count() && written() < until; addedAt++) {
            long hash = added.hash(addedAt);
            if (addedAt > 0 && hash == added.hash(addedAt - 1)) {
                continue;
            }
            while (more && Long.compareUnsigned(peek(), hash) < 0) {
                if (written() >= until) {
                    return false;
                }
                more = copy();
            }
            if (more && peek() == hash) {
                inAt += Long.BYTES;
                more = more();
            } else {
                fresh.fresh(addedAt);
            }
            put(next, hash);
        }
        while (more && written() < until) {
            more = copy();
        }
        if (more || addedAt < added.count()) {
            return false;
        }
        finish();
        return true;
    }

    /// Hashes of the new file so far.
    private long written() {
        return (outStart + outAt) / Long.BYTES;
    }

    private boolean copy() {
        put(next, peek());
        inAt += Long.BYTES;
        return more();
    }

    private void finish() {
        flush(next);
        if (file != null) {
            files.drop(file);
        }
        file = next;
        next = null;
        added = null;
        count = outStart / Long.BYTES;
    }

    private long peek() {
        return in.get(FrontierWords.LONG, inAt);
    }

    private boolean more() {
        if (inAt < inEnd) {
            return true;
        }
        inStart += inEnd;
        inAt = 0;
        inEnd = (int) Math.min(stepBytes, count * Long.BYTES - inStart);
        if (inEnd > 0) {
            file.read(in.asSlice(0, inEnd), inStart);
        }
        return inEnd > 0;
    }

    private void put(MarkedFile to, long hash) {
        out.set(FrontierWords.LONG, outAt, hash);
        outAt += Long.BYTES;
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
    }
}
