package telegraph.engine.join;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.MemoryCells;
import telegraph.engine.operator.Pile;
import telegraph.engine.operator.Pinned;
import telegraph.engine.operator.Positions;
import telegraph.engine.vector.Gather;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// The build rows of a join in memory: all rows of a pile, or such as come one batch after the
/// other.
///
/// | part   | holds                                                                     |
/// |--------|---------------------------------------------------------------------------|
/// | rows   | batches, pinned; a row is known by its number ([Pinned])                  |
/// | table  | of each row without NULLs in its keys the word of these; none without keys |
/// | marks  | of each row whether it has a partner, if anybody wants to know            |
///
/// Rows of small batches are put together with those before them, so that a source that trickles
/// does not take a page for each row; their numbers stay what they are.
///
/// Threads: any may read, while none adds or marks. Memory: pins, table and marks until [#close].
final class BuildRows implements AutoCloseable {
    /// What a row takes beyond itself.
    static final int BYTES_PER_ROW = JoinTable.BYTES_PER_ROW + 2;

    private static final int ROWS_FIRST = 64;
    private static final long SMALL_BYTES = 64 << 10;

    private final JoinShape shape;
    private final Region region;
    private final Pinned rows;
    private final JoinKeys keys;
    private final JoinTable.Chains chains = new JoinTable.Chains();
    private final BatchRows added;
    private final int[] all = Positions.all();
    private JoinTable table;
    private MemorySegment marks;
    private long bytes;

    /// None yet.
    BuildRows(JoinShape shape, Region region) {
        this(shape, region, new Pinned());
    }

    /// All rows of a part of a pile.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if they do not fit
    BuildRows(JoinShape shape, Pile.Part part, Region region) {
        this(shape, region, new Pinned(part));
        try {
            reserve(rows.batches(), Math.toIntExact(part.rows()));
            for (int b = 0; b < rows.batches(); b++) {
                enter(rows.batch(b), Pinned.first(b));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private BuildRows(JoinShape shape, Region region, Pinned rows) {
        this.shape = shape;
        this.region = region;
        this.rows = rows;
        this.keys = new JoinKeys(shape.buildKeys(), shape.wordsAreKeys());
        this.added = new BatchRows(shape.buildTypes());
    }

    Pinned rows() {
        return rows;
    }

    /// Null without keys or without rows.
    JoinTable table() {
        return table;
    }

    boolean isEmpty() {
        return rows.batches() == 0;
    }

    /// Whether somebody wants to know which rows have a partner.
    boolean hasMarks() {
        return shape.build() != JoinShape.Fate.NONE;
    }

    boolean isMarked(int row) {
        return hasMarks() && marks.get(MemoryCells.BYTE, row) == 1;
    }

    /// Marks a row that has a partner; whether it had none before.
    boolean mark(int row) {
        boolean first = marks.get(MemoryCells.BYTE, row) == 0;
        marks.set(MemoryCells.BYTE, row, (byte) 1);
        return first;
    }

    /// Marks those of the rows added last that have a partner.
    ///
    /// @param first the number of the first of them
    void mark(int first, boolean[] whoHas, int count) {
        for (int i = 0; hasMarks() && i < count; i++) {
            marks.set(MemoryCells.BYTE, first + i, (byte) (whoHas[i] ? 1 : 0));
        }
    }

    List<Type> types() {
        return shape.buildTypes();
    }

    /// About how many bytes the rows that came take, with all that belongs to them.
    long bytes() {
        return bytes + (table == null ? 0 : table.bytes()) + (marks == null ? 0 : marks.byteSize());
    }

    /// About how many bytes there will be with the rows of a batch, at most.
    long bytesWith(Batch batch) {
        return bytes + batch.heldBytes() + tableWith(batch.rows()) + marksWith(rows.batches() + 1);
    }

    private long tableWith(int more) {
        return keys.count() == 0
                ? 0
                : table == null
                        ? JoinTable.bytes(Math.max(ROWS_FIRST, more))
                        : table.bytesWith(more);
    }

    private long marksWith(int batches) {
        long before = marks == null ? 0 : marks.byteSize();
        long wanted = Math.max(1, (long) batches << Pinned.ROW_BITS);
        return !hasMarks() || before >= wanted ? before : Math.max(wanted, 2 * before);
    }

    /// Adds the rows of a batch and returns the number of the first; the others follow.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if they do not fit; then none
    ///   is added
    int add(Batch batch) {
        int last = rows.batches() - 1;
        boolean joins = last >= 0 && isSmall(batch) && isSmall(rows.batch(last));
        Batch longer = joins ? together(rows.batch(last), batch) : null;
        try {
            reserve(joins ? last + 1 : last + 2, batch.rows());
        } catch (RuntimeException e) {
            if (joins) {
                longer.unpin();
            }
            throw e;
        }
        int first;
        if (joins) {
            first = Pinned.first(last) + rows.batch(last).rows();
            bytes += longer.heldBytes() - rows.batch(last).heldBytes();
            rows.replaceLast(longer);
        } else {
            first = Pinned.first(last + 1);
            bytes += batch.heldBytes();
            rows.add(batch);
        }
        enter(batch, first);
        return first;
    }

    /// Makes room for so many batches in all, and so many rows more.
    private void reserve(int batches, int more) {
        if (keys.count() > 0 && table == null) {
            table = new JoinTable(region, Math.max(ROWS_FIRST, more));
        } else if (keys.count() > 0) {
            table.reserve(more);
        }
        long before = marks == null ? 0 : marks.byteSize();
        long wanted = marksWith(batches);
        if (before < wanted) {
            MemorySegment larger = region.allocate(wanted);
            larger.fill((byte) 0);
            if (marks != null) {
                MemorySegment.copy(marks, 0, larger, 0, before);
                region.free(marks);
            }
            marks = larger;
        }
    }

    private void enter(Batch batch, int first) {
        if (keys.count() > 0) {
            added.start(batch);
            int count = keys.words(added, all, batch.rows(), chains);
            table.add(chains.words, chains.active, count, first);
            added.confirm();
        }
    }

    private static boolean isSmall(Batch batch) {
        return batch.rows() < Pile.LARGE_ROWS && batch.heldBytes() < SMALL_BYTES;
    }

    /// The rows of two small batches.
    private Batch together(Batch one, Batch other) {
        try (BatchBuilder builder = new BatchBuilder(region, shape.buildTypes())) {
            for (Batch batch : new Batch[] {one, other}) {
                added.start(batch);
                int taken = Gather.append(added.columns(), all, 0, batch.rows(), builder);
                added.confirm();
                if (taken < batch.rows()) {
                    throw new IllegalStateException(
                            "small batches fit into one: rows=" + one.rows() + "," + other.rows());
                }
            }
            return builder.build();
        }
    }

    /// Gives the rows to a store, from where they can leave memory: batch `b` becomes number `b`
    /// there. Marks stay; nothing more is added or joined.
    void leaveTo(BatchStore store) {
        if (table != null) {
            table.close();
            table = null;
        }
        rows.leaveTo(store);
    }

    @Override
    public void close() {
        if (table != null) {
            table.close();
            table = null;
        }
        if (marks != null) {
            region.free(marks);
            marks = null;
        }
        rows.close();
    }
}
