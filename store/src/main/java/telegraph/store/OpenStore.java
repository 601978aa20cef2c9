package telegraph.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.store.lock.LockCounters;
import telegraph.store.lock.LockManager;
import telegraph.store.lock.LockOwner;
import telegraph.store.page.PageCache;
import telegraph.store.page.PageCounters;
import telegraph.store.page.PageFiles;
import telegraph.store.recovery.LogJournal;
import telegraph.store.recovery.RecoveryManager;
import telegraph.store.tree.BTree;
import telegraph.store.tree.Chain;
import telegraph.store.tree.LeafChange;
import telegraph.store.tree.TreeLocks;
import telegraph.store.tree.TreeWriter;
import telegraph.store.tree.Undo;

/// A store with its parts: log, pages, trees, locks, and the transactions lent.
///
/// Threads: any.
final class OpenStore implements Store {
    private final Parts parts;
    private final LockManager locks;
    private final Deque<AutoCloseable> opened;
    private final Trees trees;
    private final Set<OpenTransaction> lent = ConcurrentHashMap.newKeySet();
    private final AtomicLong lastTransaction = new AtomicLong();
    private final AtomicInteger serializables = new AtomicInteger();
    private final AtomicReference<TelegraphException> uncleaned = new AtomicReference<>();
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong rollbacks = new AtomicLong();
    private volatile boolean closed;

    /// What keeps bytes.
    record Parts(RecoveryManager recovery, PageFiles files, PageCache cache, LogJournal journal) {}

    /// @param opened what is to be closed with the store, last opened first
    OpenStore(Parts parts, LockManager locks, Deque<AutoCloseable> opened) {
        this.parts = parts;
        this.locks = locks;
        this.opened = opened;
        this.trees = new Trees(parts.cache, parts.files, parts.journal);
        parts.journal.onGone(trees::forget);
    }

    /// After recovery, takes up work.
    void begin() {
        lastTransaction.set(parts.recovery.nextTransaction());
        if (!parts.files.exists(FIRST_CONTAINER)) {
            try (Transaction first = transaction()) {
                first.begin(Isolation.READ_COMMITTED);
                int container = first.create();
                if (container != FIRST_CONTAINER) {
                    throw TelegraphException.corrupt(
                            "the first container must be there: container="
                                    + FIRST_CONTAINER
                                    + ". Restore a backup.");
                }
                first.commit();
            }
        }
    }

    /// Takes back what a transaction did that a crash ended.
    Undo undo() {
        return new Undo() {
            @Override
            public void undo(int container, LeafChange change, Chain chain) {
                new TreeWriter(chain, NOBODY).undo(trees.get(container), change);
            }

            @Override
            public void empty(int container) {
                trees.get(container).empty();
            }
        };
    }

    /// While the store recovers there are no locks, and ghosts may be wanted back.
    private static final TreeLocks NOBODY =
            new TreeLocks() {
                @Override
                public boolean mayPurge(int container, Bytes key) {
                    return false;
                }

                @Override
                public boolean gapsMatter() {
                    return false;
                }

                @Override
                public boolean mayInsert(int container, Bytes key, Bytes next) {
                    return true;
                }

                @Override
                public void awaitInsert(int container, Bytes key, Bytes next) {}
            };

    LogJournal journal() {
        return parts.journal;
    }

    LockManager lockManager() {
        return locks;
    }

    Trees trees() {
        return trees;
    }

    long nextTransaction() {
        return lastTransaction.incrementAndGet();
    }

    /// Keeps why a transaction that had ended could not clean up behind it, to be told when the
    /// store is closed.
    void cleaningFailed(TelegraphException failure) {
        uncleaned.compareAndSet(null, failure);
    }

    /// How many serializable transactions are open.
    AtomicInteger serializables() {
        return serializables;
    }

    @Override
    public Transaction transaction() {
        demandOpen();
        LockOwner owner = locks.owner();
        OpenTransaction transaction = new OpenTransaction(this, owner);
        lent.add(transaction);
        return transaction;
    }

    /// Takes a handle back, which holds nothing.
    void giveBack(OpenTransaction transaction, LockOwner owner) {
        if (lent.remove(transaction)) {
            commits.addAndGet(transaction.commits());
            rollbacks.addAndGet(transaction.rollbacks());
            locks.give(owner);
        }
    }

    private void demandOpen() {
        if (closed) {
            throw new IllegalStateException("a closed store does nothing");
        }
    }

    @Override
    public long entries(int container) {
        demandOpen();
        return trees.get(container).entries();
    }

    @Override
    public long pages(int container) {
        demandOpen();
        BTree tree = trees.get(container);
        try {
            return tree.pages();
        } catch (TelegraphException e) {
            throw tree.isGone() ? Trees.missing(container) : e;
        }
    }

    @Override
    public void checkpoint() {
        demandOpen();
        noteEntries();
        parts.recovery.checkpoint();
    }

    @Override
    public void backup(Path directory) {
        demandOpen();
        noteEntries();
        parts.recovery.backup(directory);
    }

    /// Writes how many entries each container has to its header.
    private void noteEntries() {
        for (BTree tree : trees.all()) {
            parts.journal.stay(() -> {
                if (!tree.isGone()) {
                    tree.noteEntries();
                }
            });
        }
    }

    @Override
    public List<String> check(int container) {
        try (Transaction transaction = transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            transaction.lock(container, TableMode.S);
            return trees.get(container).check();
        }
    }

    @Override
    public List<LockState> locks() {
        return locks.states();
    }

    @Override
    public StoreCounters counters() {
        LockCounters lock = locks.counters();
        PageCounters page = parts.cache.counters();
        long committed = commits.get();
        long rolledBack = rollbacks.get();
        for (OpenTransaction transaction : lent) {
            committed += transaction.commits();
            rolledBack += transaction.rollbacks();
        }
        return new StoreCounters(
                committed,
                rolledBack,
                lock.visits(),
                lock.waits(),
                lock.deadlocks(),
                trees.retries() + page.latchWaits(),
                page.read(),
                page.written(),
                parts.recovery.logBytes(),
                parts.recovery.logSyncs(),
                parts.recovery.checkpoints());
    }

    @Override
    public LogState log() {
        return parts.recovery.logState();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        boolean hasFailed = parts.recovery.hasFailed();
        try {
            for (OpenTransaction transaction : List.copyOf(lent)) {
                transaction.close();
            }
            if (!hasFailed) {
                noteEntries();
            }
        } finally {
            closeAll(opened);
        }
        TelegraphException failure = uncleaned.get();
        if (failure != null && !hasFailed) {
            throw failure;
        }
    }

    /// Closes all, also if one of them cannot be closed well.
    static void closeAll(Deque<AutoCloseable> opened) {
        List<Exception> failures = new ArrayList<>();
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            Exception first = failures.removeFirst();
            failures.forEach(first::addSuppressed);
            if (first instanceof TelegraphException known) {
                throw known;
            }
            throw TelegraphException.bug("a store could not be closed: cause=" + first, first);
        }
    }
}
