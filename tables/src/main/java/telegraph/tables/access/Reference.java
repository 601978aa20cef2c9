package telegraph.tables.access;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.row.KeyCodec;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// A foreign key between two tables: where the row is that one refers to, and where those are that
/// refer to it.
///
/// Threads: one.
final class Reference {
    private final StoredTable child;
    private final StoredTable parent;
    private final ForeignKey foreign;
    private final int[] childColumns;
    private final int[] parentColumns;

    /// The unique index that is referred to; empty if it is the primary key.
    private final Optional<StoredIndex> target;

    /// For each part of the parent's key the column of the child that has its value.
    private final int[] sources;

    private final KeyCodec childKey;
    private final Bytes key = new Bytes();
    private final Bytes lastPresent = new Bytes();
    private final Bytes value = new Bytes();

    Reference(StoredTable child, ForeignKey foreign, StoredTable parent) {
        this.child = child;
        this.parent = parent;
        this.foreign = foreign;
        this.childColumns =
                foreign.columns().stream().mapToInt(child.definition()::indexOfId).toArray();
        this.parentColumns =
                foreign.referenced().stream().mapToInt(parent.definition()::indexOfId).toArray();
        this.target =
                sameSet(parent.keyColumnsShared(), parentColumns)
                        ? Optional.empty()
                        : Optional.of(unique());
        this.sources =
                IntStream.of(
                                target.map(StoredIndex::columnsShared)
                                        .orElse(parent.keyColumnsShared()))
                        .map(column -> childColumns[indexOf(parentColumns, column)])
                        .toArray();
        this.childKey =
                new KeyCodec(
                        IntStream.of(childColumns)
                                .mapToObj(c -> child.definition().columns().get(c).type())
                                .map(type -> new KeyCodec.Part(type, true))
                                .toList());
    }

    private StoredIndex unique() {
        return parent.wholeIndexes().stream()
                .filter(i -> i.isUnique() && sameSet(i.columnsShared(), parentColumns))
                .findFirst()
                .orElseThrow(() ->
                        TelegraphException.corrupt(
                                "a foreign key refers to a primary key or a unique index:"
                                        + " constraint="
                                        + foreign.name()
                                        + " table="
                                        + parent.name()));
    }

    static boolean sameSet(int[] a, int[] b) {
        return a.length == b.length
                && Arrays.equals(
                        IntStream.of(a).sorted().toArray(), IntStream.of(b).sorted().toArray());
    }

    private static int indexOf(int[] array, int value) {
        return IntStream.range(0, array.length)
                .filter(i -> array[i] == value)
                .findFirst()
                .orElseThrow();
    }

    StoredTable child() {
        return child;
    }

    StoredTable parent() {
        return parent;
    }

    ForeignKey foreign() {
        return foreign;
    }

    int[] childColumns() {
        return childColumns;
    }

    int[] parentColumns() {
        return parentColumns;
    }

    boolean isToItself() {
        return parent.container() == child.container();
    }

    /// Whether the row that a row of the child refers to is there; then it is locked and stays. A
    /// row that has NULL refers to none.
    boolean isPresent(Transaction transaction, Object[] row) {
        key.clear();
        KeyCodec codec = target.map(StoredIndex::codec).orElse(parent.key());
        for (int part = 0; part < sources.length; part++) {
            Object source = row[sources[part]];
            if (source == null) {
                return true;
            }
            if (!codec.append(key, part, source)) {
                return false;
            }
        }
        if (lastPresent.length() > 0 && lastPresent.compareTo(key) == 0) {
            return true;
        }
        boolean present =
                transaction.get(
                        target.map(StoredIndex::container).orElse(parent.container()),
                        key,
                        ReadMode.FOR_SHARE,
                        value);
        if (present) {
            lastPresent.set(key);
        }
        return present;
    }

    /// Forgets that a row is there, because rows of the parent went.
    void forget() {
        lastPresent.clear();
    }

    /// The values of a row of the parent that others may refer to, as a row of the child has them;
    /// null if none can.
    Object[] referred(Object[] parentRow) {
        Object[] row = new Object[child.definition().columns().size()];
        for (int i = 0; i < childColumns.length; i++) {
            row[childColumns[i]] = parentRow[parentColumns[i]];
            if (row[childColumns[i]] == null) {
                return null;
            }
        }
        return row;
    }

    /// Whether a row of the child has the same values as another in the columns that refer.
    boolean refersAlike(Object[] row, Object[] other) {
        for (int column : childColumns) {
            if (row[column] == null) {
                return false;
            }
        }
        Bytes one = new Bytes();
        Bytes two = new Bytes();
        for (int part = 0; part < childColumns.length; part++) {
            if (!childKey.append(one, part, row[childColumns[part]])
                    || !childKey.append(two, part, other[childColumns[part]])) {
                return false;
            }
        }
        return one.compareTo(two) == 0;
    }

    /// How rows of the child are found by the columns that refer.
    RowSearch search() {
        return RowSearch.by(child, childColumns);
    }
}
