package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// The pages of one SteM by number, and the reading of rows in them.
///
/// Threads: any may read what a reference leads to; numbers are given and taken back under a lock.
/// Values are gathered first, and then no page that was read may have been removed meanwhile.
final class Pages {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final boolean[] nullable;
    private volatile StemPage[] pages = new StemPage[16];
    private int size;

    /// How many pages were removed, each before its memory was given back.
    private volatile int removed;

    /// By the number of a page, the how manieth to be removed the last of that number was.
    private int[] removedAs = {};

    Pages(int columns) {
        this.nullable = new boolean[columns];
    }

    /// A number for a page that [#put] brings.
    synchronized int take() {
        if (!free.isEmpty()) {
            return free.pop();
        }
        if (size == Ref.PAGES_MAX) {
            throw TelegraphException.resource(
                    "an input of a join has too many rows to be kept: pages=" + size);
        }
        return size++;
    }

    synchronized void put(StemPage page) {
        if (page.number >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page.number + 1, pages.length * 2));
        }
        pages[page.number] = page;
    }

    /// The page is gone, and its number may be given again.
    synchronized void remove(StemPage page) {
        pages[page.number] = null;
        if (page.number >= removedAs.length) {
            removedAs = Arrays.copyOf(removedAs, pages.length);
        }
        removedAs[page.number] = removed + 1;
        removed++;
        free.push(page.number);
    }

    StemPage page(long ref) {
        return pages[Ref.page(ref)];
    }

    /// Notes which columns have NULLs, before rows can be found.
    void note(Vector[] columns, int[] selection, int count) {
        for (int c = 0; c < columns.length; c++) {
            if (!nullable[c] && hasNull(columns[c], selection, count)) {
                nullable[c] = true;
            }
        }
    }

    private static boolean hasNull(Vector column, int[] selection, int count) {
        if (column.isNullFree()) {
            return false;
        }
        boolean[] nulls = column.nulls;
        for (int i = 0; i < count; i++) {
            if (nulls[selection[i]]) {
                return true;
            }
        }
        return false;
    }

    /// The values of stored rows; position `p` is the row that `refs[p]` names.
    ///
    /// @throws IllegalStateException if the memory of one of them was given back
    void gather(int column, long[] refs, int[] selection, int count, Vector to) {
        int before = removed;
        StemPage[] all = pages;
        copy(all, column, refs, selection, count, to);
        VarHandle.acquireFence();
        if (removed != before) {
            confirm(before, refs, selection, count);
        }
    }

    int removed() {
        return removed;
    }

    /// Makes sure that none of the pages read was removed since `before` of all were.
    synchronized void confirm(int before, long[] refs, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int number = (int) refs[selection[i]] >>> 12;
            if (number < removedAs.length && removedAs[number] - before > 0) {
                throw new IllegalStateException(
                        "a page is removed when nobody reads it: number=" + number);
            }
        }
    }

    private void copy(
            StemPage[] all, int column, long[] refs, int[] selection, int count, Vector to) {
        if (nullable[column]) {
            to.mayHaveNulls();
            boolean[] nulls = to.nulls;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                int ref = (int) refs[at];
                StemPage page = all[ref >>> 12];
                int row = ref & 4095;
                byte bits =
                        page.segment.get(BYTE, page.batch().validityOffset(column) + (row >>> 3));
                nulls[at] = (bits >>> (row & 7) & 1) == 0;
            }
        } else {
            to.hasNoNulls();
        }
        switch (to.type.kind()) {
            case BOOLEAN -> booleans(all, column, refs, selection, count, to.longs);
            case INTEGER, DATE -> ints(all, column, refs, selection, count, to.longs);
            case BIGINT, TIME, TIMESTAMP, INSTANT ->
                    longs(all, column, refs, selection, count, to.longs);
            case DOUBLE -> doubles(all, column, refs, selection, count, to.doubles);
            case DECIMAL -> {
                if (to.highs == null) {
                    longs(all, column, refs, selection, count, to.longs);
                } else {
                    decimals(all, column, refs, selection, count, to);
                }
            }
            case TEXT -> texts(all, column, refs, selection, count, to);
        }
    }

    private static void booleans(
            StemPage[] all, int column, long[] refs, int[] selection, int count, long[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int ref = (int) refs[at];
            StemPage page = all[ref >>> 12];
            to[at] = page.segment.get(BYTE, page.batch().valuesOffset(column) + (ref & 4095));
        }
    }

    private static void ints(
            StemPage[] all, int column, long[] refs, int[] selection, int count, long[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int ref = (int) refs[at];
            StemPage page = all[ref >>> 12];
            to[at] = page.segment.get(INT, page.batch().valuesOffset(column) + 4L * (ref & 4095));
        }
    }

    private static void longs(
            StemPage[] all, int column, long[] refs, int[] selection, int count, long[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int ref = (int) refs[at];
            StemPage page = all[ref >>> 12];
            to[at] = page.segment.get(LONG, page.batch().valuesOffset(column) + 8L * (ref & 4095));
        }
    }

    private static void doubles(
            StemPage[] all, int column, long[] refs, int[] selection, int count, double[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int ref = (int) refs[at];
            StemPage page = all[ref >>> 12];
            to[at] =
                    page.segment.get(DOUBLE, page.batch().valuesOffset(column) + 8L * (ref & 4095));
        }
    }

    private static void decimals(
            StemPage[] all, int column, long[] refs, int[] selection, int count, Vector to) {
        long[] lows = to.longs;
        long[] highs = to.highs;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int ref = (int) refs[at];
            StemPage page = all[ref >>> 12];
            long from = page.batch().valuesOffset(column) + 16L * (ref & 4095);
            lows[at] = page.segment.get(LONG, from);
            highs[at] = page.segment.get(LONG, from + 8);
        }
    }

    private static void texts(
            StemPage[] all, int column, long[] refs, int[] selection, int count, Vector to) {
        MemorySegment[] segments = to.segments;
        long[] offsets = to.offsets;
        int[] lengths = to.lengths;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int ref = (int) refs[at];
            StemPage page = all[ref >>> 12];
            Batch batch = page.batch();
            long view = batch.valuesOffset(column) + 16L * (ref & 4095);
            int length = page.segment.get(INT, view);
            lengths[at] = length;
            offsets[at] =
                    length <= BatchBuilder.INLINE_MAX
                            ? view + 4
                            : batch.heapOffset() + page.segment.get(LONG, view + 8);
            if (segments[at] != page.segment) {
                segments[at] = page.segment;
            }
        }
    }
}
