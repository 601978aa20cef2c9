package telegraph.tables.access;

import java.util.Optional;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// The rows at both ends of the primary key or of an index: one with the least value of its first
/// column, and one with the greatest. Where that may be NULL, which is last, one without a value is
/// at no end but if no row has any.
///
/// Threads: any; each read is by one.
final class KeyEnds implements RowPath {
    private final StoredTable table;

    /// Null for the primary key.
    private final StoredIndex index;

    private KeyEnds(StoredTable table, StoredIndex index) {
        this.table = table;
        this.index = index;
    }

    /// Those by which the values of a column lie in order.
    static Optional<KeyEnds> of(StoredTable table, int column) {
        if (begins(table.keyColumnsShared(), column)) {
            return Optional.of(new KeyEnds(table, null));
        }
        return table.indexes().stream()
                .filter(index -> begins(index.columnsShared(), column))
                .findFirst()
                .map(index -> new KeyEnds(table, index));
    }

    private static boolean begins(int[] columns, int column) {
        return columns.length > 0 && columns[0] == column;
    }

    @Override
    public String name() {
        return "the ends of " + KeyPath.name(index);
    }

    @Override
    public void read(Transaction transaction, ReadMode reading, StoredRows out)
            throws InterruptedException {
        int container = index == null ? table.container() : index.container();
        Bytes nulls = index == null ? null : index.codec().firstNull();
        try (Cursor cursor = transaction.cursor(container, reading)) {
            cursor.range(null, null);
            first(cursor, transaction, reading, out);
            cursor.rangeDescending(null, nulls);
            first(cursor, transaction, reading, out);
        }
        out.flush();
    }

    private void first(Cursor cursor, Transaction transaction, ReadMode reading, StoredRows out)
            throws InterruptedException {
        if (index == null) {
            if (cursor.next()) {
                out.add(cursor);
            }
            return;
        }
        Bytes key = new Bytes();
        Bytes value = new Bytes();
        while (cursor.next()) {
            index.primaryKey(key, cursor);
            // The row may have gone since its entry was read.
            if (transaction.get(table.container(), key, reading, value)) {
                out.add(key.array(), 0, value.array(), 0);
                return;
            }
        }
    }
}
