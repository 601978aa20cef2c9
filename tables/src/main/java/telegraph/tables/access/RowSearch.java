package telegraph.tables.access;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.KeyCodec;
import telegraph.tables.row.KeySpan;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// Finds the rows of a table that have given values in some columns: by the primary key or an index
/// that begins with these columns, or else among all rows.
///
/// Threads: one.
final class RowSearch {
    private final StoredTable table;

    /// Null where all rows are looked at, or where the primary key is used.
    private final StoredIndex index;

    /// The columns of the key's first parts; empty where all rows are looked at.
    private final int[] prefix;

    private RowSearch(StoredTable table, StoredIndex index, int[] prefix) {
        this.table = table;
        this.index = index;
        this.prefix = prefix;
    }

    static RowSearch by(StoredTable table, int[] columns) {
        if (begins(table.keyColumnsShared(), columns)) {
            return new RowSearch(table, null, first(table.keyColumnsShared(), columns.length));
        }
        for (StoredIndex index : table.wholeIndexes()) {
            if (begins(index.columnsShared(), columns)) {
                return new RowSearch(table, index, first(index.columnsShared(), columns.length));
            }
        }
        return new RowSearch(table, null, new int[0]);
    }

    private static boolean begins(int[] key, int[] columns) {
        return key.length >= columns.length
                && Reference.sameSet(first(key, columns.length), columns);
    }

    private static int[] first(int[] array, int count) {
        return IntStream.range(0, count).map(i -> array[i]).toArray();
    }

    /// Whether all rows have to be looked at.
    boolean looksAtAll() {
        return prefix.length == 0;
    }

    /// Up to `most` keys of rows that come after `last` and that may have the values of `row`;
    /// those of a search without index surely do not all.
    ///
    /// @param last where an earlier call ended, which this one moves on; empty at first
    List<Bytes> next(Transaction transaction, Object[] row, Bytes last, int most) {
        Bytes low = new Bytes();
        KeyCodec codec = index == null ? table.key() : index.codec();
        for (int part = 0; part < prefix.length; part++) {
            if (!codec.append(low, part, row[prefix[part]])) {
                return List.of();
            }
        }
        Bytes high = looksAtAll() ? null : KeySpan.after(low);
        List<Bytes> keys = new ArrayList<>();
        int container = index == null ? table.container() : index.container();
        try (Cursor cursor = transaction.cursor(container, ReadMode.PLAIN)) {
            if (last.length() > 0) {
                low.set(last).append((byte) 0);
            }
            cursor.range(low.length() == 0 ? null : low, high);
            while (keys.size() < most && cursor.next()) {
                Bytes key = new Bytes();
                if (index == null) {
                    key.append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                } else {
                    index.primaryKey(key, cursor);
                }
                keys.add(key);
                last.clear().append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
            }
        }
        return keys;
    }
}
