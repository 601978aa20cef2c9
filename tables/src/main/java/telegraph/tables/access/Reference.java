package telegraph.tables.access;

import java.util.Arrays;
import java.util.List;
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
    private final ConstraintName name;

    /// Rows looked for at once.
    private static final int CHUNK = 1_000;

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
        this.name = new ConstraintName(child.definition().name().folded(), foreign.name());
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

    ConstraintName name() {
        return name;
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
        return isPresent(transaction, row, ReadMode.FOR_SHARE);
    }

    /// As [#isPresent], but false, and nothing is waited for, if somebody else is changing that
    /// row.
    ///
    /// One that is not there is locked only by a transaction whose level locks all that it reads.
    boolean isPresentAtOnce(Transaction transaction, Object[] row) {
        return isPresent(transaction, row, ReadMode.PASSING)
                && isPresent(transaction, row, ReadMode.FOR_SHARE_PASSING);
    }

    private boolean isPresent(Transaction transaction, Object[] row, ReadMode reading) {
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
                        reading,
                        value);
        if (present && reading != ReadMode.PASSING) {
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

    /// Whether some row of the child refers as `referring` does.
    boolean isReferred(Transaction transaction, Object[] referring) {
        RowSearch search = search();
        Bytes last = new Bytes();
        List<Bytes> keys = search.next(transaction, referring, last, CHUNK);
        while (!keys.isEmpty()) {
            for (Bytes rowKey : keys) {
                if (transaction.get(child.container(), rowKey, ReadMode.PLAIN, value)
                        && refersAlike(child.row(value.array(), 0), referring)) {
                    return true;
                }
            }
            keys = search.next(transaction, referring, last, CHUNK);
        }
        return false;
    }

    /// Whether all is in order with those who refer as `referring` does: what they refer to is
    /// there, and is locked then, or there are none.
    boolean holds(Transaction transaction, Object[] referring) {
        return isPresent(transaction, referring) || !isReferred(transaction, referring);
    }

    /// What is said if it does not hold.
    ///
    /// @param gone whether the row that is referred to went, and it is not one that refers that
    ///   came
    TelegraphException violation(Object[] referring, boolean gone) {
        if (!gone) {
            return Violations.absent(child, foreign, child.shown(childColumns, referring));
        }
        Object[] row = new Object[parent.definition().columns().size()];
        for (int i = 0; i < parentColumns.length; i++) {
            row[parentColumns[i]] = referring[childColumns[i]];
        }
        return Violations.referenced(child, foreign, parent.shown(parentColumns, row));
    }

    /// A row of the child that has in the columns that refer what [#referringKey] was made of.
    Object[] referring(byte[] bytes) {
        Object[] row = new Object[child.definition().columns().size()];
        int offset = 0;
        for (int part = 0; part < childColumns.length; part++) {
            row[childColumns[part]] = childKey.value(bytes, offset, part);
            offset = childKey.skip(bytes, offset, part);
        }
        return row;
    }

    /// What a row has in the columns that refer, in bytes that tell such rows apart.
    Bytes referringKey(Object[] row) {
        Bytes bytes = new Bytes();
        for (int part = 0; part < childColumns.length; part++) {
            childKey.append(bytes, part, row[childColumns[part]]);
        }
        return bytes;
    }
}
