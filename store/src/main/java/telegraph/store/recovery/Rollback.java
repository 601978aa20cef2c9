package telegraph.store.recovery;

import java.util.function.IntPredicate;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.log.Log;
import telegraph.store.tree.Chain;
import telegraph.store.tree.LeafChange;
import telegraph.store.tree.Undo;

/// Walks the records of one transaction backwards and takes back what they say.
///
/// ```
///   1 insert a ◀── 2 insert b ◀── 3 insert c ◀── 3' delete c ◀── 2' delete b
///       ▲                                             │ undo next: 2   │ undo next: 1
///       └─────────────────────────────────────────────┴────────────────┘
/// ```
///
/// A walk that begins at a compensation goes on where it points to, so what was taken back before a
/// crash is not taken back again.
///
/// Threads: the transaction's.
final class Rollback {
    private final Log log;
    private final LogJournal journal;
    private final Undo undo;
    private final IntPredicate gone;
    private final Bytes body = new Bytes();
    private final LogRecord record = new LogRecord();
    private final LeafChange change = new LeafChange();

    /// @param gone the containers that are not there any more, of which nothing is to be undone
    Rollback(Log log, LogJournal journal, Undo undo, IntPredicate gone) {
        this.log = log;
        this.journal = journal;
        this.undo = undo;
        this.gone = gone;
    }

    /// Takes back all records after the one at `savepoint`.
    void back(Chain chain, long savepoint) {
        long lsn = chain.last();
        while (lsn > savepoint) {
            log.read(lsn, body);
            record.over(body.array(), 0, body.length());
            long next = record.undoNext();
            if (!record.isCompensation()) {
                chain.undoing(next);
                try {
                    undo(chain, lsn);
                } finally {
                    chain.undone();
                }
            }
            lsn = next;
        }
    }

    private void undo(Chain chain, long lsn) {
        int container = record.container();
        switch (record.kind()) {
            case INSERT, UPDATE, DELETE -> {
                if (!gone.test(container)) {
                    record.change(change);
                    unlessFailed(() -> undo.undo(container, change, chain));
                }
            }
            case CREATE -> journal.uncreate(chain, container);
            case DROP -> journal.undrop(chain, lsn, container);
            case LOAD -> {
                if (!gone.test(container)) {
                    unlessFailed(() -> undo.empty(container));
                    journal.unload(chain, container);
                }
            }
            case PURGE, IMAGES, COMMIT, END, CHECKPOINT ->
                    throw TelegraphException.corrupt(
                            "a transaction's chain in the log has only what can be undone: lsn="
                                    + lsn
                                    + " kind="
                                    + record.kind()
                                    + ". Restore a backup.");
        }
    }

    private void unlessFailed(Runnable step) {
        try {
            step.run();
        } catch (TelegraphException e) {
            if (!log.hasFailed()) {
                throw e;
            }
            // The log failed under it. Without log it can be taken back in memory.
            step.run();
        }
    }
}
