package telegraph.engine.stem;

import java.util.ArrayList;
import java.util.List;
import telegraph.memory.Batch;

/// The stored batches of one input that a worker is reading, so that it need not pin one for each
/// row.
///
/// A table of [#PLACES] entries, each for the ids that are equal modulo that number. A batch that
/// text values point into stays pinned until [#release] even when another takes its entry. When the
/// pinned batches have too many bytes, memory is *tight*: from then on text is copied, entries are
/// given up for each other, and rows are better read in the order of their refs.
///
/// Threads: one worker. Memory: owns pins until [#release].
final class Pins {
    static final int PLACES = 64;

    private final RowStore store;
    private final long bytesMax;
    private final int[] ids = new int[PLACES];
    private final Batch[] batches = new Batch[PLACES];
    private final int[] firsts = new int[PLACES];
    private final boolean[] pointedTo = new boolean[PLACES];
    private final boolean[] listed = new boolean[PLACES];
    private final int[] used = new int[PLACES];
    private int usedCount;
    private final List<Batch> kept = new ArrayList<>();
    private long bytes;
    private boolean tight;

    Pins(RowStore store, long bytesMax) {
        this.store = store;
        this.bytesMax = bytesMax;
    }

    boolean isTight() {
        return tight;
    }

    /// Brings the batch with the rows of an id into its entry; returns the entry.
    int entry(int id) {
        int entry = id & PLACES - 1;
        if (batches[entry] != null && ids[entry] == id) {
            return entry;
        }
        if (bytes > bytesMax) {
            tight = true;
            giveUpEntries();
        }
        if (batches[entry] != null) {
            leave(entry);
        }
        RowStore.Place place = store.pin(id);
        if (!listed[entry]) {
            listed[entry] = true;
            used[usedCount++] = entry;
        }
        bytes += place.batch().heldBytes();
        ids[entry] = id;
        batches[entry] = place.batch();
        firsts[entry] = place.first();
        return entry;
    }

    private void giveUpEntries() {
        for (int u = 0; u < usedCount; u++) {
            if (batches[used[u]] != null && !pointedTo[used[u]]) {
                leave(used[u]);
            }
        }
    }

    private void leave(int entry) {
        if (pointedTo[entry]) {
            kept.add(batches[entry]);
            pointedTo[entry] = false;
        } else {
            bytes -= batches[entry].heldBytes();
            batches[entry].unpin();
        }
        batches[entry] = null;
    }

    Batch batch(int entry) {
        return batches[entry];
    }

    /// The row of the batch that the id's row 0 is.
    int first(int entry) {
        return firsts[entry];
    }

    /// Whether values may point into the batch of an entry; then it stays. If not, they are to be
    /// copied.
    boolean pointTo(int entry) {
        if (tight) {
            return pointedTo[entry];
        }
        pointedTo[entry] = true;
        return true;
    }

    /// Unpins everything; nothing may point into the batches any more.
    void release() {
        for (int u = 0; u < usedCount; u++) {
            int entry = used[u];
            if (batches[entry] != null) {
                batches[entry].unpin();
                batches[entry] = null;
            }
            pointedTo[entry] = false;
            listed[entry] = false;
        }
        usedCount = 0;
        kept.forEach(Batch::unpin);
        kept.clear();
        bytes = 0;
    }
}
