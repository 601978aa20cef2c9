package telegraph.engine.stem;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.ColumnRef;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Holds the rows of one input that have arrived, and finds those that match a tuple.
///
/// Threads: any number of workers build and probe at once. Memory: rows in the [RowStore], indexes
/// in regions below the SteM's.
public final class Stem implements AutoCloseable {
    private final Design design;
    private final RowStore store;
    private final HashIndex[] indexes;
    private final HashIndex keyIndex;
    private final Region region;
    private final Stamps stamps;
    private final Rules rules;

    /// What a SteM must be able to do.
    ///
    /// @param types of the columns of the stored batches
    /// @param indexColumns the columns of each index
    /// @param keyColumns columns of the stored batches that no two rows share, if rows may arrive
    ///   by two ways; else empty
    /// @param walked whether rows are also asked for without an index
    public record Design(
            int input,
            List<Type> types,
            List<List<Integer>> indexColumns,
            int[] keyColumns,
            boolean walked) {}

    /// What became of a batch.
    ///
    /// @param count how many rows are left in the selection
    public record Built(int batch, long stamp, int count) {}

    /// Room a worker lends to a build.
    public static final class Scratch {
        private final int[] hashes = new int[Batch.ROWS_MAX];
        private final int[] chosen = new int[Batch.ROWS_MAX];
    }

    /// @param partitions into how many parts an index is split, a power of two
    public Stem(Design design, Region region, int partitions, Stamps stamps, Rules rules) {
        this.design = design;
        this.region = region;
        this.stamps = stamps;
        this.rules = rules;
        this.store = new RowStore(region.child("rows"), design.types());
        this.indexes = new HashIndex[design.indexColumns().size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = new HashIndex(region.child("index " + i), partitions);
        }
        this.keyIndex =
                design.keyColumns().length > 0 && rules.absorbDuplicates()
                        ? new HashIndex(region.child("key"), partitions)
                        : null;
    }

    /// Stores a batch with a pin of its own and makes the selected rows reachable. Rows whose key
    /// is there already leave the selection.
    ///
    /// @param unit the unit of the rows, or -1
    /// @param rows the batch as tuples: position `p` is row `p`
    public Built build(
            Batch batch, int unit, Rows rows, int[] selection, int count, Scratch scratch) {
        int id = store.append(batch, unit);
        int left = keyIndex == null ? count : absorb(batch, id, selection, count, scratch);
        if (design.walked()) {
            region.charge(4L * left);
            store.live(id, Arrays.copyOf(selection, left));
        }
        long early = rules.stampAfterInsert() ? 0 : stamps.stamp(store, id);
        if (early != 0) {
            rules.pause().run();
        }
        for (int i = 0; i < indexes.length; i++) {
            int kept = hash(rows, design.indexColumns().get(i), selection, left, scratch);
            indexes[i].insert(id, scratch.hashes, scratch.chosen, kept);
        }
        if (early != 0) {
            return new Built(id, early, left);
        }
        rules.pause().run();
        return new Built(id, stamps.stamp(store, id), left);
    }

    /// Hashes the rows that have a value in every column; they are `scratch.chosen` afterwards.
    private int hash(
            Rows rows, List<Integer> columns, int[] selection, int count, Scratch scratch) {
        Vector[] vectors = new Vector[columns.size()];
        for (int c = 0; c < vectors.length; c++) {
            vectors[c] =
                    rows.column(new ColumnRef(design.input(), columns.get(c)), selection, count);
        }
        int kept = Keys.present(vectors, selection, count, scratch.chosen);
        Keys.hash(vectors, scratch.chosen, kept, scratch.hashes);
        return kept;
    }

    /// Drops rows whose key is stored, and claims the keys of the others. A key that is NULL in
    /// part is nobody's duplicate.
    private int absorb(Batch batch, int id, int[] selection, int count, Scratch scratch) {
        int[] columns = design.keyColumns();
        Vector[] key = new Vector[columns.length];
        for (int c = 0; c < columns.length; c++) {
            key[c] = new Vector(batch.type(columns[c]));
            Gather.fromBatch(batch, columns[c], null, selection, count, key[c]);
        }
        int present = Keys.present(key, selection, count, scratch.chosen);
        Keys.hash(key, scratch.chosen, present, scratch.hashes);
        int kept = 0;
        int next = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            boolean keyed = next < present && scratch.chosen[next] == row;
            if (keyed) {
                next++;
            }
            if (!keyed || claim(key, row, scratch.hashes[row], Ref.of(id, row))) {
                selection[kept++] = row;
            }
        }
        return kept;
    }

    private boolean claim(Vector[] key, int row, int hash, long ref) {
        synchronized (keyIndex.lock(hash)) {
            HashIndex.Table table = keyIndex.table(hash);
            int entry = table == null ? 0 : table.first(hash);
            while (entry != 0) {
                if (sameKey(key, row, table.ref(entry))) {
                    return false;
                }
                entry = table.next(entry, hash);
            }
            keyIndex.insertOne(hash, ref);
            return true;
        }
    }

    private boolean sameKey(Vector[] key, int row, long ref) {
        RowStore.Place place = store.pin(Ref.batch(ref));
        try {
            int stored = place.first() + Ref.row(ref);
            for (int c = 0; c < key.length; c++) {
                int column = design.keyColumns()[c];
                if (!Keys.equal(key[c], row, place.batch(), column, stored)) {
                    return false;
                }
            }
            return true;
        } finally {
            place.batch().unpin();
        }
    }

    /// The table to look into for rows with this hash in the columns of an index, or null if there
    /// are none.
    public HashIndex.Table table(int index, int hash) {
        return indexes[index].table(hash);
    }

    /// Whether a stored row existed when the prober was stamped.
    public boolean visible(int batch, long stamp) {
        long stored = store.stampOf(batch);
        return stored != 0 && (stored < stamp || !rules.timestampTest());
    }

    public RowStore rows() {
        return store;
    }

    /// Where batches made for this SteM belong.
    public Region region() {
        return region;
    }

    /// Bytes of rows and indexes.
    public long bytes() {
        return region.used();
    }

    @Override
    public void close() {
        store.close();
        region.close();
    }
}
