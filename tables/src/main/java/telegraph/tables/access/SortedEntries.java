package telegraph.tables.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.Operators;
import telegraph.engine.SortKey;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
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
/// The bytes of both travel as texts, which are ordered by their bytes. In an index that is not
/// unique the one ends with the other.
///
/// Threads: one. Memory: in a region of its own, until [#close].
final class SortedEntries implements AutoCloseable {
    private final StoredIndex index;
    private final Region region;
    private final BatchStream sorted;
    private final int[] all = new int[Batch.ROWS_MAX];
    private final Vector keys = new Vector(Type.TEXT);
    private final Vector primaryKeys = new Vector(Type.TEXT);
    private final Bytes key = new Bytes();
    private final Bytes primaryKey = new Bytes();
    private Batch batch;
    private int row;

    /// @param above takes its memory
    SortedEntries(StoredTable table, StoredIndex index, Transaction transaction, Region above) {
        this.index = index;
        this.region = above.child("entries");
        try {
            this.sorted =
                    Operators.sort(
                            new RowEntries(table, index, transaction, region),
                            List.of(new SortKey(0, false, false)),
                            region);
        } catch (RuntimeException | Error e) {
            region.close();
            throw e;
        }
        for (int at = 0; at < all.length; at++) {
            all[at] = at;
        }
    }

    /// Goes to the next entry; false if there is none.
    boolean next() {
        if (batch == null || ++row == batch.rows()) {
            if (!nextBatch()) {
                return false;
            }
            row = 0;
        }
        copy(keys, key);
        if (index.isUnique()) {
            copy(primaryKeys, primaryKey);
        }
        batch.confirm();
        return true;
    }

    private boolean nextBatch() {
        drop();
        try {
            batch = sorted.next();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the statement was cancelled");
        }
        if (batch == null) {
            return false;
        }
        Gather.fromBatch(batch, 0, null, all, batch.rows(), keys);
        if (index.isUnique()) {
            Gather.fromBatch(batch, 1, null, all, batch.rows(), primaryKeys);
        }
        return true;
    }

    private void copy(Vector from, Bytes to) {
        int length = from.lengths[row];
        to.clear().reserve(length);
        MemorySegment.copy(
                from.segments[row],
                ValueLayout.JAVA_BYTE,
                from.offsets[row],
                to.array(),
                0,
                length);
        to.length(length);
    }

    private void drop() {
        if (batch != null) {
            batch.unpin();
            batch = null;
        }
    }

    /// The key of the entry; valid until the next.
    Bytes key() {
        return key;
    }

    /// The primary key of its row, or the hidden number; valid until the next.
    Bytes primaryKey() {
        if (!index.isUnique()) {
            index.primaryKey(primaryKey, key);
        }
        return primaryKey;
    }

    @Override
    public void close() {
        drop();
        sorted.close();
        region.close();
    }

    /// The entries as the rows come.
    private static final class RowEntries implements BatchStream {
        private final StoredTable table;
        private final StoredIndex index;
        private final Cursor cursor;
        private final BatchBuilder builder;
        private final Object[] values;
        private final Bytes key = new Bytes();
        private final Bytes entry = new Bytes();

        RowEntries(StoredTable table, StoredIndex index, Transaction transaction, Region region) {
            this.table = table;
            this.index = index;
            this.cursor = transaction.cursor(table.container(), ReadMode.PLAIN);
            this.builder =
                    new BatchBuilder(
                            region,
                            index.isUnique() ? List.of(Type.TEXT, Type.TEXT) : List.of(Type.TEXT));
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
                for (int column : index.columnsShared()) {
                    values[column] =
                            table.values()
                                    .value(
                                            cursor.array(),
                                            cursor.valueOffset(),
                                            table.slot(column));
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

        @Override
        public void close() {
            builder.close();
            cursor.close();
        }
    }
}
