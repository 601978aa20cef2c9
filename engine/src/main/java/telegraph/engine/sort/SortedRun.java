package telegraph.engine.sort;

import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.Pile;
import telegraph.engine.operator.Pinned;
import telegraph.engine.operator.Positions;
import telegraph.engine.vector.Vector;
import telegraph.memory.Region;

/// The rows of a pile in their order, read from the first on. All of the pile is in memory.
///
/// Rows are dealt out by their packed keys; those of which the packed keys say too little are then
/// merged by their whole keys.
///
/// Threads: one. Memory: the pins and the order, until [#close]; the pile is the caller's.
public final class SortedRun implements AutoCloseable {
    private final Pinned batches;
    private final RowNumbers order;
    private final RowOrder rowOrder;
    private final int[] rows = Positions.all();
    private int read;

    /// @param prefix has seen the rows of the pile
    public SortedRun(Pile pile, KeyPrefix prefix, RowOrder rowOrder, Region region) {
        this.batches = new Pinned(pile.whole());
        this.rowOrder = rowOrder;
        try {
            this.order = new RowNumbers(region, Math.toIntExact(pile.rows()));
        } catch (RuntimeException e) {
            batches.close();
            throw e;
        }
        try {
            sort(pile, prefix);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void sort(Pile pile, KeyPrefix prefix) {
        prefix.deal();
        BatchRows at = new BatchRows(pile.types());
        long[] words = new long[rows.length];
        for (int b = 0; b < batches.batches(); b++) {
            at.start(batches.batch(b));
            int count = batches.batch(b).rows();
            prefix.pack(at, count, words);
            order.add(words, Pinned.first(b), count);
        }
        order.sort(prefix.bits());
        if (!prefix.isWhole()) {
            sortTies();
            batches.confirm();
        }
    }

    private void sortTies() {
        int count = order.count();
        for (int start = 0; start < count; ) {
            long word = order.word(start);
            int end = start + 1;
            while (end < count && order.word(end) == word) {
                end++;
            }
            if (end - start > 1) {
                sortTies(start, end);
            }
            start = end;
        }
    }

    private void sortTies(int start, int end) {
        int[] tied = new int[end - start];
        for (int i = 0; i < tied.length; i++) {
            tied[i] = order.row(start + i);
        }
        merge(tied.clone(), tied, 0, tied.length);
        for (int i = 0; i < tied.length; i++) {
            order.setRow(start + i, tied[i]);
        }
    }

    /// Sorts `to[start..end)`, of which `from` is a copy, by halves.
    private void merge(int[] from, int[] to, int start, int end) {
        if (end - start < 8) {
            insert(to, start, end);
            return;
        }
        int middle = start + end >>> 1;
        merge(to, from, start, middle);
        merge(to, from, middle, end);
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft =
                    right >= end || left < middle && compare(from[left], from[right]) <= 0;
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    private void insert(int[] to, int start, int end) {
        for (int i = start + 1; i < end; i++) {
            int row = to[i];
            int at = i;
            for (; at > start && compare(to[at - 1], row) > 0; at--) {
                to[at] = to[at - 1];
            }
            to[at] = row;
        }
    }

    private int compare(int row, int other) {
        return rowOrder.compareInBulk(
                batches.of(row), Pinned.place(row), batches.of(other), Pinned.place(other));
    }

    /// Reads the next rows, at most `rowsMax`, into vectors, from position 0 on; returns how many,
    /// 0 at the end.
    public int read(Vector[] to, int rowsMax) {
        int count = Math.min(rowsMax, order.count() - read);
        for (int i = 0; i < count; i++) {
            rows[i] = order.row(read + i);
        }
        read += count;
        for (int c = 0; c < to.length; c++) {
            batches.gather(c, rows, count, to[c]);
        }
        return count;
    }

    /// Makes sure that all that was read of the pile was its own; who passes on what was made of
    /// the values read calls this before.
    public void confirm() {
        batches.confirm();
    }

    @Override
    public void close() {
        order.close();
        batches.close();
    }
}
