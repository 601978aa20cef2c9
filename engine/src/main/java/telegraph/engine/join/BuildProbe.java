package telegraph.engine.join;

import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.MemoryShare;
import telegraph.engine.operator.Output;
import telegraph.engine.operator.Pile;
import telegraph.engine.operator.Pinned;
import telegraph.engine.operator.Positions;
import telegraph.engine.operator.RowWords;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Joins probe rows, a batch at a time, with build rows that are all in memory.
///
/// The chains of all rows of a batch are followed side by side, a step of each a round, so that the
/// memory they lie in is waited for together. What may be a pair is put aside; when 4,096 are,
/// their keys are compared if the words do not tell, and the condition decides. A build row that
/// comes out because it has a partner does so with its first one.
///
/// Threads: one. Memory: that of the build rows until [#close].
final class BuildProbe implements AutoCloseable {
    private final JoinShape shape;
    private final Output output;
    private final BuildRows rowsBuilt;
    private final Pinned build;
    private final Predicate condition;
    private final boolean verify;

    /// How many pairs are put aside at most.
    private final int pairsMax;

    private final BatchRows probe;
    private final PairRows pairs;
    private final JoinKeys keys;
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

    /// With all rows of a part of a pile, which stays the caller's.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if they do not fit
    BuildProbe(JoinShape shape, Pile.Part rows, Region region, Output output) {
        this(shape, new BuildRows(shape, rows, region), region, output);
    }

    /// @param built whose rows may become more between two batches of probe rows; closed with this
    BuildProbe(JoinShape shape, BuildRows built, Region region, Output output) {
        this.shape = shape;
        this.output = output;
        this.condition = shape.spec().condition().map(Predicate::fork).orElse(null);
        this.verify = !shape.wordsAreKeys();
        this.pairsMax = MemoryShare.rows(region.limit() / 16, MemoryShare.rowBytes(shape.types()));
        this.probe = new BatchRows(shape.probeTypes());
        this.keys = new JoinKeys(shape.probeKeys(), shape.wordsAreKeys());
        this.columns = new Vector[shape.types().size()];
        this.rowsBuilt = built;
        this.build = built.rows();
        this.pairs = new PairRows(shape, probe, build);
    }

    BuildRows built() {
        return rowsBuilt;
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
        boolean more = keys.count() == 0 ? putAsideAll() : putAside();
        decide();
        return more;
    }

    /// Whether a row's first partner is all that is wanted of it.
    private boolean firstIsEnough() {
        return !shape.pairs() && !rowsBuilt.hasMarks();
    }

    private boolean putAside() {
        boolean certain = condition == null && !verify && firstIsEnough();
        JoinTable table = rowsBuilt.table();
        if (table == null) {
            return false;
        }
        while (left > 0 || taken < rowCount) {
            if (left == 0) {
                takeUp(table);
            }
            if (pairs.count + left > pairsMax) {
                return true;
            }
            left = certain ? table.mark(chains, left, matched) : table.step(chains, left, pairs);
        }
        return false;
    }

    /// Takes up the chains of further rows, no more than the pairs that may be put aside.
    private void takeUp(JoinTable table) {
        int count = Math.min(rowCount - taken, pairsMax);
        System.arraycopy(rows, taken, selection, 0, count);
        taken += count;
        left = table.start(chains, keys.words(probe, selection, count, chains));
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
        for (int k = 0; verify && k < keys.count() && count > 0; k++) {
            Vector other = pairs.build(shape.buildKeys()[k]);
            count = RowWords.equal(keys.value(k), pairs.probeAt, other, selection, count);
        }
        if (condition != null && count > 0) {
            count = condition.narrow(pairs, selection, count);
        }
        for (int i = 0; i < count; i++) {
            matched[pairs.probeAt[selection[i]]] = true;
        }
        if (shape.pairs() && count > 0) {
            pairs.columns(PairRows.Missing.NONE, columns);
            output.append(columns, selection, count);
        }
        if (rowsBuilt.hasMarks()) {
            mark(count);
        }
        confirm();
        pairs.clear();
    }

    /// Marks the build rows of the selected pairs, and puts out those that had no partner before,
    /// if that is what is wanted of them.
    private void mark(int count) {
        int first = 0;
        for (int i = 0; i < count; i++) {
            int pair = selection[i];
            selection[first] = pair;
            first += rowsBuilt.mark(pairs.buildRow[pair]) ? 1 : 0;
        }
        if (shape.build() == JoinShape.Fate.MATCHED && first > 0) {
            for (int c = 0; c < columns.length; c++) {
                columns[c] = pairs.build(c);
            }
            output.append(columns, selection, first);
        }
    }

    private void confirm() {
        probe.confirm();
        build.confirm();
    }

    /// Whether probe rows come out at all: without build rows only those without a partner.
    boolean needsProbe() {
        return !rowsBuilt.isEmpty() || shape.probe() == JoinShape.Fate.UNMATCHED;
    }

    /// Puts out those of the rows just joined that come out because they have a partner.
    void putMatched(Batch batch) {
        if (shape.probe() == JoinShape.Fate.MATCHED) {
            putProbe(batch);
        }
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

    /// Puts out the build rows of one batch that come out because they have no partner, when all
    /// probe rows have been joined; false if there is no such batch.
    boolean putBuild(int number) {
        if (shape.build() != JoinShape.Fate.UNMATCHED || number >= build.batches()) {
            return false;
        }
        int first = Pinned.first(number);
        int count = 0;
        for (int row = 0; row < build.batch(number).rows(); row++) {
            pairs.buildRow[count] = first + row;
            count += rowsBuilt.isMarked(first + row) ? 0 : 1;
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
        rowsBuilt.close();
    }
}
