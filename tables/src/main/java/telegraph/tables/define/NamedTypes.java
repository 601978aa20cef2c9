package telegraph.tables.define;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.grammar.TypeNames;
import telegraph.tables.catalog.Snapshot;

/// Finds the types that a statement names in the catalog.
final class NamedTypes {
    private NamedTypes() {}

    /// A type as a column may have it.
    ///
    /// @throws TelegraphException of 42704 if nobody knows it
    static SqlType found(SqlType type, Snapshot snapshot) {
        if (type.element().isPresent() && type.element().get().user().isPresent()) {
            SqlType element = found(type.element().get(), snapshot);
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a table has no columns of arrays of an enum: type=" + element + "[]");
        }
        return type.user().isPresent() && type.user().get() instanceof UserType.Wanted wanted
                ? SqlType.of(
                        snapshot.type(wanted.name()).orElseThrow(() -> TypeNames.unknown(wanted)))
                : type;
    }
}
