package telegraph.testkit.model;

/// Numbers that look like chance and follow from what they are about (splitmix64).
public final class Mix {
    private Mix() {}

    public static long of(long seed, long what, long a, long b) {
        return mix(mix(mix(seed ^ what * 0x9E3779B97F4A7C15L) + a) + b * 0xD1B54A32D192ED03L);
    }

    private static long mix(long x) {
        long z = x + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /// A number from 0 to `bound` - 1.
    static int below(long mixed, int bound) {
        return (int) ((mixed >>> 33) * bound >>> 31);
    }
}
