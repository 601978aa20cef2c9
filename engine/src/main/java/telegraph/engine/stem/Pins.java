package telegraph.engine.stem;

import java.util.ArrayList;
import java.util.List;
import telegraph.memory.Batch;

/// The stored batches of one input that a worker is reading, so that it need not pin one for each
/// row.
///
/// A table of [#PLACES] entries, each for the ids that are equal modulo that number. A batch that
/// text values point into stays pinned until [#release] even when another takes its entry; when
/// these *kept* batches have too many bytes, text must be copied instead.
///
/// Threads: one worker. Memory: owns pins until [#release].
public final class Pins {
    static final int PLACES = 64;

    private final RowStore store;
    private final long keptBytesMax;
    private final int[] ids = new int[PLACES];
    private final Batch[] batches = new Batch[PLACES];
    private final int[] firsts = new int[PLACES];
    private final boolean[] pointedTo = new boolean[PLACES];
    private final int[] used = new int[PLACES];
    private int usedCount;
    private final List<Batch> kept = new ArrayList<>();
    private long keptBytes;

    public Pins(RowStore store, long keptBytesMax) {
        this.store = store;
        this.keptBytesMax = keptBytesMax;
    }

    /// Brings the batch with the rows of an id into its entry; returns the entry.
    int entry(int id) {
        int entry = id & PLACES - 1;
        if (batches[entry] != null && ids[entry] == id) {
            return entry;
        }
        RowStore.Place place = store.pin(id);
        if (batches[entry] == null) {
            used[usedCount++] = entry;
        } else {
            leave(entry);
        }
        ids[entry] = id;
        batches[entry] = place.batch();
        firsts[entry] = place.first();
        return entry;
    }

    private void leave(int entry) {
        if (pointedTo[entry]) {
            kept.add(batches[entry]);
            keptBytes += batches[entry].heldBytes();
            pointedTo[entry] = false;
        } else {
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
        if (keptBytes > keptBytesMax) {
            return pointedTo[entry];
        }
        pointedTo[entry] = true;
        return true;
    }

    /// Unpins everything; nothing may point into the batches any more.
    public void release() {
        for (int u = 0; u < usedCount; u++) {
            int entry = used[u];
            if (batches[entry] != null) {
                batches[entry].unpin();
                batches[entry] = null;
            }
            pointedTo[entry] = false;
        }
        usedCount = 0;
        kept.forEach(Batch::unpin);
        kept.clear();
        keptBytes = 0;
    }
}
