package telegraph.store;

import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.store.ReadMode.Patience;
import telegraph.store.lock.RowMode;
import telegraph.store.tree.BTree;
import telegraph.store.tree.BTree.Found;
import telegraph.store.tree.BTree.Seek;
import telegraph.store.tree.KeyPosition;

/// A cursor that locks each key it shows, and keeps the locks.
///
/// It goes from key to key: finds the next one, locks it, and asks whether all leaves it looked at
/// are still as they were; if not, it looks again. A serializable transaction's locks cover the gap
/// before each key, those of ghosts and of the first key beyond the range included, so nothing can
/// come in between. One that passes over the keys of others leaves such gaps open.
///
/// Threads: one at a time. It holds nothing that must be given back but the transaction's locks.
final class LockingCursor implements Cursor {
    private final OpenTransaction transaction;
    private final BTree tree;
    private final RowMode mode;
    private final Patience patience;
    private final boolean isSerializable;
    private final KeyPosition position = new KeyPosition();
    private final Bytes low = new Bytes();
    private final Bytes high = new Bytes();
    private boolean hasLow;
    private boolean hasHigh;
    private boolean isForward = true;

    /// What is looked for next; null at the end.
    private Seek seek;

    private final Bytes from = new Bytes();

    /// Whether the gap above a descending range is still to be locked.
    private boolean isTopOpen;

    /// Whether the key that was found is another's, and passed over.
    private boolean isPassed;

    private final Bytes key = new Bytes();
    private final Bytes value = new Bytes();
    private final Bytes entry = new Bytes();

    LockingCursor(OpenTransaction transaction, BTree tree, RowMode mode, Patience patience) {
        this.transaction = transaction;
        this.tree = tree;
        this.patience = patience;
        this.isSerializable = transaction.isolation() == Isolation.SERIALIZABLE;
        this.mode = isSerializable ? mode.with(RowMode.GAP) : mode;
        range(null, null);
    }

    @Override
    public void range(Bytes lowKey, Bytes highKey) {
        bounds(lowKey, highKey);
        isForward = true;
        seek = hasLow ? Seek.FROM : Seek.FIRST;
        from.set(low);
        isTopOpen = false;
    }

    @Override
    public void rangeDescending(Bytes lowKey, Bytes highKey) {
        bounds(lowKey, highKey);
        isForward = false;
        seek = hasHigh ? Seek.BEFORE : Seek.LAST;
        from.set(high);
        isTopOpen = isSerializable;
    }

    private void bounds(Bytes lowKey, Bytes highKey) {
        position.restart();
        hasLow = lowKey != null;
        hasHigh = highKey != null;
        low.clear();
        high.clear();
        if (hasLow) {
            low.set(lowKey);
        }
        if (hasHigh) {
            high.set(highKey);
        }
    }

    @Override
    public boolean next() {
        transaction.demandOpen();
        if (isTopOpen) {
            lockTop();
            isTopOpen = false;
        }
        while (seek != null) {
            Found found = find();
            if (found == Found.AGAIN || !tree.isCurrent(position)) {
                continue;
            }
            if (found == Found.NONE || isBeyond()) {
                if (!isSerializable || !isForward || lockGap(found)) {
                    seek = null;
                }
            } else if (take()) {
                from.set(key);
                seek = isForward ? Seek.AFTER : Seek.BEFORE;
                if (position.isThere() && !isPassed) {
                    return true;
                }
            }
        }
        return false;
    }

    private Found find() {
        try {
            return tree.seek(position, seek, from, key);
        } catch (TelegraphException e) {
            throw tree.isGone() ? Trees.missing(tree.container()) : e;
        }
    }

    private boolean isBeyond() {
        return isForward ? hasHigh && key.compareTo(high) >= 0 : hasLow && key.compareTo(low) < 0;
    }

    /// Locks the gap before the first key above a descending range.
    private void lockTop() {
        if (!hasHigh) {
            // Which key is the last is looked for afterwards.
            lockNow(KeyHash.END, RowMode.GAP);
            return;
        }
        while (true) {
            Found found = tree.seek(position, Seek.FROM, high, key);
            if (found != Found.AGAIN && tree.isCurrent(position) && lockGap(found)) {
                return;
            }
        }
    }

    /// Locks the gap before the key that was found; false if there may be another by now.
    private boolean lockGap(Found found) {
        long hash = found == Found.NONE ? KeyHash.END : KeyHash.of(key);
        return lockNow(hash, RowMode.GAP) && tree.isCurrent(position);
    }

    /// As [OpenTransaction#lockNow], if it may wait.
    private boolean lockNow(long hash, RowMode wanted) {
        if (patience != Patience.FAILS) {
            return transaction.lockNow(tree.container(), hash, wanted);
        }
        if (!transaction.tryLock(tree.container(), hash, wanted)) {
            throw OpenTransaction.busy(tree.container());
        }
        return true;
    }

    /// Locks the key that was found, and reads its value; false if there may be another by now.
    private boolean take() {
        long hash = KeyHash.of(key);
        isPassed =
                patience == Patience.PASSES && !transaction.tryLock(tree.container(), hash, mode);
        if (patience != Patience.PASSES && !lockNow(hash, mode)) {
            return false;
        }
        if (position.isThere() && !isPassed) {
            if (!tree.value(position, value)) {
                return false;
            }
            entry.set(key);
            entry.append(value.array(), 0, value.length());
        }
        return tree.isCurrent(position);
    }

    @Override
    public byte[] array() {
        return entry.array();
    }

    @Override
    public int keyOffset() {
        return 0;
    }

    @Override
    public int keyLength() {
        return entry.length() - value.length();
    }

    @Override
    public int valueOffset() {
        return entry.length() - value.length();
    }

    @Override
    public int valueLength() {
        return value.length();
    }

    @Override
    public void close() {}
}
