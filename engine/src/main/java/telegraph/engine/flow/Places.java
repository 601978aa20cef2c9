package telegraph.engine.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Sink;
import telegraph.ground.Ticker;

/// The requests that the scan and the lookups of one input may have under way together, and which
/// of the two gets them.
///
/// Both have the same keys to answer. So the way that would answer all that are left within less
/// *place-time* answers more of them in each second of a place:
///
/// ```
/// scan      pages left × time of a page     less what those under way have done
/// lookups   keys left × time of a lookup    less what those under way have done
/// ```
///
/// Those left count as full rounds of the places that a way fills: the last round takes as long as
/// any other.
///
/// It is the *winner* and has all places it can use; requests of the loser that are in its way are
/// cut off if they are late or it is clearly worse. Each request of the winner makes its work less,
/// so there is no going back and forth between two that are alike. Who stalls becomes worse and
/// worse ([Pace]).
///
/// The loser is not forgotten: now and then it has one request under way to see whether it is still
/// the worse one, for which it has a 24th of the winner's place-time. A first request, before which
/// nobody knows what the others would cost, may take an eighth of what the winner will need in all.
/// While there is nothing to look up the scan has all places but one.
///
/// A scan that never asks for a place shares none; then lookups are not restricted here.
///
/// Invariants:
///
/// 1. At most as many requests are under way as there are places. One that was cut off keeps its
///    place until it has ended.
/// 2. While keys are unanswered and the scan has not ended, one of the two may send or has a
///    request under way; the scan is suspended, never given up.
///
/// Threads: any; one lock, taken for each request. Whoever holds it takes no other.
final class Places {
    /// How many times less work the loser must have to become the winner, once both are known; and
    /// when they just became so.
    private static final double BETTER = 1.25;

    private static final double BETTER_AT_FIRST = 1.1;

    /// How many times more work the loser must have for requests of it to be cut off in time.
    private static final double CLEARLY = 1.5;

    private static final int PART_EXPLORED = 24;
    private static final int PART_FIRST = 8;

    /// Lookups that were all answered are mostly the last.
    private static final long IDLE_NANOS = 20_000_000;

    /// What is waited for comes with time too.
    private static final long LOOKED_AFTER_NANOS = 100_000_000;

    /// Taken for how many pages a scan has of which none came.
    private static final int PAGES_UNSEEN = 32;

    private final int most;
    private final Ticker ticker;
    private final LongSupplier pagesTotal;
    private final BooleanSupplier scanNeeded;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition turn = lock.newCondition();
    private final Side scan = new Side();
    private final Side lookups = new Side();
    private Runnable freed = () -> {};
    private Side winner = lookups;
    private long turnedAt;
    private long keys;
    private long keysAt;
    private long keysWaiting;
    private int pagesWaiting;
    private int scanWidth = 1;
    private boolean shared;
    private boolean decided;

    /// Something under way that may be cut off.
    @FunctionalInterface
    interface Request {
        /// Ends it soon; returns false if it must be left to end by itself.
        boolean cut();
    }

    /// @param most how many places there are
    /// @param pagesTotal how many pages the scan has, or -1
    /// @param scanNeeded whether lookups cannot answer all, so that the scan goes on in any case
    Places(int most, Ticker ticker, LongSupplier pagesTotal, BooleanSupplier scanNeeded) {
        this.most = most;
        this.ticker = ticker;
        this.pagesTotal = pagesTotal;
        this.scanNeeded = scanNeeded;
        this.turnedAt = ticker.nanos();
        this.keysAt = turnedAt;
    }

    /// Who to tell, without a lock, when a page has left a place.
    void whenFreed(Runnable listener) {
        freed = listener;
    }

    /// What is known of one of the two ways.
    private final class Side {
        /// The oldest first.
        private final List<Place> held = new ArrayList<>();

        private final Pace pace = new Pace();

        /// What requests that have ended took since the winner changed.
        private long spent;

        private double each(long now) {
            if (held.isEmpty()) {
                return pace.expected();
            }
            double sum = 0;
            for (Place place : held) {
                sum += pace.expected(now - place.since);
            }
            return sum / held.size();
        }

        private double done(long now) {
            double sum = 0;
            for (Place place : held) {
                sum += pace.done(now - place.since);
            }
            return sum;
        }

        private double spent(long now) {
            double sum = spent;
            for (Place place : held) {
                sum += now - Math.max(turnedAt, place.since);
            }
            return sum;
        }

        private void ended(Place place, boolean whole, long now) {
            held.remove(place);
            spent += now - Math.max(turnedAt, place.since);
            pace.ended(now - place.since, whole);
        }
    }

    /// One request's place, until it leaves.
    final class Place {
        private final Side side;
        private final long since;
        private Request request;
        private boolean cutting;

        private Place(Side side, long since) {
            this.side = side;
            this.since = since;
            side.held.add(this);
        }

        /// What to cut off.
        void holds(Request sent) {
            lock.lock();
            try {
                request = sent;
            } finally {
                lock.unlock();
            }
        }

        /// Cuts it off, with no lock held.
        void cut() {
            Request sent;
            lock.lock();
            try {
                sent = request;
            } finally {
                lock.unlock();
            }
            sent.cut();
        }

        /// @param whole whether it has ended by itself
        void leave(boolean whole) {
            lock.lock();
            try {
                side.ended(this, whole, ticker.nanos());
                wake(ticker.nanos());
            } finally {
                lock.unlock();
            }
        }
    }

    /// Whether the scan uses places too.
    boolean isShared() {
        lock.lock();
        try {
            return shared;
        } finally {
            lock.unlock();
        }
    }

    /// A place for a lookup, or null if it must wait.
    ///
    /// @param unanswered how many keys there are that wait or are asked for
    /// @param waiting how many of them wait, this one among them
    Place forLookup(long unanswered, long waiting) {
        lock.lock();
        try {
            long now = ticker.nanos();
            count(unanswered, waiting, now);
            if (!mayLookUp(now)) {
                return null;
            }
            keysWaiting--;
            return new Place(lookups, now);
        } finally {
            lock.unlock();
        }
    }

    private void count(long unanswered, long waiting, long now) {
        keys = unanswered;
        keysWaiting = waiting;
        keysAt = keys == 0 ? keysAt : now;
    }

    private boolean mayLookUp(long now) {
        if (!shared) {
            return free() > 0;
        }
        if (winner == scan) {
            boolean beside = lookups.held.size() < most - scanWidth;
            return free() > 0 && (beside || isDue(lookups, now));
        }
        boolean firstPage = !scan.pace.isKnown() && scan.held.isEmpty();
        boolean kept = firstPage || pagesWaiting > 0 && isDue(scan, now);
        return free() > (kept ? 1 : 0);
    }

    private boolean mayScan(long now) {
        if (winner == scan) {
            return free() > (keysWaiting > 0 && isDue(lookups, now) ? 1 : 0);
        }
        if (free() == 0) {
            return false;
        }
        if (!scan.pace.isKnown()) {
            return scan.held.isEmpty();
        }
        if (keys == 0) {
            return now - keysAt > IDLE_NANOS && scan.held.size() < Math.max(1, most - 1);
        }
        return isDue(scan, now);
    }

    private int free() {
        return most - scan.held.size() - lookups.held.size();
    }

    /// Whether the loser may have a request under way that shows what it takes.
    private boolean isDue(Side loser, long now) {
        return loser.held.isEmpty() && allowance(loser, now) >= loser.pace.usual();
    }

    /// How long one request of the loser may be under way.
    private double allowance(Side loser, long now) {
        if (loser.pace.isKnown()) {
            return winner.spent(now) / PART_EXPLORED - loser.spent;
        }
        return winner.pace.isKnown()
                ? (winner.spent(now) + work(winner, now)) / PART_FIRST - loser.spent
                : Double.MAX_VALUE;
    }

    /// The place-time a way needs to answer all that is left.
    private double work(Side side, long now) {
        long left = side == scan ? pagesLeft() : keys;
        int wide = side == scan ? scanWidth : most;
        return Math.ceilDiv(left, wide) * wide * side.each(now) - side.done(now);
    }

    private long pagesLeft() {
        long total = pagesTotal.getAsLong();
        if (total >= 0) {
            return Math.max(1, total - scan.pace.answered());
        }
        // As far again as it has come.
        return scan.pace.answered() == 0 ? PAGES_UNSEEN : scan.pace.answered();
    }

    private Side loser() {
        return winner == scan ? lookups : scan;
    }

    /// Looks who is the better one now; returns what is to be cut off ([Place#cut]).
    ///
    /// @param unanswered as in [#forLookup]
    /// @param waiting how many of them wait
    List<Place> judge(long unanswered, long waiting) {
        lock.lock();
        try {
            long now = ticker.nanos();
            count(unanswered, waiting, now);
            if (!shared) {
                return List.of();
            }
            Side better = better(now);
            if (better != winner) {
                winner = better;
                turnedAt = now;
                scan.spent = 0;
                lookups.spent = 0;
            }
            List<Place> cut = cutOff(now);
            wake(now);
            return cut;
        } finally {
            lock.unlock();
        }
    }

    private Side better(long now) {
        if (scanNeeded.getAsBoolean()) {
            return scan;
        }
        boolean known = lookups.pace.isKnown() || !lookups.held.isEmpty();
        if (keys == 0 || !known || !scan.pace.isKnown()) {
            return winner;
        }
        double enough = decided ? BETTER : lookups.pace.isKnown() ? BETTER_AT_FIRST : 1;
        decided |= lookups.pace.isKnown();
        return work(winner, now) > enough * work(loser(), now) ? loser() : winner;
    }

    /// Requests of the loser whose places the winner lacks, but for one that is being measured; and
    /// a lookup that was there before the first page.
    private List<Place> cutOff(long now) {
        if (!scan.pace.isKnown() && scan.held.isEmpty()) {
            return free() == 0 && pagesWaiting > 0 ? youngest(lookups, 1, 0, _ -> true) : List.of();
        }
        Side loser = loser();
        long wanted = (winner == scan ? pagesWaiting : keysWaiting) - free();
        if (wanted <= 0 || loser.held.isEmpty() || !winner.pace.isKnown()) {
            return List.of();
        }
        boolean clearly = !loser.pace.isKnown() || work(loser, now) >= CLEARLY * work(winner, now);
        boolean measuring = now - loser.held.getFirst().since < allowance(loser, now);
        return youngest(
                loser,
                wanted,
                measuring ? 1 : 0,
                place -> clearly || loser.pace.isLate(now - place.since));
    }

    /// The youngest requests that can be cut off, so many that with those that have been `wanted`
    /// end.
    ///
    /// @param kept how many of the oldest are left alone
    /// @param which which of the others may be cut off
    private static List<Place> youngest(Side side, long wanted, int kept, Predicate<Place> which) {
        List<Place> cut = new ArrayList<>();
        int ending = 0;
        for (int i = side.held.size() - 1; i >= kept; i--) {
            Place place = side.held.get(i);
            boolean may = place.request != null && !place.cutting && which.test(place);
            if (ending < wanted && may) {
                place.cutting = true;
                cut.add(place);
            }
            ending += place.cutting ? 1 : 0;
        }
        return cut;
    }

    private void wake(long now) {
        if (pagesWaiting > 0 && mayScan(now)) {
            turn.signalAll();
        }
    }

    /// Sends a request of the scan when it may, and again if it was cut off.
    ///
    /// @param again whether it may be sent twice
    <T> T scan(boolean again, Sink.Request<T> request, Meter meter) throws InterruptedException {
        while (true) {
            Attempt<T> attempt = new Attempt<>(request);
            Place place = enter(meter);
            boolean whole = false;
            try {
                if (again) {
                    place.holds(attempt);
                    whole = attempt.run();
                } else {
                    attempt.runHere();
                    whole = true;
                }
            } finally {
                place.leave(whole);
                freed.run();
            }
            if (whole) {
                return attempt.answer();
            }
        }
    }

    private Place enter(Meter meter) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            shared = true;
            pagesWaiting++;
            scanWidth = Math.clamp(scan.held.size() + pagesWaiting, scanWidth, most);
            try {
                await(meter);
            } finally {
                pagesWaiting--;
            }
            return new Place(scan, ticker.nanos());
        } finally {
            lock.unlock();
        }
    }

    private void await(Meter meter) throws InterruptedException {
        if (mayScan(ticker.nanos())) {
            return;
        }
        try (Meter.Wait _ = meter.waits("lookups of its rows have the places")) {
            while (!mayScan(ticker.nanos())) {
                ticker.await(turn, LOOKED_AFTER_NANOS);
            }
        }
    }
}
