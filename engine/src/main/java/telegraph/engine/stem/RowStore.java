package telegraph.engine.stem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// The stored rows of one input, by the id of the batch they came in, with the batches' stamps.
///
/// Append-only: an id once given keeps its rows until [#close], but not its place. Lookups bring
/// batches of a row or two; such *fresh* ones are gathered into one larger batch when there are
/// enough of them. Large batches go to the [BatchStore], which may write them to disk.
///
/// | place                    | meaning                                            |
/// |--------------------------|----------------------------------------------------|
/// | `number << 12 \| first`  | batch `number` of the store, from row `first` on   |
/// | `-1 - i`                 | fresh batch `i`                                    |
///
/// Threads: any may append and read. Reading a fresh batch takes the store's lock for a moment.
/// Memory: owns a pin of each batch.
final class RowStore implements AutoCloseable {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int SMALL_ROWS = 256;
    private static final int FRESH_MAX = 64;
    private static final int FRESH_ROWS_MAX = 2048;
    private static final int BYTES_PER_ID = 40;

    private final Object growth = new Object();
    private final Region region;
    private final List<Type> types;
    private final BatchStore batches;
    private final List<Batch> fresh = new ArrayList<>();
    private final List<Integer> freshIds = new ArrayList<>();
    private int freshRows;
    private volatile long[] places = new long[16];
    private volatile int[][] live = new int[16][];
    private volatile long[] stamps = new long[16];
    private volatile int[] units = new int[16];
    private volatile int size;
    private long rows;

    /// Where the rows of an id are now, with a pin that the caller gives back.
    ///
    /// @param first the row that the id's row 0 is
    record Place(Batch batch, int first) {}

    RowStore(Region region, List<Type> types) {
        this.region = region;
        this.types = types;
        this.batches = new BatchStore(region);
    }

    /// Stores a batch with a pin of its own; returns its id. Its stamp is 0: not yet there.
    int append(Batch batch, int unit) {
        synchronized (growth) {
            if (batch.rows() < SMALL_ROWS
                    && (fresh.size() == FRESH_MAX || freshRows + batch.rows() > FRESH_ROWS_MAX)) {
                gatherFresh();
            }
            int id = size;
            if (id == places.length) {
                region.charge((long) BYTES_PER_ID * id);
                grow(id * 2);
            }
            if (batch.rows() < SMALL_ROWS) {
                batch.pin();
                LONGS.setRelease(places, id, -1L - fresh.size());
                fresh.add(batch);
                freshIds.add(id);
                freshRows += batch.rows();
            } else {
                LONGS.setRelease(places, id, Ref.of(batches.append(batch), 0));
            }
            units[id] = unit;
            rows += batch.rows();
            size = id + 1;
            return id;
        }
    }

    /// Longer copies are published before the size that needs them; elements are written under the
    /// same lock, so that none goes to the shorter array.
    private void grow(int length) {
        places = Arrays.copyOf(places, length);
        live = Arrays.copyOf(live, length);
        stamps = Arrays.copyOf(stamps, length);
        units = Arrays.copyOf(units, length);
    }

    /// Copies all fresh batches into one and stores it. Whoever has pinned an old one keeps it.
    private void gatherFresh() {
        try (BatchBuilder builder = new BatchBuilder(region, types)) {
            int[] firsts = new int[fresh.size()];
            for (int i = 0; i < firsts.length; i++) {
                firsts[i] = builder.rows();
                builder.append(fresh.get(i), null, 0, fresh.get(i).rows());
            }
            Batch gathered = builder.build();
            int number = batches.append(gathered);
            gathered.unpin();
            for (int i = 0; i < firsts.length; i++) {
                LONGS.setRelease(places, freshIds.get(i), Ref.of(number, firsts[i]));
                fresh.get(i).unpin();
            }
        }
        fresh.clear();
        freshIds.clear();
        freshRows = 0;
    }

    /// Says which rows of a batch count; before it is stamped.
    void live(int id, int[] which) {
        synchronized (growth) {
            live[id] = which;
        }
    }

    void stamp(int id, long stamp) {
        synchronized (growth) {
            LONGS.setRelease(stamps, id, stamp);
        }
    }

    /// The stamp of a batch, 0 if it has none yet.
    long stampOf(int id) {
        return (long) LONGS.getAcquire(stamps, id);
    }

    /// The unit that the rows of a stamped batch belong to, or -1.
    int unitOf(int id) {
        return units[id];
    }

    /// How many ids there are; the last ones may not be stamped yet.
    int size() {
        return size;
    }

    /// The rows of a stamped batch that count.
    int[] liveRows(int id) {
        return live[id];
    }

    /// Pins the batch that has the rows of an id; may read it from disk.
    Place pin(int id) {
        long place = (long) LONGS.getAcquire(places, id);
        if (place < 0) {
            synchronized (growth) {
                place = places[id];
                if (place < 0) {
                    Batch batch = fresh.get((int) (-1 - place));
                    batch.pin();
                    return new Place(batch, 0);
                }
            }
        }
        return new Place(batches.pin(Ref.batch(place)), Ref.row(place));
    }

    /// How many rows are stored.
    long rows() {
        synchronized (growth) {
            return rows;
        }
    }

    @Override
    public void close() {
        synchronized (growth) {
            fresh.forEach(Batch::unpin);
            fresh.clear();
            batches.close();
        }
    }
}
