package telegraph.engine.stem;

import java.util.List;
import java.util.Optional;
import telegraph.engine.ColumnRef;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
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

    /// Positions that count.
    public record Chosen(int[] selection, int count) {}

    /// What became of rows.
    ///
    /// @param count how many are left in the selection
    public record Built(long stamp, int count) {}

    /// Room a worker lends to a build.
    public static final class Scratch {
        private final int[] hashes = new int[Batch.ROWS_MAX];
        private final int[] chosen = new int[Batch.ROWS_MAX];

        /// By position the references to the rows that the last build stored.
        public final long[] refs = new long[Batch.ROWS_MAX];
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

    /// Copies the selected rows and makes them reachable. Those whose key is there already leave
    /// the selection. Afterwards `scratch.refs` has their references by position.
    ///
    /// @param unit the unit of the rows, or -1
    /// @param columns of the design's types, by position
    /// @param rows the same rows as tuples
    public Built build(int unit, Vector[] columns, Rows rows, Chosen chosen, Scratch scratch) {
        int[] selection = chosen.selection();
        int count = chosen.count();
        int id = store(unit, columns, selection, count, scratch.refs);
        int left = keyIndex == null ? count : absorb(columns, selection, count, scratch);
        if (design.walked()) {
            region.charge(4L * left);
            int[] live = new int[left];
            for (int i = 0; i < left; i++) {
                live[i] = Ref.row(scratch.refs[selection[i]]);
            }
            store.live(id, live);
        }
        long early = rules.stampAfterInsert() ? 0 : stamps.stamp(store, id);
        if (early != 0) {
            rules.pause().run();
        }
        for (int i = 0; i < indexes.length; i++) {
            int kept = hash(rows, design.indexColumns().get(i), selection, left, scratch);
            indexes[i].insert(scratch.refs, scratch.hashes, scratch.chosen, kept);
        }
        if (early != 0) {
            return new Built(early, left);
        }
        rules.pause().run();
        return new Built(stamps.stamp(store, id), left);
    }

    /// Stores the rows as a batch of their own; returns its id.
    private int store(int unit, Vector[] vectors, int[] selection, int count, long[] refs) {
        try (BatchBuilder builder = new BatchBuilder(region, design.types())) {
            for (int done = 0; done < count; ) {
                done += Gather.append(vectors, selection, done, count - done, builder);
            }
            Batch batch = builder.build();
            int id = store.append(batch, unit);
            batch.unpin();
            for (int i = 0; i < count; i++) {
                refs[selection[i]] = Ref.of(id, i);
            }
            return id;
        }
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
    private int absorb(Vector[] stored, int[] selection, int count, Scratch scratch) {
        int[] columns = design.keyColumns();
        Vector[] key = new Vector[columns.length];
        for (int c = 0; c < columns.length; c++) {
            key[c] = stored[columns[c]];
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
            if (!keyed || claim(key, row, scratch.hashes[row], scratch.refs[row])) {
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

    RowStore rows() {
        return store;
    }

    /// How many ids of stored rows there are; the last ones may not be stamped yet.
    public int ids() {
        return store.size();
    }

    /// The rows of a stamped id that count.
    public int[] liveRows(int id) {
        return store.liveRows(id);
    }

    /// A worker's sight of the rows.
    ///
    /// @param bytesMax the most bytes of stored rows to keep in memory for one piece of work
    public StemReader reader(long bytesMax) {
        return new StemReader(store, bytesMax);
    }

    /// What can be said of the keys in an index, once all rows of the input are here; empty before.
    public Optional<KeyFilter> reduction(int index) {
        return Optional.empty();
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
