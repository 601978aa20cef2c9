package telegraph.store.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import telegraph.store.LockState;

/// Who holds locks: one transaction after another, with the list of what it holds.
///
/// Intentions stand in slots, the rest in an open hash table of requests by name, so to ask again
/// for what is held touches nothing that others write. Requests that are free again are kept, up to
/// a number, for the next.
///
/// | slot              | bits                                            |
/// |-------------------|-------------------------------------------------|
/// | 0                 | none, and none follows                          |
/// | container, IS, IX | container in bits 8 to 39, mode in bits 0 to 7  |
/// | taken back        | 255                                             |
///
/// Threads: the lists are guarded, so that several threads may lock for one transaction; begin and
/// release with no other call under way. Others read the slots, and with the latches of all
/// segments the list of what is waited for.
public final class LockOwner {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle GUARD;
    private static final int SLOTS = 16;

    /// Keeps the slots of two owners on different cache lines.
    private static final int PADDING = 16;

    private static final long TAKEN_BACK = 255;
    private static final int TABLE_FIRST = 32;
    private static final int SPARE_MAX = 256;
    private static final int MADE_AT_ONCE = 16;
    private static final int SPINS = 100;

    static {
        try {
            GUARD = MethodHandles.lookup().findVarHandle(LockOwner.class, "guard", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LockManager manager;
    private final int index;
    private final long[] slots = new long[PADDING + SLOTS + PADDING];
    private final int[] forgotten = new int[SLOTS];
    private long transaction;
    private long timeoutMillis;
    private volatile int guard;

    private LockRequest[] table = new LockRequest[TABLE_FIRST];
    private LockRequest[] held = new LockRequest[TABLE_FIRST / 2];
    private int heldCount;
    private int containersHeld;
    private LockRequest spare;
    private int spareCount;
    private LockRequest waiting;
    private final KeyCounts counts = new KeyCounts();

    long visits;
    long waits;

    LockOwner(LockManager manager, int index) {
        this.manager = manager;
        this.index = index;
        this.timeoutMillis = manager.limits().timeoutMillis();
    }

    /// Waits for a lock so long from now on, and not as long as the limits say.
    public void waitAtMost(long millis) {
        timeoutMillis = millis;
    }

    long timeoutMillis() {
        return timeoutMillis;
    }

    /// Starts a transaction, which holds nothing yet; later ones have larger ids.
    public void begin(long transactionId) {
        transaction = transactionId;
    }

    /// Gives back all that is held, in one pass.
    public void releaseAll() {
        manager.releaseAll(this);
    }

    /// Whether nothing is held, so that nothing need be given back.
    public boolean isIdle() {
        return heldCount == 0 && (long) SLOT.getOpaque(slots, PADDING) == 0;
    }

    public long transaction() {
        return transaction;
    }

    int index() {
        return index;
    }

    // Slots

    private static long slot(int container, int code) {
        return (container & 0xFFFF_FFFFL) << 8 | code;
    }

    /// The intention on a container that stands in a slot, or none. Any thread.
    int intention(int container) {
        int found = Modes.NO_MODE;
        for (int i = PADDING; i < PADDING + SLOTS; i++) {
            long slot = (long) SLOT.getVolatile(slots, i);
            if (slot == 0) {
                break;
            }
            if (slot >>> 8 == (container & 0xFFFF_FFFFL) && slot != TAKEN_BACK) {
                found = Math.max(found, (int) (slot & 0xFF));
            }
        }
        return found;
    }

    /// Writes an intention into a slot, as one step with a fence: the slot's number, or -1 if none
    /// is free.
    int note(int container, int code) {
        for (int i = PADDING; i < PADDING + SLOTS; i++) {
            long slot = (long) SLOT.getOpaque(slots, i);
            if ((slot == 0 || slot == TAKEN_BACK)
                    && SLOT.compareAndSet(slots, i, slot, slot(container, code))) {
                return i;
            }
        }
        return -1;
    }

    void takeBack(int slot) {
        SLOT.setVolatile(slots, slot, TAKEN_BACK);
    }

    /// Takes the intention on a container out of the slots, since a request that covers it is
    /// granted: whether there was one. With the latch of the request's segment.
    boolean replaceIntention(int container) {
        boolean found = false;
        for (int i = PADDING; i < PADDING + SLOTS; i++) {
            long slot = (long) SLOT.getOpaque(slots, i);
            if (slot == 0) {
                break;
            }
            if (slot != TAKEN_BACK && slot >>> 8 == (container & 0xFFFF_FFFFL)) {
                takeBack(i);
                found = true;
            }
        }
        return found;
    }

    /// Empties the slots, with a fence if there was any; how many containers stood in them.
    int forgetIntentions() {
        int count = 0;
        int i = PADDING;
        for (; i < PADDING + SLOTS; i++) {
            long slot = (long) SLOT.getOpaque(slots, i);
            if (slot == 0) {
                break;
            }
            if (slot != TAKEN_BACK) {
                forgotten[count++] = (int) (slot >>> 8);
            }
            SLOT.setOpaque(slots, i, 0L);
        }
        if (i > PADDING) {
            VarHandle.fullFence();
        }
        return count;
    }

    /// One of the containers that [#forgetIntentions] found.
    int forgotten(int at) {
        return forgotten[at];
    }

    /// Adds the intentions in slots, for people. Any thread.
    void describe(List<LockState> into) {
        for (int i = PADDING; i < PADDING + SLOTS; i++) {
            long slot = (long) SLOT.getVolatile(slots, i);
            if (slot != 0 && slot != TAKEN_BACK) {
                String mode = Modes.text((int) (slot & 0xFF));
                into.add(new LockState(transaction, (int) (slot >>> 8), "", mode, -1));
            }
        }
    }

    // Lists

    private void enter() {
        for (int tries = 0; !GUARD.compareAndSet(this, 0, 1); tries++) {
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private void leave() {
        GUARD.setRelease(this, 0);
    }

    /// What is held under a name, or null.
    LockRequest find(long place, long key) {
        if (heldCount == 0) {
            return null;
        }
        enter();
        try {
            return lookUp(place, key);
        } finally {
            leave();
        }
    }

    /// The mode held under a name, or none.
    int mode(long place, long key) {
        if (heldCount == 0) {
            return Modes.NO_MODE;
        }
        enter();
        try {
            LockRequest request = lookUp(place, key);
            return request == null ? Modes.NO_MODE : request.granted;
        } finally {
            leave();
        }
    }

    private LockRequest lookUp(long place, long key) {
        int mask = table.length - 1;
        for (int i = Segment.hash(place, key) & mask; table[i] != null; i = i + 1 & mask) {
            if (table[i].named(place, key)) {
                return table[i];
            }
        }
        return null;
    }

    /// The mode in which a container is held by a request, or none.
    int containerMode(int container) {
        return containersHeld == 0 ? Modes.NO_MODE : mode(LockManager.place(container), 0);
    }

    /// A request for a name, in no queue yet.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if there are too many
    LockRequest take(long place, long key) {
        enter();
        try {
            if (spare == null) {
                manager.reserve(MADE_AT_ONCE);
                for (int i = 0; i < MADE_AT_ONCE; i++) {
                    push(new LockRequest(this));
                }
            }
            LockRequest request = spare;
            spare = request.link;
            spareCount--;
            request.link = null;
            request.place = place;
            request.key = key;
            return request;
        } finally {
            leave();
        }
    }

    private void push(LockRequest request) {
        request.link = spare;
        spare = request;
        spareCount++;
    }

    /// Takes back a request that is in no queue any more.
    void giveBack(LockRequest request) {
        enter();
        clear(request);
        leave();
    }

    private void clear(LockRequest request) {
        request.granted = Modes.NO_MODE;
        request.wanted = Modes.NO_MODE;
        request.converting = false;
        request.next = null;
        request.thread = null;
        push(request);
    }

    /// Adds a granted request to what is held: whether it is time to lock the whole container in
    /// place of its keys.
    boolean keep(LockRequest request, int escalationLocks) {
        enter();
        try {
            if (heldCount == held.length) {
                held = Arrays.copyOf(held, 2 * heldCount);
                rebuild(2 * table.length);
            }
            held[heldCount++] = request;
            insert(request);
            if (LockManager.isContainer(request.place)) {
                containersHeld++;
                return false;
            }
            return counts.add((int) request.place, escalationLocks, manager.isScarce());
        } finally {
            leave();
        }
    }

    private void insert(LockRequest request) {
        int mask = table.length - 1;
        int i = Segment.hash(request.place, request.key) & mask;
        while (table[i] != null) {
            i = i + 1 & mask;
        }
        table[i] = request;
        request.slot = i;
    }

    private void rebuild(int size) {
        table = new LockRequest[size];
        for (int i = 0; i < heldCount; i++) {
            insert(held[i]);
        }
    }

    /// What is held, for the one who releases all of it.
    LockRequest held(int at) {
        return held[at];
    }

    int heldCount() {
        return heldCount;
    }

    /// Forgets all that is held, which is in no queue any more.
    void forgetHeld() {
        enter();
        for (int i = 0; i < heldCount; i++) {
            table[held[i].slot] = null;
            clear(held[i]);
            held[i] = null;
        }
        heldCount = 0;
        containersHeld = 0;
        counts.clear();
        trim();
        leave();
    }

    /// Keeps memory for no more than an ordinary transaction needs.
    private void trim() {
        if (spareCount > SPARE_MAX) {
            int dropped = spareCount - SPARE_MAX;
            for (int i = 0; i < dropped; i++) {
                spare = spare.link;
            }
            spareCount -= dropped;
            manager.unreserve(dropped);
        }
        if (held.length > 2 * SPARE_MAX) {
            held = new LockRequest[TABLE_FIRST / 2];
            table = new LockRequest[TABLE_FIRST];
        }
    }

    /// Takes the keys of a container that `mode`, held on the whole, makes needless from what is
    /// held, but for those that are just being converted; they are to be taken from their queues.
    LockRequest dropKeys(int container, int mode) {
        enter();
        try {
            LockRequest dropped = null;
            int kept = 0;
            for (int i = 0; i < heldCount; i++) {
                LockRequest request = held[i];
                if (request.place == (container & 0xFFFF_FFFFL)
                        && !request.isWaiting()
                        && Modes.coversRow(mode, request.granted)) {
                    request.link = dropped;
                    dropped = request;
                } else {
                    held[kept++] = request;
                }
            }
            Arrays.fill(held, kept, heldCount, null);
            heldCount = kept;
            rebuild(table.length);
            return dropped;
        } finally {
            leave();
        }
    }

    /// The least mode of a container that covers all its keys that are held.
    int needed(int container) {
        enter();
        try {
            int needed = Modes.S;
            for (int i = 0; i < heldCount; i++) {
                while (held[i].place == (container & 0xFFFF_FFFFL)
                        && !Modes.coversRow(needed, held[i].granted)) {
                    needed = needed == Modes.S ? Modes.SIX : Modes.X;
                }
            }
            return needed;
        } finally {
            leave();
        }
    }

    // What is waited for

    /// Notes that a request waits. With the latch of its segment.
    void waits(LockRequest request) {
        enter();
        waits++;
        request.link = waiting;
        waiting = request;
        leave();
    }

    /// Takes back [#waits]. With the latch of the request's segment.
    void waitsNoMore(LockRequest request) {
        enter();
        if (waiting == request) {
            waiting = request.link;
        } else {
            LockRequest before = waiting;
            while (before.link != request) {
                before = before.link;
            }
            before.link = request.link;
        }
        request.link = null;
        leave();
    }

    /// First of the requests that wait, linked. With the latches of all segments.
    LockRequest waiting() {
        return waiting;
    }
}
