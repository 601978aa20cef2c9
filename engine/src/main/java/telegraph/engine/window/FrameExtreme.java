package telegraph.engine.window;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.SortKey;
import telegraph.engine.operator.Pinned;
import telegraph.engine.sort.RowOrder;
import telegraph.engine.vector.Vector;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// MIN and MAX of the frame's rows.
///
/// Kept are the rows that no later one of the frame beats: the first of them is the best, and as it
/// leaves the frame the next is. Where frames begin with the partition only the first is kept.
final class FrameExtreme implements WindowCall {
    private final int argument;
    private final WindowPart part;
    private final boolean onlyBest;
    private final RowOrder order;
    private final WindowRows.Cursor here;
    private final WindowRows.Cursor there;
    private final Region region;

    /// The rows kept, in `[first, last)`.
    private long[] kept = new long[16];

    private int first;
    private int last;
    private long seen;

    FrameExtreme(boolean max, int argument, List<Type> types, Window.Parts parts) {
        this.argument = argument;
        this.part = parts.part();
        this.onlyBest = parts.frames().startsWithPartition();
        this.order = new RowOrder(List.of(new SortKey(argument, max, false)), types);
        this.here = parts.rows().cursor(false);
        this.there = parts.rows().cursor(true);
        this.region = parts.region();
        region.charge(8L * kept.length);
    }

    @Override
    public void begin() {
        first = 0;
        last = 0;
        seen = part.start;
    }

    @Override
    public void put(Vector to, int at) {
        if (part.hasGap()) {
            anew(to, at);
            return;
        }
        seen = Math.max(seen, part.frameStart);
        for (; seen < part.frameEnd; seen++) {
            add(seen);
        }
        while (first < last && kept[first] < part.frameStart) {
            first++;
        }
        if (first == last) {
            to.nulls[at] = true;
            return;
        }
        there.to(kept[first]);
        Pinned.put(there.batch, argument, there.place, to, at);
    }

    /// Looks at all rows of the frame that count: what a row beats now may be the best for another.
    private void anew(Vector to, int at) {
        long best = -1;
        for (long row = part.frameStart; row < part.frameEnd; row++) {
            if (!part.counts(row)) {
                continue;
            }
            here.to(row);
            if (!here.isNull(argument) && (best < 0 || beats(best))) {
                best = row;
            }
        }
        if (best < 0) {
            to.nulls[at] = true;
            return;
        }
        there.to(best);
        Pinned.put(there.batch, argument, there.place, to, at);
    }

    private void add(long row) {
        here.to(row);
        if (here.isNull(argument)) {
            return;
        }
        while (first < last && beats(kept[last - 1])) {
            last--;
        }
        if (onlyBest && first < last) {
            return;
        }
        if (last == kept.length) {
            if (first > 0) {
                System.arraycopy(kept, first, kept, 0, last - first);
            } else {
                region.charge(8L * kept.length);
                kept = Arrays.copyOf(kept, 2 * kept.length);
            }
            last -= first;
            first = 0;
        }
        kept[last++] = row;
    }

    private boolean beats(long other) {
        there.to(other);
        return order.compare(here.batch, here.place, there.batch, there.place) <= 0;
    }
}
