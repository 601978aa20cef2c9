package telegraph.query.run;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Type;

/// The batches of a store that is complete and stays its owner's, from the first on.
///
/// Threads: one.
final class StoredBatches implements BatchStream {
    private final BatchStore store;
    private final List<Type> types;
    private int at;

    StoredBatches(BatchStore store, List<Type> types) {
        this.store = store;
        this.types = types;
    }

    @Override
    public List<Type> types() {
        return types;
    }

    @Override
    public Batch next() {
        return at == store.size() ? null : store.pin(at++);
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void close() {
        // Others may still read.
    }
}
