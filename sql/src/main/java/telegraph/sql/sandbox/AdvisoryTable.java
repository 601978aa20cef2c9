package telegraph.sql.sandbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.query.session.AdvisoryLocks.Key;
import telegraph.query.value.Interrupts;

/// Who holds which of the locks that programs agree on, and who waits.
///
/// ```
/// key ──▶ holds:    session 1, shared     session 2, shared
///         waiters:  session 3, alone      session 4, shared     first come, first served
/// ```
///
/// A session's own locks never stand in its way. Whoever would wait for itself in the end is told
/// so at once, before it waits. What waits here and for a row there is ended by its time limit.
///
/// Threads: any.
public final class AdvisoryTable {
    /// So many locks are held and waited for at most, by all together.
    static final int LOCKS_MAX = 100_000;

    /// How long one waits before it looks whether it is still wanted.
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /// One who holds a lock.
    private static final class Hold {
        final Object session;
        final Object scope;
        final boolean shared;
        long times;

        Hold(Object session, Object scope, boolean shared) {
            this.session = session;
            this.scope = scope;
            this.shared = shared;
        }
    }

    private record Waiter(Object session, boolean shared) {}

    /// A lock that somebody holds or waits for.
    private static final class Place {
        final List<Hold> holds = new ArrayList<>();
        final Deque<Waiter> waiters = new ArrayDeque<>();

        boolean isLeft() {
            return holds.isEmpty() && waiters.isEmpty();
        }

        /// Whom a session waits for, if it wants this and stands before or at the end of those who
        /// wait. These do not hinder one that holds it already: some wait for that one.
        Set<Object> inTheWay(Object session, boolean shared, Waiter self) {
            Set<Object> others = new HashSet<>();
            for (Hold hold : holds) {
                if (hold.session != session && !(shared && hold.shared)) {
                    others.add(hold.session);
                }
            }
            boolean again = isHeldBy(session);
            for (Waiter waiter : waiters) {
                if (again || waiter == self) {
                    break;
                }
                if (waiter.session != session && !(shared && waiter.shared)) {
                    others.add(waiter.session);
                }
            }
            return others;
        }

        boolean isHeldBy(Object session) {
            return holds.stream().anyMatch(hold -> hold.session == session);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Key, Place> places = new HashMap<>();
    private int count;

    /// Takes a lock.
    ///
    /// @param scope what it is held for: [#releaseAll] gives back all of a scope
    /// @param patienceNanos how long to wait; 0 to take it now or not at all
    /// @return whether it was there
    public boolean take(
            Object session,
            Object scope,
            Key key,
            boolean shared,
            long patienceNanos,
            Ticker ticker) {
        lock.lock();
        try {
            Place place = places.computeIfAbsent(key, absent -> new Place());
            try {
                if (!place.inTheWay(session, shared, null).isEmpty()) {
                    if (patienceNanos == 0) {
                        return false;
                    }
                    await(place, new Waiter(session, shared), key, patienceNanos, ticker);
                }
                hold(place, session, scope, shared);
                return true;
            } finally {
                leave(key, place);
            }
        } finally {
            lock.unlock();
        }
    }

    private void await(Place place, Waiter self, Key key, long patienceNanos, Ticker ticker) {
        demandNoCircle(self, place);
        demandRoom();
        place.waiters.add(self);
        count++;
        try {
            long start = ticker.nanos();
            while (!place.inTheWay(self.session, self.shared, self).isEmpty()) {
                Interrupts.check();
                long left = patienceNanos - (ticker.nanos() - start);
                if (left <= 0) {
                    throw TelegraphException.of(
                            SqlState.LOCK_NOT_AVAILABLE,
                            "an advisory lock was not to be had in time: key=" + key.number());
                }
                ticker.await(changed, Math.min(left, LOOK_NANOS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Interrupts.check();
        } finally {
            place.waiters.remove(self);
            count--;
            changed.signalAll();
        }
    }

    /// @throws TelegraphException if whoever is in the way waits for this session
    private void demandNoCircle(Waiter self, Place wanted) {
        Set<Object> seen = new HashSet<>();
        Deque<Object> next = new ArrayDeque<>(wanted.inTheWay(self.session, self.shared, null));
        while (!next.isEmpty()) {
            Object session = next.pop();
            if (session == self.session) {
                throw TelegraphException.of(
                        SqlState.DEADLOCK,
                        "sessions that wait for each other's advisory locks would wait for ever."
                                + " Take them in one order");
            }
            if (seen.add(session)) {
                for (Place place : places.values()) {
                    for (Waiter waiter : place.waiters) {
                        if (waiter.session == session) {
                            next.addAll(place.inTheWay(session, waiter.shared, waiter));
                        }
                    }
                }
            }
        }
    }

    private void demandRoom() {
        if (count >= LOCKS_MAX) {
            throw TelegraphException.of(
                    SqlState.OUT_OF_MEMORY,
                    "too many advisory locks are held: held=" + count + " most=" + LOCKS_MAX);
        }
    }

    private void hold(Place place, Object session, Object scope, boolean shared) {
        for (Hold hold : place.holds) {
            if (hold.scope == scope && hold.shared == shared) {
                hold.times++;
                return;
            }
        }
        demandRoom();
        count++;
        Hold hold = new Hold(session, scope, shared);
        hold.times = 1;
        place.holds.add(hold);
    }

    /// Gives a lock back once; false if it is not held for that.
    public boolean release(Object scope, Key key, boolean shared) {
        lock.lock();
        try {
            Place place = places.get(key);
            if (place == null) {
                return false;
            }
            for (Hold hold : place.holds) {
                if (hold.scope == scope && hold.shared == shared) {
                    if (--hold.times == 0) {
                        place.holds.remove(hold);
                        count--;
                        leave(key, place);
                        changed.signalAll();
                    }
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// Gives back all that is held for one scope.
    public void releaseAll(Object scope) {
        lock.lock();
        try {
            places.values()
                    .removeIf(place -> {
                        int before = place.holds.size();
                        place.holds.removeIf(hold -> hold.scope == scope);
                        count -= before - place.holds.size();
                        return place.isLeft();
                    });
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// How many are held and waited for.
    int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    private void leave(Key key, Place place) {
        if (place.isLeft()) {
            places.remove(key, place);
        }
    }
}
