package telegraph.store;

import java.util.BitSet;
import telegraph.store.ReadMode.Patience;
import telegraph.store.tree.BTree;
import telegraph.store.tree.BTree.Seek;
import telegraph.store.tree.KeyPosition;
import telegraph.store.tree.PageCopy;

/// A cursor that keeps no locks: it copies leaf after leaf.
///
/// At READ_COMMITTED it asks for each key of the copy whether somebody has it exclusively, and then
/// whether the leaf still is as it was copied; so all of the copy is committed, up to a key that
/// somebody is changing. There it waits and copies again; or it fails, or passes over these keys.
///
/// Threads: one at a time. It holds nothing that must be given back.
final class CopyCursor implements Cursor {
    private final OpenTransaction transaction;
    private final BTree tree;
    private final Patience patience;
    private final KeyPosition position = new KeyPosition();
    private final PageCopy copy = new PageCopy();
    private final Leaf leaf = new Leaf(position, copy);
    private final Bytes low = new Bytes();
    private final Bytes high = new Bytes();
    private boolean hasLow;
    private boolean hasHigh;
    private boolean isForward = true;

    /// Where the next leaf is looked for; null once there is none.
    private Seek seek = Seek.FIRST;

    private final Bytes from = new Bytes();

    /// The present slot of the copy, and the one before which, in the direction of the cursor, it
    /// ends.
    private int slot;

    private int endSlot;

    /// Whether the copy ends before a key that somebody is changing, and that key's name.
    private boolean isBlocked;

    private long blockedHash;

    /// The slots of the copy that are passed over.
    private final BitSet passed = new BitSet();

    private byte[] array = copy.array();
    private int keyOffset;
    private int keyLength;
    private int valueOffset;
    private int valueLength;
    private final Bytes entry = new Bytes();
    private final Bytes value = new Bytes();

    /// A leaf that was copied, and where it was.
    record Leaf(KeyPosition position, PageCopy copy) {}

    CopyCursor(OpenTransaction transaction, BTree tree, Patience patience) {
        this.transaction = transaction;
        this.tree = tree;
        this.patience = patience;
        range(null, null);
    }

    @Override
    public void range(Bytes lowKey, Bytes highKey) {
        isForward = true;
        bounds(lowKey, highKey);
        seek = hasLow ? Seek.FROM : Seek.FIRST;
        from.set(low);
    }

    @Override
    public void rangeDescending(Bytes lowKey, Bytes highKey) {
        isForward = false;
        bounds(lowKey, highKey);
        seek = hasHigh ? Seek.BEFORE : Seek.LAST;
        from.set(high);
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
        endSlot = 0;
        slot = isForward ? -1 : 0;
        isBlocked = false;
    }

    @Override
    public boolean next() {
        transaction.demandOpen();
        int step = isForward ? 1 : -1;
        while (true) {
            slot += step;
            if (isForward ? slot < endSlot : slot > endSlot) {
                if (!copy.isGhost(slot) && !passed.get(slot) && show()) {
                    return true;
                }
                continue;
            }
            if (isBlocked) {
                if (patience == Patience.FAILS) {
                    throw OpenTransaction.busy(tree.container());
                }
                transaction.awaitFree(tree.container(), blockedHash);
            } else if (seek == null) {
                slot -= step;
                return false;
            }
            load();
        }
    }

    /// Copies the next leaf, and stands before its first slot in the range.
    private void load() {
        int first;
        int last;
        boolean isAsked = transaction.asks(patience);
        do {
            transaction.copyLeaf(tree, seek, from, leaf);
            first = 0;
            last = copy.slots() - 1;
            if (seek == Seek.FROM) {
                first = copy.lowerBound(from.array(), from.length());
            } else if (!isForward && hasLow) {
                first = copy.lowerBound(low.array(), low.length());
            }
            if (seek == Seek.BEFORE) {
                last = copy.lowerBound(from.array(), from.length()) - 1;
            } else if (isForward && hasHigh) {
                last = copy.lowerBound(high.array(), high.length()) - 1;
            }
            isBlocked = false;
            if (isForward) {
                endSlot = last + 1;
                slot = first - 1;
            } else {
                endSlot = first - 1;
                slot = last + 1;
            }
        } while (isAsked && !isCommitted());
        goOn();
    }

    /// Ends the copy before the first key that somebody is changing, or marks those to pass; false
    /// if the leaf changed meanwhile.
    private boolean isCommitted() {
        int step = isForward ? 1 : -1;
        passed.clear();
        for (int at = slot + step; isForward ? at < endSlot : at > endSlot; at += step) {
            long hash = KeyHash.of(copy.array(), copy.keyOffset(at), copy.keyLength(at));
            if (transaction.isFree(tree.container(), hash)) {
                continue;
            }
            if (patience == Patience.PASSES) {
                passed.set(at);
            } else {
                isBlocked = true;
                blockedHash = hash;
                endSlot = at;
                break;
            }
        }
        return tree.isCurrent(position);
    }

    /// Sets where the leaf after this one is looked for.
    private void goOn() {
        if (isBlocked) {
            again(endSlot);
        } else if (isForward) {
            boolean isLast = !position.hasHigh() || hasHigh && position.high().compareTo(high) >= 0;
            seek = isLast ? null : Seek.FROM;
            from.set(position.high());
        } else {
            boolean isLast = !position.hasLow() || hasLow && position.low().compareTo(low) <= 0;
            seek = isLast ? null : Seek.BEFORE;
            from.set(position.low());
        }
    }

    /// Makes the next leaf one with the key in `at`, and all after it.
    private void again(int at) {
        from.clear().append(copy.array(), copy.keyOffset(at), copy.keyLength(at));
        if (isForward) {
            seek = Seek.FROM;
        } else {
            // The least key above.
            from.append((byte) 0);
            seek = Seek.BEFORE;
        }
    }

    /// Makes the entry in the slot the present one; false if its large value is another by now, so
    /// that the rest of the leaf has to be read again.
    private boolean show() {
        array = copy.array();
        keyOffset = copy.keyOffset(slot);
        keyLength = copy.keyLength(slot);
        valueOffset = copy.payloadOffset(slot);
        valueLength = copy.payloadLength(slot);
        if (!copy.isLarge(slot)) {
            return true;
        }
        if (!tree.large(position, copy, slot, value)) {
            again(slot);
            isBlocked = false;
            endSlot = slot;
            return false;
        }
        entry.clear().append(array, keyOffset, keyLength);
        entry.append(value.array(), 0, value.length());
        array = entry.array();
        keyOffset = 0;
        valueOffset = keyLength;
        valueLength = value.length();
        return true;
    }

    @Override
    public byte[] array() {
        return array;
    }

    @Override
    public int keyOffset() {
        return keyOffset;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public int valueOffset() {
        return valueOffset;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public void close() {}
}
