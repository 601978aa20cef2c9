package telegraph.tables.row;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import telegraph.language.ast.SqlType;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.Store;
import telegraph.store.Transaction;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// An index of a table in a container of its own.
///
/// | index                        | key                       | value       |
/// |------------------------------|---------------------------|-------------|
/// | unique                       | its columns               | primary key |
/// | unique, and a column is NULL | its columns, primary key  | primary key |
/// | not unique                   | its columns, primary key  | nothing     |
///
/// Every column has a tag for NULL, also where the table takes none, so that SET and DROP NOT NULL
/// leave the index as it is.
///
/// Threads: any. It never changes, but for what is remembered of its pages.
public final class StoredIndex {
    /// As many keys may have come as have gone, which the number of pages does not tell.
    private static final int CUTS_TOLD_MAX = 1_000;

    private final TableDefinition.Index definition;
    private final int[] columns;
    private final KeyCodec codec;
    private final Optional<KeptExpressions> condition;
    private volatile Cuts cuts = new Cuts(-1, List.of());

    /// How often [#cuts] may still be told; who counts beside another may be lost.
    private int cutsLeft;

    /// Keys that cut the index into parts of about as many pages, as it was when it had so many.
    private record Cuts(long pages, List<Bytes> keys) {}

    StoredIndex(TableDefinition.Index definition, TableDefinition table) {
        this.definition = definition;
        this.columns = definition.columns().stream().mapToInt(table::indexOfId).toArray();
        this.codec =
                new KeyCodec(
                        IntStream.of(columns)
                                .mapToObj(c -> new KeyCodec.Part(type(table.columns(), c), true))
                                .toList());
        this.condition =
                definition.condition().map(text -> new KeptExpressions(table, List.of(text)));
    }

    /// Whether it is of all rows.
    public boolean isWhole() {
        return condition.isEmpty();
    }

    /// Whether a row is in it.
    public boolean has(Object[] row) {
        if (condition.isEmpty()) {
            return true;
        }
        RowExpressions holds = condition.get().at(StatementMoment.any());
        boolean has = Boolean.TRUE.equals(holds.of(row)[0]);
        condition.get().give(holds);
        return has;
    }

    private static SqlType type(List<StoredColumn> columns, int column) {
        return columns.get(column).type();
    }

    public String name() {
        return definition.name();
    }

    public int container() {
        return definition.container();
    }

    public boolean isUnique() {
        return definition.unique();
    }

    /// Its columns, as indices of the table's.
    public int[] columns() {
        return columns.clone();
    }

    public int[] columnsShared() {
        return columns;
    }

    /// Some keys in order that cut it into parts of about as many pages: those found last, if it
    /// has as many pages now as it had then, and they were not told too often.
    ///
    /// @param pages how many it has
    /// @param partsMax the same whenever it is asked
    public List<Bytes> cuts(Transaction transaction, long pages, int partsMax) {
        Cuts known = cuts;
        if (known.pages != pages || --cutsLeft < 0) {
            cutsLeft = CUTS_TOLD_MAX;
            known = new Cuts(pages, transaction.cuts(container(), partsMax));
            cuts = known;
        }
        return known.keys;
    }

    /// The codec of its columns, without the primary key.
    public KeyCodec codec() {
        return codec;
    }

    /// Makes `to` the key of a row.
    ///
    /// @param key the row's primary key
    public void key(Bytes to, Object[] row, Bytes key) {
        to.clear();
        codec.append(to, row, columns);
        if (!isUnique() || hasNull(row)) {
            to.append(key.array(), 0, key.length());
        }
    }

    /// Whether a row has NULL in a column of this, and so is like no other in it.
    public boolean hasNull(Object[] row) {
        for (int column : columns) {
            if (row[column] == null) {
                return true;
            }
        }
        return false;
    }

    /// Makes `to` the primary key that the present entry of a cursor leads to.
    public void primaryKey(Bytes to, Cursor entry) {
        to.clear();
        if (isUnique()) {
            to.append(entry.array(), entry.valueOffset(), entry.valueLength());
        } else {
            int start = codec.end(entry.array(), entry.keyOffset());
            to.append(entry.array(), start, entry.keyOffset() + entry.keyLength() - start);
        }
    }

    /// Makes `to` the primary key of an entry of an index that is not unique.
    public void primaryKey(Bytes to, Bytes entry) {
        int start = codec.end(entry.array(), 0);
        to.clear().append(entry.array(), start, entry.length() - start);
    }

    /// As [#primaryKey], of an entry that may be damaged; false if it has none.
    public boolean leads(Bytes to, Cursor entry) {
        int end = entry.keyOffset() + entry.keyLength();
        if (!isUnique() && codec.end(entry.array(), entry.keyOffset(), end) < 0) {
            return false;
        }
        primaryKey(to, entry);
        return to.length() > 0 && to.length() <= Store.KEY_BYTES_MAX;
    }
}
