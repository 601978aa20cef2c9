package telegraph.tables.access;

import java.util.List;
import java.util.function.Consumer;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.Load;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.row.RowExpressions;
import telegraph.tables.row.StatementMoment;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// The rows a table has when its definition changes: they are held to what the table promises from
/// now on, and put into its new indexes.
///
/// Threads: one. The caller keeps others from changing the table meanwhile.
public final class ExistingRows {
    private final StoredTable table;
    private final Transaction transaction;

    public ExistingRows(StoredTable table, Transaction transaction) {
        this.table = table;
        this.transaction = transaction;
    }

    /// Whether there are any.
    public boolean any() {
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            return cursor.next();
        }
    }

    /// Gives each row, a value for each column, to `to`.
    public void forEach(Consumer<Object[]> to) {
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            while (cursor.next()) {
                to.accept(table.row(cursor.array(), cursor.valueOffset()));
            }
        }
    }

    /// Fills an index, which is empty and was made by the transaction just now.
    ///
    /// @param region takes the memory for sorting its entries
    /// @throws TelegraphException of kind INPUT if it is unique and two rows have the same key
    public void index(String name, Region region) {
        StoredIndex index =
                table.indexes().stream()
                        .filter(i -> i.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        Bytes last = new Bytes();
        Bytes nothing = new Bytes();
        try (SortedEntries entries = new SortedEntries(table, index, transaction, region);
                Load load = transaction.load(index.container()).orElseThrow()) {
            while (entries.next()) {
                if (index.isUnique() && last.compareTo(entries.key()) == 0) {
                    throw duplicate(index, entries.primaryKey());
                }
                load.add(entries.key(), index.isUnique() ? entries.primaryKey() : nothing);
                last.set(entries.key());
            }
            load.end();
        }
    }

    private TelegraphException duplicate(StoredIndex index, Bytes primaryKey) {
        Bytes value = new Bytes();
        transaction.get(table.container(), primaryKey, ReadMode.PLAIN, value);
        return TelegraphException.of(
                SqlState.UNIQUE_VIOLATION,
                "could not create unique index \""
                        + index.name()
                        + "\": "
                        + table.shown(index.columnsShared(), table.row(value.array(), 0))
                        + " is duplicated");
    }

    /// @throws TelegraphException of kind INPUT if a row has NULL in a column
    public void demandNotNull(int column) {
        forEach(row -> {
            if (row[column] == null) {
                throw TelegraphException.of(
                        SqlState.NOT_NULL_VIOLATION,
                        "column \""
                                + table.column(column)
                                + "\" of table \""
                                + table.name()
                                + "\" contains null values");
            }
        });
    }

    /// @throws TelegraphException of kind INPUT if a check is false for a row
    public void demandCheck(String name, String text, StatementMoment asked) {
        RowExpressions check =
                RowExpressions.of(
                        List.of(text),
                        List.of(
                                new RowExpressions.Row(
                                        table.definition().name().name(), table.definition())),
                        asked.inUtc());
        forEach(row -> {
            if (Boolean.FALSE.equals(check.of(row)[0])) {
                throw TelegraphException.of(
                        SqlState.CHECK_VIOLATION,
                        "check constraint \""
                                + name
                                + "\" of table \""
                                + table.name()
                                + "\" is violated by some row");
            }
        });
    }

    /// @throws TelegraphException of kind INPUT if a row refers to one that is not there
    public void demandReferred(ForeignKey foreign, StoredTable parent) {
        Reference reference = new Reference(table, foreign, parent);
        forEach(row -> {
            if (!reference.isPresent(transaction, row)) {
                throw Violations.absent(table, foreign, table.shown(reference.childColumns(), row));
            }
        });
    }
}
