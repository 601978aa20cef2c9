package telegraph.sql.transaction;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TransactionControl;
import telegraph.sql.TransactionState;

/// The transactions of one conversation.
///
/// ```
///             BEGIN                a statement fails
/// ( idle ) ───────────▶ ( open ) ────────────────────▶ ( failed )
///     ▲                  │    ▲        ROLLBACK TO         │  │
///     │ COMMIT, ROLLBACK │    └────────────────────────────┘  │
///     └──────────────────┴────────────────────────────────────┘ COMMIT and ROLLBACK both roll back
/// ```
///
/// Invariants:
///
/// 1. While idle each statement has a transaction of its own, which ends with it; several may run
///    at once.
/// 2. In a block statements run one after another, all in the block's transaction.
/// 3. A failed block holds nothing: it is rolled back at once, as far as its latest savepoint if it
///    has one.
///
/// Threads: any. [#enter] waits while another statement of the block runs.
public final class Transactions implements AutoCloseable {
    private final Supplier<TransactionWork> works;
    private final Supplier<TransactionControl.Modes> initial;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final Deque<TransactionWork> spare = new ArrayDeque<>();
    private TransactionWork block;
    private boolean busy;
    private boolean closed;
    private volatile TransactionState state = TransactionState.IDLE;

    /// @param works makes transactions
    /// @param initial what a transaction is like that says nothing of it
    public Transactions(
            Supplier<TransactionWork> works, Supplier<TransactionControl.Modes> initial) {
        this.works = works;
        this.initial = initial;
    }

    public TransactionState state() {
        return state;
    }

    /// The transaction of a statement that begins now; [#leave] ends its use.
    public TransactionWork enter() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (block != null && busy) {
                free.await();
            }
            return entered(false);
        } finally {
            lock.unlock();
        }
    }

    /// As [#enter], for a thread that does the statement itself.
    ///
    /// @param inBlock whether to begin a block first, if there is none
    public TransactionWork enterNow(boolean inBlock) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        try {
            while (block != null && busy) {
                free.await();
            }
            return entered(inBlock);
        } catch (InterruptedException e) {
            throw interrupted();
        } finally {
            lock.unlock();
        }
    }

    private static TelegraphException interrupted() {
        Thread.currentThread().interrupt();
        return TelegraphException.cancelled("the thread was interrupted");
    }

    private TransactionWork entered(boolean inBlock) {
        if (block != null) {
            busy = true;
            return block;
        }
        if (closed) {
            throw TelegraphException.cancelled("the session is closed");
        }
        TransactionWork work = spare.isEmpty() ? works.get() : spare.pop();
        work.prepare(initial.get());
        if (inBlock) {
            block = work;
            busy = true;
            state = TransactionState.OPEN;
        }
        return work;
    }

    /// The statement has ended: commits or rolls back what was its own, and fails a block in which
    /// it failed.
    public void leave(TransactionWork work, boolean well) {
        // A cancelled statement's thread is interrupted, and what follows must not be.
        boolean interrupted = Thread.interrupted();
        try {
            if (work == block) {
                if (!well && state == TransactionState.OPEN) {
                    fail();
                }
            } else if (well) {
                work.commit();
            } else {
                work.rollback();
            }
        } finally {
            give(work);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void give(TransactionWork work) {
        lock.lock();
        try {
            if (closed) {
                work.close();
                endBlock();
            } else if (work == block) {
                busy = false;
                free.signal();
            } else {
                work.rest();
                spare.push(work);
            }
        } finally {
            lock.unlock();
        }
    }

    private void fail() {
        state = TransactionState.FAILED;
        if (block.hasSavepoints()) {
            block.rollbackToLatest();
        } else {
            block.rollback();
        }
    }

    /// @throws TelegraphException if the block has failed
    public void demandUsable() {
        if (state == TransactionState.FAILED) {
            throw TelegraphException.of(
                    SqlState.FAILED_TRANSACTION,
                    "a failed transaction takes no statement but ROLLBACK, or ROLLBACK TO a"
                            + " savepoint: an earlier statement failed, and nothing since BEGIN or"
                            + " the savepoint will last");
        }
    }

    /// Makes a statement's transaction a block.
    public void begin(TransactionWork work) {
        lock.lock();
        try {
            if (block != null) {
                throw TelegraphException.of(
                        SqlState.ACTIVE_TRANSACTION,
                        "a conversation has one transaction at a time");
            }
            block = work;
            busy = true;
            state = TransactionState.OPEN;
        } finally {
            lock.unlock();
        }
    }

    /// Ends the block that `work` is; whether what was done lasts.
    public boolean end(TransactionWork work, boolean commit) {
        boolean lasts = commit && state == TransactionState.OPEN;
        boolean interrupted = Thread.interrupted();
        try {
            if (lasts) {
                work.commit();
            } else {
                work.rollback();
            }
            return lasts;
        } finally {
            lock.lock();
            try {
                endBlock();
            } finally {
                lock.unlock();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void endBlock() {
        block = null;
        busy = false;
        state = TransactionState.IDLE;
        free.signalAll();
    }

    /// Ends the block that is open, if one is, on the caller's thread; false if it had failed and
    /// was to be committed.
    public boolean endNow(boolean commit) {
        if (state == TransactionState.IDLE) {
            return true;
        }
        TransactionWork work = enterNow(false);
        if (work != block) {
            give(work); // ended meanwhile by another thread
            return true;
        }
        try {
            return end(work, commit) || !commit;
        } finally {
            give(work);
        }
    }

    /// Rolls the block back to a savepoint, after which it is usable again.
    public void rollbackTo(TransactionWork work, String savepoint) {
        work.rollbackTo(savepoint);
        state = TransactionState.OPEN;
    }

    /// Rolls back what is open. A statement that another thread still does by itself is rolled back
    /// when it ends.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (block != null && !busy) {
                block.close();
                endBlock();
            }
            spare.forEach(TransactionWork::close);
            spare.clear();
        } finally {
            lock.unlock();
        }
    }
}
