package telegraph.sql.transaction;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
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
/// 4. Once [#refuse] has returned no statement begins, and once [#close] has none is under way:
///    each has committed or was rolled back, by its own thread.
///
/// Threads: any. [#enter] waits while another statement of the block runs.
public final class Transactions implements AutoCloseable {
    private final Supplier<TransactionWork> works;
    private final Supplier<TransactionControl.Modes> initial;
    private final LongSupplier patienceMillis;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final Condition left = lock.newCondition();
    private final Deque<TransactionWork> spare = new ArrayDeque<>();
    private final List<TransactionWork> underWay = new ArrayList<>();
    private TransactionWork block;
    private boolean busy;
    private boolean closed;
    private volatile TransactionState state = TransactionState.IDLE;

    /// @param works makes transactions
    /// @param initial what a transaction is like that says nothing of it
    /// @param patienceMillis how long a statement waits for a lock
    public Transactions(
            Supplier<TransactionWork> works,
            Supplier<TransactionControl.Modes> initial,
            LongSupplier patienceMillis,
            Clock clock) {
        this.works = works;
        this.initial = initial;
        this.patienceMillis = patienceMillis;
        this.clock = clock;
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
            return entered(false, null);
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
            return entered(inBlock, Thread.currentThread());
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

    /// @param own the thread that nobody else interrupts, or null
    private TransactionWork entered(boolean inBlock, Thread own) {
        if (closed) {
            throw TelegraphException.cancelled("the session is closed");
        }
        TransactionWork work = block;
        boolean first = work == null;
        if (first) {
            work = spare.isEmpty() ? works.get() : spare.pop();
            work.prepare(initial.get());
            if (inBlock) {
                block = work;
                state = TransactionState.OPEN;
            }
        }
        busy = work == block;
        work.waitAtMost(patienceMillis.getAsLong());
        work.enteredBy(own);
        work.entered(first);
        if (first && inBlock) {
            work.beginBlock(clock.instant());
        }
        underWay.add(work);
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
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            give(work);
        }
    }

    private void give(TransactionWork work) {
        lock.lock();
        try {
            if (closed) {
                close(work);
            } else if (work == block) {
                busy = false;
                free.signal();
            } else {
                work.rest();
                spare.push(work);
            }
        } finally {
            underWay.remove(work);
            if (work.left()) {
                Thread.interrupted(); // it was meant for the statement
            }
            left.signalAll();
            lock.unlock();
        }
    }

    private void close(TransactionWork work) {
        try {
            work.close();
        } finally {
            if (work == block) {
                endBlock();
            }
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
            work.beginBlock(clock.instant());
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

    /// Takes no statement any more, and interrupts the threads that do one by themselves.
    public void refuse() {
        lock.lock();
        try {
            closed = true;
            underWay.forEach(TransactionWork::interrupt);
            free.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for what is under way, and rolls back what is open.
    @Override
    public void close() {
        refuse();
        lock.lock();
        try {
            while (!underWay.isEmpty()) {
                left.awaitUninterruptibly();
            }
            if (block != null) {
                close(block);
            }
            spare.forEach(TransactionWork::close);
            spare.clear();
        } finally {
            lock.unlock();
        }
    }
}
