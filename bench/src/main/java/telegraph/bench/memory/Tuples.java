package telegraph.bench.memory;

/// The tuples of a partition: a key and payload, 100 bytes in all, made as they are read.
///
/// | bytes | field                     |
/// |------:|---------------------------|
/// |     8 | key, each once            |
/// |    88 | eleven numbers            |
/// |     4 | one more                  |
///
/// @param partitions how many there are
/// @param count tuples of each
record Tuples(int partitions, int count) {
    static final int BYTES = 100;
    static final int NUMBERS = 11;
    private static final long PHI = 0x9E3779B97F4A7C15L;

    /// Those of the paper's join.
    static final Tuples JOIN = new Tuples(50, 100_000);

    /// The key of a tuple: consecutive ones are far apart.
    static long key(int partition, int tuple) {
        return ((long) partition << 32 | tuple) * PHI;
    }

    /// A number of a tuple's payload.
    static long number(long key, int field) {
        return key + field;
    }

    /// The tuple that is looked for as the `probe`th.
    int target(int probe) {
        return (int) ((probe * 48_271L + 11) % count);
    }

    /// What all probes of all partitions add up to, if each finds its tuple.
    long expected() {
        long sum = 0;
        for (int partition = 0; partition < partitions; partition++) {
            for (int probe = 0; probe < count; probe++) {
                sum += number(key(partition, target(probe)), 1);
            }
        }
        return sum;
    }

    static int slot(long key, int mask) {
        return (int) (key * PHI >>> 40) & mask;
    }
}
