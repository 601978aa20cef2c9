package telegraph.engine.sort;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.Pile;
import telegraph.engine.operator.Pinned;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// The rows of several sorted piles in one order, through a tree of losers.
///
/// ```
///        winner
///          │
///        loser           each inner place keeps who lost there, so the next winner of a run
///       ╱     ╲          plays only on its way up
///    loser   loser
///    ╱  ╲    ╱  ╲
///   run run run run
/// ```
///
/// Rows leave as vectors, some at a time; a batch stays pinned until the rows taken from it have
/// been copied.
///
/// Threads: one. Memory: a pin or two of each pile until [#close]; the piles are the caller's.
final class Merge implements AutoCloseable {
    /// How many batches are turned over before their rows are handed out.
    private static final int TURNS_MAX = 4;

    private final KeyPrefix prefix;
    private final RowOrder rowOrder;
    private final Cursor[] cursors;
    private final int[] losers;
    private int winner;

    /// The batches that rows not yet handed out lie in, the current one of each cursor first.
    private Batch[] held;

    private int heldCount;
    private final int[] rows = new int[Batch.ROWS_MAX];

    private final class Cursor {
        private final Pile pile;
        private final BatchRows columns;
        private final long[] words = new long[Batch.ROWS_MAX];
        private int number = -1;
        private Batch batch;
        private int slot;
        private int row;

        private Cursor(Pile pile) {
            this.pile = pile;
            this.columns = new BatchRows(pile.types());
        }

        /// Goes to the next batch; false at the end.
        private boolean turn() {
            batch = null;
            if (++number == pile.batches()) {
                return false;
            }
            batch = pile.pin(number);
            if (heldCount == held.length) {
                held = Arrays.copyOf(held, 2 * heldCount);
            }
            slot = heldCount;
            held[heldCount++] = batch;
            columns.start(batch);
            prefix.pack(columns, batch.rows(), words);
            row = 0;
            return true;
        }
    }

    /// @param prefix has seen all rows of the piles
    Merge(List<Pile> piles, KeyPrefix prefix, RowOrder rowOrder) {
        this.prefix = prefix;
        this.rowOrder = rowOrder;
        this.cursors = piles.stream().map(Cursor::new).toArray(Cursor[]::new);
        this.losers = new int[cursors.length];
        this.held = new Batch[cursors.length + TURNS_MAX];
        prefix.deal();
        try {
            for (Cursor cursor : cursors) {
                cursor.turn();
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        winner = cursors.length == 1 ? 0 : play(1);
    }

    /// Plays all matches below an inner place; returns who wins there.
    private int play(int place) {
        if (place >= cursors.length) {
            return place - cursors.length;
        }
        int left = play(2 * place);
        int right = play(2 * place + 1);
        boolean leftWins = before(left, right);
        losers[place] = leftWins ? right : left;
        return leftWins ? left : right;
    }

    /// Whether the row of one run comes before that of another; of peers the earlier run's.
    private boolean before(int run, int other) {
        Cursor a = cursors[run];
        Cursor b = cursors[other];
        if (a.batch == null || b.batch == null) {
            return b.batch == null && (a.batch != null || run < other);
        }
        int order = Long.compareUnsigned(a.words[a.row], b.words[b.row]);
        if (order == 0 && !prefix.isWhole()) {
            order = rowOrder.compareInBulk(a.batch, a.row, b.batch, b.row);
        }
        return order == 0 ? run < other : order < 0;
    }

    /// Reads the next rows, at most `rowsMax`, into vectors, from position 0 on; returns how many,
    /// 0 at the end. The values count until the next call.
    int read(Vector[] to, int rowsMax) {
        drop();
        int count = 0;
        // Batches that have been read through take memory until their rows are handed out.
        while (count < rowsMax && heldCount < cursors.length + TURNS_MAX) {
            Cursor first = cursors[winner];
            if (first.batch == null) {
                break;
            }
            rows[count++] = Pinned.first(first.slot) + first.row;
            if (++first.row == first.batch.rows()) {
                first.turn();
            }
            replay();
        }
        for (int c = 0; c < to.length; c++) {
            Pinned.gather(held, heldCount, c, rows, count, to[c]);
        }
        return count;
    }

    /// Makes sure that all that was read of the batches was theirs; who passes on what was made of
    /// the values read calls this before.
    void confirm() {
        Pinned.confirm(held, heldCount);
    }

    private void replay() {
        for (int place = winner + cursors.length >> 1; place > 0; place >>= 1) {
            if (before(losers[place], winner)) {
                int lost = winner;
                winner = losers[place];
                losers[place] = lost;
            }
        }
    }

    /// Unpins what no cursor is at.
    private void drop() {
        for (int i = 0; i < heldCount; i++) {
            if (!isCurrent(held[i])) {
                held[i].unpin();
            }
        }
        heldCount = 0;
        for (Cursor cursor : cursors) {
            if (cursor.batch != null) {
                cursor.slot = heldCount;
                held[heldCount++] = cursor.batch;
            }
        }
    }

    private boolean isCurrent(Batch batch) {
        for (Cursor cursor : cursors) {
            if (cursor.batch == batch) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        for (int i = 0; i < heldCount; i++) {
            held[i].unpin();
        }
        heldCount = 0;
    }
}
