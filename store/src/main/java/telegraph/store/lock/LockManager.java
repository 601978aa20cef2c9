package telegraph.store.lock;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.LockState;
import telegraph.store.TableMode;

/// Locks of containers and of their keys for transactions: multigranular, strict two-phase.
///
/// ```
///  owner ── slots: intentions ─────────── Intentions: marks of containers with strong requests
///    └───── table: requests held ──┐
///                                  ▼
///  Segment[hash of name] ── bucket ── request ── request ── …    in order of arrival
/// ```
///
/// A call for a key takes the intention on its container by itself (IS for S and gaps, IX for what
/// changes), so one call is all that a row needs. What is asked for again is answered by the
/// owner's own lists. Compatible: see [RowMode]; for containers
///
/// | requested \ held | IS  | IX  | S   | SIX | U   | X   |
/// |------------------|-----|-----|-----|-----|-----|-----|
/// | IS               | yes | yes | yes | yes | no  | no  |
/// | IX               | yes | yes | no  | no  | no  | no  |
/// | S                | yes | no  | yes | no  | no  | no  |
/// | SIX              | yes | no  | no  | no  | no  | no  |
/// | U                | no  | no  | yes | no  | no  | no  |
/// | X                | no  | no  | no  | no  | no  | no  |
///
/// SIX is also what S and IX together make, and what replaces S and U on many keys.
///
/// Who holds a weaker mode than he asks for converts it to the least that covers both. Waiting is
/// in order of arrival, conversions before new requests; nobody overtakes one he would make wait
/// longer. An owner with many keys of a container gets the whole instead when locks are scarce, if
/// nobody is in the way.
///
/// Invariants: those of [Segment] and [Intentions], and
///
/// 1. What an owner holds it holds until [LockOwner#releaseAll], but for keys whose container it
///    has got in their place.
/// 2. A call that fails leaves what is held as it was, but for intentions.
/// 3. Latches are taken in the order of segments, and guards of owners inside them.
///
/// Granularity and conversion: Gray, Lorie, Putzolu and Traiger, *Granularity of Locks*, 1976. Fast
/// intentions: Johnson, Pandis and Ailamaki, *Improving OLTP Scalability using Speculative Lock
/// Inheritance*, 2009, for the aim.
///
/// Threads: any.
public final class LockManager {
    private static final long CONTAINER_BIT = 1L << 32;

    private final LockLimits limits;
    private final AtomicReferenceArray<LockOwner> owners;
    private final Intentions intentions;
    private final Requests requests;
    private final AtomicInteger reserved = new AtomicInteger();

    /// Guards `idle` and `made`.
    private final ReentrantLock lending = new ReentrantLock();

    private final List<LockOwner> idle = new ArrayList<>();
    private int made;

    /// A manager for at most `ownersMax` owners at once.
    public LockManager(int ownersMax, LockLimits limits, LongSupplier nanos) {
        this.limits = limits;
        this.owners = new AtomicReferenceArray<>(ownersMax);
        this.intentions = new Intentions(owners);
        this.requests = new Requests(this, intentions, limits, nanos);
    }

    LockLimits limits() {
        return limits;
    }

    static long place(int container) {
        return container & 0xFFFF_FFFFL | CONTAINER_BIT;
    }

    static boolean isContainer(long place) {
        return (place & CONTAINER_BIT) != 0;
    }

    private static long rowPlace(int container) {
        return container & 0xFFFF_FFFFL;
    }

    LockOwner owner(int index) {
        return owners.get(index);
    }

    // Owners

    /// An owner that holds nothing.
    ///
    /// @throws TelegraphException of kind RESOURCE if all are lent
    public LockOwner owner() {
        lending.lock();
        try {
            if (!idle.isEmpty()) {
                return idle.removeLast();
            }
            if (made == owners.length()) {
                throw TelegraphException.of(
                        SqlState.TOO_MANY_CONNECTIONS,
                        "transactions at once are limited: transactionsMax="
                                + made
                                + ". End some, or raise the limit.");
            }
            LockOwner owner = new LockOwner(this, made);
            owners.set(made++, owner);
            return owner;
        } finally {
            lending.unlock();
        }
    }

    /// Takes back an owner that holds nothing.
    public void give(LockOwner owner) {
        lending.lock();
        try {
            idle.add(owner);
        } finally {
            lending.unlock();
        }
    }

    /// Counts memory for so many requests more.
    void reserve(int requests) {
        if (reserved.addAndGet(requests) > limits.locksMax()) {
            reserved.addAndGet(-requests);
            throw TelegraphException.of(
                    SqlState.INSUFFICIENT_RESOURCES,
                    "locks at once are limited: locksMax="
                            + limits.locksMax()
                            + ". Lock whole tables, make transactions shorter, or lower"
                            + " escalationLocks="
                            + limits.escalationLocks()
                            + ".");
        }
    }

    /// Whether owners with many keys of a container should have the whole in their place.
    boolean isScarce() {
        return reserved.get() > limits.locksScarce();
    }

    void unreserve(int requests) {
        reserved.addAndGet(-requests);
    }

    // Containers

    /// Locks a whole container; waits if it must.
    ///
    /// @throws TelegraphException of kind CONFLICT or CANCELLED if the wait ends without it
    public void table(LockOwner owner, int container, TableMode mode) {
        owner.visits++;
        container(owner, container, Modes.of(mode), true);
    }

    /// As [#table], but false if it would have to wait.
    public boolean tryTable(LockOwner owner, int container, TableMode mode) {
        owner.visits++;
        return container(owner, container, Modes.of(mode), false);
    }

    private boolean container(LockOwner owner, int container, int code, boolean wait) {
        int noted = owner.intention(container);
        if (Modes.covers(noted, code) || Modes.covers(owner.containerMode(container), code)) {
            return true;
        }
        if (!Modes.isStrong(code) && !intentions.isMarked(container)) {
            int slot = owner.note(container, code);
            if (slot >= 0) {
                if (!intentions.isMarked(container)) {
                    return true;
                }
                owner.takeBack(slot);
                requests.goOn(container);
            }
        }
        return requests.request(owner, place(container), 0, wait ? code | Requests.WAIT : code);
    }

    // Keys

    /// Locks a key, and waits if it must; no latch may be held.
    ///
    /// @throws TelegraphException of kind CONFLICT or CANCELLED if the wait ends without it
    public void lock(LockOwner owner, int container, long key, RowMode mode) {
        owner.visits++;
        row(owner, container, key, mode.ordinal() | Requests.WAIT);
    }

    /// As [#lock], but false if it would have to wait; so it may be called under a latch.
    public boolean tryLock(LockOwner owner, int container, long key, RowMode mode) {
        owner.visits++;
        return row(owner, container, key, mode.ordinal());
    }

    /// Returns when a key could be locked, and leaves it as it was: with the intention on its
    /// container held and, if the owner has a weaker lock on the key, that one converted. No latch
    /// may be held.
    ///
    /// @throws TelegraphException of kind CONFLICT or CANCELLED if the wait ends without it
    public void await(LockOwner owner, int container, long key, RowMode mode) {
        owner.visits++;
        row(owner, container, key, mode.ordinal() | Requests.WAIT | Requests.INSTANT);
    }

    private boolean row(LockOwner owner, int container, long key, int wish) {
        int code = wish & Requests.MODE;
        if (!container(owner, container, Modes.intention(code), (wish & Requests.WAIT) != 0)) {
            return false;
        }
        return Modes.coversRow(owner.containerMode(container), code)
                || Modes.covers(owner.mode(rowPlace(container), key), code)
                || requests.request(owner, rowPlace(container), key, wish);
    }

    /// Takes the intention on the container, and tells whether nobody else holds what conflicts
    /// with `mode` on the key; never waits, and writes nothing that others write. False also if the
    /// intention is not to be had at once: then [#await].
    public boolean isFree(LockOwner owner, int container, long key, RowMode mode) {
        owner.visits++;
        long place = rowPlace(container);
        return container(owner, container, Modes.intention(mode.ordinal()), false)
                && requests.segment(place, key).isFree(owner, place, key, mode.ordinal());
    }

    /// As [#isFree], for what was read just before, and takes no intention if nobody has or wants
    /// more than intentions on the container.
    ///
    /// The key is asked for before the container: whoever trades the locks of his keys for that of
    /// the container has the latter first.
    public boolean wasFree(LockOwner owner, int container, long key, RowMode mode) {
        VarHandle.loadLoadFence();
        long place = rowPlace(container);
        if (requests.segment(place, key).isFree(owner, place, key, mode.ordinal())
                && !intentions.isMarked(container)) {
            owner.visits++;
            return true;
        }
        return isFree(owner, container, key, mode);
    }

    /// Whether the owner holds `mode` on a key, by itself or by its container.
    public boolean holds(LockOwner owner, int container, long key, RowMode mode) {
        return Modes.coversRow(owner.containerMode(container), mode.ordinal())
                || Modes.covers(owner.mode(rowPlace(container), key), mode.ordinal());
    }

    /// Whether anybody at all holds or waits for a lock on a key; true also if somebody might hold
    /// one by the whole container.
    public boolean isLocked(int container, long key) {
        long place = rowPlace(container);
        return intentions.isMarked(container) || requests.segment(place, key).isNamed(place, key);
    }

    void releaseAll(LockOwner owner) {
        owner.visits++;
        requests.releaseAll(owner);
    }

    // For people

    /// Locks held and waited for, one part of the table after the other.
    public List<LockState> states() {
        List<LockState> states = new ArrayList<>();
        for (int i = 0; i < owners.length() && owners.get(i) != null; i++) {
            owners.get(i).describe(states);
        }
        requests.describe(states);
        return states;
    }

    public LockCounters counters() {
        long visits = 0;
        long waited = 0;
        for (int i = 0; i < owners.length() && owners.get(i) != null; i++) {
            visits += owners.get(i).visits;
            waited += owners.get(i).waits;
        }
        return new LockCounters(
                visits, waited, requests.deadlocks(), requests.timeouts(), requests.escalations());
    }
}
