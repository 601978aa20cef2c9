package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Iterator;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.MarkedFile;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.ground.TelegraphException;

/// The sites that wait for their turn, in the order they came, on disk but for both ends.
///
/// ```
/// line-4 [ block | block | … ]   line-9 [ block | … ]
///            ▲ first                         ▲ last, in memory until it is full
/// ```
///
/// Threads: the frontier's.
final class SiteLine {
    /// Sites in a block.
    static final int BLOCK = 2_048;

    static final int BLOCKS_OF_FILE = 128;

    private static final String KIND = "line";
    private static final int BLOCK_BYTES = BLOCK * Long.BYTES;
    private static final long FILE_SITES = (long) BLOCK * BLOCKS_OF_FILE;

    private final MarkedFiles files;
    private final MemorySegment head = MemorySegment.ofArray(new byte[BLOCK_BYTES]);
    private final MemorySegment tail = MemorySegment.ofArray(new byte[BLOCK_BYTES]);
    private final ArrayDeque<MarkedFile> blocks = new ArrayDeque<>();

    /// Sites that ever left and that ever came; the first file begins at `filesStart`.
    private long left;

    private long came;
    private long filesStart;

    /// The block in `head`, or -1.
    private long headBlock = -1;

    SiteLine(MarkedFiles files) {
        this.files = files;
    }

    static long heapBytes() {
        return 2L * BLOCK_BYTES;
    }

    long size() {
        return came - left;
    }

    boolean isEmpty() {
        return came == left;
    }

    void add(long site) {
        tail.setAtIndex(FrontierWords.LONG, came % BLOCK, site);
        came++;
        if (came % BLOCK == 0) {
            writeTail((came - 1) / BLOCK, BLOCK);
        }
    }

    private void writeTail(long block, int sites) {
        long start = block * BLOCK;
        while (start >= filesStart + blocks.size() * FILE_SITES) {
            blocks.addLast(files.create(KIND));
        }
        file(start)
                .write(
                        tail.asSlice(0, (long) sites * Long.BYTES),
                        (start - filesStart) % FILE_SITES * 8);
    }

    private MarkedFile file(long place) {
        Iterator<MarkedFile> all = blocks.iterator();
        MarkedFile found = all.next();
        for (long i = (place - filesStart) / FILE_SITES; i > 0; i--) {
            found = all.next();
        }
        return found;
    }

    /// Takes the first site.
    long remove() {
        if (isEmpty()) {
            throw new IllegalStateException("a site is taken from a line that has one");
        }
        long block = left / BLOCK;
        long site;
        if (block == came / BLOCK) {
            site = tail.getAtIndex(FrontierWords.LONG, left % BLOCK);
        } else {
            if (headBlock != block) {
                file(left).read(head, (block * BLOCK - filesStart) % FILE_SITES * Long.BYTES);
                headBlock = block;
            }
            site = head.getAtIndex(FrontierWords.LONG, left % BLOCK);
        }
        left++;
        while (!blocks.isEmpty() && left >= filesStart + FILE_SITES) {
            files.drop(blocks.removeFirst());
            filesStart += FILE_SITES;
        }
        return site;
    }

    /// Writes what is in memory only.
    void write() {
        if (came % BLOCK != 0) {
            writeTail(came / BLOCK, (int) (came % BLOCK));
        }
    }

    void mark(MarkWriter to) {
        to.putLong(left);
        to.putLong(came);
        to.putLong(filesStart);
        to.putInt(blocks.size());
        blocks.forEach(file -> to.putText(file.name()));
    }

    void restart(MarkReader from) {
        left = from.getLong();
        came = from.getLong();
        filesStart = from.getLong();
        int count = from.getInt();
        for (int i = 0; i < count; i++) {
            blocks.addLast(files.adopt(from.getText()));
        }
        long sites = came % BLOCK;
        if (left > came || left < filesStart) {
            throw TelegraphException.corrupt(
                    "a line's ends lie in its files: left=" + left + " came=" + came);
        }
        if (sites > 0) {
            long start = came / BLOCK * BLOCK;
            file(start)
                    .read(
                            tail.asSlice(0, sites * Long.BYTES),
                            (start - filesStart) % FILE_SITES * Long.BYTES);
        }
    }
}
