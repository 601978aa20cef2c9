package telegraph.tables.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import telegraph.engine.SortKey;
import telegraph.engine.source.Range;
import telegraph.engine.source.SortedScan;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.Transaction;
import telegraph.tables.row.KeyCodec;
import telegraph.tables.row.KeySpan;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// A way to rows by what is known of the first columns of the primary key or of an index: their
/// values, and then perhaps a range of the next one.
///
/// Threads: any; each read is by one.
final class KeyPath implements RowPath {
    /// More combinations of values than that cost about as much as all rows.
    private static final int SPANS_MAX = 10_000;

    /// An index brings rows one by one, in the order of its own keys: of more than one in so many
    /// rows reading all is faster.
    private static final int INDEX_SHARE = 8;

    private static final int CUTS_LOOKED_AT = 256;

    private final StoredTable table;

    /// Null for the primary key.
    private final StoredIndex index;

    private final List<KeySpan> spans;

    /// Whether each span begins with the one key it can have.
    private final boolean whole;

    private final Sorting sorting;

    /// In what order its rows are wanted.
    private enum Sorting {
        NONE,
        UP,
        DOWN
    }

    private KeyPath(
            StoredTable table,
            StoredIndex index,
            List<KeySpan> spans,
            boolean whole,
            Sorting sorting) {
        this.table = table;
        this.index = index;
        this.spans = sorting == Sorting.DOWN ? spans.reversed() : spans;
        this.whole = whole;
        this.sorting = sorting;
    }

    /// What is known of the columns of a table.
    ///
    /// @param constants the values that a column may have
    /// @param ranges between which values one is
    record Known(Map<Integer, List<Object>> constants, Map<Integer, Range> ranges) {}

    /// How much of a key is known.
    ///
    /// @param fixed how many columns, from the first on, have constants
    /// @param ranged whether the next one has a range
    private record Begin(int[] columns, int fixed, boolean ranged, boolean whole)
            implements Comparable<Begin> {
        static Begin of(int[] columns, boolean unique, Known known) {
            long spans = 1;
            int fixed = 0;
            while (fixed < columns.length && known.constants().containsKey(columns[fixed])) {
                spans *= Math.max(1, known.constants().get(columns[fixed]).size());
                if (spans > SPANS_MAX) {
                    break;
                }
                fixed++;
            }
            boolean all = columns.length > 0 && fixed == columns.length;
            boolean ranged =
                    !all && fixed < columns.length && known.ranges().containsKey(columns[fixed]);
            return new Begin(columns, fixed, ranged, unique && all);
        }

        boolean helps() {
            return fixed > 0 || ranged;
        }

        @Override
        public int compareTo(Begin other) {
            if (whole != other.whole) {
                return Boolean.compare(whole, other.whole);
            }
            return fixed != other.fixed
                    ? Integer.compare(fixed, other.fixed)
                    : Boolean.compare(ranged, other.ranged);
        }
    }

    /// The best way to the rows of which this is known; empty if all rows are read as well.
    static Optional<KeyPath> of(
            StoredTable table, Known known, Store store, Transaction transaction) {
        Begin best = Begin.of(table.keyColumnsShared(), true, known);
        Optional<KeyPath> path =
                best.helps() ? Optional.of(path(table, null, best, known)) : Optional.empty();
        for (StoredIndex index : table.wholeIndexes()) {
            Begin begin = Begin.of(index.columnsShared(), index.isUnique(), known);
            if (begin.helps() && begin.compareTo(best) > 0) {
                KeyPath other = path(table, index, begin, known);
                if (begin.whole() || other.isShort(store, transaction)) {
                    best = begin;
                    path = Optional.of(other);
                }
            }
        }
        return path;
    }

    /// The way to the rows that have these values in the columns of a bind pattern.
    static KeyPath of(StoredTable table, int[] columns, List<Object> values) {
        Map<Integer, List<Object>> constants = new HashMap<>();
        for (int i = 0; i < columns.length; i++) {
            constants.put(columns[i], List.of(values.get(i)));
        }
        Known known = new Known(constants, Map.of());
        Begin best = Begin.of(table.keyColumnsShared(), true, known);
        StoredIndex by = null;
        for (StoredIndex index : table.wholeIndexes()) {
            Begin begin = Begin.of(index.columnsShared(), index.isUnique(), known);
            if (begin.compareTo(best) > 0) {
                best = begin;
                by = index;
            }
        }
        return path(table, by, best, known);
    }

    /// The way to the rows in an order that the primary key has, or an index where few are wanted;
    /// empty if none has it, or if another way has fewer rows to sort.
    static Optional<KeyPath> sorted(
            StoredTable table, SortedScan wanted, Store store, Transaction transaction) {
        Known known = new Known(wanted.constants(), wanted.ranges());
        Optional<KeyPath> other = of(table, known, store, transaction);
        if (other.map(path -> path.index == null).orElse(true)
                && isSorted(table.keyColumnsShared(), table.key(), true, wanted)) {
            return Optional.of(sorted(table, null, wanted, known));
        }
        long entries = store.entries(table.container());
        boolean few = wanted.rows() >= 0 && wanted.rows() <= entries / INDEX_SHARE;
        return table.wholeIndexes().stream()
                .filter(index ->
                        few
                                && other.map(path -> path.index == index).orElse(true)
                                && isSorted(index.columnsShared(), index.codec(), false, wanted))
                .findFirst()
                .map(index -> sorted(table, index, wanted, known));
    }

    private static KeyPath sorted(
            StoredTable table, StoredIndex index, SortedScan wanted, Known known) {
        int[] columns = index == null ? table.keyColumnsShared() : index.columnsShared();
        Begin begin = Begin.of(columns, index == null || index.isUnique(), known);
        KeyPath ascending = path(table, index, begin, known);
        return new KeyPath(
                table,
                index,
                ascending.spans,
                ascending.whole,
                wanted.order().getFirst().descending() ? Sorting.DOWN : Sorting.UP);
    }

    /// Whether entries by these columns have the rows in an order, or in its reverse. What has one
    /// value orders nothing.
    ///
    /// @param unique whether no two rows have the same entry, so that nothing is left to order
    private static boolean isSorted(
            int[] columns, KeyCodec codec, boolean unique, SortedScan wanted) {
        boolean descending = wanted.order().getFirst().descending();
        int sorted = 0;
        for (int part = 0; part < columns.length && sorted < wanted.order().size(); part++) {
            SortKey by = wanted.order().get(sorted);
            boolean isOne = wanted.constants().getOrDefault(columns[part], List.of()).size() == 1;
            if (by.column() == columns[part]) {
                if (by.descending() != descending
                        || codec.isNullable(part) && by.nullsFirst() != descending) {
                    return false;
                }
                sorted++;
            } else if (!isOne) {
                return false;
            }
        }
        return sorted == wanted.order().size() || sorted > 0 && unique;
    }

    private static KeyPath path(StoredTable table, StoredIndex index, Begin begin, Known known) {
        KeyCodec codec = index == null ? table.key() : index.codec();
        List<Bytes> prefixes = List.of(new Bytes());
        for (int part = 0; part < begin.fixed(); part++) {
            List<Bytes> longer = new ArrayList<>();
            for (Bytes prefix : prefixes) {
                for (Object value : known.constants().get(begin.columns()[part])) {
                    Bytes more = new Bytes().set(prefix);
                    // A value that no row can have leads nowhere, and neither does NULL.
                    if (value != null && codec.append(more, part, value)) {
                        longer.add(more);
                    }
                }
            }
            prefixes = longer;
        }
        TreeSet<KeySpan> spans = new TreeSet<>();
        for (Bytes prefix : prefixes) {
            spans.add(
                    begin.ranged()
                            ? span(
                                    codec,
                                    begin.fixed(),
                                    prefix,
                                    known.ranges().get(begin.columns()[begin.fixed()]))
                            : KeySpan.of(prefix));
        }
        return new KeyPath(table, index, List.copyOf(spans), begin.whole(), Sorting.NONE);
    }

    private static KeySpan span(KeyCodec codec, int part, Bytes prefix, Range range) {
        Bytes low = new Bytes().set(prefix);
        Bytes high = new Bytes().set(prefix);
        boolean lowest = range.low().filter(value -> codec.append(low, part, value)).isPresent();
        boolean highest = range.high().filter(value -> codec.append(high, part, value)).isPresent();
        return new KeySpan(
                lowest || prefix.length() > 0 ? low : null,
                highest || prefix.length() > 0 ? KeySpan.after(high) : null);
    }

    /// Whether few enough rows lie on the way for an index to be worth while.
    private boolean isShort(Store store, Transaction transaction) {
        List<Bytes> cuts = index.cuts(transaction, store.pages(index.container()), CUTS_LOOKED_AT);
        long inside = spans.stream().mapToLong(span -> span.inside(cuts)).sum();
        return inside * INDEX_SHARE <= cuts.size();
    }

    @Override
    public String name() {
        return name(index)
                + switch (sorting) {
                    case NONE -> "";
                    case UP -> " in order";
                    case DOWN -> " in reverse";
                };
    }

    /// @param index null for the primary key
    static String name(StoredIndex index) {
        return index == null ? "primary key" : "index " + index.name();
    }

    /// The keys of the table's own container that are read, if they are neighbours.
    Optional<KeySpan> span() {
        return index == null && !whole && spans.size() == 1
                ? Optional.of(spans.getFirst())
                : Optional.empty();
    }

    @Override
    public void read(Transaction transaction, ReadMode reading, StoredRows out)
            throws InterruptedException {
        Bytes key = new Bytes();
        if (whole) {
            for (KeySpan span : spans) {
                if (out.isEnough()) {
                    break;
                }
                if (index == null) {
                    out.add(span.low());
                } else if (transaction.get(index.container(), span.low(), reading, key)) {
                    out.add(key);
                }
            }
            out.flush();
            return;
        }
        int container = index == null ? table.container() : index.container();
        try (Cursor cursor = transaction.cursor(container, reading)) {
            for (KeySpan span : spans) {
                if (sorting == Sorting.DOWN) {
                    cursor.rangeDescending(span.low(), span.high());
                } else {
                    cursor.range(span.low(), span.high());
                }
                while (!out.isEnough() && cursor.next()) {
                    if (index == null) {
                        out.add(cursor);
                    } else {
                        index.primaryKey(key, cursor);
                        out.add(key);
                    }
                }
            }
        }
        out.flush();
    }
}
