package telegraph.engine.flow;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongPredicate;

/// Work that was put off: tuples parked until a lookup has room, and probes deferred until nothing
/// else is to be done.
///
/// Parked tuples go on a slice at a time, those parked last first.
///
/// Invariant: what is counted as parked, in all and by input, is what is parked and not yet taken.
///
/// Threads: those that hold the inbox's lock; what is public may be called by any and takes none.
public final class Backlog {
    /// More parked tuples than these, and no worker takes rows nobody asked for.
    private static final long PARKED_ROWS_MAX = 1 << 16;

    private static final int SLICE_ROWS_MIN = 64;

    private final WaitSet workers;
    private final ArrayDeque<Parked> parked = new ArrayDeque<>();
    private final ArrayDeque<Replay> deferred = new ArrayDeque<>();
    private final AtomicLongArray parkedFor;
    private volatile long parkedRows;
    private LongPredicate hasRoom = inputs -> true;

    Backlog(WaitSet workers, int inputs) {
        this.workers = workers;
        this.parkedFor = new AtomicLongArray(inputs);
    }

    /// Tells which lookups have room ([Inbox#roomIn]).
    void roomIn(LongPredicate lookups) {
        hasRoom = lookups;
    }

    void park(Parked tuples) {
        parked.addFirst(tuples);
        count(tuples, 1);
    }

    void defer(Replay replay) {
        deferred.add(replay);
    }

    /// Parked tuples whose lookups have room, or null; they stay until [#take].
    Parked ready() {
        for (Parked tuples : parked) {
            if (hasRoom.test(tuples.waitsFor())) {
                return tuples;
            }
        }
        return null;
    }

    /// Takes a slice of parked tuples, or all if they are few; the rest stay.
    Parked take(Parked tuples) {
        parked.remove(tuples);
        Parked slice = tuples;
        if (tuples.rows() > SLICE_ROWS_MIN) {
            slice = tuples.first(SLICE_ROWS_MIN);
            parked.addFirst(tuples.rest(SLICE_ROWS_MIN));
        }
        count(slice, -1);
        return slice;
    }

    private void count(Parked tuples, int sign) {
        long rows = (long) sign * tuples.rows();
        boolean held = isFull();
        parkedRows += rows;
        if (held && !isFull()) {
            workers.wakeAll(); // feeds are held back no longer
        }
        for (long left = tuples.waitsFor(); left != 0; left &= left - 1) {
            parkedFor.addAndGet(Long.numberOfTrailingZeros(left), rows);
        }
    }

    /// The probes deferred longest, or null.
    Replay pollDeferred() {
        return deferred.poll();
    }

    boolean hasParked() {
        return !parked.isEmpty();
    }

    boolean hasDeferred() {
        return !deferred.isEmpty();
    }

    /// Drops all.
    void clear() {
        parked.clear();
        deferred.clear();
    }

    /// Whether so many tuples are parked that rows nobody asked for have to wait. Takes no lock.
    boolean isFull() {
        return parkedRows > PARKED_ROWS_MAX;
    }

    /// Whether tuples are parked. Takes no lock.
    boolean isParking() {
        return parkedRows > 0;
    }

    /// How many tuples wait now for lookups of an input.
    public long parkedFor(int input) {
        return parkedFor.get(input);
    }
}
