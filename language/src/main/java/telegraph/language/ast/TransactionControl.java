package telegraph.language.ast;

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

    /// SET TRANSACTION, for the transaction that is open.
    record SetTransaction(Modes modes) implements TransactionControl {}

    /// SET SESSION CHARACTERISTICS AS TRANSACTION, for those to come.
    record SetCharacteristics(Modes modes) implements TransactionControl {}
}
