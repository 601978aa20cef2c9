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
        return table.wholeIndexes().stream()
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
            first(cursor, out);
            cursor.rangeDescending(null, nulls);
            first(cursor, out);
        }
        out.flush();
    }

    /// Adds the next row there is.
    private void first(Cursor cursor, StoredRows out) throws InterruptedException {
        Bytes key = new Bytes();
        boolean added = false;
        while (!added && cursor.next()) {
            if (index == null) {
                out.add(cursor);
                added = true;
            } else {
                index.primaryKey(key, cursor);
                added = out.add(key);
            }
        }
    }
}
