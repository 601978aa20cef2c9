package telegraph.engine.stem;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;

/// The stored rows whose keys in the SteM's first index have hashes that begin alike.
///
/// Pages double in size up to that of a batch, so that few rows take little room and many take
/// little more than their own. A partition that has *left* keeps its pages on disk, as they were in
/// memory; rows that come later are written there too, a small page at a time.
///
/// Threads: one at a time, under its lock. Memory: owns its pages; those of one that leaves are
/// freed when nobody reads them any more.
final class Partition {
    private static final int ROWS_FIRST = 64;
    private static final long HEAP_MAX = 1 << 20;

    private final Shared shared;
    private final List<StemPage> pages = new ArrayList<>();
    private final List<Piece> written = new ArrayList<>();
    private StemPage tail;
    private long rows;
    private long heap;
    private long bytes;
    private boolean away;

    /// What the partitions of a SteM share.
    ///
    /// @param disk where pages go that leave memory
    record Shared(
            Region region,
            Pages pages,
            StemPage.Layout layout,
            BatchStore disk,
            Quiescence quiescence,
            StemMemory memory) {}

    /// A page as far as it is filled.
    record Filled(StemPage page, Batch batch) {
        int rows() {
            return batch.rows();
        }
    }

    Partition(Shared shared) {
        this.shared = shared;
    }

    /// Appends rows, those at some places of `order`, and says by position what refers to them.
    synchronized void append(
            Vector[] columns, int[] order, int from, int count, int build, long[] refs) {
        int done = 0;
        while (done < count) {
            int fit = tail == null ? 0 : tail.room(columns, order, from + done, count - done);
            if (fit == 0) {
                close();
                open(columns, order, from + done, count - done);
            } else {
                tail.append(columns, order, from + done, fit, build, refs);
                heap += StemPage.heapBytes(columns, order, from + done, fit);
                done += fit;
            }
        }
        rows += count;
    }

    private void open(Vector[] columns, int[] order, int from, int count) {
        long first = StemPage.heapBytes(columns, order, from, 1);
        long heapMax = HEAP_MAX;
        long most = Batch.ROWS_MAX;
        if (away) {
            heapMax = shared.memory().tailMax() / 2;
            most = Math.max(ROWS_FIRST, heapMax / shared.layout().rowBytes());
        }
        int capacity =
                (int) Math.min(most, Math.clamp(Math.max(rows, count), ROWS_FIRST, Batch.ROWS_MAX));
        int next = Math.min(count, capacity);
        long coming = StemPage.heapBytes(columns, order, from, next);
        long each = (heap + coming) / (rows + next) + 1;
        long room = Math.min(heapMax, coming + each * (capacity - next) * 5 / 4);
        int given = shared.pages().take();
        StemPage page =
                new StemPage(
                        given, shared.region(), shared.layout(), capacity, Math.max(first, room));
        shared.pages().put(page);
        pages.add(page);
        tail = page;
        count(page.bytes());
    }

    private void count(long change) {
        bytes += change;
        shared.memory().held().addAndGet(change);
    }

    /// Ends the last page.
    private void close() {
        if (tail == null) {
            return;
        }
        long before = tail.bytes();
        tail.seal();
        count(tail.bytes() - before);
        if (away) {
            write(tail);
            pages.remove(tail);
            free(tail); // nothing has ever led to its rows
        }
        tail = null;
    }

    private void write(StemPage page) {
        int id = shared.disk().append(page.seal());
        page.writtenAs(id);
        shared.disk().toDisk(id);
        written.add(Piece.onDisk(id, page.bytes()));
    }

    private void free(StemPage page) {
        int id = page.written();
        shared.pages().remove(page);
        page.free();
        shared.disk().toDisk(id);
    }

    /// Writes all pages, which are freed when nobody reads them any more. Nobody can find a row in
    /// an index any more who did not look before.
    synchronized void leave() {
        if (away) {
            return;
        }
        close();
        away = true;
        for (StemPage page : pages) {
            write(page);
        }
        List<StemPage> left = List.copyOf(pages);
        pages.clear();
        count(-bytes);
        shared.quiescence().retire(() -> left.forEach(this::free));
    }

    /// Bytes that would be free if it left.
    synchronized long bytes() {
        return away ? 0 : bytes;
    }

    /// The pages in memory as they are now, or null if some have left.
    synchronized List<Filled> filled() {
        if (away) {
            return null;
        }
        List<Filled> now = new ArrayList<>(pages.size());
        for (StemPage page : pages) {
            now.add(new Filled(page, page.now()));
        }
        return now;
    }

    /// Adds all pages, wherever they are.
    synchronized void addPieces(List<Piece> to) {
        if (away) {
            close();
            to.addAll(written);
            return;
        }
        for (StemPage page : pages) {
            to.add(new Piece(-1, new Filled(page, page.now()), page.bytes()));
        }
    }
}
