package telegraph.tables.point;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.PointStatement.Item;
import telegraph.language.ast.SqlType;
import telegraph.memory.Micros;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.Transaction;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.row.StoredTable;
import telegraph.tables.row.ValueCodec;

/// `SELECT … WHERE key = …`, and the row it found last: its bytes, of which a column is read when
/// it is asked for. Looking again makes no object.
///
/// Columns of the result count from 0.
///
/// Threads: one at a time. The row is valid until the next search.
public final class BoundFind implements BoundPoint {
    private final StoredTable table;
    private final KeyMaker key;
    private final ValueCodec codec;
    private final List<Item> items;
    private final int[] columns;
    private final int[] slots;
    private final Bytes keyBytes = new Bytes();
    private final Bytes row = new Bytes();

    private BoundFind(StoredTable table, KeyMaker key, List<Item> items, int[] columns) {
        this.table = table;
        this.key = key;
        this.codec = table.values();
        this.items = items;
        this.columns = columns;
        this.slots = new int[columns.length];
        for (int c = 0; c < columns.length; c++) {
            slots[c] = table.slot(columns[c]);
        }
    }

    static Optional<BoundFind> of(PointStatement.Find find, StoredTable table) {
        List<Item> items =
                find.items().isEmpty()
                        ? table.definition().columns().stream()
                                .map(column -> new Item(column.name(), column.name()))
                                .toList()
                        : find.items();
        int[] columns =
                items.stream()
                        .mapToInt(item -> table.definition().indexOf(item.column()))
                        .toArray();
        for (int column : columns) {
            if (column < 0) {
                return Optional.empty();
            }
        }
        return KeyMaker.of(table, find.where())
                .map(key -> new BoundFind(table, key, items, columns));
    }

    @Override
    public StoredTable table() {
        return table;
    }

    @Override
    public boolean takes(PointValues values) {
        return key.takes(values);
    }

    /// Looks for the row; whether it is there.
    ///
    /// @param transaction that of the statement, open
    /// @param reading what it locks, also if there is no such row
    public boolean find(Transaction transaction, PointValues values, ReadMode reading) {
        return key.make(keyBytes, values)
                && keyBytes.length() <= Store.KEY_BYTES_MAX
                && transaction.get(table.container(), keyBytes, reading, row);
    }

    /// How many columns the result has.
    public int width() {
        return columns.length;
    }

    public String label(int column) {
        return items.get(column).label();
    }

    /// The table's column that a column of the result is.
    public StoredColumn column(int column) {
        return table.definition().columns().get(columns[column]);
    }

    public boolean isNull(int column) {
        int slot = slots[column];
        return slot < codec.slots(row.array(), 0)
                ? codec.isNull(row.array(), 0, slot)
                : codec.value(row.array(), 0, slot) == null;
    }

    /// A value of a type of integers, or the microseconds of a moment.
    public long wholeAt(int column) {
        int slot = slots[column];
        if (slot < codec.slots(row.array(), 0)) {
            long lies = codec.numberAt(row.array(), 0, slot);
            return codec.type(slot).isInMillis() ? Micros.ofMillis(lies) : lies;
        }
        Object value = codec.value(row.array(), 0, slot);
        return value instanceof Instant moment ? Micros.of(moment) : ((Number) value).longValue();
    }

    /// The bytes in which the row lies.
    public byte[] array() {
        return row.array();
    }

    /// Where the bytes of a text or bytea, which is not null, start in [#array]; -1 if the row is
    /// older than its column, or its text does not lie there, as that of an enum.
    public int start(int column) {
        int slot = slots[column];
        boolean lies = codec.type(slot).name() != SqlType.Name.ENUM;
        return lies && slot < codec.slots(row.array(), 0)
                ? codec.textOffset(row.array(), 0, slot)
                : -1;
    }

    /// Where they end.
    public int end(int column) {
        return codec.textEnd(row.array(), 0, slots[column]);
    }

    /// A value of a class that events have, or null.
    public Object valueAt(int column) {
        return codec.value(row.array(), 0, slots[column]);
    }
}
