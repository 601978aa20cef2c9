package telegraph.engine.stem;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Holds the rows of one input that have arrived, and finds those that match a tuple.
///
/// ```
/// rows of a build ──scatter by the hash of the first index's key──► partition 0  [page][page]
///                                                                  partition 1  [page]
///                                                                  ...
/// index 0  part 0, 1, ...  key ──► newest row ──► older row of the key ──► ...
/// index 1  part 0, 1, ...
/// ```
///
/// Invariants:
///
/// 1. A row can be found in every index that somebody may still ask before its build is stamped
///    (R8); an index that only inputs would ask that are complete gets no more rows.
/// 2. A row never changes, and neither does its place while somebody may read it.
/// 3. Once all rows are here ([#complete]), a prober with a later stamp need not look at stamps.
///
/// Threads: any number of workers build and probe at once, each through a [StemReader] of its own.
/// Memory: regions below the SteM's.
public final class Stem implements AutoCloseable {
    /// Into how many parts rows are split that are too many to be loaded at once.
    public static final int WAYS = 8;

    private static final int UNDECIDED = -2;
    private static final int NONE = -1;

    private final Design design;
    private final Region region;
    private final Stamps stamps;
    private final RoutingRules rules;
    private final Builds builds;
    private final Pages pages;
    private final Quiescence quiescence = new Quiescence();
    private final StemMemory memory;
    private final BatchStore disk;
    private final Partition.Shared pagesShared;
    private final Partition[] partitions;
    private final HashIndex[] indexes;
    private final boolean[] hashed;
    private final boolean[] partial;
    private final Type[] keyTypes;
    private final List<Optional<KeyFilter>> reductions;
    private final int keyIndex;
    private volatile int first = UNDECIDED;
    private volatile boolean complete;
    private volatile boolean someAway;

    /// An index of a SteM.
    ///
    /// @param columns the input's columns it is asked with
    /// @param askers the inputs, as bits, of which a tuple that asks it may consist
    public record Index(List<Integer> columns, long askers) {}

    /// What a SteM must be able to do.
    ///
    /// @param types of the columns that are stored
    /// @param keyColumns stored columns that no two rows share, if rows may arrive by two ways;
    ///   else empty
    /// @param walked whether rows are also asked for without an index
    public record Design(
            int input, List<Type> types, List<Index> indexes, int[] keyColumns, boolean walked) {}

    /// Positions that count.
    public record Chosen(int[] selection, int count) {}

    /// Rows to build.
    ///
    /// @param unit their unit, or -1
    /// @param columns those of the design, by position
    /// @param rows the same as tuples
    public record Incoming(int unit, Vector[] columns, Rows rows, int[] selection, int count) {}

    /// What became of rows.
    ///
    /// @param count how many are left in the selection
    public record Built(long stamp, int count) {}

    /// What the SteMs of a block share.
    ///
    /// @param partitions into how many the rows of each are split, a power of two
    public record Shared(Stamps stamps, RoutingRules rules, StemMemory memory, int partitions) {}

    public Stem(Design design, Region region, Shared shared) {
        this.design = design;
        this.region = region;
        this.stamps = shared.stamps();
        this.rules = shared.rules();
        this.memory = shared.memory();
        int partitions = shared.partitions();
        this.builds = new Builds(region);
        this.pages = new Pages(design.types().size());
        boolean keyed =
                design.keyColumns().length > 0 && rules.keep(RoutingRules.Rule.ABSORB_DUPLICATES);
        this.keyIndex = keyed ? design.indexes().size() : NONE;
        this.indexes = new HashIndex[design.indexes().size() + (keyed ? 1 : 0)];
        HashIndex.Shared tables = new HashIndex.Shared(pages, quiescence, memory.held());
        for (int i = 0; i < indexes.length; i++) {
            Region held = region.child(i == keyIndex ? "key" : "index " + i);
            int parts = i == keyIndex ? 1 : partitions;
            indexes[i] = new HashIndex(i, held, tables, parts);
        }
        this.hashed = new boolean[indexes.length];
        this.partial = new boolean[indexes.length];
        this.keyTypes = new Type[indexes.length];
        this.reductions = new ArrayList<>(Collections.nCopies(indexes.length, null));
        this.disk = new BatchStore(region.child("evicted"));
        this.pagesShared =
                new Partition.Shared(
                        region.child("rows"),
                        pages,
                        StemPage.Layout.of(design.types(), indexes.length),
                        disk,
                        quiescence,
                        memory);
        this.partitions = new Partition[partitions];
        for (int p = 0; p < partitions; p++) {
            this.partitions[p] = new Partition(pagesShared);
        }
        memory.add(this);
    }

    /// Copies the selected rows and makes them reachable. Those whose key is there already leave
    /// the selection. Afterwards `scratch.refs` has their references by position.
    ///
    /// @param incomplete the inputs, as bits, of which rows are yet to come
    public Built build(Incoming in, long incomplete, Scratch scratch) {
        if (rules.eviction().now().getAsBoolean()) {
            memory.evictLargest();
        }
        memory.makeRoom();
        int build = builds.begin(in.unit());
        pages.note(in.columns(), in.selection(), in.count());
        int by = first == UNDECIDED ? decide(incomplete) : first;
        long early =
                rules.keep(RoutingRules.Rule.STAMP_AFTER_INSERT) ? 0 : stamps.stamp(builds, build);
        if (early != 0) {
            rules.pause().run();
        }
        int left =
                keyIndex == NONE ? store(in, by, build, scratch) : storeNew(in, by, build, scratch);
        for (int i = 0; i < design.indexes().size(); i++) {
            if (i == by && keyIndex == NONE) {
                continue; // stored by it
            }
            if ((design.indexes().get(i).askers() & incomplete) != 0) {
                int present = keys(i, in.rows(), in.selection(), left, scratch);
                insert(i, present, scratch);
            } else if (i != by || rules.keep(RoutingRules.Rule.KNOW_PARTIAL)) {
                partial[i] = true;
            }
        }
        if (early != 0) {
            return new Built(early, left);
        }
        rules.pause().run();
        return new Built(stamps.stamp(builds, build), left);
    }

    /// Chooses the index by which rows are partitioned: the first that somebody may ask.
    private synchronized int decide(long incomplete) {
        if (first == UNDECIDED) {
            int chosen = design.indexes().isEmpty() ? NONE : 0;
            for (int i = design.indexes().size() - 1; i >= 0; i--) {
                if ((design.indexes().get(i).askers() & incomplete) != 0) {
                    chosen = i;
                }
            }
            first = chosen;
        }
        return first;
    }

    /// Sets key and hash of the selected rows in an index; those that have a value in every column
    /// are `scratch.present` afterwards; returns how many.
    int keys(int index, Rows rows, int[] selection, int count, Scratch scratch) {
        List<Integer> columns = design.indexes().get(index).columns();
        Vector[] key = new Vector[columns.size()];
        for (int c = 0; c < key.length; c++) {
            key[c] = rows.column(new ColumnRef(design.input(), columns.get(c)), selection, count);
        }
        int present = KeyHashes.present(key, selection, count, scratch.present);
        keyTypes[index] = key[0].type;
        if (KeyHashes.areKeys(key)) {
            present = KeyHashes.values(key[0], scratch.present, present, scratch.keys);
        } else {
            hashed[index] = true;
            KeyHashes.hash(key, scratch.present, present, scratch.keys);
        }
        KeyHashes.mix(scratch.keys, scratch.present, present, scratch.hashes);
        return present;
    }

    private void insert(int index, int present, Scratch scratch) {
        HashIndex into = indexes[index];
        int parts = into.parts();
        scratch.sort(scratch.present, present, parts);
        for (int p = 0; p < parts; p++) {
            int from = scratch.starts[p];
            int count = scratch.starts[p + 1] - from;
            if (count > 0) {
                into.part(p)
                        .insert(
                                scratch.keys,
                                scratch.hashes,
                                scratch.refs,
                                scratch.order,
                                from,
                                count);
            }
        }
    }

    /// Stores all selected rows, and makes them reachable in the index they are partitioned by.
    private int store(Incoming in, int by, int build, Scratch scratch) {
        int count = in.count();
        if (by == NONE) {
            int p = build & partitions.length - 1;
            partitions[p].append(in.columns(), in.selection(), 0, count, build, scratch.refs);
            return count;
        }
        int present = keys(by, in.rows(), in.selection(), count, scratch);
        scratch.sort(scratch.present, present, partitions.length);
        for (int p = 0; p < partitions.length; p++) {
            int from = scratch.starts[p];
            int some = scratch.starts[p + 1] - from;
            if (some > 0) {
                partitions[p].append(in.columns(), scratch.order, from, some, build, scratch.refs);
                indexes[by]
                        .part(p)
                        .insert(
                                scratch.keys,
                                scratch.hashes,
                                scratch.refs,
                                scratch.order,
                                from,
                                some);
            }
        }
        if (present < count) {
            int rest = rest(in.selection(), count, present, scratch);
            partitions[0].append(in.columns(), scratch.rest, 0, rest, build, scratch.refs);
        }
        return count;
    }

    /// Lists the selected positions that are not present; returns how many.
    private static int rest(int[] selection, int count, int present, Scratch scratch) {
        int next = 0;
        int rest = 0;
        for (int i = 0; i < count; i++) {
            if (next < present && scratch.present[next] == selection[i]) {
                next++;
            } else {
                scratch.rest[rest++] = selection[i];
            }
        }
        return rest;
    }

    /// Stores the rows whose key is not stored, and drops the others from the selection. A key that
    /// is NULL in part is nobody's duplicate.
    private int storeNew(Incoming in, int by, int build, Scratch scratch) {
        int[] columns = design.keyColumns();
        Vector[] key = new Vector[columns.length];
        for (int c = 0; c < columns.length; c++) {
            key[c] = in.columns()[columns[c]];
        }
        int present = KeyHashes.present(key, in.selection(), in.count(), scratch.present);
        KeyHashes.hash(key, scratch.present, present, scratch.keys);
        KeyHashes.mix(scratch.keys, scratch.present, present, scratch.hashes);
        int[] one = new int[1];
        int kept = 0;
        int next = 0;
        HashIndex.Part index = indexes[keyIndex].part(0);
        synchronized (index) {
            for (int i = 0; i < in.count(); i++) {
                int row = in.selection()[i];
                boolean keyed = next < present && scratch.present[next] == row;
                if (keyed) {
                    next++;
                    if (isStored(key, row, scratch.keys[row], index)) {
                        continue;
                    }
                }
                one[0] = row;
                int p = build & partitions.length - 1;
                partitions[p].append(in.columns(), one, 0, 1, build, scratch.refs);
                if (keyed) {
                    index.insert(scratch.keys, scratch.hashes, scratch.refs, one, 0, 1);
                }
                in.selection()[kept++] = row;
            }
        }
        return kept;
    }

    private boolean isStored(Vector[] key, int row, long hash, HashIndex.Part index) {
        HashIndex.Table table = index.table();
        long ref = table == null ? Ref.NONE : table.find(hash, KeyHashes.mix(hash));
        while (ref != Ref.NONE) {
            StemPage page = pages.page(ref);
            boolean same = true;
            for (int c = 0; same && c < key.length; c++) {
                int column = design.keyColumns()[c];
                same = KeyHashes.equal(key[c], row, page.batch(), column, Ref.row(ref));
            }
            page.batch().confirm();
            if (same) {
                return true;
            }
            ref = page.older(keyIndex, Ref.row(ref)) - 1L;
        }
        return false;
    }

    /// Sets what a probe of an index looks for; returns for how many positions.
    int lookedFor(int index, Vector[] keys, int[] selection, int count, Candidates to) {
        int present = KeyHashes.present(keys, selection, count, to.positions);
        to.hashed = hashed[index];
        if (hashed[index]) {
            KeyHashes.hash(keys, to.positions, present, to.keys);
            return present;
        }
        if (keys.length == 1 && keys[0].segments == null) {
            return KeyHashes.values(keys[0], to.positions, present, to.keys);
        }
        return 0; // nothing was built that had such a key
    }

    void find(int index, int count, Candidates to) {
        indexes[index].find(to, count);
        to.parts(partitions.length, isFirst(index));
    }

    void reclaim() {
        quiescence.reclaim();
    }

    /// Whether rows can leave memory: those by whose key duplicates are known cannot.
    boolean canEvict() {
        return keyIndex == NONE && disk.canSpill();
    }

    int partitions() {
        return partitions.length;
    }

    /// Bytes that an eviction of a partition frees.
    long bytes(int partition) {
        return partitions[partition].bytes() + (first < 0 ? 0 : tableBytes(partition));
    }

    private long tableBytes(int partition) {
        return indexes[first].part(partition).bytes();
    }

    /// Lets a partition leave memory. First nobody can find its rows any more, in no index; then
    /// they are written, and freed when nobody reads them.
    void evict(int partition) {
        someAway = true;
        for (int i = 0; i < indexes.length; i++) {
            if (i == first) {
                indexes[i].part(partition).leave();
            } else {
                indexes[i].leave();
            }
        }
        partitions[partition].leave();
    }

    /// Whether rows are partitioned by the key of an index.
    private boolean isFirst(int index) {
        return index >= 0 && index == first;
    }

    /// Splits rows of this SteM that have a key in an index into [#WAYS] by bits of its hash.
    ///
    /// @param used how many of the highest bits do not count
    public void split(int index, Rows rows, Chosen of, int used, Scratch scratch) {
        int present = keys(index, rows, of.selection(), of.count(), scratch);
        spread(present, used, scratch);
    }

    /// Splits tuples that ask an index as [#split] splits its rows.
    public void splitAsking(int index, Vector[] keys, Chosen of, int used, Scratch scratch) {
        int present = KeyHashes.present(keys, of.selection(), of.count(), scratch.present);
        if (hashed[index]) {
            KeyHashes.hash(keys, scratch.present, present, scratch.keys);
        } else {
            present = KeyHashes.values(keys[0], scratch.present, present, scratch.keys);
        }
        KeyHashes.mix(scratch.keys, scratch.present, present, scratch.hashes);
        spread(present, used, scratch);
    }

    private static void spread(int present, int used, Scratch scratch) {
        for (int i = 0; i < present; i++) {
            int at = scratch.present[i];
            scratch.hashes[at] <<= used;
        }
        scratch.sort(scratch.present, present, WAYS);
    }

    /// The pages of a part, in memory and on disk.
    List<Piece> pieces(int index, int part) {
        List<Piece> all = new ArrayList<>();
        for (int p = 0; p < partitions.length; p++) {
            if (!isFirst(index) || p == part) {
                partitions[p].addPieces(all);
            }
        }
        return all;
    }

    /// The types of the pages' columns.
    public List<Type> pageTypes() {
        return pagesShared.layout().types();
    }

    /// Where pages are that left memory, and parts of them.
    public BatchStore disk() {
        return disk;
    }

    /// Room to bring rows back.
    public Loaded load(int index) {
        return new Loaded(this, index, region, pagesShared);
    }

    HashIndex loadedIndex(int index, Region held, Quiescence readers) {
        return new HashIndex(
                index, held, new HashIndex.Shared(pages, readers, new AtomicLong()), 1);
    }

    /// The pages to be walked, or null if some have left memory.
    List<Partition.Filled> filled() {
        List<Partition.Filled> all = new ArrayList<>();
        for (Partition partition : partitions) {
            List<Partition.Filled> some = partition.filled();
            if (some == null) {
                return null;
            }
            all.addAll(some);
        }
        return all;
    }

    /// All rows are here: no build follows.
    public void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    RoutingRules rules() {
        return rules;
    }

    /// A worker's sight of the rows.
    public StemReader reader() {
        return new StemReader(this, pages, builds, quiescence);
    }

    /// What can be said of the keys in an index, once all rows of the input are here; empty before,
    /// and if not all of them are in that index or memory is short.
    public Optional<KeyFilter> reduction(int index) {
        if (!complete || index < 0 || partial[index]) {
            return Optional.empty();
        }
        synchronized (reductions) {
            if (reductions.get(index) == null) {
                reductions.set(index, keysOf(index));
            }
            return reductions.get(index);
        }
    }

    private Optional<KeyFilter> keysOf(int index) {
        Quiescence.Reader reader = quiescence.reader();
        reader.enter();
        try {
            Type type = hashed[index] ? null : keyTypes[index];
            KeySet keys = new KeySet(indexes[index], region, type);
            return someAway ? Optional.empty() : Optional.of(keys);
        } catch (TelegraphException e) {
            if (e.kind() == TelegraphException.Kind.RESOURCE) {
                return Optional.empty(); // it would only save work
            }
            throw e;
        } finally {
            reader.leave();
        }
    }

    /// Bytes of rows and indexes.
    public long bytes() {
        return region.used();
    }

    @Override
    public void close() {
        disk.close();
        region.close();
    }
}
