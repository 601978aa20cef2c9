package telegraph.engine.stem;

import telegraph.engine.Vector;

/// One worker's sight of the stored rows of one input.
///
/// References to stored rows, and texts gathered from them, are good until [#release], which ends a
/// piece of work. What must be kept longer is copied.
///
/// Threads: one worker. Memory: what it has read stays in memory until [#release].
public final class StemReader {
    private final RowStore store;
    private final Pins pins;

    StemReader(RowStore store, long bytesMax) {
        this.store = store;
        this.pins = new Pins(store, bytesMax);
    }

    /// The values of stored rows; position `p` is the row that `refs[p]` names.
    public void gather(int column, long[] refs, int[] selection, int count, Vector to) {
        Gather.fromStore(pins, column, refs, selection, count, to);
    }

    /// The units of stored rows, or -1, by position.
    public void units(long[] refs, int[] selection, int count, int[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = store.unitOf(Ref.batch(refs[at]));
        }
    }

    /// The piece of work is over: no reference is used any more.
    public void release() {
        pins.release();
    }
}
