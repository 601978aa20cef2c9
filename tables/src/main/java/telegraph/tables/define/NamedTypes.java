package telegraph.tables.define;

import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.TableName;
import telegraph.language.grammar.TypeNames;
import telegraph.tables.catalog.Snapshot;

/// Finds the types that a statement names in the catalog.
final class NamedTypes {
    private NamedTypes() {}

    /// A type as a column of a table may have it.
    ///
    /// @throws TelegraphException of 42704 if nobody knows it
    static SqlType found(SqlType type, TableName table, Snapshot snapshot) {
        if (type.element().or(() -> Optional.of(type)).get().user().isPresent()
                && table.isTemporary()) {
            // Whoever alters or drops the type could not see who has it.
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a temporary table has no columns of an enum: table=\""
                            + table
                            + "\". Cast it to text");
        }
        if (type.element().isPresent() && type.element().get().user().isPresent()) {
            SqlType element = found(type.element().get(), table, snapshot);
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
