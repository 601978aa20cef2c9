package telegraph.store.lock;

import java.util.BitSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Finds owners that wait for each other in a circle, and chooses the youngest of them as victim.
///
/// It is asked only by who has waited for some time already. It takes the latches of all segments,
/// in order, so the graph of who waits for whom stands still while it is searched: what it finds is
/// a deadlock, and what it does not find is none. One search at a time.
///
/// Who waits is blocked by owners that hold what conflicts, and by those who conflict and come
/// before it in the order of waiting. An owner may wait several times over, with several threads.
///
/// Threads: any, with no latch.
final class Deadlocks {
    private final Segment[] segments;
    private final ReentrantLock searching = new ReentrantLock();
    private final LongAdder victims = new LongAdder();
    private final LockManager manager;
    private final Requests requests;

    Deadlocks(LockManager manager, Requests requests, Segment[] segments) {
        this.manager = manager;
        this.requests = requests;
        this.segments = segments;
    }

    long victims() {
        return victims.sum();
    }

    /// Ends each circle that `waiting` is in by telling one of its members.
    void search(LockRequest waiting) {
        searching.lock();
        try {
            boolean again = true;
            while (again) {
                again = breakCircle(waiting);
            }
        } finally {
            searching.unlock();
        }
    }

    private boolean breakCircle(LockRequest waiting) {
        LockRequest granted = null;
        LockRequest victim = null;
        for (Segment segment : segments) {
            segment.latch();
        }
        try {
            if (waiting.isWaiting()) {
                victim = circle(waiting, waiting.owner, new BitSet());
                if (victim != null) {
                    granted = requests.withdraw(victim);
                }
            }
        } finally {
            for (Segment segment : segments) {
                segment.unlatch();
            }
        }
        Segment.wake(granted);
        if (victim == null) {
            return false;
        }
        victims.increment();
        Thread thread = victim.thread;
        victim.outcome = LockRequest.VICTIM;
        LockSupport.unpark(thread);
        return true;
    }

    /// The request of the youngest owner on a way from `from` back to `start`, or null if there is
    /// no such way through owners not yet seen.
    private LockRequest circle(LockRequest from, LockOwner start, BitSet seen) {
        BitSet blockers = new BitSet();
        requests.segment(from.place, from.key).blockers(from, blockers);
        if (blockers.get(start.index())) {
            return from;
        }
        blockers.andNot(seen);
        seen.or(blockers);
        for (int i = blockers.nextSetBit(0); i >= 0; i = blockers.nextSetBit(i + 1)) {
            for (LockRequest next = manager.owner(i).waiting(); next != null; next = next.link) {
                LockRequest victim = circle(next, start, seen);
                if (victim != null) {
                    return younger(from, victim);
                }
            }
        }
        return null;
    }

    private static LockRequest younger(LockRequest a, LockRequest b) {
        return a.owner.transaction() > b.owner.transaction() ? a : b;
    }
}
