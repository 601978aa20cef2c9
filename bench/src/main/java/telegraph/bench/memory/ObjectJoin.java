package telegraph.bench.memory;

import java.util.HashMap;
import java.util.Map;

/// Builds a hash map of tuples as objects, or as arrays of bytes, and probes it: what a program
/// does that leaves memory to the collector.
///
/// Threads: one.
final class ObjectJoin implements Contender {
    private final Tuples tuples;
    private final boolean arrays;

    ObjectJoin(Tuples tuples, boolean arrays) {
        this.tuples = tuples;
        this.arrays = arrays;
    }

    @Override
    public long partition(int number) {
        return arrays ? byteArrays(number) : objects(number);
    }

    private long objects(int number) {
        Map<Long, TupleObject> table = new HashMap<>(2 * tuples.count());
        for (int t = 0; t < tuples.count(); t++) {
            long key = Tuples.key(number, t);
            table.put(key, new TupleObject(key));
        }
        long sum = 0;
        long all = 0;
        for (int p = 0; p < tuples.count(); p++) {
            TupleObject found = table.get(Tuples.key(number, tuples.target(p)));
            sum += found.second();
            all ^= p % 1_000 == 0 ? found.sum() : 0;
        }
        return all == 1 ? -1 : sum;
    }

    private long byteArrays(int number) {
        Map<Long, byte[]> table = new HashMap<>(2 * tuples.count());
        for (int t = 0; t < tuples.count(); t++) {
            long key = Tuples.key(number, t);
            byte[] tuple = new byte[Tuples.BYTES];
            Words.put(tuple, 0, key);
            table.put(key, tuple);
        }
        long sum = 0;
        for (int p = 0; p < tuples.count(); p++) {
            byte[] found = table.get(Tuples.key(number, tuples.target(p)));
            sum += Words.longAt(found, 16);
        }
        return sum;
    }

    @Override
    public void close() {
        // The collector's.
    }
}
