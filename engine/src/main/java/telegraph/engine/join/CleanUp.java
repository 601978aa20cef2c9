package telegraph.engine.join;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.BatchStream;
import telegraph.engine.JoinSpec;
import telegraph.engine.operator.Arrivals;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.MemoryShare;
import telegraph.engine.operator.Operator;
import telegraph.engine.operator.Output;
import telegraph.engine.operator.Pinned;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// What is left of a [PipelinedJoin] that ran short of memory: a [Join] of the rows it kept and
/// those still to come, without what came out already.
///
/// Each row gets a tag, a column behind its others.
///
/// | tag    | of a row that                          | what no longer comes out               |
/// |--------|----------------------------------------|----------------------------------------|
/// | LATE   | was not kept                           |                                        |
/// | KEPT   | was kept and has no partner so far     | its pairs with rows that were kept     |
/// | MARKED | was kept and has one                   | those, and the row for want of one     |
///
/// A left row of a semi-join or an anti-join that is MARKED is done with, and left out.
///
/// Threads: one. Memory: kept rows go to a store, from where they leave memory, until [#close].
final class CleanUp implements AutoCloseable {
    private static final int LATE = 0;
    private static final int KEPT = 1;
    private static final int MARKED = 2;

    private final Join join;
    private final List<Remaining> sides;
    private final Output output;
    private final BatchRows rows;
    private final Vector[] columns;
    private final int[] selection = new int[Batch.ROWS_MAX];

    /// The columns of the tags; that of the right rows is -1 if only left rows come out.
    private final int leftTag;

    private final int rightTag;
    private boolean begun;

    /// @param kept by side, no batch of which is being joined
    /// @param leftFirst whether the left side is thought to be the smaller one
    static CleanUp of(
            JoinSpec spec,
            PipelinedJoin.Way way,
            List<BuildRows> kept,
            boolean leftFirst,
            StoredJoin.Place place) {
        Region region = place.region();
        List<Remaining> sides = new ArrayList<>();
        for (int side = 0; side < kept.size(); side++) {
            sides.add(new Remaining(spec, way, kept.get(side), side, region));
        }
        Predicate condition =
                new NotBothKept(
                        tag(sides.getFirst(), 0), tag(sides.getLast(), 1), spec.condition());
        JoinSpec tagged =
                new JoinSpec(
                        spec.kind(),
                        spec.leftKeys(),
                        spec.rightKeys(),
                        way.keeps(PipelinedJoin.Rule.PAIR_ONCE)
                                ? Optional.of(condition)
                                : spec.condition());
        int rowsMax = rowsMax(place.output().types(), region);
        Join join = Join.of(tagged, List.copyOf(sides), leftFirst, region, rowsMax);
        return new CleanUp(join, sides, place.output());
    }

    /// So few that the batches on their way do not count beside the partitions of both sides.
    private static int rowsMax(List<Type> types, Region region) {
        return MemoryShare.rows(region.limit() / 128, MemoryShare.rowBytes(types));
    }

    private static ColumnRef tag(BatchStream side, int input) {
        return new ColumnRef(input, side.types().size() - 1);
    }

    private CleanUp(Join join, List<Remaining> sides, Output output) {
        this.join = join;
        this.sides = sides;
        this.output = output;
        this.rows = new BatchRows(join.types());
        this.columns = new Vector[output.types().size()];
        this.leftTag = sides.getFirst().types().size() - 1;
        this.rightTag = join.types().size() - 1 == leftTag ? -1 : join.types().size() - 1;
    }

    /// Puts out some rows; false if there are none left.
    public boolean step() throws InterruptedException {
        if (!begun) {
            begun = true;
            sides.forEach(Remaining::leave);
        }
        Batch batch = join.next();
        if (batch == null) {
            return false;
        }
        try {
            put(batch);
        } finally {
            batch.unpin();
        }
        return true;
    }

    private void put(Batch batch) {
        rows.start(batch);
        int count = 0;
        for (int at = 0; at < batch.rows(); at++) {
            selection[count] = at;
            count += rightTag < 0 || isNew(at) ? 1 : 0;
        }
        int to = 0;
        for (int c = 0; c < batch.columns(); c++) {
            if (c != leftTag && c != rightTag) {
                columns[to++] = rows.column(c);
            }
        }
        output.append(columns, selection, count);
        rows.confirm();
    }

    /// Whether a row is a pair, or has no partner in truth.
    private boolean isNew(int at) {
        Vector left = rows.column(leftTag);
        Vector right = rows.column(rightTag);
        return !(right.nulls[at] && left.longs[at] == MARKED)
                && !(left.nulls[at] && right.longs[at] == MARKED);
    }

    /// Whether [#step] would wait for others, as the first does until all of a side is there.
    public boolean waits() {
        return !begun || !join.isReady();
    }

    @Override
    public void close() {
        join.close();
    }

    /// The rows of a side, those that were kept first.
    private static final class Remaining extends Operator {
        private final Arrivals arrivals;
        private final BuildRows kept;
        private final int side;
        private final boolean told;
        private final boolean onlyUnmarked;
        private final BatchStore store;
        private final BatchRows rows;
        private final Vector[] columns;
        private final Vector tag = new Vector(Type.INTEGER);
        private final int[] selection = new int[Batch.ROWS_MAX];
        private int number;

        Remaining(JoinSpec spec, PipelinedJoin.Way way, BuildRows kept, int side, Region parent) {
            super("side", List.of(), tagged(kept.types()), parent, rowsMax(kept.types(), parent));
            this.arrivals = way.arrivals();
            this.told = way.keeps(PipelinedJoin.Rule.TELL_MARKS);
            this.kept = kept;
            this.side = side;
            this.onlyUnmarked =
                    spec.kind() == JoinSpec.Kind.SEMI || spec.kind() == JoinSpec.Kind.ANTI;
            this.store = new BatchStore(region);
            this.rows = new BatchRows(kept.types());
            this.columns = new Vector[types().size()];
            tag.hasNoNulls();
        }

        private static List<Type> tagged(List<Type> types) {
            List<Type> tagged = new ArrayList<>(types);
            tagged.add(Type.INTEGER);
            return tagged;
        }

        /// Lets the kept rows leave memory.
        void leave() {
            kept.leaveTo(store);
        }

        @Override
        public boolean step() throws InterruptedException {
            boolean early = number < store.size();
            Batch batch = early ? store.pin(number) : arrivals.next(side);
            if (batch == null) {
                return false;
            }
            try {
                put(batch, early);
            } finally {
                batch.unpin();
            }
            if (early) {
                store.drop(number++);
            }
            return true;
        }

        private void put(Batch batch, boolean early) {
            int count = 0;
            for (int at = 0; at < batch.rows(); at++) {
                boolean marked = early && told && kept.isMarked(Pinned.first(number) + at);
                tag.longs[at] = marked ? MARKED : early ? KEPT : LATE;
                selection[count] = at;
                count += marked && onlyUnmarked ? 0 : 1;
            }
            rows.start(batch);
            rows.select(selection, count);
            System.arraycopy(rows.columns(), 0, columns, 0, columns.length - 1);
            columns[columns.length - 1] = tag;
            output.append(columns, selection, count);
            rows.confirm();
        }

        @Override
        public boolean waits() {
            return number >= store.size() && !arrivals.isReady(side);
        }

        @Override
        public void release() {
            store.close();
            kept.close();
        }
    }

    /// The condition, of pairs that did not come out while both rows were kept.
    private record NotBothKept(ColumnRef left, ColumnRef right, Optional<Predicate> condition)
            implements Predicate {
        @Override
        public List<ColumnRef> columns() {
            List<ColumnRef> columns = new ArrayList<>(List.of(left, right));
            condition.ifPresent(c -> columns.addAll(c.columns()));
            return columns;
        }

        @Override
        public boolean canThrow() {
            return condition.isPresent() && condition.get().canThrow();
        }

        @Override
        public int narrow(Rows rows, int[] selection, int count) {
            Vector ofLeft = rows.column(left, selection, count);
            Vector ofRight = rows.column(right, selection, count);
            int kept = 0;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                selection[kept] = at;
                kept += ofLeft.longs[at] == LATE || ofRight.longs[at] == LATE ? 1 : 0;
            }
            return condition.isEmpty() || kept == 0
                    ? kept
                    : condition.get().narrow(rows, selection, kept);
        }

        @Override
        public Predicate fork() {
            return new NotBothKept(left, right, condition.map(Predicate::fork));
        }
    }
}
