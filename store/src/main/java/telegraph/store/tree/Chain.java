package telegraph.store.tree;

import java.util.Arrays;

/// What the log knows of one transaction: where its records begin and end.
///
/// Each record of a transaction says where the one before it is, so that a rollback finds them
/// without a list in memory. While a change is being undone [#undoNext] says which record is to be
/// undone after it; the change is then logged as a compensation, which is itself never undone.
///
/// It also knows the large values that the transaction replaced, whose pages are free when it ends:
/// a word for each, which is little beside the pages.
///
/// Threads: the transaction's; the journal reads and writes it under the latch by which records are
/// appended.
public final class Chain {
    private static final int REPLACED_FIRST = 4;

    private long transaction;
    private long first;
    private long last;
    private long undoNext = -1;
    private long[] replaced = new long[REPLACED_FIRST];
    private int replacedCount;

    /// Begins an empty chain for the transaction of this id.
    public void begin(long id) {
        transaction = id;
        first = 0;
        last = 0;
        undoNext = -1;
    }

    public long transaction() {
        return transaction;
    }

    /// Where the first record is; 0 while there is none.
    public long first() {
        return first;
    }

    /// Where the last record is; 0 while there is none.
    public long last() {
        return last;
    }

    /// Makes the record at `lsn` the last, and the first if there was none.
    public void append(long lsn) {
        if (first == 0) {
            first = lsn;
        }
        last = lsn;
    }

    /// Takes up a chain that a crash left behind.
    public void resume(long firstLsn, long lastLsn) {
        first = firstLsn;
        last = lastLsn;
    }

    public boolean isEmpty() {
        return first == 0;
    }

    public boolean isUndoing() {
        return undoNext >= 0;
    }

    /// The record to be undone after the one whose undoing is under way (0: none is left); -1
    /// unless [#isUndoing].
    public long undoNext() {
        return undoNext;
    }

    /// From here on changes are compensations, after which the record at `lsn` is to be undone.
    public void undoing(long lsn) {
        undoNext = lsn;
    }

    /// From here on changes are changes.
    public void undone() {
        undoNext = -1;
    }

    /// Notes the first page of a large value that is nobody's when the transaction has ended.
    void replaced(long pageId) {
        if (replacedCount == replaced.length) {
            replaced = Arrays.copyOf(replaced, 2 * replacedCount);
        }
        replaced[replacedCount++] = pageId;
    }

    /// Forgets what was noted of a large value, because it is a key's again.
    void restored(long pageId) {
        for (int i = replacedCount - 1; i >= 0; i--) {
            if (replaced[i] == pageId) {
                replaced[i] = replaced[--replacedCount];
                return;
            }
        }
    }

    /// Forgets the large values noted of a container, all of whose pages are free.
    public void emptied(int container) {
        int kept = 0;
        for (int i = 0; i < replacedCount; i++) {
            if ((int) (replaced[i] >>> 32) != container) {
                replaced[kept++] = replaced[i];
            }
        }
        replacedCount = kept;
    }

    /// Takes one of the large values noted; -1 if none is left.
    long takeReplaced() {
        return replacedCount == 0 ? -1 : replaced[--replacedCount];
    }

    public boolean hasReplaced() {
        return replacedCount > 0;
    }
}
