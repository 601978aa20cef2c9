package telegraph.engine.join;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.engine.operator.MemoryCells;
import telegraph.engine.operator.Output;
import telegraph.engine.operator.Pile;
import telegraph.engine.operator.Pinned;
import telegraph.engine.operator.Positions;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// A join of two piles: the build rows in as many parts as memory demands, and for each part all
/// probe rows.
///
/// With several parts it is known only with the last which probe rows have a partner, so they are
/// marked from part to part.
///
/// Threads: one. Memory: owns both piles until [#close].
final class StoredJoin implements AutoCloseable {
    private final JoinShape shape;
    private final Pile build;
    private final Pile probe;
    private final Region region;
    private final Output output;
    private final List<Pile.Part> parts;

    /// For each probe row whether it has a partner, or null with one part.
    private final MemorySegment marks;

    private final boolean[] matched = new boolean[Batch.ROWS_MAX];
    private final int[] all = Positions.all();
    private BuildProbe matching;
    private int part = -1;
    private int number;
    private Batch current;
    private boolean putting;

    /// @param share how many bytes a part may have
    StoredJoin(JoinShape shape, Pile build, Pile probe, Place place, long share) {
        this.shape = shape;
        this.build = build;
        this.probe = probe;
        this.region = place.region();
        this.output = place.output();
        this.parts = build.parts(share, BuildRows.BYTES_PER_ROW);
        this.marks = parts.size() == 1 ? null : marks();
    }

    /// Where memory comes from and rows go.
    record Place(Region region, Output output) {}

    private MemorySegment marks() {
        long bytes = Math.max(1, (long) probe.batches() << Pinned.ROW_BITS);
        MemorySegment piece = region.allocate(bytes);
        piece.asSlice(0, bytes).fill((byte) 0);
        return piece;
    }

    /// Does some work; false if there was none left.
    boolean step() {
        if (matching == null && !turn()) {
            return false;
        }
        if (current != null) {
            advance();
        } else if (putting) {
            if (!matching.putBuild(number++)) {
                matching.close();
                matching = null;
            }
        } else if (number < probe.batches()) {
            start();
        } else {
            number = 0;
            putting = true;
        }
        return true;
    }

    /// Goes to the next part; false if there is none.
    private boolean turn() {
        if (++part >= parts.size()) {
            return false;
        }
        matching = new BuildProbe(shape, parts.get(part), region, output);
        number = 0;
        putting = false;
        return true;
    }

    private void start() {
        current = probe.pin(number);
        load();
        matching.start(current, all, current.rows(), matched);
    }

    private void advance() {
        if (matching.advance()) {
            return;
        }
        if (part == parts.size() - 1) {
            matching.putProbe(current);
        } else {
            save();
        }
        current.unpin();
        current = null;
        number++;
    }

    private void load() {
        long first = (long) number << Pinned.ROW_BITS;
        for (int row = 0; row < current.rows(); row++) {
            matched[row] = marks != null && marks.get(MemoryCells.BYTE, first + row) == 1;
        }
    }

    private void save() {
        long first = (long) number << Pinned.ROW_BITS;
        for (int row = 0; row < current.rows(); row++) {
            marks.set(MemoryCells.BYTE, first + row, (byte) (matched[row] ? 1 : 0));
        }
    }

    @Override
    public void close() {
        if (current != null) {
            current.unpin();
            current = null;
        }
        if (matching != null) {
            matching.close();
            matching = null;
        }
        if (marks != null) {
            region.free(marks);
        }
        build.close();
        probe.close();
    }
}
