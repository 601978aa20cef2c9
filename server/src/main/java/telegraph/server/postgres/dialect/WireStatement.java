package telegraph.server.postgres.dialect;

import java.util.Optional;

/// A statement that this door carries out itself: it is about the conversation, about what
/// PostgreSQL has and Telegraph need not, or about a transaction in a plain form.
public sealed interface WireStatement {
    /// BEGIN, or START TRANSACTION, that says nothing of modes.
    record Begin() implements WireStatement {}

    /// COMMIT, or END.
    record Commit() implements WireStatement {}

    /// ROLLBACK, or ABORT.
    record Rollback() implements WireStatement {}

    record Savepoint(String name) implements WireStatement {}

    record RollbackTo(String name) implements WireStatement {}

    record Release(String name) implements WireStatement {}

    /// SET of a parameter that this door knows.
    ///
    /// @param value empty for DEFAULT
    /// @param local until the transaction ends
    record Set(ClientSetting setting, Optional<String> value, boolean local)
            implements WireStatement {}

    record Show(ClientSetting setting) implements WireStatement {}

    record Reset(ClientSetting setting) implements WireStatement {}

    /// RESET ALL.
    record ResetAll() implements WireStatement {}

    /// DISCARD.
    ///
    /// @param all whether everything that the conversation keeps goes, and not only what Telegraph
    ///   does not have
    record Discard(boolean all, String what) implements WireStatement {}

    /// DEALLOCATE.
    ///
    /// @param name empty for ALL
    record Deallocate(Optional<String> name) implements WireStatement {}

    /// DECLARE.
    ///
    /// @param query what the cursor goes through
    /// @param hold whether it stays when the transaction ends
    record Declare(String name, String query, boolean binary, boolean hold)
            implements WireStatement {}

    /// FETCH, or MOVE.
    ///
    /// @param rows how many, `Long.MAX_VALUE` for all that are left
    /// @param move whether they are passed over
    record Fetch(String name, long rows, boolean move) implements WireStatement {}

    /// CLOSE.
    ///
    /// @param name empty for ALL
    record Close(Optional<String> name) implements WireStatement {}

    /// VACUUM: rows that are deleted leave nothing behind here.
    record Vacuum() implements WireStatement {}

    /// UNLISTEN: nobody listens here.
    record Unlisten() implements WireStatement {}
}
