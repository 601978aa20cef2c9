package telegraph.tables.access;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.Operators;
import telegraph.engine.SortKey;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// The entries that the rows of a table have in an index, in the order of the index.
///
/// ```
/// rows, by their keys ──▶ key of the entry, primary key ──▶ sort, on disk if need be ──▶ next
/// ```
///
/// Of equal keys, which an index that is unique must not have, the row with the lesser primary key
/// comes first. In an index that is not unique the one key ends with the other.
///
/// Threads: one. Memory: in a region of its own, until [#close].
final class SortedEntries implements AutoCloseable {
    private static final List<SortKey> ORDER =
            List.of(new SortKey(0, false, false), new SortKey(1, false, false));

    private final StoredIndex index;
    private final Region region;
    private final EntryStream entries;
    private final Bytes primaryKey = new Bytes();

    /// @param above takes its memory
    SortedEntries(StoredTable table, StoredIndex index, Transaction transaction, Region above) {
        this.index = index;
        this.region = above.child("entries");
        try {
            RowEntries rows = new RowEntries(table, index, transaction, region);
            this.entries =
                    new EntryStream(Operators.sort(rows, ORDER.subList(0, rows.width), region));
        } catch (RuntimeException | Error e) {
            region.close();
            throw e;
        }
    }

    /// Goes to the next entry; false if there is none.
    boolean next() {
        return entries.next();
    }

    /// The key of the entry; valid until the next.
    Bytes key() {
        return entries.key();
    }

    /// The primary key of its row, or the hidden number; valid until the next.
    Bytes primaryKey() {
        if (index.isUnique()) {
            return entries.value();
        }
        index.primaryKey(primaryKey, entries.key());
        return primaryKey;
    }

    @Override
    public void close() {
        entries.close();
        region.close();
    }

    /// The entries as the rows come.
    private static final class RowEntries implements BatchStream {
        private final StoredTable table;
        private final StoredIndex index;
        private final Cursor cursor;
        private final BatchBuilder builder;
        private Object[] values;
        private final Bytes key = new Bytes();
        private final Bytes entry = new Bytes();

        /// How many columns its batches have.
        final int width;

        RowEntries(StoredTable table, StoredIndex index, Transaction transaction, Region region) {
            this.table = table;
            this.index = index;
            this.cursor = transaction.cursor(table.container(), ReadMode.PLAIN);
            this.builder =
                    new BatchBuilder(
                            region,
                            index.isUnique() ? List.of(Type.TEXT, Type.TEXT) : List.of(Type.TEXT));
            this.width = builder.types().size();
            this.values = new Object[table.definition().columns().size()];
        }

        @Override
        public List<Type> types() {
            return builder.types();
        }

        @Override
        public Batch next() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException("nobody wants more entries");
            }
            while (!builder.isFull() && cursor.next()) {
                if (!isIn()) {
                    continue;
                }
                key.clear().append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                index.key(entry, values, key);
                Violations.demandShort(entry, index.name());
                builder.setText(0, entry.array(), 0, entry.length());
                if (index.isUnique()) {
                    builder.setText(1, key.array(), 0, key.length());
                }
                builder.endRow();
            }
            return builder.isEmpty() ? null : builder.build();
        }

        /// Reads what the index needs of the present row; whether it is in the index.
        private boolean isIn() {
            if (!index.isWhole()) {
                values = table.row(cursor.array(), cursor.valueOffset());
                return index.has(values);
            }
            for (int column : index.columnsShared()) {
                values[column] =
                        table.values()
                                .value(cursor.array(), cursor.valueOffset(), table.slot(column));
            }
            return true;
        }

        @Override
        public void close() {
            builder.close();
            cursor.close();
        }
    }
}
