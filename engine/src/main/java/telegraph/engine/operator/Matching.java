package telegraph.engine.operator;

import java.lang.foreign.MemorySegment;
import telegraph.engine.Predicate;
import telegraph.engine.Vector;
import telegraph.engine.stem.Keys;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Joins probe rows, a batch at a time, with build rows that are all in memory.
///
/// The chains of all rows of a batch are followed side by side, a step of each a round, so that the
/// memory they lie in is waited for together. What may be a pair is put aside; when 4,096 are,
/// their keys are compared if the words do not tell, and the condition decides.
///
/// Threads: one. Memory: pins, table and marks until [#close]; the pile is the caller's.
final class Matching implements AutoCloseable {
    private final JoinShape shape;
    private final Region region;
    private final Output output;
    private final Pinned build;
    private final JoinTable table;
    private final Predicate condition;
    private final boolean verify;

    /// How many pairs are put aside at most.
    private final int pairsMax;

    /// For each build row whether it has a partner, or null if nobody wants to know.
    private final MemorySegment marks;

    private final BatchRows probe;
    private final PairRows pairs;
    private final Vector[] probeKeys;
    private final Vector[] columns;
    private final JoinTable.Chains chains = new JoinTable.Chains();
    private final int[] selection = new int[Batch.ROWS_MAX];

    /// What is being joined: its rows, how many of them have been taken up and how many of their
    /// chains go on, or which row of which batch is next.
    private int[] rows;

    private int rowCount;
    private boolean[] matched;
    private int taken;
    private int left;
    private int nextBatch;
    private int nextProbe;
    private int nextRow;

    private final int[] all = Positions.all();

    /// What a build row takes beyond itself.
    static final int BYTES_PER_ROW = JoinTable.BYTES_PER_ROW + 2;

    /// @throws telegraph.memory.TelegraphException of kind RESOURCE if the build rows do not fit
    Matching(JoinShape shape, Pile.Part rows, Region region, Output output) {
        this.shape = shape;
        this.region = region;
        this.output = output;
        this.condition = shape.spec().condition().map(Predicate::fork).orElse(null);
        this.verify = !shape.wordsAreKeys();
        this.pairsMax = Share.rows(region.limit() / 16, Share.rowBytes(shape.types()));
        this.probe = new BatchRows(shape.probeTypes());
        this.probeKeys = new Vector[shape.probeKeys().length];
        this.columns = new Vector[shape.types().size()];
        this.build = new Pinned(rows);
        JoinTable made = null;
        try {
            made = probeKeys.length == 0 ? null : table(rows);
            this.marks = shape.build() == JoinShape.Fate.NONE ? null : marks();
        } catch (RuntimeException e) {
            if (made != null) {
                made.close();
            }
            build.close();
            throw e;
        }
        this.table = made;
        this.pairs = new PairRows(shape, probe, build);
    }

    private JoinTable table(Pile.Part rows) {
        JoinTable made = new JoinTable(region, Math.toIntExact(rows.rows()));
        BatchRows at = new BatchRows(shape.buildTypes());
        Vector[] keys = new Vector[probeKeys.length];
        for (int b = 0; b < build.batches(); b++) {
            at.start(build.batch(b));
            int count = words(at, shape.buildKeys(), keys, all, build.batch(b).rows());
            made.add(chains.words, chains.active, count, Pinned.first(b));
        }
        return made;
    }

    /// Sets words and the active positions, those without NULLs in their keys; returns how many.
    private int words(BatchRows rows, int[] keyColumns, Vector[] keys, int[] positions, int count) {
        for (int k = 0; k < keys.length; k++) {
            keys[k] = rows.column(keyColumns[k]);
        }
        int present = Keys.present(keys, positions, count, chains.active);
        if (verify) {
            RowWords.hash(keys, chains.active, present, chains.words);
        } else {
            RowWords.keys(keys[0], chains.active, present, chains.words);
        }
        return present;
    }

    private MemorySegment marks() {
        long bytes = Math.max(1, (long) build.batches() << Pinned.ROW_BITS);
        MemorySegment piece = region.allocate(bytes);
        piece.asSlice(0, bytes).fill((byte) 0);
        return piece;
    }

    /// Begins to join the selected rows of a batch.
    ///
    /// @param whoHas is set at the rows that have a partner
    void start(Batch batch, int[] rowsOf, int count, boolean[] whoHas) {
        rows = rowsOf;
        rowCount = count;
        matched = whoHas;
        probe.start(batch);
        probe.select(rows, rowCount);
        taken = 0;
        left = 0;
        nextBatch = 0;
        nextProbe = 0;
        nextRow = 0;
    }

    /// Goes on until some pairs came out; false if there are no more.
    boolean advance() {
        boolean more = table == null ? putAsideAll() : putAside();
        decide();
        return more;
    }

    /// Whether a row's first partner is all that is wanted of it.
    private boolean firstIsEnough() {
        return !shape.pairs() && marks == null;
    }

    private boolean putAside() {
        boolean certain = condition == null && !verify && firstIsEnough();
        while (left > 0 || taken < rowCount) {
            if (left == 0) {
                takeUp();
            }
            if (pairs.count + left > pairsMax) {
                return true;
            }
            left = certain ? table.mark(chains, left, matched) : table.step(chains, left, pairs);
        }
        return false;
    }

    /// Takes up the chains of further rows, no more than the pairs that may be put aside.
    private void takeUp() {
        int count = Math.min(rowCount - taken, pairsMax);
        System.arraycopy(rows, taken, selection, 0, count);
        taken += count;
        int present = words(probe, shape.probeKeys(), probeKeys, selection, count);
        left = table.start(chains, present);
    }

    /// Puts aside every row with every other, as far as there is room; false at the end.
    private boolean putAsideAll() {
        for (; nextBatch < build.batches(); nextBatch++) {
            int buildRows = build.batch(nextBatch).rows();
            int first = Pinned.first(nextBatch);
            for (; nextProbe < rowCount; nextProbe++) {
                int at = rows[nextProbe];
                boolean done = matched[at] && firstIsEnough();
                for (; nextRow < buildRows && !done; nextRow++) {
                    if (pairs.count == pairsMax) {
                        return true;
                    }
                    pairs.probeAt[pairs.count] = at;
                    pairs.buildRow[pairs.count++] = first + nextRow;
                }
                nextRow = 0;
            }
            nextProbe = 0;
        }
        return false;
    }

    /// Finds out which of the pairs put aside are pairs, marks both rows, and puts them out.
    private void decide() {
        int count = pairs.count;
        System.arraycopy(all, 0, selection, 0, count);
        for (int k = 0; verify && k < probeKeys.length && count > 0; k++) {
            Vector keys = pairs.build(shape.buildKeys()[k]);
            count = RowWords.equal(probeKeys[k], pairs.probeAt, keys, selection, count);
        }
        if (condition != null && count > 0) {
            count = condition.narrow(pairs, selection, count);
        }
        for (int i = 0; i < count; i++) {
            matched[pairs.probeAt[selection[i]]] = true;
        }
        if (marks != null) {
            for (int i = 0; i < count; i++) {
                marks.set(Cells.BYTE, pairs.buildRow[selection[i]], (byte) 1);
            }
        }
        if (shape.pairs() && count > 0) {
            pairs.columns(PairRows.Missing.NONE, columns);
            output.append(columns, selection, count);
        }
        confirm();
        pairs.clear();
    }

    private void confirm() {
        probe.confirm();
        build.confirm();
    }

    /// Puts out those of the rows just joined that come out for their own sake.
    void putProbe(Batch batch) {
        if (shape.probe() == JoinShape.Fate.NONE) {
            return;
        }
        boolean wanted = shape.probe() == JoinShape.Fate.MATCHED;
        int kept = 0;
        for (int i = 0; i < rowCount; i++) {
            int at = rows[i];
            selection[kept] = at;
            kept += matched[at] == wanted ? 1 : 0;
        }
        if (kept == 0) {
            return;
        }
        probe.resume(batch);
        probe.select(selection, kept);
        if (!shape.pairs()) {
            output.append(probe.columns(), selection, kept);
            probe.confirm();
            return;
        }
        for (int i = 0; i < kept; i++) {
            pairs.probeAt[i] = selection[i];
        }
        pairs.count = kept;
        pairs.columns(PairRows.Missing.BUILD, columns);
        output.append(columns, all, kept);
        probe.confirm();
        pairs.clear();
    }

    /// Puts out the build rows of one batch that come out for their own sake, when all probe rows
    /// have been joined; false if there is no such batch.
    boolean putBuild(int number) {
        if (marks == null || number >= build.batches()) {
            return false;
        }
        boolean wanted = shape.build() == JoinShape.Fate.MATCHED;
        int first = Pinned.first(number);
        int count = 0;
        for (int row = 0; row < build.batch(number).rows(); row++) {
            pairs.buildRow[count] = first + row;
            count += marks.get(Cells.BYTE, first + row) == 1 == wanted ? 1 : 0;
        }
        pairs.count = count;
        if (shape.pairs()) {
            pairs.columns(PairRows.Missing.PROBE, columns);
        } else {
            for (int c = 0; c < columns.length; c++) {
                columns[c] = pairs.alone(c);
            }
        }
        output.append(columns, all, count);
        build.confirm();
        pairs.clear();
        return true;
    }

    @Override
    public void close() {
        if (table != null) {
            table.close();
        }
        if (marks != null) {
            region.free(marks);
        }
        build.close();
    }
}
