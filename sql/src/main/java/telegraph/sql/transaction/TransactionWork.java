package telegraph.sql.transaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import telegraph.ground.Isolation;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.language.ast.TransactionControl;
import telegraph.store.Transaction;
import telegraph.tables.access.DeferredChecks;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.define.TemporaryEnd;
import telegraph.tables.row.Counters;
import telegraph.tables.row.StatementMoment;

/// One transaction of a conversation: the store's, the catalog as it sees it, and the savepoints in
/// it. It is used again for the next.
///
/// The store's transaction begins when it is first asked for, so that a statement that touches no
/// table costs nothing, and the isolation level can be said until then.
///
/// Threads: one at a time; [#enteredBy], [#interrupt] and [#left] under the lock of [Transactions].
public final class TransactionWork implements AutoCloseable {
    /// A place to roll back to.
    ///
    /// @param mark how many definitions had changed
    /// @param deferred what was to be checked
    private record Savepoint(String name, long place, int mark, DeferredChecks.Mark deferred) {}

    private static final Runnable NOTHING = () -> {};

    private final TransactionPool pool;
    private final CatalogView view;
    private final Supplier<Counters> counters;
    private final SessionTables tables;
    private final List<Savepoint> savepoints = new ArrayList<>();

    /// Hears how it ends; null as long as it changes no definition.
    private CatalogFollower follower;

    private Transaction transaction;
    private Isolation isolation = Isolation.READ_COMMITTED;
    private boolean readOnly;
    private long patienceMillis = Long.MAX_VALUE;

    /// What is done once it has ended.
    private volatile Runnable atEnd = NOTHING;

    private Thread own;
    private boolean isInterrupted;

    /// When the transaction and its statement began; null until somebody asks, or a block begins.
    private Instant began;

    private Instant statementBegan;

    /// @param counters forget the containers that go with the transaction
    TransactionWork(TransactionPool pool, CatalogView view, Supplier<Counters> counters) {
        this.pool = pool;
        this.view = view;
        this.counters = counters;
        this.tables = new SessionTables(view);
    }

    /// The tables as the transaction sees them.
    public SessionTables tables() {
        return tables;
    }

    /// The catalog as the transaction sees it.
    public CatalogView view() {
        return view;
    }

    /// Says what the transaction is to be like; what is empty stays as it is.
    ///
    /// @throws TelegraphException if it has begun and is to have another level
    public void prepare(TransactionControl.Modes modes) {
        if (isBegun() && modes.isolation().filter(level -> level != isolation).isPresent()) {
            throw TelegraphException.of(
                    SqlState.ACTIVE_TRANSACTION,
                    "the isolation level is said before a transaction reads or changes anything");
        }
        isolation = modes.isolation().orElse(isolation);
        readOnly = modes.readOnly().orElse(readOnly);
    }

    /// How long its statement waits for a lock.
    public long patienceMillis() {
        return patienceMillis;
    }

    /// Has something be done once it has ended, however it does.
    public void atEnd(Runnable action) {
        atEnd = action;
    }

    /// Whether it would wait longer than so long for a lock.
    public boolean waitsLonger(long millis) {
        return patienceMillis > millis;
    }

    /// Has its next statements wait at most so long for a lock.
    public void waitAtMost(long millis) {
        patienceMillis = millis;
        if (isBegun()) {
            transaction.waitAtMost(millis);
        }
    }

    /// A statement begins, which is the first of the transaction unless that is a block's.
    void entered(boolean first) {
        statementBegan = null;
        if (first) {
            began = null;
        }
    }

    /// The statement under way begins a block.
    void beginBlock(Instant now) {
        began = statementBegan == null ? now : statementBegan;
    }

    /// The moment of the statement under way: when it asked for the first time.
    ///
    /// @param asked now, by whom, and where
    public StatementMoment within(StatementMoment asked) {
        if (statementBegan == null) {
            statementBegan = asked.time().began();
        }
        if (began == null) {
            began = statementBegan;
        }
        return asked.within(began, statementBegan);
    }

    public Isolation isolation() {
        return isolation;
    }

    public boolean isReadOnly() {
        return readOnly;
    }

    /// Whether anything was done in it.
    boolean isBegun() {
        return transaction != null && transaction.isOpen();
    }

    /// The store's transaction, open.
    public Transaction transaction() {
        if (transaction == null) {
            transaction = pool.take();
        }
        if (!transaction.isOpen()) {
            transaction.waitAtMost(patienceMillis);
            transaction.begin(isolation);
        }
        return transaction;
    }

    /// The store's transaction for a statement that changes something.
    ///
    /// @throws TelegraphException if it was said that it only reads
    public Transaction writing(String statement) {
        if (readOnly) {
            throw TelegraphException.of(
                    SqlState.READ_ONLY_TRANSACTION,
                    "a read-only transaction changes nothing: statement=" + statement);
        }
        return transaction();
    }

    /// As [#writing], for a statement that changes rows of a table: those of a temporary one may be
    /// changed whatever was said.
    ///
    /// @param table with its schema
    public Transaction writing(String statement, TableName table) {
        return table.isTemporary() ? transaction() : writing(statement);
    }

    /// As [#writing], for a statement that changes definitions. It has these to itself before it
    /// locks any table, so that it waits for no one who waits for them.
    ///
    /// @param names what it defines; none for what all sessions share
    public void defining(String statement, Collection<TableName> names) {
        Transaction defining = writing(statement);
        follow();
        view.lock(defining, names);
    }

    private void follow() {
        if (follower == null) {
            follower = new CatalogFollower(view, counters.get());
        }
    }

    /// Drops the session's temporary tables.
    public void dropTemporary() {
        if (!view.temporary().isEmpty()) {
            Transaction dropping = transaction();
            follow();
            new TemporaryEnd(view, dropping).all();
        }
    }

    public void savepoint(String name) {
        long place = transaction().savepoint();
        int mark = follower == null ? 0 : follower.mark();
        savepoints.add(new Savepoint(name, place, mark, tables.deferred().mark()));
    }

    boolean hasSavepoints() {
        return !savepoints.isEmpty();
    }

    /// Undoes what was done since the latest savepoint, which stays.
    void rollbackToLatest() {
        rollbackTo(savepoints.size() - 1);
    }

    /// Undoes what was done since a savepoint, which stays; later ones are gone.
    void rollbackTo(String name) {
        rollbackTo(indexOf(name));
    }

    private void rollbackTo(int index) {
        Savepoint savepoint = savepoints.get(index);
        transaction.rollbackTo(savepoint.place());
        if (follower != null) {
            follower.rollbackTo(savepoint.mark());
        }
        tables.deferred().rollbackTo(savepoint.deferred());
        savepoints.subList(index + 1, savepoints.size()).clear();
    }

    /// Forgets a savepoint and the later ones; what was done since stays.
    public void release(String name) {
        int index = indexOf(name);
        savepoints.subList(index, savepoints.size()).clear();
    }

    /// The latest of that name, as in PostgreSQL.
    int indexOf(String name) {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).name().equals(name)) {
                return i;
            }
        }
        throw TelegraphException.of(
                SqlState.UNDEFINED_SAVEPOINT,
                "there is no savepoint of that name in this transaction: savepoint=\""
                        + name
                        + "\""
                        + Nearest.hint(name, savepoints.stream().map(Savepoint::name).toList()));
    }

    /// Checks what was deferred to the end, before [#commit], which does it too.
    ///
    /// @throws TelegraphException of kind INPUT if it must not be made last
    public void settle() {
        if (!tables.deferred().isEmpty()) {
            tables.deferred().check(transaction(), tables);
        }
    }

    /// SET CONSTRAINTS.
    public void setConstraints(TransactionControl.SetConstraints set) {
        tables.deferred().set(set.names(), set.deferred(), view.snapshot());
        if (!tables.deferred().isEmpty()) {
            tables.deferred().checkDue(transaction(), tables);
        }
    }

    /// Makes what was done last. After an exception it is rolled back.
    public void commit() {
        if (isBegun()) {
            try {
                settle();
                if (TemporaryEnd.isDue(view, transaction)) {
                    follow();
                    new TemporaryEnd(view, transaction).commit();
                }
                if (follower != null) {
                    follower.committing(transaction);
                }
                transaction.commit();
            } catch (RuntimeException | Error e) {
                rollback();
                throw e;
            }
        }
        CatalogFollower heard = follower;
        clear();
        if (heard != null) {
            heard.committed();
        }
    }

    /// Undoes what was done.
    void rollback() {
        try {
            if (isBegun()) {
                transaction.rollback();
            }
        } finally {
            CatalogFollower heard = follower;
            clear();
            if (heard != null) {
                heard.rolledBack();
            }
        }
    }

    private void clear() {
        follower = null;
        savepoints.clear();
        tables.deferred().clear();
        Runnable ended = atEnd;
        atEnd = NOTHING;
        ended.run();
    }

    /// Begins to be used.
    ///
    /// @param thread interrupted by [#interrupt], or null if others do that
    void enteredBy(Thread thread) {
        own = thread;
    }

    /// Interrupts the thread that uses it.
    void interrupt() {
        if (own != null) {
            isInterrupted = true;
            own.interrupt();
        }
    }

    /// Is used no more; whether its thread was interrupted for it.
    boolean left() {
        boolean was = isInterrupted;
        own = null;
        isInterrupted = false;
        return was;
    }

    /// Lets others have the store's transaction; this one has ended.
    void rest() {
        if (transaction != null) {
            Transaction idle = transaction;
            transaction = null;
            pool.give(idle);
        }
    }

    /// Rolls back what is open.
    @Override
    public void close() {
        rollback();
        rest();
    }
}
