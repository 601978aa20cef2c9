package telegraph.engine.stem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import telegraph.memory.Region;

/// What rows that were built together have in common, by the number of their build: the stamp, 0
/// until they can be found, and the unit.
///
/// Threads: any. Memory: arrays on the heap, charged to the region.
final class Builds {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int BYTES_EACH = 12;

    private final Region region;
    private volatile long[] stamps = new long[16];
    private volatile int[] units = new int[16];
    private int size;
    private volatile long last;

    Builds(Region region) {
        this.region = region;
    }

    /// A new build, without a stamp.
    synchronized int begin(int unit) {
        int number = size;
        if (number == units.length) {
            region.charge((long) BYTES_EACH * number);
            // Longer copies are there before a number that needs them.
            stamps = Arrays.copyOf(stamps, number * 2);
            units = Arrays.copyOf(units, number * 2);
        }
        units[number] = unit;
        size = number + 1;
        return number;
    }

    /// Called with ever greater stamps.
    synchronized void stamp(int number, long stamp) {
        LONGS.setRelease(stamps, number, stamp);
        last = stamp;
    }

    /// The stamp of a build, 0 if it has none yet.
    long stamp(int number) {
        return (long) LONGS.getAcquire(stamps, number);
    }

    /// The unit of a stamped build, or -1.
    int unit(int number) {
        return units[number];
    }

    /// The greatest stamp given so far.
    long last() {
        return last;
    }
}
