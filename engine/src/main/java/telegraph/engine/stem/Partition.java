package telegraph.engine.stem;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// The stored rows whose keys in the SteM's first index have hashes that begin alike.
///
/// Pages double in size up to that of a batch, so that few rows take little room and many take
/// little more than their own.
///
/// Threads: one at a time, under its lock. Memory: owns its pages.
final class Partition {
    private static final int ROWS_FIRST = 64;
    private static final long HEAP_MAX = 1 << 20;

    private final int number;
    private final Region region;
    private final Pages all;
    private final Page.Layout layout;
    private final List<Page> pages = new ArrayList<>();
    private Page tail;
    private long rows;
    private long heap;

    /// A page as far as it is filled.
    record Filled(Page page, int rows) {}

    Partition(int number, Region region, Pages all, Page.Layout layout) {
        this.number = number;
        this.region = region;
        this.all = all;
        this.layout = layout;
    }

    /// Appends rows, those at some places of `order`, and says by position what refers to them.
    synchronized void append(
            Vector[] columns, int[] order, int from, int count, int build, long[] refs) {
        int done = 0;
        while (done < count) {
            int fit = tail == null ? 0 : tail.room(columns, order, from + done, count - done);
            if (fit == 0) {
                open(columns, order, from + done, count - done);
            } else {
                tail.append(columns, order, from + done, fit, build, refs);
                done += fit;
            }
        }
        rows += count;
    }

    private void open(Vector[] columns, int[] order, int from, int count) {
        int capacity = Math.clamp(Math.max(rows, count), ROWS_FIRST, Batch.ROWS_MAX);
        int next = Math.min(count, capacity);
        long coming = Page.heapBytes(columns, order, from, next);
        long each = (heap + coming) / (rows + next) + 1;
        long first = Page.heapBytes(columns, order, from, 1);
        long room = Math.max(first, Math.min(HEAP_MAX, coming + each * (capacity - next) * 5 / 4));
        int given = all.take();
        Page page = new Page(given, number, region, layout, capacity, room);
        if (tail != null) {
            tail.seal();
        }
        heap += room;
        all.put(page);
        pages.add(page);
        tail = page;
    }

    /// The pages as they are now.
    synchronized List<Filled> filled() {
        List<Filled> now = new ArrayList<>(pages.size());
        for (Page page : pages) {
            now.add(new Filled(page, page.rows()));
        }
        return now;
    }
}
