package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import telegraph.engine.vector.Rows;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;

/// Some rows that had left memory, brought back for a while with an index of their own.
///
/// Threads: one worker. Memory: what is on disk leaves again in [#clear]; the index and all else is
/// freed in [#close].
public final class Loaded implements AutoCloseable {
    private final Stem stem;
    private final int index;
    private final Region region;
    private final Pages pages;
    private final BatchStore disk;
    private final StemPage.Layout layout;
    private final Quiescence quiescence = new Quiescence();
    private final List<Integer> pinned = new ArrayList<>();
    private final List<Batch> pins = new ArrayList<>();
    private final List<MemorySegment> chains = new ArrayList<>();
    private final List<StemPage> brought = new ArrayList<>();
    private final List<Partition.Filled> filled = new ArrayList<>();
    private HashIndex keys;
    private Region held;
    private long bytes;

    Loaded(Stem stem, int index, Region region, Partition.Shared shared) {
        this.stem = stem;
        this.index = index;
        this.region = region;
        this.pages = shared.pages();
        this.disk = shared.disk();
        this.layout = shared.layout();
    }

    /// Brings back a page; its rows can be found when they are indexed. The batch stays until
    /// [#clear], one in memory as long as the reader that named it.
    public Batch add(Piece piece) {
        boolean here = piece.page() != null;
        Batch batch = here ? piece.page().batch() : disk.pin(piece.id());
        if (!here) {
            pinned.add(piece.id());
            pins.add(batch);
        }
        MemorySegment chain = null;
        if (index >= 0) {
            chain = region.allocate(4L * Math.max(1, batch.rows()));
            chains.add(chain);
        }
        StemPage page = new StemPage(pages.take(), layout, batch, chain);
        pages.put(page);
        brought.add(page);
        filled.add(new Partition.Filled(page, batch));
        bytes += piece.bytes();
        return batch;
    }

    /// How many rows the last page has.
    public int rows() {
        return filled.getLast().rows();
    }

    /// Bytes of the pages here.
    public long bytes() {
        return bytes;
    }

    /// Makes all rows of the last page reachable by their keys.
    ///
    /// @param rows of the page as tuples: position `p` is row `p`
    /// @param selection all positions
    public void index(Rows rows, int[] selection, Scratch scratch) {
        if (index < 0) {
            return;
        }
        if (keys == null) {
            held = region.child("loaded");
            keys = stem.loadedIndex(index, held, quiescence);
        }
        Partition.Filled page = filled.getLast();
        int present = stem.keys(index, rows, selection, page.rows(), scratch);
        for (int i = 0; i < present; i++) {
            int at = scratch.present[i];
            scratch.refs[at] = Ref.of(page.page().number, at);
        }
        keys.part(0)
                .insert(scratch.keys, scratch.hashes, scratch.refs, scratch.present, 0, present);
    }

    void find(Candidates to, int count) {
        keys.find(to, count);
    }

    boolean isEmpty() {
        return keys == null;
    }

    List<Partition.Filled> filled() {
        return filled;
    }

    /// Lets go of all rows; nobody refers to them any more.
    public void clear() {
        brought.forEach(pages::remove);
        chains.forEach(region::free);
        chains.clear();
        pins.forEach(Batch::unpin);
        pins.clear();
        pinned.forEach(disk::toDisk);
        pinned.clear();
        brought.clear();
        filled.clear();
        bytes = 0;
        keys = null;
        if (held != null) {
            held.close();
            held = null;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
