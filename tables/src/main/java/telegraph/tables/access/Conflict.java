package telegraph.tables.access;

import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.tables.row.StoredTable;

/// Why a row was not inserted: another one has its key.
///
/// @param table whose row it is
/// @param constraint the name of the primary key or unique index
/// @param key the primary key of the other row
/// @param shown the key they share, as messages show it
public record Conflict(StoredTable table, String constraint, Bytes key, String shown) {
    /// What a statement is told that does not know what to do about it.
    public TelegraphException violation() {
        return Violations.duplicate(table, constraint, shown);
    }
}
