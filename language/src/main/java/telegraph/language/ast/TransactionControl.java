package telegraph.language.ast;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.Isolation;

/// A statement about the session's transaction.
public sealed interface TransactionControl extends Statement {
    /// What a transaction is to be like; what is empty stays as it is.
    record Modes(Optional<Isolation> isolation, Optional<Boolean> readOnly) {}

    /// BEGIN, or START TRANSACTION.
    record Begin(Modes modes) implements TransactionControl {}

    /// COMMIT, or END.
    ///
    /// @param chain whether another transaction begins at once
    record Commit(boolean chain) implements TransactionControl {}

    /// ROLLBACK, or ABORT.
    record Rollback(boolean chain) implements TransactionControl {}

    record Savepoint(String name) implements TransactionControl {}

    record RollbackTo(String name) implements TransactionControl {}

    record Release(String name) implements TransactionControl {}

    /// LOCK TABLE.
    ///
    /// @param waits whether others are waited for that have a lock in the way
    record LockTable(List<TableName> names, LockMode mode, boolean waits)
            implements TransactionControl {}

    /// PostgreSQL's modes of a table, as LOCK has them behind IN.
    enum LockMode {
        ACCESS_SHARE,
        ROW_SHARE,
        ROW_EXCLUSIVE,
        SHARE_UPDATE_EXCLUSIVE,
        SHARE,
        SHARE_ROW_EXCLUSIVE,
        EXCLUSIVE,
        ACCESS_EXCLUSIVE;

        /// The words that it is written by, in lower case.
        public String[] words() {
            return name().toLowerCase(Locale.ROOT).split("_");
        }
    }

    /// SET CONSTRAINTS.
    ///
    /// @param names none for all that are deferrable
    /// @param deferred whether they are checked at the end of the transaction
    record SetConstraints(List<TableName> names, boolean deferred) implements TransactionControl {}

    /// SET TRANSACTION, for the transaction that is open.
    record SetTransaction(Modes modes) implements TransactionControl {}

    /// SET SESSION CHARACTERISTICS AS TRANSACTION, for those to come.
    record SetCharacteristics(Modes modes) implements TransactionControl {}
}
