package telegraph.sql.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.Reading;
import telegraph.store.Transaction;

/// A way to rows by given values of the first columns of the primary key or of an index.
///
/// Threads: any; each read is by one.
final class KeyPath {
    /// More ranges than that cost about as much as all rows.
    private static final int RANGES_MAX = 10_000;

    private final StoredTable table;

    /// Null for the primary key.
    private final StoredIndex index;

    /// What the keys begin with, each once, in order.
    private final TreeSet<Bytes> prefixes;

    /// Whether each prefix is a whole key, of one entry at most.
    private final boolean whole;

    private KeyPath(StoredTable table, StoredIndex index, TreeSet<Bytes> prefixes, boolean whole) {
        this.table = table;
        this.index = index;
        this.prefixes = prefixes;
        this.whole = whole;
    }

    /// The way to the rows that have one of the given values in each of some columns; empty if no
    /// key begins with such a column.
    static Optional<KeyPath> of(StoredTable table, Map<Integer, List<Object>> constants) {
        int[] best = first(table.keyColumnsShared(), constants);
        boolean bestWhole = best.length > 0 && best.length == table.keyColumnsShared().length;
        StoredIndex bestIndex = null;
        for (StoredIndex index : table.indexes()) {
            int[] fixed = first(index.columnsShared(), constants);
            boolean isWhole = index.isUnique() && fixed.length == index.columnsShared().length;
            boolean better =
                    isWhole == bestWhole ? fixed.length > best.length : isWhole && !bestWhole;
            if (fixed.length > 0 && better) {
                best = fixed;
                bestWhole = isWhole;
                bestIndex = index;
            }
        }
        return best.length == 0
                ? Optional.empty()
                : Optional.of(path(table, bestIndex, best, constants));
    }

    /// The way to the rows that have these values in the columns of a bind pattern.
    static KeyPath of(StoredTable table, int[] columns, List<Object> values) {
        Map<Integer, List<Object>> constants = new HashMap<>();
        for (int i = 0; i < columns.length; i++) {
            constants.put(columns[i], List.of(values.get(i)));
        }
        return of(table, constants).orElseThrow();
    }

    /// The columns of a key, from its first on, that have constants, as long as there are not too
    /// many combinations of them.
    private static int[] first(int[] key, Map<Integer, List<Object>> constants) {
        long ranges = 1;
        int count = 0;
        while (count < key.length && constants.containsKey(key[count])) {
            ranges *= constants.get(key[count]).size();
            if (ranges > RANGES_MAX) {
                break;
            }
            count++;
        }
        return Arrays.copyOf(key, count);
    }

    private static KeyPath path(
            StoredTable table,
            StoredIndex index,
            int[] columns,
            Map<Integer, List<Object>> constants) {
        KeyCodec codec = index == null ? table.key() : index.codec();
        List<Bytes> prefixes = List.of(new Bytes());
        for (int part = 0; part < columns.length; part++) {
            List<Bytes> longer = new ArrayList<>();
            for (Bytes prefix : prefixes) {
                for (Object value : constants.get(columns[part])) {
                    Bytes more = new Bytes().set(prefix);
                    // A value that no row can have leads nowhere, and neither does NULL.
                    if (value != null && codec.append(more, part, value)) {
                        longer.add(more);
                    }
                }
            }
            prefixes = longer;
        }
        TreeSet<Bytes> ordered = new TreeSet<>(Bytes::compareTo);
        ordered.addAll(prefixes);
        boolean whole =
                columns.length == codec.parts().size() && (index == null || index.isUnique());
        return new KeyPath(table, index, ordered, whole);
    }

    void read(Transaction transaction, Reading reading, RowOutput out) throws InterruptedException {
        Bytes key = new Bytes();
        Bytes value = new Bytes();
        if (whole) {
            for (Bytes prefix : prefixes) {
                if (index == null) {
                    get(transaction, reading, prefix, value, out);
                } else if (transaction.get(index.container(), prefix, reading, key)) {
                    get(transaction, reading, key, value, out);
                }
            }
            out.flush();
            return;
        }
        int container = index == null ? table.container() : index.container();
        try (Cursor cursor = transaction.cursor(container, reading)) {
            for (Bytes prefix : prefixes) {
                cursor.range(prefix, Ranges.after(prefix));
                while (!out.isCancelled() && cursor.next()) {
                    if (index == null) {
                        out.add(cursor);
                    } else {
                        index.primaryKey(key, cursor);
                        get(transaction, reading, key, value, out);
                    }
                }
            }
        }
        out.flush();
    }

    private void get(
            Transaction transaction, Reading reading, Bytes key, Bytes value, RowOutput out)
            throws InterruptedException {
        // The row may have gone since its entry was read.
        if (transaction.get(table.container(), key, reading, value)) {
            out.add(key.array(), 0, value.array(), 0);
        }
    }
}
