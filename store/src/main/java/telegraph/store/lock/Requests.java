package telegraph.store.lock;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import telegraph.store.LockState;

/// The life of requests: they are granted or wait, are converted, withdrawn and released, and many
/// of them are traded for one.
///
/// | from       | by                                    | to         |
/// |------------|---------------------------------------|------------|
/// | free       | a request that is granted at once     | held       |
/// | free       | one that must wait                    | waiting    |
/// | waiting    | whoever lets it go on                 | held       |
/// | waiting    | deadlock, timeout, interrupt          | free       |
/// | held       | asking for more than can be had yet   | converting |
/// | converting | whoever lets it go on, or as waiting  | held       |
/// | held       | the end, or trade for the container   | free       |
///
/// Threads: any, with no latch unless said.
final class Requests {
    // A wish: a mode, and whether to wait for it, and whether not to keep it.
    static final int MODE = 0xFF;
    static final int WAIT = 0x100;
    static final int INSTANT = 0x200;

    private static final int SEGMENTS = 64;

    private final Segment[] segments = new Segment[SEGMENTS];
    private final Intentions intentions;
    private final LockLimits limits;
    private final Deadlocks deadlocks;
    private final Waits waits;
    private final LongAdder escalations = new LongAdder();

    Requests(LockManager manager, Intentions intentions, LockLimits limits, LongSupplier nanos) {
        this.intentions = intentions;
        this.limits = limits;
        for (int i = 0; i < SEGMENTS; i++) {
            segments[i] = new Segment(intentions);
        }
        this.deadlocks = new Deadlocks(manager, this, segments);
        this.waits = new Waits(this, deadlocks, limits, nanos);
    }

    Segment segment(long place, long key) {
        return segments[(int) (Segment.mix(place, key) >>> 58)];
    }

    long deadlocks() {
        return deadlocks.victims();
    }

    long timeouts() {
        return waits.timeouts();
    }

    long escalations() {
        return escalations.sum();
    }

    /// Gets a mode under a name, as the wish says; false if it would have to wait and must not.
    boolean request(LockOwner owner, long place, long key, int wish) {
        Segment segment = segment(place, key);
        LockRequest fresh = owner.find(place, key) == null ? owner.take(place, key) : null;
        while (true) {
            segment.latch();
            LockRequest held = owner.find(place, key);
            // Another thread of the owner may be converting it: then this one queues by itself.
            boolean another = held == null || held.isWaiting();
            if (!another || fresh != null) {
                if (!another && fresh != null) {
                    owner.giveBack(fresh);
                }
                LockRequest request = another ? fresh : held;
                request.converting = held != null;
                return decide(segment, request, wish);
            }
            segment.unlatchUnchanged();
            fresh = owner.take(place, key);
        }
    }

    /// Grants or queues a request, or gives it up; takes the latch from the caller.
    private boolean decide(Segment segment, LockRequest request, int wish) {
        LockOwner owner = request.owner;
        int noted =
                LockManager.isContainer(request.place)
                        ? owner.intention((int) request.place)
                        : Modes.NO_MODE;
        boolean fresh = request.granted == Modes.NO_MODE;
        request.wanted = Modes.cover(Modes.cover(request.granted, noted), wish & MODE);
        request.converting |= noted != Modes.NO_MODE;
        if (Modes.isStrong(request.wanted)) {
            intentions.mark(request);
        }
        if (segment.isGrantable(request)) {
            return grant(segment, request, wish);
        }
        if ((wish & WAIT) == 0) {
            giveUp(request);
            segment.unlatchUnchanged();
            if (fresh) {
                owner.giveBack(request);
            }
            return false;
        }
        request.thread = Thread.currentThread();
        request.sinceNanos = waits.now();
        request.outcome = LockRequest.PENDING;
        if (fresh) {
            segment.append(request);
        }
        owner.waits(request);
        segment.unlatch();
        boolean granted = false;
        try {
            waits.await(request);
            granted = true;
        } finally {
            if (!granted && fresh) {
                owner.giveBack(request);
            }
        }
        if (fresh) {
            settle(request, wish);
        }
        return true;
    }

    private boolean grant(Segment segment, LockRequest request, int wish) {
        boolean fresh = request.granted == Modes.NO_MODE;
        boolean instant = fresh && (wish & INSTANT) != 0;
        request.granted = request.wanted;
        request.wanted = Modes.NO_MODE;
        request.converting = false;
        if (instant) {
            segment.unlatchUnchanged();
            request.owner.giveBack(request);
            return true;
        }
        if (fresh) {
            segment.append(request);
        }
        LockRequest others = null;
        if (Modes.isStrong(request.granted)
                && request.owner.replaceIntention((int) request.place)) {
            others = segment.regrant(request.place, request.key);
        }
        segment.unlatch();
        Segment.wake(others);
        if (fresh) {
            settle(request, wish);
        }
        return true;
    }

    /// Puts a request that was granted where it is to stay.
    private void settle(LockRequest request, int wish) {
        if ((wish & INSTANT) != 0) {
            release(request);
            request.owner.giveBack(request);
        } else if (request.owner.keep(request, limits.escalationLocks())) {
            escalate(request.owner, (int) request.place);
        }
    }

    private void giveUp(LockRequest request) {
        request.wanted = Modes.NO_MODE;
        request.converting = false;
        if (!Modes.isStrong(request.granted)) {
            intentions.unmark(request);
        }
    }

    /// Ends the wait of a request without a grant; with the latch of its segment. To be woken:
    /// those who can go on for that.
    LockRequest withdraw(LockRequest request) {
        request.owner.waitsNoMore(request);
        giveUp(request);
        Segment segment = segment(request.place, request.key);
        if (request.granted == Modes.NO_MODE) {
            segment.unlink(request);
        }
        return segment.regrant(request.place, request.key);
    }

    /// Ends the wait of a request, unless it is decided already.
    boolean cancel(LockRequest request) {
        Segment segment = segment(request.place, request.key);
        segment.latch();
        if (!request.isWaiting()) {
            segment.unlatchUnchanged();
            return false;
        }
        LockRequest granted = withdraw(request);
        segment.unlatch();
        Segment.wake(granted);
        return true;
    }

    private void release(LockRequest request) {
        Segment segment = segment(request.place, request.key);
        segment.latch();
        segment.unlink(request);
        intentions.unmark(request);
        LockRequest granted = segment.regrant(request.place, request.key);
        segment.unlatch();
        Segment.wake(granted);
    }

    /// Gives back all that an owner holds.
    void releaseAll(LockOwner owner) {
        int noted = owner.forgetIntentions();
        for (int i = 0; i < noted; i++) {
            if (intentions.isMarked(owner.forgotten(i))) {
                goOn(owner.forgotten(i));
            }
        }
        for (int i = 0; i < owner.heldCount(); i++) {
            release(owner.held(i));
        }
        owner.forgetHeld();
    }

    /// Gets a whole container in place of its keys, if nobody is in the way.
    private void escalate(LockOwner owner, int container) {
        if (!request(owner, LockManager.place(container), 0, owner.needed(container))) {
            return;
        }
        escalations.increment();
        int mode = owner.containerMode(container);
        LockRequest next;
        for (LockRequest r = owner.dropKeys(container, mode); r != null; r = next) {
            next = r.link;
            r.link = null;
            drop(r, mode);
        }
    }

    private void drop(LockRequest request, int mode) {
        Segment segment = segment(request.place, request.key);
        segment.latch();
        if (request.isWaiting() || !Modes.coversRow(mode, request.granted)) {
            // Another thread of the owner has just asked for more.
            segment.unlatchUnchanged();
            request.owner.keep(request, Integer.MAX_VALUE);
            return;
        }
        segment.unlink(request);
        LockRequest granted = segment.regrant(request.place, request.key);
        segment.unlatch();
        Segment.wake(granted);
        request.owner.giveBack(request);
    }

    /// After a slot was emptied: grants what waited for that.
    void goOn(int container) {
        long place = LockManager.place(container);
        Segment segment = segment(place, 0);
        segment.latch();
        LockRequest granted = segment.regrant(place, 0);
        segment.unlatch();
        Segment.wake(granted);
    }

    /// Adds all requests, one segment after the other, for people.
    void describe(List<LockState> into) {
        for (Segment segment : segments) {
            segment.latch();
            segment.forEach(request -> describe(request, into));
            segment.unlatchUnchanged();
        }
    }

    private void describe(LockRequest r, List<LockState> into) {
        String key = LockManager.isContainer(r.place) ? "" : String.format("%016x", r.key);
        if (r.granted != Modes.NO_MODE) {
            into.add(
                    new LockState(
                            r.owner.transaction(), (int) r.place, key, Modes.text(r.granted), -1));
        }
        if (r.isWaiting()) {
            long waited = TimeUnit.NANOSECONDS.toMillis(waits.now() - r.sinceNanos);
            into.add(
                    new LockState(
                            r.owner.transaction(),
                            (int) r.place,
                            key,
                            Modes.text(r.wanted),
                            Math.max(0, waited)));
        }
    }
}
