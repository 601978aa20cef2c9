package telegraph.tables.access;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.Operators;
import telegraph.engine.SortKey;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.store.Bytes;

/// Entries that are kept for later, in memory and on disk where that is short, each with its
/// number: 1 for the first.
///
/// They are added, and then read once, as they came or in the order of their keys.
///
/// Threads: one. Memory: in a region of its own, until [#close].
final class KeptEntries implements AutoCloseable {
    private static final List<Type> TYPES = List.of(Type.TEXT, Type.TEXT, Type.BIGINT);

    /// By key, and equal ones as they came.
    private static final List<SortKey> ORDER =
            List.of(new SortKey(0, false, false), new SortKey(2, false, false));

    private final Region region;
    private final BatchBuilder builder;
    private final BatchStore batches;
    private long count;

    /// @param above takes its memory
    KeptEntries(Region above) {
        this.region = above.child("rows kept");
        this.builder = new BatchBuilder(region, TYPES);
        this.batches = new BatchStore(region);
    }

    void add(Bytes key, Bytes value) {
        builder.setText(0, key.array(), 0, key.length());
        builder.setText(1, value.array(), 0, value.length());
        builder.setLong(2, ++count);
        builder.endRow();
        if (builder.isFull()) {
            keep();
        }
    }

    private void keep() {
        Batch batch = builder.build();
        try {
            batches.append(batch);
        } finally {
            batch.unpin();
        }
    }

    long count() {
        return count;
    }

    /// All as they came.
    EntryStream read() {
        return new EntryStream(new Leaving());
    }

    /// All in the order of their keys.
    EntryStream sorted() {
        return new EntryStream(Operators.sort(new Leaving(), ORDER, region));
    }

    @Override
    public void close() {
        builder.close();
        batches.close();
        region.close();
    }

    /// The batches, each forgotten when it is given away.
    private final class Leaving implements BatchStream {
        private int next;

        Leaving() {
            if (!builder.isEmpty()) {
                keep();
            }
        }

        @Override
        public List<Type> types() {
            return TYPES;
        }

        @Override
        public Batch next() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException("nobody wants more entries");
            }
            if (next == batches.size()) {
                return null;
            }
            Batch batch = batches.pin(next);
            batches.drop(next++);
            return batch;
        }

        @Override
        public void close() {
            next = batches.size();
        }
    }
}
