package telegraph.bench.memory;

/// Makes an object of each tuple, hands them on by the thousand, filters them and adds up a field.
///
/// Threads: one.
final class ObjectScan implements Contender {
    private final Tuples tuples;
    private final TupleObject[] batch = new TupleObject[RegionScan.BATCH];

    ObjectScan(Tuples tuples) {
        this.tuples = tuples;
    }

    @Override
    public long partition(int number) {
        long sum = 0;
        int kept = 0;
        for (int t = 0; t < tuples.count(); t++) {
            batch[kept++] = new TupleObject(Tuples.key(number, t));
            if (kept == batch.length || t == tuples.count() - 1) {
                sum += filtered(kept);
                kept = 0;
            }
        }
        return sum;
    }

    private long filtered(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            if (RegionScan.passes(batch[i].second())) {
                sum += batch[i].second();
            }
        }
        return sum;
    }

    @Override
    public void close() {
        // The collector's.
    }
}
