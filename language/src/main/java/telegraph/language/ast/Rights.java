package telegraph.language.ast;

import java.util.List;

/// A statement about who owns something or may do what with it. None of that is kept: whoever is
/// let in owns everything and may do all of it.
public sealed interface Rights extends Statement {
    /// GRANT … ON.
    ///
    /// @param on each of them to be there
    record Grant(List<Definition.Named> on) implements Rights {}

    /// REVOKE … ON.
    record Revoke(List<Definition.Named> on) implements Rights {}

    /// ALTER DEFAULT PRIVILEGES.
    ///
    /// @param schemas those that it is about; none for all
    /// @param revokes whether it is to take something away
    record AlterDefaultPrivileges(List<Definition.Named> schemas, boolean revokes)
            implements Rights {}

    /// ALTER … OWNER TO.
    ///
    /// @param of as ALTER TABLE has it, a view or a sequence too
    record AlterOwner(Definition.Named of, boolean ifExists) implements Rights {}
}
