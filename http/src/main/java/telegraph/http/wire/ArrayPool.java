package telegraph.http.wire;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.http.FetchOutcome;
import telegraph.memory.Region;

/// Arrays of octets that fetches borrow for bodies, within one bound for all.
///
/// Sizes are powers of two from [#SMALLEST]. What is given back is kept for the next who asks, up
/// to a quarter of the bound; so the same few arrays, warm in the processor's cache, serve fetch
/// after fetch.
///
/// Invariants:
///
/// 1. Arrays lent and kept, together, are at most the bound, but for those of the one exchange that
///    is `elder`: who holds an array and needs a larger one may become that if there is no other,
///    and is not held up. So a bound full of bodies that all grow is no deadlock.
/// 2. All of them are charged to the region.
///
/// Threads: any. Whoever finds nothing left asks again every [#PAUSE] until its deadline.
public final class ArrayPool implements AutoCloseable {
    static final int SMALLEST = 16 << 10;

    private static final int SMALLEST_LOG = 14;
    private static final int SIZES = 17;
    private static final int PLACES_MAX = 1024;
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final long bound;
    private final Ticker ticker;
    private final Region region;
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();
    private final AtomicReference<FetchWatch> elder = new AtomicReference<>();
    private final Shelf[] shelves = new Shelf[SIZES];
    private volatile boolean closed;

    public ArrayPool(long bound, Ticker ticker, Region region) {
        this.bound = bound;
        this.ticker = ticker;
        this.region = region;
        for (int i = 0; i < SIZES; i++) {
            long places = bound / 2 / (SMALLEST << i);
            shelves[i] = new Shelf((int) Math.min(PLACES_MAX, places));
        }
    }

    /// An array of at least `octets`.
    ///
    /// @param borrower who asks
    /// @param holds whether it has another array that it gives back only afterwards
    /// @param deadline when waiting ends, in the ticker's nanoseconds
    byte[] take(int octets, FetchWatch borrower, boolean holds, long deadline)
            throws FetchFailure, InterruptedException {
        int size = sizeIndex(octets);
        byte[] array = fromShelf(size);
        if (array == null) {
            array = make(SMALLEST << size, borrower, holds);
        }
        return array != null ? array : await(octets, borrower, holds, deadline);
    }

    private byte[] await(int octets, FetchWatch borrower, boolean holds, long deadline)
            throws FetchFailure, InterruptedException {
        int size = sizeIndex(octets);
        borrower.pause();
        try {
            while (ticker.nanos() - deadline < 0) {
                ticker.sleep(PAUSE);
                byte[] array = fromShelf(size);
                if (array == null) {
                    array = make(SMALLEST << size, borrower, holds);
                }
                if (array != null) {
                    return array;
                }
            }
        } finally {
            borrower.resume();
        }
        throw new FetchFailure(
                FetchOutcome.TIMEOUT,
                "no memory for a body in time: octets="
                        + octets
                        + " lent="
                        + held.get()
                        + " limit="
                        + bound);
    }

    /// Takes back what [#take] lent.
    void give(byte[] array) {
        int length = array.length;
        boolean wanted = kept.get() + length <= bound / 2 && held.get() <= bound;
        if (wanted && shelves[sizeIndex(length)].put(array)) {
            kept.addAndGet(length);
            if (closed) {
                clear();
            }
        } else {
            drop(length);
        }
    }

    /// `borrower` holds nothing any more.
    public void settle(FetchWatch borrower) {
        if (elder.getPlain() == borrower) {
            elder.set(null);
        }
    }

    /// Octets lent and kept now.
    long held() {
        return held.get();
    }

    private byte[] fromShelf(int size) {
        byte[] array = shelves[size].take();
        if (array != null) {
            kept.addAndGet(-array.length);
        }
        return array;
    }

    private byte[] make(int length, FetchWatch borrower, boolean holds) {
        if (!reserve(length)) {
            clear();
            if (!reserve(length)) {
                if (!holds || !isElder(borrower)) {
                    return null;
                }
                held.addAndGet(length);
            }
        }
        try {
            region.charge(length);
        } catch (TelegraphException e) {
            // The region is as full as the pool would be: the same wait, with the same end.
            held.addAndGet(-length);
            return null;
        }
        return new byte[length];
    }

    private boolean isElder(FetchWatch borrower) {
        return elder.get() == borrower || elder.compareAndSet(null, borrower);
    }

    private boolean reserve(int length) {
        long now;
        do {
            now = held.get();
            if (now + length > bound) {
                return false;
            }
        } while (!held.compareAndSet(now, now + length));
        return true;
    }

    private void drop(int length) {
        held.addAndGet(-length);
        region.discharge(length);
    }

    private void clear() {
        for (int size = 0; size < SIZES; size++) {
            for (byte[] array = fromShelf(size); array != null; array = fromShelf(size)) {
                drop(array.length);
            }
        }
    }

    private static int sizeIndex(int octets) {
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(octets, SMALLEST) - 1);
        return log - SMALLEST_LOG;
    }

    /// Forgets all arrays that are kept; those lent are forgotten when they are given back.
    @Override
    public void close() {
        closed = true;
        clear();
    }
}
