package telegraph.store.tree;

import java.util.function.IntFunction;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;

/// Changes trees for one transaction after another.
///
/// A change is: find the leaf, make room on it, take it exclusively by the version under which all
/// this was true, log, change, let go. If anything intervenes it starts again.
///
/// The transaction has locked the key before it calls. No latch is held while anything is waited
/// for.
///
/// Threads: one at a time.
public final class TreeWriter {
    /// Pages merged after one purge at most; what remains waits for the next.
    private static final int MERGES_MAX = 16;

    private final Chain chain;
    private final TreeLocks guard;
    private final KeyPosition position = new KeyPosition();
    private final LeafChange change = new LeafChange();
    private final LeafChange purge = new LeafChange();
    private final Bytes next = new Bytes();
    private final Bytes old = new Bytes();

    public TreeWriter(Chain chain, TreeLocks guard) {
        this.chain = chain;
        this.guard = guard;
    }

    /// Adds a key; false if it is there.
    public boolean insert(BTree tree, Bytes key, Bytes value) {
        change.start(LeafChange.Kind.INSERT).key().set(key);
        if (isThere(tree)) {
            return false;
        }
        payload(tree, value);
        boolean done = false;
        try {
            insert(tree);
            done = true;
        } finally {
            dropUnless(done, tree);
        }
        tree.count(1);
        return true;
    }

    /// Whether the key of the change is there, surely.
    private boolean isThere(BTree tree) {
        do {
            tree.find(position, change.key());
        } while (!tree.isCurrent(position));
        return position.there;
    }

    private void insert(BTree tree) {
        boolean gapsMatter = false;
        for (; ; tree.find(position, change.key())) {
            boolean isGap = position.found < 0;
            if (gapsMatter && isGap) {
                BTree.Found found = tree.following(position, -1 - position.found, next);
                if (found == BTree.Found.AGAIN) {
                    continue;
                }
            }
            if (!hasRoom(tree) || !tree.tryLatch(position)) {
                continue;
            }
            boolean mayInsert = true;
            try {
                if (isGap && guard.gapsMatter()) {
                    // Asked under the latch: whoever locks a gap from now on sees the leaf change.
                    mayInsert = gapsMatter && guard.mayInsert(tree.container(), change.key(), next);
                }
                if (mayInsert) {
                    noteGhost(tree);
                    tree.change(position, change, chain);
                }
            } catch (RuntimeException e) {
                tree.unlatch(position);
                throw e;
            }
            if (mayInsert) {
                tree.unlatchChanged(position);
                return;
            }
            tree.unlatch(position);
            if (gapsMatter) {
                guard.awaitInsert(tree.container(), change.key(), next);
            }
            gapsMatter = true;
        }
    }

    /// The pages of a large value of the ghost whose place the key takes are free when the
    /// transaction has ended.
    private void noteGhost(BTree tree) {
        if (position.found >= 0 && readOld(tree)) {
            chain.replaced(pageId(tree, old));
        }
    }

    /// Reads the payload in the latched leaf to `old`; whether it is a reference to a large value.
    private boolean readOld(BTree tree) {
        SortedPage.payload(tree.memory(), tree.at(position), position.found, old);
        return SortedPage.isLarge(tree.memory(), tree.at(position), position.found);
    }

    private static long pageId(BTree tree, Bytes reference) {
        return PageLayout.pageId(tree.container(), LargeValues.firstPage(reference));
    }

    /// Makes the payload of the change out of a value, which goes to pages of its own if it is
    /// long.
    private void payload(BTree tree, Bytes value) {
        if (value.length() <= LargeValues.SHORT_MAX) {
            change.after().set(value);
        } else {
            tree.large().write(value, change.after());
            change.large(false, true);
        }
    }

    private void dropUnless(boolean done, BTree tree) {
        if (!done && change.isLargeAfter()) {
            tree.large().free(LargeValues.firstPage(change.after()));
        }
    }

    /// Whether the leaf has room for the change; if not, makes some, and all starts again.
    private boolean hasRoom(BTree tree) {
        int length = change.after().length();
        if (tree.fits(position, change.key(), length)) {
            return true;
        }
        if (tree.isCurrent(position) && !purgeLeaf(tree)) {
            tree.makeRoom(change.key(), length);
        }
        return false;
    }

    /// Changes the value of a key; false if it is not there.
    public boolean update(BTree tree, Bytes key, Bytes value) {
        change.start(LeafChange.Kind.UPDATE).key().set(key);
        if (!isThere(tree)) {
            return false;
        }
        payload(tree, value);
        boolean done = false;
        try {
            update(tree);
            done = true;
        } finally {
            dropUnless(done, tree);
        }
        return true;
    }

    private void update(BTree tree) {
        while (true) {
            if (position.there && hasRoom(tree) && tree.tryLatch(position)) {
                try {
                    boolean isLarge = readOld(tree);
                    change.before().set(old);
                    change.large(isLarge, change.isLargeAfter());
                    tree.change(position, change, chain);
                    if (isLarge) {
                        chain.replaced(pageId(tree, old));
                    }
                } finally {
                    tree.unlatchChanged(position);
                }
                return;
            }
            tree.find(position, change.key());
        }
    }

    /// Makes a ghost of a key; false if it is not there.
    public boolean delete(BTree tree, Bytes key) {
        change.start(LeafChange.Kind.DELETE).key().set(key);
        while (true) {
            if (!isThere(tree)) {
                return false;
            }
            if (!tree.tryLatch(position)) {
                continue;
            }
            try {
                boolean isLarge = readOld(tree);
                change.before().set(old);
                change.large(isLarge, false);
                tree.change(position, change, chain);
            } finally {
                tree.unlatchChanged(position);
            }
            tree.count(-1);
            return true;
        }
    }

    /// Takes back a change that was logged for the chain.
    public void undo(BTree tree, LeafChange done) {
        change.inverse(done);
        long free = -1;
        while (true) {
            tree.find(position, change.key());
            boolean isPut = change.kind() != LeafChange.Kind.DELETE;
            if (isPut && !hasRoom(tree) || !tree.tryLatch(position)) {
                continue;
            }
            try {
                demandThere(tree, isPut);
                boolean isLarge = position.found >= 0 && readOld(tree);
                tree.change(position, change, chain);
                if (isLarge && isPut && !isSame(old, change.after())) {
                    free = pageId(tree, old);
                }
            } finally {
                tree.unlatchChanged(position);
            }
            break;
        }
        if (change.isLargeAfter()) {
            chain.restored(pageId(tree, change.after()));
        }
        if (free != -1) {
            freeLarge(tree, free);
        }
        switch (change.kind()) {
            case INSERT -> tree.count(1);
            case DELETE -> tree.count(-1);
            case UPDATE, PURGE -> {}
        }
    }

    private boolean isSame(Bytes left, Bytes right) {
        return change.isLargeAfter() && left.compareTo(right) == 0;
    }

    private void demandThere(BTree tree, boolean isPut) {
        if (position.found < 0 && !isPut) {
            throw TelegraphException.of(
                    SqlState.CORRUPT,
                    "what a transaction inserted is there until it ends: container="
                            + tree.container()
                            + " transaction="
                            + chain.transaction()
                            + ". Restore from a backup.");
        }
    }

    /// Frees the pages of the large values that the transaction, which has ended, replaced.
    public void freeReplaced(IntFunction<BTree> trees) {
        for (long id = chain.takeReplaced(); id >= 0; id = chain.takeReplaced()) {
            BTree tree = trees.apply((int) (id >>> 32));
            if (tree != null) {
                freeLarge(tree, id);
            }
        }
    }

    private static void freeLarge(BTree tree, long pageId) {
        tree.large().free((int) pageId);
    }

    /// Takes the ghost of a key away if nobody has a lock on it, and merges its page if little is
    /// left there.
    public void purge(BTree tree, Bytes key) {
        tree.find(position, key);
        while (!tree.tryLatch(position)) {
            tree.find(position, key);
        }
        boolean isLarge = false;
        boolean isPurged = false;
        boolean isSparse = false;
        try {
            if (position.found >= 0 && !position.there && guard.mayPurge(tree.container(), key)) {
                isLarge = readOld(tree);
                purge.start(LeafChange.Kind.PURGE).key().set(key);
                tree.purge(position, purge);
                isPurged = true;
                isSparse = Structure.isSparse(tree.memory(), tree.at(position));
            }
        } finally {
            letGo(tree, isPurged);
        }
        if (isLarge) {
            tree.large().free(LargeValues.firstPage(old));
        }
        for (int i = 0; isSparse && i < MERGES_MAX && tree.shrink(key); i++) {
            // Each call does one step.
        }
    }

    /// Takes away all ghosts of a tree that nobody has a lock on.
    public void sweep(BTree tree) {
        KeyPosition leaf = new KeyPosition();
        PageCopy copy = new PageCopy();
        Bytes key = new Bytes();
        BTree.Seek seek = BTree.Seek.FIRST;
        do {
            tree.copyLeaf(leaf, seek, key, copy);
            for (int slot = 0; slot < copy.slots(); slot++) {
                if (copy.isGhost(slot)) {
                    purge(tree, copy.key(slot));
                }
            }
            seek = BTree.Seek.FROM;
            key.set(leaf.high());
        } while (leaf.hasHigh());
    }

    private void letGo(BTree tree, boolean isChanged) {
        if (isChanged) {
            tree.unlatchChanged(position);
        } else {
            tree.unlatch(position);
        }
    }

    /// Takes away the ghosts of the position's leaf on which nobody has a lock, but those of large
    /// values; whether it did, or the leaf changed meanwhile.
    private boolean purgeLeaf(BTree tree) {
        if (!tree.tryLatch(position)) {
            return true;
        }
        boolean isPurged = false;
        try {
            long at = tree.at(position);
            for (int slot = SortedPage.slots(tree.memory(), at) - 1; slot >= 0; slot--) {
                if (SortedPage.isGhost(tree.memory(), at, slot)
                        && !SortedPage.isLarge(tree.memory(), at, slot)) {
                    purge.start(LeafChange.Kind.PURGE);
                    SortedPage.key(tree.memory(), at, slot, purge.key());
                    // The change under way may be about to take the place of this very ghost.
                    if (purge.key().compareTo(change.key()) != 0
                            && guard.mayPurge(tree.container(), purge.key())) {
                        tree.purge(position, purge);
                        isPurged = true;
                    }
                }
            }
        } finally {
            letGo(tree, isPurged);
        }
        return isPurged;
    }
}
