package telegraph.store.lock;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// Locks of the modes IS and IX that are in no queue: each owner notes them in slots of its own.
///
/// An intention conflicts with nothing but what is stronger (S, SIX, U, X), and that is rare. So
/// each container has a mark, a number of strong requests held or waited for (containers share the
/// marks by their hash), and both sides write before they read:
///
/// | who asks for an intention            | who asks for more                       |
/// |--------------------------------------|-----------------------------------------|
/// | 1. writes its slot                   | 1. adds one to the mark                 |
/// | 2. reads the mark: if zero, it is held | 2. reads the slots of all owners      |
/// | 3. else takes back the slot, and queues | 3. if one conflicts, waits            |
///
/// As all four accesses are volatile, at least one of the two sees the other. Who empties a slot,
/// at its end or in step 3, reads the mark afterwards and, if it is not zero, looks whether the
/// queue of the container can go on: either the one who waits saw the slot empty, or the mark is
/// seen. So nobody sleeps for good.
///
/// A slot goes when a request of its owner is granted that covers it.
///
/// Threads: any. Slots are written by their owner alone, and emptied for it by whoever grants its
/// request.
final class Intentions {
    private static final int MARKS = 1_024;

    private final AtomicIntegerArray marks = new AtomicIntegerArray(MARKS);
    private final AtomicReferenceArray<LockOwner> owners;

    Intentions(AtomicReferenceArray<LockOwner> owners) {
        this.owners = owners;
    }

    private static int index(int container) {
        return (container * 0x9E3779B9) >>> 22;
    }

    boolean isMarked(int container) {
        return marks.get(index(container)) != 0;
    }

    /// Counts a request that wants more than an intention, once. With the latch of its segment.
    void mark(LockRequest request) {
        if (!request.strong) {
            request.strong = true;
            marks.incrementAndGet(index((int) request.place));
        }
    }

    /// Takes back [#mark], if there was one. With the latch of its segment.
    void unmark(LockRequest request) {
        if (request.strong) {
            request.strong = false;
            marks.decrementAndGet(index((int) request.place));
        }
    }

    /// Whether a slot of another owner conflicts with `code`, which must be marked.
    boolean block(LockOwner me, long place, int code) {
        for (int i = 0; i < owners.length(); i++) {
            LockOwner other = owners.get(i);
            if (other == null) {
                return false;
            }
            if (other != me && Modes.conflict(code, other.intention((int) place))) {
                return true;
            }
        }
        return false;
    }

    /// The owners whose slots `request` waits for.
    void blockers(LockRequest request, BitSet into) {
        for (int i = 0; i < owners.length() && owners.get(i) != null; i++) {
            LockOwner other = owners.get(i);
            if (other != request.owner
                    && Modes.conflict(request.wanted, other.intention((int) request.place))) {
                into.set(i);
            }
        }
    }
}
