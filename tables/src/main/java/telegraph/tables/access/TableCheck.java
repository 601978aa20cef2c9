package telegraph.tables.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// Compares the rows of a table with its indexes, in full.
///
/// Invariants:
///
/// 1. The primary key of a row is made of its columns.
/// 2. Each row has an entry in every index, under its columns.
/// 3. An index has no other entries.
///
/// Threads: one. The caller keeps others from changing the table meanwhile.
public final class TableCheck {
    /// A damaged table is as wrong after a few examples.
    private static final int FOUND_MAX = 100;

    private final StoredTable table;
    private final Transaction transaction;
    private final List<String> found = new ArrayList<>();

    private TableCheck(StoredTable table, Transaction transaction) {
        this.table = table;
        this.transaction = transaction;
    }

    /// What is wrong, or nothing.
    public static List<String> of(StoredTable table, Transaction transaction) {
        TableCheck check = new TableCheck(table, transaction);
        check.rows();
        table.indexes().forEach(check::entries);
        return List.copyOf(check.found);
    }

    private void found(String what, String name, Object[] row) {
        if (found.size() < FOUND_MAX) {
            found.add(
                    what
                            + ": table="
                            + table.name()
                            + " index="
                            + name
                            + " row="
                            + (row.length == 0 ? "" : String.valueOf(row[0])));
        }
    }

    private void rows() {
        Bytes key = new Bytes();
        Bytes made = new Bytes();
        Bytes entry = new Bytes();
        Bytes value = new Bytes();
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            while (cursor.next()) {
                Object[] row = table.row(cursor.array(), cursor.valueOffset());
                key.clear().append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                if (table.hasPrimaryKey()) {
                    table.key(made, row);
                    if (made.compareTo(key) != 0) {
                        found("a row lies under its primary key", "", row);
                    }
                }
                for (StoredIndex index : table.indexes()) {
                    index.key(entry, row, key);
                    boolean there =
                            transaction.get(index.container(), entry, ReadMode.PLAIN, value);
                    if (!there || index.isUnique() && value.compareTo(key) != 0) {
                        found("a row has an entry in each index", index.name(), row);
                    }
                }
            }
        }
    }

    private void entries(StoredIndex index) {
        Bytes key = new Bytes();
        Bytes entry = new Bytes();
        Bytes made = new Bytes();
        Bytes value = new Bytes();
        try (Cursor cursor = transaction.cursor(index.container(), ReadMode.PLAIN)) {
            while (cursor.next()) {
                entry.clear().append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                Optional<Object[]> row =
                        index.leads(key, cursor)
                                        && transaction.get(
                                                table.container(), key, ReadMode.PLAIN, value)
                                ? Optional.of(table.row(value.array(), 0))
                                : Optional.empty();
                if (row.isEmpty()) {
                    found("an entry leads to a row", index.name(), new Object[0]);
                } else {
                    index.key(made, row.get(), key);
                    if (made.compareTo(entry) != 0) {
                        found("an entry has the values of its row", index.name(), row.get());
                    }
                }
            }
        }
    }
}
