package telegraph.sql.transaction;

/// Something kept beside the store whose changes last or go with a transaction's.
///
/// Threads: that of the statement, one at a time.
interface Follower {
    /// How many changes there are; a mark to roll back to.
    int mark();

    /// Undoes the changes made since a mark.
    void rollbackTo(int mark);

    /// The store is about to commit; [#committed] or [#rolledBack] follows.
    void committing();

    /// The store has committed.
    void committed();

    /// The store has rolled back.
    void rolledBack();
}
