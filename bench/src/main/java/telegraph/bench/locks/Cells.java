package telegraph.bench.locks;

/// What the caches guard: two numbers a key that belong together, so that a read that saw half of a
/// write is found out.
///
/// Threads: whatever the lock around it allows.
final class Cells {
    static final int KEYS = 1_024;

    private final long[] firsts = new long[KEYS];
    private final long[] seconds = new long[KEYS];

    long first(int key) {
        return firsts[key];
    }

    long second(int key) {
        return seconds[key];
    }

    void set(int key, long value) {
        firsts[key] = value;
        seconds[key] = -value;
    }

    /// The value, of two numbers that were read under the lock.
    static long demandWhole(long first, long second) {
        if (first != -second) {
            throw new IllegalStateException(
                    "a read sees all of a write or nothing: first=" + first + " second=" + second);
        }
        return first;
    }
}
