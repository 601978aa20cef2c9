package telegraph.tables.access;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.AssignmentCast;
import telegraph.tables.row.Counters;
import telegraph.tables.row.RowExpressions;
import telegraph.tables.row.StatementMoment;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// What one statement changes: rows of tables, in all their containers, within what the tables
/// promise.
///
/// NOT NULL, CHECK and keys are held to with each row; so are foreign keys, except that a row that
/// is missing, or still referred to, may be put right by the rest of the statement until [#end].
/// When a call throws, the statement has failed and may have changed some of its rows: whoever
/// began it rolls back.
///
/// Threads: one. It may be used for one statement after another ([#begin]).
public final class TableChanges {
    /// Tables that most statements change at most.
    static final int TABLES_FEW = 2;

    private Transaction transaction;
    private final TransactionTables tables;
    private final Counters counters;
    private StatementMoment asked;
    private final ForeignKeys foreignKeys;
    private final Map<StoredTable, RowExpressions> checks = new IdentityHashMap<>(TABLES_FEW);
    private final Map<StoredTable, RowExpressions> generated = new IdentityHashMap<>(TABLES_FEW);
    private final Map<StoredTable, Defaults> defaults = new IdentityHashMap<>(TABLES_FEW);
    private final Bytes key = new Bytes();
    private final Bytes value = new Bytes();
    private final Bytes indexKey = new Bytes();
    private final Bytes otherKey = new Bytes();

    /// The table that [#ownNumbers] is about: whether the transaction made it.
    private StoredTable numbered;

    private boolean ownNumbers;

    /// What rows of one table are on their way in, or null.
    private Filling filling;

    private static final Bytes NOTHING = new Bytes();

    /// @param transaction that of the statement, open
    public TableChanges(
            Transaction transaction,
            TransactionTables tables,
            Counters counters,
            StatementMoment asked) {
        this.transaction = transaction;
        this.tables = tables;
        this.counters = counters;
        this.asked = asked;
        this.foreignKeys = new ForeignKeys(this, tables);
    }

    Transaction transaction() {
        return transaction;
    }

    /// Begins another statement, after one that has ended well and by the same definitions.
    public void begin(Transaction of, StatementMoment now) {
        transaction = of;
        asked = now;
        numbered = null;
        defaults.clear();
        foreignKeys.begin();
    }

    /// Gives the columns of a new row that the statement leaves out their identity values and
    /// defaults.
    ///
    /// @param given for each column whether the row has its value already
    public void complete(StoredTable table, Object[] row, boolean[] given) {
        defaults(table).complete(row, given);
    }

    /// The default of one column for a row.
    ///
    /// @return the value, or null if there is none
    public Object byDefault(StoredTable table, int column) {
        return defaults(table).value(column);
    }

    private Defaults defaults(StoredTable table) {
        return defaults.computeIfAbsent(table, t -> new Defaults(t, this, asked));
    }

    long identity(StoredTable table, StoredColumn column) {
        Sequence sequence = table.definition().sequence(column.id());
        long value = counters.next(sequence, tables.isNew(sequence));
        asked.sequences().given(sequence, value);
        return value;
    }

    /// Inserts a row.
    ///
    /// @param row a value for each column, in the classes of `Batch.valueAt` or as [AssignmentCast]
    ///   takes them; it is made to fit
    /// @return the key of the row, valid until the next call
    public Bytes insert(StoredTable table, Object[] row) {
        Optional<Conflict> conflict = put(table, row);
        if (conflict.isPresent()) {
            throw conflict.get().violation();
        }
        return key;
    }

    /// Inserts a row unless another one has one of its keys; then nothing is changed, and the other
    /// row is locked.
    ///
    /// @param first the constraints of which another row counts before one of others
    public Optional<Conflict> insertIfFree(StoredTable table, Object[] row, List<String> first) {
        long before = table.indexes().isEmpty() ? 0 : transaction.savepoint();
        Optional<Conflict> conflict = put(table, row);
        if (conflict.isPresent() && !isPrimary(table, conflict.get())) {
            transaction.rollbackTo(before);
        }
        return conflict.map(one ->
                first.contains(one.constraint()) ? one : conflict(table, row, first).orElse(one));
    }

    /// The other row that has a key of one in one of these unique indexes.
    private Optional<Conflict> conflict(StoredTable table, Object[] row, List<String> among) {
        for (StoredIndex index : table.indexes()) {
            if (among.contains(index.name()) && index.has(row) && !index.hasNull(row)) {
                index.key(indexKey, row, key);
                Bytes other = new Bytes();
                if (transaction.get(index.container(), indexKey, ReadMode.FOR_SHARE, other)) {
                    return Optional.of(conflict(table, index, row, other));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isPrimary(StoredTable table, Conflict conflict) {
        return table.definition().primaryKey().stream()
                .anyMatch(k -> k.name().equals(conflict.constraint()));
    }

    /// The key of the row that was inserted last, valid until the next call.
    public Bytes key() {
        return key;
    }

    private Optional<Conflict> put(StoredTable table, Object[] row) {
        hold(table, row);
        newKey(table, row);
        table.encode(value, row);
        if (filling != null && filling.takes(table)) {
            filling.add(key, value, row);
        } else {
            Optional<Conflict> conflict = enter(table, key, value, row);
            if (conflict.isPresent()) {
                return conflict;
            }
        }
        foreignKeys.inserted(table, row);
        return Optional.empty();
    }

    /// Inserts a row into all containers of its table.
    Optional<Conflict> enter(StoredTable table, Bytes rowKey, Bytes rowValue, Object[] row) {
        if (!transaction.insert(table.container(), rowKey, rowValue)) {
            return Optional.of(
                    new Conflict(
                            table,
                            primary(table),
                            Bytes.of(rowKey.toArray()),
                            table.shown(table.keyColumnsShared(), row)));
        }
        for (int i = 0; i < table.indexes().size(); i++) { // an iterator would be garbage per row
            StoredIndex index = table.indexes().get(i);
            if (index.has(row) && !enter(index, rowKey, row)) {
                return Optional.of(conflict(table, index, row));
            }
        }
        return Optional.empty();
    }

    private void demandShort(StoredTable table) {
        if (key.length() > Store.KEY_BYTES_MAX) {
            Violations.demandShort(key, primary(table));
        }
    }

    private void newKey(StoredTable table, Object[] row) {
        if (table.hasPrimaryKey()) {
            table.key(key, row);
            demandShort(table);
        } else {
            if (numbered != table) {
                numbered = table;
                ownNumbers = tables.isNew(table.definition().name());
            }
            table.key(key, counters.row(table.container(), transaction, ownNumbers));
        }
    }

    /// Has the rows that are inserted into a table from now on on their way, until the result is
    /// closed; the statement reads none of them before, and nothing else of the table changes.
    ///
    /// @param region takes the memory for rows that are held back
    public Filling fill(StoredTable table, Region region) {
        filling = new Filling(this, table, region);
        if (foreignKeys.isToItself(table)) {
            filling.singly();
        }
        return filling;
    }

    /// As [#fill], from the first row on, of a table that the transaction has just made: one
    /// without a primary key, so that its rows come in the order of their numbers, and without
    /// indexes. Other threads may read by the transaction meanwhile.
    public Filling load(StoredTable table, Region region) {
        filling = new Filling(this, table, region).loading();
        return filling;
    }

    /// Nothing is on its way any more.
    void filled() {
        filling = null;
    }

    static String primary(StoredTable table) {
        return table.definition().primaryKey().map(TableDefinition.Key::name).orElse("");
    }

    private boolean enter(StoredIndex index, Bytes rowKey, Object[] row) {
        index.key(indexKey, row, rowKey);
        Violations.demandShort(indexKey, index.name());
        return transaction.insert(index.container(), indexKey, index.isUnique() ? rowKey : NOTHING);
    }

    private Conflict conflict(StoredTable table, StoredIndex index, Object[] row) {
        Bytes other = new Bytes();
        transaction.get(index.container(), indexKey, ReadMode.PLAIN, other);
        return conflict(table, index, row, other);
    }

    private static Conflict conflict(
            StoredTable table, StoredIndex index, Object[] row, Bytes other) {
        return new Conflict(table, index.name(), other, table.shown(index.columnsShared(), row));
    }

    /// Makes a row fit its columns, computes those that are generated, and holds it to what the
    /// table promises of single rows.
    private void hold(StoredTable table, Object[] row) {
        List<StoredColumn> columns = table.definition().columns();
        ZoneId zone = asked.zone().toZoneId();
        for (int c = 0; c < row.length; c++) {
            fit(columns.get(c), row, c, zone);
        }
        if (!table.generated().isEmpty()) {
            generate(table, row);
        }
        for (int c = 0; c < row.length; c++) {
            if (row[c] == null && columns.get(c).notNull()) {
                throw Violations.isNull(table, c);
            }
        }
        if (table.checks().isEmpty()) {
            return;
        }
        Object[] holds = checks.computeIfAbsent(table, t -> t.checks().at(asked)).of(row);
        for (int i = 0; i < holds.length; i++) {
            if (Boolean.FALSE.equals(holds[i])) {
                throw Violations.check(table, table.definition().checks().get(i).name());
            }
        }
    }

    private static void fit(StoredColumn column, Object[] row, int c, ZoneId zone) {
        row[c] = AssignmentCast.fit(row[c], column.type(), column.name(), zone);
    }

    private void generate(StoredTable table, Object[] row) {
        int[] columns = table.generatedColumnsShared();
        Object[] values = generated.computeIfAbsent(table, t -> t.generated().at(asked)).of(row);
        for (int i = 0; i < columns.length; i++) {
            row[columns[i]] = values[i];
            fit(table.definition().columns().get(columns[i]), row, columns[i], ZoneOffset.UTC);
        }
    }

    /// The row of a key, or empty if there is none.
    public Optional<Object[]> read(StoredTable table, Bytes rowKey, ReadMode reading) {
        return transaction.get(table.container(), rowKey, reading, value)
                ? Optional.of(table.row(value.array(), 0))
                : Optional.empty();
    }

    /// Changes a row.
    ///
    /// @param rowKey its key
    /// @param before the row as it is, locked for update
    /// @param after the row as it is to be; it is made to fit
    public void update(StoredTable table, Bytes rowKey, Object[] before, Object[] after) {
        hold(table, after);
        if (table.hasPrimaryKey()) {
            table.key(key, after);
            demandShort(table);
        } else {
            key.set(rowKey);
        }
        table.encode(value, after);
        if (key.compareTo(rowKey) == 0) {
            demandThere(transaction.update(table.container(), key, value), table, before);
        } else {
            demandThere(transaction.delete(table.container(), rowKey), table, before);
            if (!transaction.insert(table.container(), key, value)) {
                throw Violations.duplicate(
                        table, primary(table), table.shown(table.keyColumnsShared(), after));
            }
        }
        for (StoredIndex index : table.indexes()) {
            boolean was = index.has(before);
            boolean is = index.has(after);
            index.key(otherKey, before, rowKey);
            index.key(indexKey, after, key);
            boolean moved = was != is || otherKey.compareTo(indexKey) != 0;
            if (moved) {
                if (was) {
                    demandThere(transaction.delete(index.container(), otherKey), table, before);
                }
                if (is && !enter(index, key, after)) {
                    throw Violations.duplicate(
                            table, index.name(), table.shown(index.columnsShared(), after));
                }
            } else if (is && index.isUnique() && key.compareTo(rowKey) != 0) {
                transaction.update(index.container(), indexKey, key);
            }
        }
        foreignKeys.updated(table, before, after);
    }

    /// Deletes a row.
    ///
    /// @param rowKey its key
    /// @param before the row as it is, locked for update
    public void delete(StoredTable table, Bytes rowKey, Object[] before) {
        demandThere(transaction.delete(table.container(), rowKey), table, before);
        for (StoredIndex index : table.indexes()) {
            if (index.has(before)) {
                index.key(otherKey, before, rowKey);
                demandThere(transaction.delete(index.container(), otherKey), table, before);
            }
        }
        foreignKeys.deleted(table, before);
    }

    private static void demandThere(boolean was, StoredTable table, Object[] row) {
        if (!was) {
            throw TelegraphException.corrupt(
                    "a row that was read and locked is in all containers of its table: table="
                            + table.name()
                            + " row="
                            + List.of(row.length == 0 ? "" : String.valueOf(row[0]))
                            + ". Run CHECK TABLE");
        }
    }

    /// Checks what only the whole statement had to fulfil. Without this call it may be unfulfilled.
    public void end() {
        foreignKeys.end();
        if (!checks.isEmpty()) {
            checks.forEach((table, expressions) -> table.checks().give(expressions));
            checks.clear();
        }
        if (!generated.isEmpty()) {
            generated.forEach((table, expressions) -> table.generated().give(expressions));
            generated.clear();
        }
    }
}
