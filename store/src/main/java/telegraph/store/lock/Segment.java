package telegraph.store.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// A part of the lock table: queues of requests by name, under one latch.
///
/// A name is a place and a key. The place of a container is its id with bit 32 set, and its key 0;
/// the place of a key is the container's id, and its key a hash. Requests of all names of a bucket
/// are in one list in order of arrival, so the queue of a name is those in it that bear the name.
///
/// The latch is a version: odd while somebody has it. Who only looks reads the version, then the
/// queue, then the version again, and writes nothing.
///
/// Invariants, between latches:
///
/// 1. Modes granted to different owners under one name go together.
/// 2. A waiting request conflicts with one granted to another owner, with a conversion of another,
///    or with one of another owner that waits before it. A conversion conflicts with one granted.
/// 3. A request is in a queue as long as it is held or waits.
///
/// Threads: any; methods say whether they need the latch. Nobody waits, or wakes others, while he
/// has it.
final class Segment {
    private static final int BUCKETS_FIRST = 64;
    private static final int SPINS = 200;
    private static final int YIELDS = 100;
    private static final long NAP_NANOS = 50_000;
    private static final int STEPS_UNCHECKED = 64;
    private static final VarHandle VERSION;

    static {
        try {
            VERSION = MethodHandles.lookup().findVarHandle(Segment.class, "version", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // The versions of two segments lie on different cache lines.
    long before0, before1, before2, before3, before4, before5, before6;
    private volatile long version;
    long after0, after1, after2, after3, after4, after5, after6;

    private final Intentions intentions;
    private LockRequest[] buckets = new LockRequest[BUCKETS_FIRST];
    private int count;

    Segment(Intentions intentions) {
        this.intentions = intentions;
    }

    void latch() {
        for (int tries = 0; ; tries++) {
            long now = version;
            if ((now & 1) == 0 && VERSION.compareAndSet(this, now, now + 1)) {
                return;
            }
            pause(tries);
        }
    }

    private static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (tries < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    void unlatch() {
        VERSION.setRelease(this, version + 1);
    }

    /// As [#unlatch], of who changed nothing: those who only look need not look again.
    void unlatchUnchanged() {
        VERSION.setRelease(this, version - 1);
    }

    /// A version to begin a look without the latch.
    private long look() {
        for (int tries = 0; ; tries++) {
            long now = (long) VERSION.getAcquire(this);
            if ((now & 1) == 0) {
                return now;
            }
            pause(tries);
        }
    }

    private boolean unchanged(long since) {
        VarHandle.loadLoadFence();
        return (long) VERSION.getOpaque(this) == since;
    }

    private static int bucket(int hash, LockRequest[] of) {
        return hash & of.length - 1;
    }

    static long mix(long place, long key) {
        long h = (key ^ place * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 32;
    }

    static int hash(long place, long key) {
        return (int) mix(place, key);
    }

    /// Whether nothing granted to another owner stands in the way of `code`. Needs no latch.
    boolean isFree(LockOwner me, long place, long key, int code) {
        int hash = hash(place, key);
        while (true) {
            long seen = look();
            LockRequest[] in = buckets;
            boolean free = true;
            int steps = 0;
            for (LockRequest r = in[bucket(hash, in)]; r != null && free; r = r.next) {
                free = !r.named(place, key) || r.owner == me || !Modes.conflict(code, r.granted);
                if (++steps % STEPS_UNCHECKED == 0 && !unchanged(seen)) {
                    break;
                }
            }
            if (unchanged(seen)) {
                return free;
            }
        }
    }

    /// Whether there is any request of this name. Needs no latch.
    boolean isNamed(long place, long key) {
        int hash = hash(place, key);
        while (true) {
            long seen = look();
            LockRequest[] in = buckets;
            boolean named = false;
            int steps = 0;
            for (LockRequest r = in[bucket(hash, in)]; r != null && !named; r = r.next) {
                named = r.named(place, key);
                if (++steps % STEPS_UNCHECKED == 0 && !unchanged(seen)) {
                    break;
                }
            }
            if (unchanged(seen)) {
                return named;
            }
        }
    }

    private LockRequest first(long place, long key) {
        return buckets[bucket(hash(place, key), buckets)];
    }

    /// Whether `request`, which wants a mode, may have it. With the latch.
    boolean isGrantable(LockRequest request) {
        int code = request.wanted;
        boolean passed = false;
        for (LockRequest r = first(request.place, request.key); r != null; r = r.next) {
            if (r == request) {
                passed = true;
            } else if (r.named(request.place, request.key) && r.owner != request.owner) {
                if (Modes.conflict(code, r.granted) || goesBefore(r, request, passed)) {
                    return false;
                }
            }
        }
        return !Modes.isStrong(code) || !intentions.block(request.owner, request.place, code);
    }

    /// Whether `r` waits and is in the way of `request`, which comes later in the order of those
    /// who wait: conversions first, then by arrival.
    private static boolean goesBefore(LockRequest r, LockRequest request, boolean passed) {
        return r.isWaiting()
                && !request.converting
                && (r.converting || !passed)
                && Modes.dispute(request.wanted, Modes.bit(r.wanted));
    }

    /// The owners that `request` waits for. With the latch.
    void blockers(LockRequest request, BitSet into) {
        boolean passed = false;
        for (LockRequest r = first(request.place, request.key); r != null; r = r.next) {
            if (r == request) {
                passed = true;
            } else if (r.named(request.place, request.key) && r.owner != request.owner) {
                if (Modes.conflict(request.wanted, r.granted) || goesBefore(r, request, passed)) {
                    into.set(r.owner.index());
                }
            }
        }
        if (Modes.isStrong(request.wanted)) {
            intentions.blockers(request, into);
        }
    }

    /// Puts a request at the end of its queue. With the latch.
    void append(LockRequest request) {
        if (count >= 2 * buckets.length) {
            grow();
        }
        int at = bucket(hash(request.place, request.key), buckets);
        request.next = null;
        LockRequest last = buckets[at];
        if (last == null) {
            buckets[at] = request;
        } else {
            while (last.next != null) {
                last = last.next;
            }
            last.next = request;
        }
        count++;
    }

    private void grow() {
        LockRequest[] larger = new LockRequest[2 * buckets.length];
        LockRequest[] ends = new LockRequest[larger.length];
        for (LockRequest r : buckets) {
            while (r != null) {
                LockRequest following = r.next;
                int at = bucket(hash(r.place, r.key), larger);
                r.next = null;
                if (ends[at] == null) {
                    larger[at] = r;
                } else {
                    ends[at].next = r;
                }
                ends[at] = r;
                r = following;
            }
        }
        buckets = larger;
    }

    /// Takes a request out of its queue. With the latch.
    void unlink(LockRequest request) {
        int at = bucket(hash(request.place, request.key), buckets);
        LockRequest r = buckets[at];
        if (r == request) {
            buckets[at] = request.next;
        } else {
            while (r.next != request) {
                r = r.next;
            }
            r.next = request.next;
        }
        count--;
    }

    /// Grants what now can be granted under a name: conversions first, then those who came first.
    /// With the latch; [#wake] is to be called with what it returns when the latch is given back.
    LockRequest regrant(long place, long key) {
        LockRequest granted = null;
        for (LockRequest r = first(place, key); r != null; r = r.next) {
            if (r.converting && r.isWaiting() && r.named(place, key) && isGrantable(r)) {
                granted = grant(r, granted);
            }
        }
        int blocked = 0;
        for (LockRequest r = first(place, key); r != null; r = r.next) {
            if (r.isWaiting() && r.named(place, key)) {
                if (!Modes.dispute(r.wanted, blocked) && !r.converting && isGrantable(r)) {
                    granted = grant(r, granted);
                } else {
                    blocked |= Modes.bit(r.wanted);
                }
            }
        }
        return granted;
    }

    private static LockRequest grant(LockRequest r, LockRequest others) {
        r.granted = r.wanted;
        r.wanted = Modes.NO_MODE;
        r.owner.waitsNoMore(r);
        if (Modes.isStrong(r.granted)) {
            r.owner.replaceIntention((int) r.place);
        }
        r.link = others;
        return r;
    }

    /// Tells those who were waiting that they hold their locks now. Without the latch: to wake
    /// somebody takes longer than all that is done under it.
    static void wake(LockRequest granted) {
        LockRequest r = granted;
        while (r != null) {
            // Once told, its owner may use the request for something else.
            LockRequest following = r.link;
            Thread sleeper = r.thread;
            r.link = null;
            r.outcome = LockRequest.GRANTED;
            LockSupport.unpark(sleeper);
            r = following;
        }
    }

    /// All requests, bucket by bucket. With the latch.
    void forEach(Consumer<LockRequest> visitor) {
        for (LockRequest head : buckets) {
            for (LockRequest r = head; r != null; r = r.next) {
                visitor.accept(r);
            }
        }
    }
}
