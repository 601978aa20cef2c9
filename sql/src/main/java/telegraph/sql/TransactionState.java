package telegraph.sql;

/// Where a conversation stands between BEGIN and COMMIT.
public enum TransactionState {
    /// No transaction is open: each statement is one of its own.
    IDLE,
    /// A transaction is open.
    OPEN,
    /// A statement of the transaction failed, and nothing but its end, or going back to a
    /// savepoint, is accepted.
    FAILED
}
