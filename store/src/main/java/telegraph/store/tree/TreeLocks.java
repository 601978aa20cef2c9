package telegraph.store.tree;

import telegraph.store.Bytes;

/// What the tree asks about locks, of which it knows nothing itself.
///
/// Unless said otherwise it is asked under the exclusive latch of a leaf, so it never waits.
///
/// Threads: the transaction's.
public interface TreeLocks {
    /// Whether nobody but this transaction has a lock on the key, so that its ghost may go. It must
    /// be false for what the transaction itself deleted and may yet undo.
    boolean mayPurge(int container, Bytes key);

    /// Whether anybody may have locked a gap between keys: only then are the questions below asked.
    boolean gapsMatter();

    /// Whether `key` may go into the gap before the key `next`; before the end of the container if
    /// that is empty.
    boolean mayInsert(int container, Bytes key, Bytes next);

    /// Waits, with no latch, until it is worth asking [#mayInsert] again.
    void awaitInsert(int container, Bytes key, Bytes next);
}
