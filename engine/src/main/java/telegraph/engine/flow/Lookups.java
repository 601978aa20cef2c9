package telegraph.engine.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoublePredicate;
import telegraph.ground.Ticker;
import telegraph.memory.Region;

/// The lookups of one input: each value is asked for once, and only so many are under way at once.
///
/// A value asked for stays known, so that later tuples with it need no lookup: the rows that came,
/// or will come, find them by their own probe (R10). Values wait in a short queue; when it is full
/// tuples are parked instead, so that the eddy can still change its mind about them.
///
/// Beside a scan of the same input ([#compete]) a lookup may be cut off, and then waits again. A
/// value whose row the scan has brought needs no lookup, if it names a row.
///
/// Threads: any. Memory: what is known of a value is charged to the input's region.
public final class Lookups {
    private static final int BYTES_PER_KEY = 272;
    private static final double LATEST_WEIGHT = 0.1;

    /// What was found counts half as much after 180 values more.
    private static final double KEPT_SHARE = 1 - 1.0 / 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, UnitLedger.Entry> known = new HashMap<>();
    private final LinkedHashSet<Key> waiting = new LinkedHashSet<>();
    private final Inbox inbox;
    private final WorkTokens tokens;
    private final UnitLedger ledger;
    private final Region region;
    private final Ticker ticker;
    private final Launcher launcher;
    private final int underWayMax;
    private final int waitingMax;
    private int underWayNow;
    private volatile int underWay;
    private volatile int waitingNow;
    private volatile long asked;
    private volatile long sent;
    private volatile long rows;
    private long cutOff;
    private double nanosEach = -1;
    private double hits;
    private double misses;
    private boolean stopped;
    private boolean closedSet;
    private Runnable onIdle = () -> {};
    private Rivalry rivalry;
    private UnitLedger.Entry scan;

    /// Those under way beside a scan.
    private final Map<Key, Asked> asking = new HashMap<>();

    /// The values of one lookup.
    ///
    /// @param bind the number of the pattern used
    public record Key(int bind, List<Object> values) {}

    /// Starts a lookup; calls [Lookups#ended] when it has ended.
    @FunctionalInterface
    interface Launcher {
        /// Returns what to cut off.
        Places.Request launch(Lookups lookups, Asked asked);
    }

    /// A lookup under way.
    static final class Asked {
        final Key key;
        private final long startedNanos;
        private final Places.Place place;
        private boolean answered;

        private Asked(Key key, long startedNanos, Places.Place place) {
            this.key = key;
            this.startedNanos = startedNanos;
            this.place = place;
        }
    }

    /// The scan beside which values are looked up.
    ///
    /// @param places that both share
    /// @param pays says of the nanoseconds one lookup takes whether it pays beside a scan that
    ///   shares no places
    /// @param triesOne whether one is sent to show what it takes
    /// @param scan what the scan's rows are part of
    /// @param keys which values the scan's rows answer
    /// @param askAgain whether those cut off are asked for again; only tests say no
    record Rivalry(
            Places places,
            DoublePredicate pays,
            boolean triesOne,
            UnitLedger.Entry scan,
            RowKeys keys,
            boolean askAgain) {}

    /// How many lookups may be under way, and how many values wait, at once.
    ///
    /// @param begin how many may be under way before any has ended; each that ends lets one more
    ///   begin
    record Limits(int underWay, int waiting, int begin) {}

    Lookups(
            Inbox inbox,
            UnitLedger ledger,
            Region region,
            Ticker ticker,
            Limits limits,
            Launcher launcher) {
        this.inbox = inbox;
        this.tokens = inbox.tokens();
        this.ledger = ledger;
        this.region = region;
        this.ticker = ticker;
        this.underWayMax = limits.underWay();
        this.waitingMax = limits.waiting();
        this.underWayNow = limits.begin();
        this.launcher = launcher;
    }

    /// Asks for a value unless it was asked for before. Returns false if there is no room for it.
    ///
    /// @param from what asks
    public boolean request(Key key, UnitLedger.Entry from) {
        return request(key, from, null);
    }

    /// @param as what the value's rows will be part of, or null for an entry of their own
    boolean request(Key key, UnitLedger.Entry from, UnitLedger.Entry as) {
        lock.lock();
        try {
            UnitLedger.Entry asked = known.get(key);
            if (stopped && scan != null) {
                ledger.asks(from, scan);
            }
            if (asked != null) {
                ledger.asks(from, asked);
                return true;
            }
            if (stopped) {
                return true;
            }
            UnitLedger.Entry there = rivalry == null ? null : rivalry.keys.bringer(key);
            if (there != null) {
                ledger.asks(from, there);
                return true;
            }
            if (waiting.size() >= waitingMax) {
                return false;
            }
            region.charge(BYTES_PER_KEY);
            UnitLedger.Entry entry = as == null ? new UnitLedger.Entry() : as;
            known.put(key, entry);
            if (rivalry != null) {
                rivalry.keys.wants(key);
            }
            this.asked++;
            ledger.asks(from, entry);
            if (scan != null) {
                ledger.asks(scan, entry);
            }
            tokens.begun();
            waiting.add(key);
            launchSome();
            waitingNow = waiting.size();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void launchSome() {
        while (!stopped && underWay < underWayNow && !waiting.isEmpty()) {
            Places.Place place = null;
            if (rivalry != null) {
                place = isWorthwhile() ? rivalry.places.forLookup(left(), waiting.size()) : null;
                if (place == null) {
                    return;
                }
            }
            underWay++;
            sent++;
            Asked next = new Asked(waiting.removeFirst(), ticker.nanos(), place);
            Places.Request request = launcher.launch(this, next);
            if (place != null) {
                asking.put(next.key, next);
                place.holds(request);
            }
        }
    }

    /// Where places are shared they decide. Else one lookup shows how long they take; then the
    /// predicate decides by that.
    private boolean isWorthwhile() {
        return rivalry.places.isShared()
                || (nanosEach < 0 && rivalry.triesOne ? sent == 0 : rivalry.pays.test(nanosEach));
    }

    private long left() {
        return waiting.size() + underWay;
    }

    /// Looks up only what pays beside a scan that brings the same rows. Before anything is asked.
    void compete(Rivalry beside) {
        lock.lock();
        try {
            rivalry = beside;
            scan = beside.scan;
        } finally {
            lock.unlock();
        }
    }

    /// Asks again whether lookups pay; returns false when there will be none any more.
    boolean reconsider() {
        List<Places.Place> cut;
        boolean more;
        lock.lock();
        try {
            cut = rivalry.places.judge(left(), waiting.size());
            launchSome();
            waitingNow = waiting.size();
            more = !stopped;
        } finally {
            lock.unlock();
        }
        cut.forEach(Places.Place::cut);
        return more;
    }

    /// The scan has brought the rows of these values, and they are queued: nobody has to look for
    /// them, now or later.
    ///
    /// @param keys as [RowKeys#of] has them
    /// @param by what the rows are part of, still open
    void answered(List<Key> keys, UnitLedger.Entry by) {
        int over = 0;
        List<Places.Place> cut = new ArrayList<>();
        lock.lock();
        try {
            for (Key plain : stopped ? List.<Key>of() : keys) {
                Key key = rivalry.keys.bring(plain, by);
                if (key == null) {
                    continue;
                }
                ledger.asks(known.get(key), by);
                if (waiting.remove(key)) {
                    ledger.close(known.get(key));
                    over++;
                } else {
                    Asked useless = asking.get(key);
                    useless.answered = true;
                    cut.add(useless.place);
                }
            }
            waitingNow = waiting.size();
        } finally {
            lock.unlock();
        }
        cut.forEach(Places.Place::cut);
        for (int i = 0; i < over; i++) {
            tokens.over();
        }
    }

    /// Who to tell when all that was ever asked for has been answered.
    void onIdle(Runnable listener) {
        onIdle = listener;
    }

    /// No more values will be asked for.
    void lastRequested() {
        boolean idle;
        lock.lock();
        try {
            closedSet = true;
            idle = underWay == 0 && waiting.isEmpty();
        } finally {
            lock.unlock();
        }
        if (idle) {
            onIdle.run();
        }
    }

    /// A lookup has ended and its rows are queued (R11).
    ///
    /// @param cut whether it was cut off, so that rows may be missing
    void ended(Asked lookup, long rowsFound, boolean cut) {
        boolean idle;
        boolean again;
        List<Places.Place> others = List.of();
        Key key = lookup.key;
        lock.lock();
        try {
            underWay--;
            underWayNow = Math.min(underWayMax, underWayNow + 1);
            rows += rowsFound;
            if (cut) {
                cutOff++;
            } else {
                hits = hits * KEPT_SHARE + (rowsFound > 0 ? 1 : 0);
                misses = misses * KEPT_SHARE + (rowsFound > 0 ? 0 : 1);
                double took = ticker.nanos() - lookup.startedNanos;
                nanosEach = nanosEach < 0 ? took : nanosEach + LATEST_WEIGHT * (took - nanosEach);
            }
            again = cut && !stopped && !lookup.answered && rivalry.askAgain;
            if (again) {
                waiting.addFirst(key);
            } else {
                if (stopped && scan != null) {
                    ledger.asks(known.get(key), scan);
                }
                ledger.close(known.get(key));
            }
            if (rivalry != null) {
                lookup.place.leave(!cut);
                asking.remove(key);
                if (!again) {
                    rivalry.keys.over(key);
                }
                others = rivalry.places.judge(left(), waiting.size());
            }
            launchSome();
            waitingNow = waiting.size();
            idle = closedSet && underWay == 0 && waiting.isEmpty();
        } finally {
            lock.unlock();
        }
        others.forEach(Places.Place::cut);
        if (idle) {
            onIdle.run();
        }
        if (!again) {
            tokens.over();
        }
        if (hasRoom()) {
            inbox.roomChanged();
        }
    }

    /// What seemed a hit was none: of the rows found none is of use.
    public void inVain() {
        lock.lock();
        try {
            double taken = Math.min(1, hits);
            hits -= taken;
            misses += taken;
        } finally {
            lock.unlock();
        }
    }

    /// How many values had rows that were of use, the latest counting most.
    public double hits() {
        lock.lock();
        try {
            return hits;
        } finally {
            lock.unlock();
        }
    }

    /// How many had none.
    public double misses() {
        lock.lock();
        try {
            return misses;
        } finally {
            lock.unlock();
        }
    }

    /// What a value's rows are part of.
    UnitLedger.Entry entry(Key key) {
        lock.lock();
        try {
            return known.get(key);
        } finally {
            lock.unlock();
        }
    }

    /// Whether it is worth while to bring more values: the queue is at most half full. Takes no
    /// lock.
    public boolean hasRoom() {
        return waitingNow <= waitingMax / 2;
    }

    public boolean isFull() {
        return waitingNow >= waitingMax;
    }

    /// What a lookup costs while others run beside it, in nanoseconds, or -1 if none has ended.
    public double nanosEach() {
        lock.lock();
        try {
            return nanosEach < 0 ? -1 : nanosEach / underWayMax;
        } finally {
            lock.unlock();
        }
    }

    /// Rows found for each value that was looked up.
    public double rowsEach() {
        lock.lock();
        try {
            long over = sent - underWay - cutOff;
            return over == 0 ? 1 : (double) rows / over;
        } finally {
            lock.unlock();
        }
    }

    /// How many values were asked for. Takes no lock, as what follows.
    public long requested() {
        return asked;
    }

    /// How many rows all lookups found.
    public long rowsFound() {
        return rows;
    }

    /// How many lookups were sent.
    public long sent() {
        return sent;
    }

    /// How many values wait now to be looked up.
    public int waiting() {
        return waitingNow;
    }

    /// Bytes held for what is known of values, and for rows that have come and are not stored.
    public long bytes() {
        return region.used();
    }

    /// Why values wait now, or "".
    public String stalled() {
        return isFull()
                ? waitingNow + " values wait, since " + underWayMax + " are asked at once"
                : "";
    }

    /// Sends no more lookups; those that wait are forgotten.
    public void stop() {
        int forgotten;
        lock.lock();
        try {
            stopped = true;
            forgotten = waiting.size();
            for (Key key : waiting) {
                if (scan != null) {
                    // The scan has brought its rows, and what comes of them is not over.
                    ledger.passOn(known.get(key), scan);
                }
                ledger.close(known.get(key));
            }
            waiting.clear();
            if (rivalry != null) {
                rivalry.keys.forget();
            }
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < forgotten; i++) {
            tokens.over();
        }
    }
}
