package telegraph.engine.stem;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Vector;

/// One worker's sight of the stored rows of one input.
///
/// References to stored rows, and texts gathered from them, are good until [#release], which ends a
/// piece of work. What must be kept longer is copied.
///
/// Threads: one worker. Memory: what could be found since the last [#release] stays in memory.
public final class StemReader {
    private final Stem stem;
    private final Pages pages;
    private final Builds builds;
    private final Quiescence.Reader presence;

    StemReader(Stem stem, Pages pages, Builds builds, Quiescence quiescence) {
        this.stem = stem;
        this.pages = pages;
        this.builds = builds;
        this.presence = quiescence.reader();
    }

    /// Finds in an index the newest row of each selected tuple's key.
    ///
    /// @param keys the tuples' columns in the order of the index's
    public void find(int index, Vector[] keys, int[] selection, int count, Candidates to) {
        enter();
        stem.find(index, keys, selection, count, to);
    }

    /// The next older row of the same key as a row found in an index, or [Ref#NONE].
    public long older(int index, long ref) {
        return pages.page(ref).older(index, Ref.row(ref)) - 1L;
    }

    /// Whether every stored row existed when a prober got its stamp, now and for ever.
    public boolean seesAll(long stamp) {
        return stem.isComplete() && builds.last() < stamp;
    }

    /// Whether a stored row existed when the prober got its stamp (R3).
    public boolean isVisible(long ref, long stamp) {
        long stored = builds.stamp(pages.page(ref).build(Ref.row(ref)));
        return stored != 0 && (stored < stamp || !stem.rules().timestampTest());
    }

    /// The pages there are now, each to be walked.
    public List<Walk> walks() {
        enter();
        List<Walk> all = new ArrayList<>();
        stem.filled(page -> all.add(new Walk(page)));
        return all;
    }

    /// The rows of a page.
    public final class Walk {
        private final Partition.Filled filled;

        private Walk(Partition.Filled filled) {
            this.filled = filled;
        }

        /// Lists the rows that a prober with this stamp may find; returns how many.
        public int visible(long stamp, long[] to) {
            int found = 0;
            for (int row = 0; row < filled.rows(); row++) {
                long ref = Ref.of(filled.page().number, row);
                if (isVisible(ref, stamp)) {
                    to[found++] = ref;
                }
            }
            return found;
        }
    }

    /// The values of stored rows; position `p` is the row that `refs[p]` names.
    public void gather(int column, long[] refs, int[] selection, int count, Vector to) {
        pages.gather(column, refs, selection, count, to);
    }

    /// The units of stored rows, or -1, by position.
    public void units(long[] refs, int[] selection, int count, int[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long ref = refs[at];
            to[at] = builds.unit(pages.page(ref).build(Ref.row(ref)));
        }
    }

    private void enter() {
        if (!presence.isIn()) {
            presence.enter();
        }
    }

    /// The piece of work is over: no reference is used any more.
    public void release() {
        presence.leave();
    }
}
