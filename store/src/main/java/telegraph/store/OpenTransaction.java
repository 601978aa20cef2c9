package telegraph.store;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.ReadMode.Patience;
import telegraph.store.lock.LockManager;
import telegraph.store.lock.LockOwner;
import telegraph.store.lock.RowMode;
import telegraph.store.tree.BTree;
import telegraph.store.tree.BTree.Seek;
import telegraph.store.tree.Chain;
import telegraph.store.tree.KeyPosition;
import telegraph.store.tree.LeafChange;
import telegraph.store.tree.TreeWriter;
import telegraph.store.tree.Undo;

/// A transaction: what it locks, what it logged, and the ghosts it leaves.
///
/// | reads at              | lock                                              |
/// |-----------------------|---------------------------------------------------|
/// | READ_UNCOMMITTED      | none                                              |
/// | READ_COMMITTED        | none: the key is asked for after it was read      |
/// | REPEATABLE_READ       | S on the key, kept                                |
/// | SERIALIZABLE          | S on the key, there or not, kept; scans also gaps |
///
/// Who reads at READ_COMMITTED reads the leaf, asks whether somebody has the key exclusively, and
/// then whether the leaf still is as it was. If nobody had it, what was read is committed: a
/// rollback changes the leaf before it gives back the lock.
///
/// To change a key takes X on it before it is looked for.
///
/// Threads: see [Transaction]; whoever began it uses buffers of the transaction, others of their
/// own.
final class OpenTransaction implements Transaction {
    private final OpenStore store;
    private final LockManager locks;
    private final LockOwner owner;
    private final Chain chain = new Chain();
    private final LockGuard guard;
    private final TreeWriter writer;
    private final Ghosts ghosts = new Ghosts();

    /// The containers made since it began, or since its last savepoint, that it has not changed.
    private final Set<Integer> made = new HashSet<>();

    private final KeyPosition position = new KeyPosition();
    private Thread beginner;
    private Isolation isolation;
    private boolean open;
    private boolean closed;
    private long id;
    private BTree lastTree;

    /// Counted by the transaction, read by others at any time; no fence is paid for that.
    private final AtomicLong commits = new AtomicLong();

    private final AtomicLong rollbacks = new AtomicLong();

    OpenTransaction(OpenStore store, LockOwner owner) {
        this.store = store;
        this.locks = store.lockManager();
        this.owner = owner;
        this.guard = new LockGuard(locks, owner, store.serializables());
        this.writer = new TreeWriter(chain, guard);
    }

    long commits() {
        return commits.getOpaque();
    }

    long rollbacks() {
        return rollbacks.getOpaque();
    }

    Isolation isolation() {
        return isolation;
    }

    LockManager locks() {
        return locks;
    }

    LockOwner owner() {
        return owner;
    }

    @Override
    public void begin(Isolation level) {
        if (open || closed) {
            throw new IllegalStateException(
                    "a transaction begins when it is idle: open=" + open + " closed=" + closed);
        }
        isolation = level;
        beginner = Thread.currentThread();
        id = 0;
        guard.ended(false);
        owner.begin(0);
        if (level == Isolation.SERIALIZABLE) {
            store.serializables().incrementAndGet();
        }
        open = true;
    }

    @Override
    public void waitAtMost(long millis) {
        owner.waitAtMost(millis);
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public long id() {
        return open ? known() : 0;
    }

    /// The id, which a transaction that only reads and waits for nobody never needs.
    private long known() {
        long now = id;
        return now != 0 ? now : name();
    }

    private synchronized long name() {
        if (id == 0) {
            long next = store.nextTransaction();
            owner.begin(next);
            chain.begin(next);
            id = next;
        }
        return id;
    }

    void demandOpen() {
        if (!open) {
            throw TelegraphException.of(
                    SqlState.NO_ACTIVE_TRANSACTION, "a transaction must be open: begin it first");
        }
    }

    private void demandKey(Bytes key) {
        demandOpen();
        if (key.length() == 0 || key.length() > Store.KEY_BYTES_MAX) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "a key has 1 to "
                            + Store.KEY_BYTES_MAX
                            + " bytes: bytes="
                            + key.length()
                            + ". Use shorter values in it, or fewer columns.");
        }
    }

    private static void demandValue(Bytes value) {
        if (value.length() > Store.VALUE_BYTES_MAX) {
            throw TelegraphException.of(
                    SqlState.TEXT_TOO_LONG,
                    "a value has at most "
                            + Store.VALUE_BYTES_MAX
                            + " bytes: bytes="
                            + value.length()
                            + ". Split it over several rows.");
        }
    }

    /// The tree of a container, also one that others have not committed yet.
    BTree tree(int container) {
        BTree tree = lastTree;
        if (tree == null || tree.container() != container || tree.isGone()) {
            tree = store.trees().get(container);
            lastTree = tree;
        }
        return tree;
    }

    // Containers

    @Override
    public int create() {
        demandOpen();
        known();
        int container = store.journal().create(chain);
        locks.table(owner, container, TableMode.X);
        store.trees().create(container);
        made.add(container);
        return container;
    }

    @Override
    public boolean isEmpty(int container) {
        demandOpen();
        return tree(container).isEmpty();
    }

    @Override
    public Optional<Load> load(int container) {
        demandOpen();
        // What it has made goes as a whole if it is undone.
        if (!made.remove(container)) {
            known();
            if (!locks.tryTable(owner, container, TableMode.X) || !isEmpty(container)) {
                return Optional.empty();
            }
            store.journal().load(chain, container);
        }
        return Optional.of(new CheckedLoad(tree(container).builder()));
    }

    /// Takes what an insert takes, and nothing else.
    private final class CheckedLoad implements Load {
        private final Load load;

        CheckedLoad(Load load) {
            this.load = load;
        }

        @Override
        public void add(Bytes key, Bytes value) {
            demandKey(key);
            demandValue(value);
            load.add(key, value);
        }

        @Override
        public void end() {
            load.end();
        }

        @Override
        public void close() {
            load.close();
        }
    }

    @Override
    public void drop(int container) {
        demandOpen();
        if (container == Store.FIRST_CONTAINER) {
            throw TelegraphException.of(
                    SqlState.DEPENDENT_OBJECTS,
                    "the first container stays: container=" + container);
        }
        known();
        locks.table(owner, container, TableMode.X);
        tree(container);
        store.journal().drop(chain, container);
    }

    @Override
    public void lock(int container, TableMode mode) {
        demandOpen();
        known();
        locks.table(owner, container, mode);
    }

    @Override
    public boolean tryLock(int container, TableMode mode) {
        demandOpen();
        known();
        return locks.tryTable(owner, container, mode);
    }

    // Reading

    /// What a key is locked with before it is read, or NONE.
    private RowMode rowMode(ReadMode reading) {
        return reading.row(
                switch (isolation) {
                    case READ_UNCOMMITTED, READ_COMMITTED -> false;
                    case REPEATABLE_READ, SERIALIZABLE -> true;
                });
    }

    @Override
    public boolean get(int container, Bytes key, ReadMode reading, Bytes value) {
        demandKey(key);
        KeyPosition own = Thread.currentThread() == beginner ? position : new KeyPosition();
        RowMode mode = rowMode(reading);
        long hash = KeyHash.of(key);
        boolean isAsked = mode == RowMode.NONE && asks(reading.patience());
        if (mode != RowMode.NONE) {
            known();
            if (reading.patience() == Patience.WAITS) {
                locks.lock(owner, container, hash, mode);
            } else if (!locks.tryLock(owner, container, hash, mode)) {
                return passed(container, reading.patience());
            }
        }
        BTree tree = tree(container);
        try {
            while (true) {
                tree.find(own, key);
                boolean isThere = own.isThere();
                if (isThere && !tree.value(own, value)) {
                    continue;
                }
                if (isAsked && !isFree(container, hash)) {
                    if (reading.patience() != Patience.WAITS) {
                        return passed(container, reading.patience());
                    }
                    awaitFree(container, hash);
                    tree = tree(container);
                } else if (tree.isCurrent(own)) {
                    return isThere;
                }
            }
        } catch (TelegraphException e) {
            throw tree.isGone() ? Trees.missing(container) : e;
        }
    }

    /// Whether a read that locks nothing asks whether others are changing what it reads.
    boolean asks(Patience patience) {
        return isolation == Isolation.READ_COMMITTED || patience != Patience.WAITS;
    }

    /// False for a key that is passed over because it is another's.
    ///
    /// @throws TelegraphException if that is not to be
    private static boolean passed(int container, Patience patience) {
        if (patience == Patience.PASSES) {
            return false;
        }
        throw busy(container);
    }

    /// A key is another's, and is not to be waited for.
    static TelegraphException busy(int container) {
        return TelegraphException.of(
                SqlState.LOCK_NOT_AVAILABLE,
                "a read at once meets no lock of another: container=" + container);
    }

    /// Whether nobody else is changing a key; takes no lock on it.
    boolean isFree(int container, long hash) {
        return locks.wasFree(owner, container, hash, RowMode.R);
    }

    /// Locks a key if nobody is in the way, and keeps the lock.
    boolean tryLock(int container, long hash, RowMode mode) {
        known();
        return locks.tryLock(owner, container, hash, mode);
    }

    /// Locks a key, and keeps the lock; false if that took a while, so that all read before may be
    /// out of date.
    boolean lockNow(int container, long hash, RowMode mode) {
        if (tryLock(container, hash, mode)) {
            return true;
        }
        locks.lock(owner, container, hash, mode);
        return false;
    }

    /// Returns when nobody else is changing a key.
    void awaitFree(int container, long hash) {
        known();
        locks.await(owner, container, hash, RowMode.R);
    }

    /// As [BTree#copyLeaf], unless the container was dropped meanwhile.
    void copyLeaf(BTree tree, Seek seek, Bytes key, CopyCursor.Leaf leaf) {
        try {
            tree.copyLeaf(leaf.position(), seek, key, leaf.copy());
        } catch (TelegraphException e) {
            throw tree.isGone() ? Trees.missing(tree.container()) : e;
        }
    }

    @Override
    public Cursor cursor(int container, ReadMode reading) {
        demandOpen();
        BTree tree = tree(container);
        RowMode mode = rowMode(reading);
        return mode == RowMode.NONE
                ? new CopyCursor(this, tree, reading.patience())
                : new LockingCursor(this, tree, mode, reading.patience());
    }

    @Override
    public List<Bytes> cuts(int container, int partsMax) {
        demandOpen();
        return tree(container).cuts(partsMax - 1);
    }

    // Changing

    private BTree treeToChange(int container, Bytes key) {
        known();
        locks.lock(owner, container, KeyHash.of(key), RowMode.X);
        if (!made.isEmpty()) {
            made.remove(container);
        }
        return tree(container);
    }

    @Override
    public boolean insert(int container, Bytes key, Bytes value) {
        demandKey(key);
        demandValue(value);
        return writer.insert(treeToChange(container, key), key, value);
    }

    @Override
    public boolean update(int container, Bytes key, Bytes value) {
        demandKey(key);
        demandValue(value);
        return writer.update(treeToChange(container, key), key, value);
    }

    @Override
    public boolean delete(int container, Bytes key) {
        demandKey(key);
        boolean isDone = writer.delete(treeToChange(container, key), key);
        if (isDone) {
            ghosts.add(container, key);
        }
        return isDone;
    }

    /// Takes back what the transaction did.
    private final class Undoing implements Undo {
        @Override
        public void undo(int container, LeafChange change, Chain undoing) {
            writer.undo(store.trees().get(container), change);
            if (change.kind() == LeafChange.Kind.INSERT) {
                ghosts.add(container, change.key());
            }
        }

        @Override
        public void empty(int container) {
            store.trees().get(container).empty();
            chain.emptied(container);
        }
    }

    // The end

    @Override
    public long savepoint() {
        demandOpen();
        made.clear();
        return chain.isEmpty() ? 0 : store.journal().savepoint(chain);
    }

    @Override
    public void rollbackTo(long savepoint) {
        demandOpen();
        made.clear();
        if (!chain.isEmpty()) {
            store.journal().rollbackTo(chain, savepoint, new Undoing());
        }
    }

    @Override
    public void commit() {
        demandOpen();
        if (!chain.isEmpty()) {
            try {
                store.journal().commit(chain);
            } catch (RuntimeException e) {
                rollbackAfter(e);
                throw e;
            }
        }
        commits.setOpaque(commits.getPlain() + 1);
        end();
    }

    private void rollbackAfter(RuntimeException failure) {
        try {
            rollback();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void rollback() {
        demandOpen();
        try {
            if (!chain.isEmpty()) {
                store.journal().rollback(chain, new Undoing());
            }
        } finally {
            rollbacks.setOpaque(rollbacks.getPlain() + 1);
            end();
        }
    }

    /// Cleans up, and gives all locks back.
    private void end() {
        guard.ended(true);
        try {
            if (!ghosts.isEmpty() || chain.hasReplaced()) {
                cleanUp();
            }
        } finally {
            ghosts.clear();
            made.clear();
            if (id != 0) {
                chain.begin(0);
            }
            if (isolation == Isolation.SERIALIZABLE) {
                store.serializables().decrementAndGet();
            }
            open = false;
            if (!owner.isIdle()) {
                owner.releaseAll();
            }
        }
    }

    private void cleanUp() {
        try {
            ghosts.purge(writer, store.trees());
            writer.freeReplaced(store.trees()::find);
        } catch (TelegraphException e) {
            // The transaction has ended as it should, and is not told. Its ghosts go when somebody
            // needs their room; a disk that fails tells whoever reads or changes next.
            store.cleaningFailed(e);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        try {
            if (open) {
                rollback();
            }
        } finally {
            closed = true;
            store.giveBack(this, owner);
        }
    }
}
