package telegraph.tables.point;

import java.util.Optional;
import telegraph.language.ast.PointStatement;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.tables.access.TableChanges;
import telegraph.tables.row.StoredTable;

/// `DELETE … WHERE key = …`.
///
/// Threads: one at a time.
final class BoundDelete implements BoundChange {
    private final StoredTable table;
    private final KeyMaker key;
    private final Bytes keyBytes = new Bytes();

    private BoundDelete(StoredTable table, KeyMaker key) {
        this.table = table;
        this.key = key;
    }

    static Optional<BoundDelete> of(PointStatement.Delete delete, StoredTable table) {
        return KeyMaker.of(table, delete.where()).map(key -> new BoundDelete(table, key));
    }

    @Override
    public StoredTable table() {
        return table;
    }

    @Override
    public String title() {
        return "DELETE";
    }

    @Override
    public boolean takes(PointValues values) {
        return key.takes(values);
    }

    @Override
    public int change(TableChanges changes, PointValues values) {
        if (!key.make(keyBytes, values) || keyBytes.length() > Store.KEY_BYTES_MAX) {
            return 0;
        }
        Optional<Object[]> found = changes.read(table, keyBytes, ReadMode.FOR_UPDATE);
        if (found.isEmpty()) {
            return 0;
        }
        changes.delete(table, keyBytes, found.get());
        changes.end();
        return 1;
    }
}
