package telegraph.tables.access;

import java.util.ArrayList;
import java.util.List;
import telegraph.memory.Region;
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

    private static final Object[] NO_ROW = {};

    private final StoredTable table;
    private final Transaction transaction;
    private final List<String> found = new ArrayList<>();

    private TableCheck(StoredTable table, Transaction transaction) {
        this.table = table;
        this.transaction = transaction;
    }

    /// What is wrong, or nothing.
    ///
    /// @param region takes the memory for sorting the entries of an index
    public static List<String> of(StoredTable table, Transaction transaction, Region region) {
        TableCheck check = new TableCheck(table, transaction);
        check.rows();
        table.indexes().forEach(index -> check.entries(index, region));
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
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            while (table.hasPrimaryKey() && cursor.next()) {
                Object[] row = table.row(cursor.array(), cursor.valueOffset());
                key.clear().append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                table.key(made, row);
                if (made.compareTo(key) != 0) {
                    found("a row lies under its primary key", "", row);
                }
            }
        }
    }

    /// Goes through the entries that should be there and those that are, both in order.
    private void entries(StoredIndex index, Region region) {
        Bytes entry = new Bytes();
        Bytes value = new Bytes();
        try (SortedEntries wanted = new SortedEntries(table, index, transaction, region);
                Cursor cursor = transaction.cursor(index.container(), ReadMode.PLAIN)) {
            boolean isWanted = wanted.next();
            boolean isThere = cursor.next();
            while (isWanted || isThere) {
                int order = isWanted ? -1 : 1;
                if (isThere) {
                    entry.clear().append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                    order = isWanted ? wanted.key().compareTo(entry) : 1;
                }
                if (order == 0 && index.isUnique()) {
                    value.clear()
                            .append(cursor.array(), cursor.valueOffset(), cursor.valueLength());
                    if (value.compareTo(wanted.primaryKey()) != 0) {
                        missing(index, wanted.primaryKey());
                    }
                } else if (order < 0) {
                    missing(index, wanted.primaryKey());
                } else if (order > 0) {
                    stray(index, cursor);
                }
                isWanted = order <= 0 ? wanted.next() : isWanted;
                isThere = order >= 0 ? cursor.next() : isThere;
            }
        }
    }

    private void missing(StoredIndex index, Bytes primaryKey) {
        found("a row has an entry in each index", index.name(), row(primaryKey));
    }

    private void stray(StoredIndex index, Cursor entry) {
        Bytes key = new Bytes();
        Object[] row = index.leads(key, entry) ? row(key) : NO_ROW;
        found(
                row.length == 0 ? "an entry leads to a row" : "an entry has the values of its row",
                index.name(),
                row);
    }

    private Object[] row(Bytes primaryKey) {
        Bytes value = new Bytes();
        return transaction.get(table.container(), primaryKey, ReadMode.PLAIN, value)
                ? table.row(value.array(), 0)
                : NO_ROW;
    }
}
