package telegraph.engine.stem;

import java.util.List;
import telegraph.engine.vector.Vector;

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
    private Loaded loaded;

    StemReader(Stem stem, Pages pages, Builds builds, Quiescence quiescence) {
        this.stem = stem;
        this.pages = pages;
        this.builds = builds;
        this.presence = quiescence.reader();
    }

    /// Finds in an index the newest row of each selected tuple's key. Tuples whose rows have left
    /// memory are listed apart.
    ///
    /// @param keys the tuples' columns in the order of the index's
    public void find(int index, Vector[] keys, int[] selection, int count, Candidates to) {
        enter();
        int wanted = stem.lookedFor(index, keys, selection, count, to);
        if (loaded == null) {
            stem.find(index, wanted, to);
        } else if (loaded.isEmpty()) {
            to.count = 0;
            to.awayCount = 0;
        } else {
            loaded.find(to, wanted);
        }
    }

    /// Looks only into rows that were brought back, or, with null, into those in memory again.
    public void lookInto(Loaded rows) {
        enter();
        loaded = rows;
    }

    /// The pages of a part that has left memory ([Candidates#sortAway]); those that are still there
    /// stay until [#release].
    public List<Piece> pieces(int index, int part) {
        enter();
        return stem.pieces(index, part);
    }

    /// The next older row of the same key as a row found in an index, or [Ref#NONE].
    public long older(int index, long ref) {
        return pages.page(ref).older(index, Ref.row(ref)) - 1L;
    }

    /// Says of the selected tuples that they wait for all rows, some of which have left memory.
    public void allAway(int[] selection, int count, Candidates to) {
        System.arraycopy(selection, 0, to.away, 0, count);
        to.awayCount = count;
        to.parts(1, false);
    }

    /// Whether every stored row existed when a prober got its stamp, now and for ever.
    public boolean seesAll(long stamp) {
        return stem.isComplete() && builds.last() < stamp && stem.rules().eviction().byStamp();
    }

    /// Whether a stored row existed when the prober got its stamp (R3).
    public boolean isVisible(long ref, long stamp) {
        long stored = builds.stamp(pages.page(ref).build(Ref.row(ref)));
        return stored != 0 && (stored < stamp || isBroken());
    }

    private boolean isBroken() {
        return !stem.rules().keep(RoutingRules.Rule.TIMESTAMP_TEST)
                || loaded != null && !stem.rules().eviction().byStamp();
    }

    /// The pages there are now, each to be walked, or null if some have left memory.
    public List<Walk> walks() {
        enter();
        List<Partition.Filled> pages = loaded == null ? stem.filled() : loaded.filled();
        return pages == null ? null : pages.stream().map(Walk::new).toList();
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
