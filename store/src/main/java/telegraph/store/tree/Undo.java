package telegraph.store.tree;

/// Takes back single changes, for rollback and recovery.
///
/// Threads: any, with a chain of their own.
public interface Undo {
    /// Takes back a change that was logged for the chain, by key: the key may be on another page by
    /// now. What it does is logged for the chain, as a compensation since the chain
    /// [Chain#isUndoing].
    ///
    /// @param container the container of the page that was changed
    /// @param change what was done; not changed
    void undo(int container, LeafChange change, Chain chain);
}
