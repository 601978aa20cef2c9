package telegraph.tables.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.Load;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// The rows that a statement puts into one table, on their way there.
///
/// ```
///            ┌─ many, in the order of their keys ─▶ LOADED as they come ─(one is not)─┐
///  FIRST ────┼─ many, in any order ───────────────▶ KEPT, sorted and loaded at the end│
///            └─ few, or somebody is in the table ─▶ SINGLE, each inserted ◀───────────┘
/// ```
///
/// Many rows for a table that is empty are laid out page by page, with the table locked as a whole;
/// its indexes are filled when all rows are there, sorted. Few rows are in nobody's way. Who
/// inserts into a table that has rows has begun at SINGLE.
///
/// What is wrong is told of the first row of which it is true, as if each had been inserted when it
/// came: rows that are held back are looked at before the statement fails of a later one
/// ([#earlier]), and [#failed] tells which it was. In an index that is unique, entries know their
/// rows by their keys alone, so rows that come in another order than their keys are inserted one by
/// one if the table has such an index.
///
/// Threads: one; others may read by the transaction if rows are loaded from the first on. Memory: a
/// page for each level of each tree, and what is kept; until [#close].
public final class Filling implements AutoCloseable {
    private enum State {
        FIRST,
        LOADED,
        KEPT,
        SINGLE,
        ENDED
    }

    /// Fewer rows are inserted one by one.
    public static final int MANY = 1_000;

    private static final Bytes NOTHING = new Bytes();

    private final StoredTable table;
    private final Transaction transaction;
    private final TableChanges changes;
    private final Region above;
    private final List<Load> loads = new ArrayList<>();
    private final Bytes last = new Bytes();
    private final Bytes entry = new Bytes();
    private State state;
    private KeptEntries kept;
    private boolean isAscending = true;
    private long rows;
    private long failed;

    /// The index that has a key twice, and of the rows that have it again the first.
    private StoredIndex twice;

    private final Bytes again = new Bytes();

    /// @param above takes its memory
    Filling(TableChanges changes, StoredTable table, Region above) {
        this.table = table;
        this.transaction = changes.transaction();
        this.changes = changes;
        this.above = above;
        this.state = transaction.isEmpty(table.container()) ? State.FIRST : State.SINGLE;
    }

    /// Loads rows from the first on: those of a table that its transaction has just made, with
    /// hidden numbers and without indexes.
    Filling loading() {
        if (table.hasPrimaryKey() || !table.indexes().isEmpty() || !load()) {
            throw new IllegalStateException("a table of keys is loaded: table=" + table.name());
        }
        state = State.LOADED;
        return this;
    }

    /// Inserts each row when it comes.
    void singly() {
        state = State.SINGLE;
    }

    boolean takes(StoredTable other) {
        return table == other;
    }

    /// Takes a row.
    void add(Bytes key, Bytes value, Object[] row) {
        rows++;
        if (state != State.SINGLE) {
            demandShort(key, row);
        }
        switch (state) {
            case FIRST -> {
                keep(key, value);
                if (kept.count() == MANY) {
                    decide();
                }
            }
            case LOADED -> load(key, value, row);
            case KEPT -> kept.add(key, value);
            case SINGLE -> single(rows, key, value, row);
            case ENDED -> throw new IllegalStateException("rows come before the end");
        }
    }

    /// Entries of indexes are made when all rows are there, and refused when their rows come.
    private void demandShort(Bytes key, Object[] row) {
        for (StoredIndex index : table.indexes()) {
            if (!index.has(row)) {
                continue;
            }
            index.key(entry, row, key);
            Violations.demandShort(entry, index.name());
        }
    }

    private void keep(Bytes key, Bytes value) {
        if (kept == null) {
            kept = new KeptEntries(above);
        }
        isAscending &= last.compareTo(key) < 0;
        last.set(key);
        kept.add(key, value);
    }

    private void decide() {
        boolean fits = isAscending || table.indexes().stream().noneMatch(StoredIndex::isUnique);
        if (!fits || !load()) {
            state = State.SINGLE;
            insertKept();
        } else if (!isAscending) {
            state = State.KEPT;
        } else {
            state = State.LOADED;
            try (EntryStream entries = kept.read()) {
                while (entries.next()) {
                    loads.getFirst().add(entries.key(), entries.value());
                }
            }
        }
    }

    /// Whether the table and its indexes can be loaded.
    private boolean load() {
        Optional<Load> load = transaction.load(table.container());
        load.ifPresent(loads::add);
        for (int i = 0; load.isPresent() && i < table.indexes().size(); i++) {
            load = transaction.load(table.indexes().get(i).container());
            load.ifPresent(loads::add);
        }
        return load.isPresent();
    }

    private void insertKept() {
        try (EntryStream entries = kept.read()) {
            while (entries.next()) {
                Object[] row = table.row(entries.value().array(), 0);
                single(entries.number(), entries.key(), entries.value(), row);
            }
        }
    }

    private void single(long number, Bytes key, Bytes value, Object[] row) {
        failed = number;
        Optional<Conflict> conflict = changes.enter(table, key, value, row);
        if (conflict.isPresent()) {
            throw conflict.get().violation();
        }
        failed = 0;
    }

    private void load(Bytes key, Bytes value, Object[] row) {
        int order = last.compareTo(key);
        if (order > 0) {
            state = State.SINGLE;
            endLoad();
            single(rows, key, value, row);
            return;
        }
        if (order == 0) {
            throw failed(rows, TableChanges.primary(table), table.keyColumnsShared(), row);
        }
        loads.getFirst().add(key, value);
        last.set(key);
    }

    /// All rows have come.
    ///
    /// @throws TelegraphException if two have the same key
    public void end() {
        State was = state;
        state = State.ENDED;
        switch (was) {
            case FIRST -> {
                if (kept != null) {
                    insertKept();
                }
            }
            case LOADED -> endLoad();
            case KEPT -> {
                loadKept();
                endLoad();
            }
            case SINGLE, ENDED -> {}
        }
    }

    private void loadKept() {
        last.clear();
        long first = Long.MAX_VALUE;
        Bytes value = new Bytes();
        try (EntryStream entries = kept.sorted()) {
            while (entries.next()) {
                boolean isTwice = last.compareTo(entries.key()) == 0;
                if (isTwice && entries.number() < first) {
                    first = entries.number();
                    value.set(entries.value());
                } else if (!isTwice && first == Long.MAX_VALUE) {
                    loads.getFirst().add(entries.key(), entries.value());
                }
                last.set(entries.key());
            }
        }
        if (first < Long.MAX_VALUE) {
            throw failed(
                    first,
                    TableChanges.primary(table),
                    table.keyColumnsShared(),
                    table.row(value.array(), 0));
        }
    }

    /// Has the rows in the table, and fills its indexes.
    private void endLoad() {
        loads.getFirst().end();
        for (int i = 0; i < table.indexes().size(); i++) {
            fill(table.indexes().get(i), loads.get(1 + i));
        }
        if (twice != null) {
            transaction.get(table.container(), again, ReadMode.PLAIN, entry);
            Object[] row = table.row(entry.array(), 0);
            throw failed(number(again), twice.name(), twice.columnsShared(), row);
        }
    }

    private void fill(StoredIndex index, Load load) {
        last.clear();
        try (SortedEntries entries = new SortedEntries(table, index, transaction, above)) {
            while (entries.next()) {
                boolean isTwice = index.isUnique() && last.compareTo(entries.key()) == 0;
                if (isTwice && (twice == null || entries.primaryKey().compareTo(again) < 0)) {
                    twice = index;
                    again.set(entries.primaryKey());
                } else if (!isTwice && twice == null) {
                    load.add(entries.key(), index.isUnique() ? entries.primaryKey() : NOTHING);
                }
                last.set(entries.key());
            }
        }
        load.end();
    }

    /// Which row of those that came in the order of their keys has a key.
    private long number(Bytes key) {
        long number = 1;
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            cursor.range(null, key);
            while (cursor.next()) {
                number++;
            }
        }
        return number;
    }

    private TelegraphException failed(long number, String name, int[] columns, Object[] row) {
        failed = number;
        return Violations.duplicate(table, name, table.shown(columns, row));
    }

    /// The number, from 1 on, of the row of which the last failure here was told; 0 if there was
    /// none.
    public long failed() {
        return failed;
    }

    /// What is wrong with a row that came before the one of which something is to be told, if rows
    /// are held back of which that is not known yet.
    public Optional<TelegraphException> earlier(TelegraphException failure) {
        if (failure.kind() != TelegraphException.Kind.INPUT) {
            return Optional.empty();
        }
        try {
            end();
        } catch (TelegraphException e) {
            if (e.kind() == TelegraphException.Kind.INPUT) {
                return Optional.of(e);
            }
            failure.addSuppressed(e);
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        changes.filled();
        if (kept != null) {
            kept.close();
        }
        loads.forEach(Load::close);
    }
}
