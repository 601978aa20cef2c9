package telegraph.store.tree;

/// Takes back single changes and loads, for rollback and recovery.
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

    /// Takes all entries of a container away, which was empty until it was loaded. May be done
    /// again.
    void empty(int container);
}
