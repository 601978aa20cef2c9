package telegraph.tables.catalog;

import java.util.Optional;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn.Identity;

/// A column of a table.
///
/// @param id its place in stored rows, which stays as long as the table does; columns added later
///   have larger ones, and that of a dropped column is not used again
/// @param byDefault the text of the expression for rows that are given no value, or empty
/// @param generated the text of the expression over the row's other columns that its value always
///   is, or empty
/// @param missing the value, as text that its type reads, of rows that were written before the
///   column was added; empty for NULL
public record StoredColumn(
        int id,
        String name,
        SqlType type,
        boolean notNull,
        Optional<String> byDefault,
        Optional<String> generated,
        Identity identity,
        Optional<String> missing) {
    public StoredColumn withName(String other) {
        return new StoredColumn(id, other, type, notNull, byDefault, generated, identity, missing);
    }

    public StoredColumn withNotNull(boolean other) {
        return new StoredColumn(id, name, type, other, byDefault, generated, identity, missing);
    }

    public StoredColumn withDefault(Optional<String> other) {
        return new StoredColumn(id, name, type, notNull, other, generated, identity, missing);
    }

    public StoredColumn withGenerated(Optional<String> other) {
        return new StoredColumn(id, name, type, notNull, byDefault, other, identity, missing);
    }

    public StoredColumn withIdentity(Identity other) {
        return new StoredColumn(id, name, type, notNull, byDefault, generated, other, missing);
    }

    /// Of another type, in rows that are all written anew.
    public StoredColumn withType(SqlType other) {
        return new StoredColumn(
                id, name, other, notNull, byDefault, generated, identity, Optional.empty());
    }

    /// With its type as that is from now on, which bears on no row.
    public StoredColumn retyped(SqlType other) {
        return new StoredColumn(id, name, other, notNull, byDefault, generated, identity, missing);
    }

    public StoredColumn withMissing(Optional<String> other) {
        return new StoredColumn(id, name, type, notNull, byDefault, generated, identity, other);
    }

    /// In rows that are all written anew.
    public StoredColumn withoutMissing() {
        return new StoredColumn(
                id, name, type, notNull, byDefault, generated, identity, Optional.empty());
    }
}
