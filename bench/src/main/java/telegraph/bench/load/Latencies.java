package telegraph.bench.load;

/// How long operations took, in buckets that are at most an eighth wider than what falls into them.
///
/// Threads: one; [#add(Latencies)] when the other's thread has ended.
public final class Latencies {
    private static final int STEPS_LOG = 3;
    private static final int STEPS = 1 << STEPS_LOG;

    private final long[] counts = new long[64 * STEPS];

    public void add(long nanos) {
        counts[bucket(Math.max(0, nanos))]++;
    }

    private static int bucket(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int shift = 63 - Long.numberOfLeadingZeros(nanos) - STEPS_LOG;
        return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
    }

    private static double middle(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int shift = bucket / STEPS - 1;
        return (bucket % STEPS + STEPS + 0.5) * (1L << shift);
    }

    public void add(Latencies other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    /// Microseconds that a share of all operations took at most.
    public double micros(double share) {
        long all = 0;
        for (long count : counts) {
            all += count;
        }
        long below = 0;
        for (int i = 0; i < counts.length; i++) {
            below += counts[i];
            if (below > 0 && below >= share * all) {
                return middle(i) / 1e3;
            }
        }
        return 0;
    }
}
